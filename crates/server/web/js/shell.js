// What every page has: the header with its links and the theme switch, the region for announcements.

import { announce, fill, h, s } from "./dom.js";
import { soundIsOn, switchSound } from "./sound.js";

const LINKS = [
  ["/", "Play"],
  ["/analyse", "Analyse"],
  ["/review", "Review"],
  ["/api", "API"],
  ["/help", "Help"],
];

const THEMES = /** @type {const} */ (["auto", "light", "dark"]);
/** @typedef {(typeof THEMES)[number]} Theme */

/** @returns {Theme} */
function theme() {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" ? chosen : "auto";
}

/** @param {Theme} chosen */
function setTheme(chosen) {
  if (chosen === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
  try {
    localStorage.setItem("dropline-theme", chosen);
  } catch {
    // Not kept, but shown.
  }
}

function logo() {
  return s(
    "svg",
    { viewBox: "0 0 40 40", class: "logo", "aria-hidden": "true", focusable: "false" },
    s("rect", { class: "logo-board", width: 40, height: 40, rx: 11 }),
    s("circle", { class: "logo-red", cx: 13, cy: 13, r: 6.5 }),
    s("circle", { class: "logo-hole", cx: 27, cy: 13, r: 6.5 }),
    s("circle", { class: "logo-black", cx: 13, cy: 27, r: 6.5 }),
    s("circle", { class: "logo-red", cx: 27, cy: 27, r: 6.5 }),
  );
}

class DroplineHeader extends HTMLElement {
  connectedCallback() {
    const here = location.pathname.replace(/\/$/, "") || "/";
    const links = LINKS.map(([address, name]) =>
      h("a", { href: address, "aria-current": here === address ? "page" : undefined }, name),
    );
    const button = h("button", { type: "button", class: "theme-switch" });
    const tell = () => {
      const now = theme();
      const icon = { auto: "◐", light: "☀", dark: "☾" }[now];
      fill(button, h("span", { "aria-hidden": "true" }, icon), h("span", { class: "theme-name" }, now[0].toUpperCase() + now.slice(1)));
      button.setAttribute("aria-label", `Theme: ${now}. Switch`);
    };
    button.addEventListener("click", () => {
      const next = THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length];
      setTheme(next);
      tell();
      announce(next === "auto" ? "The theme of the system." : `The ${next} theme.`);
    });
    tell();
    const sound = h("button", { type: "button", class: "theme-switch" });
    const tellSound = () => {
      fill(sound, h("span", { "aria-hidden": "true" }, soundIsOn() ? "🔊" : "🔇"));
      sound.setAttribute("aria-label", "Sound");
      sound.setAttribute("aria-pressed", String(soundIsOn()));
    };
    sound.addEventListener("click", () => {
      switchSound(!soundIsOn());
      tellSound();
    });
    tellSound();
    fill(
      this,
      h("a", { class: "skip", href: "#main" }, "Skip to the content"),
      h(
        "header",
        { class: "site-header" },
        h("a", { class: "brand", href: "/", "aria-label": "Dropline, start page" }, logo(), h("span", {}, "Dropline")),
        h("nav", { "aria-label": "Pages" }, ...links),
        sound,
        button,
      ),
    );
    document.body.append(h("div", { id: "announcements", class: "visually-hidden", role: "status", "aria-live": "polite" }));
  }
}

customElements.define("dropline-header", DroplineHeader);
