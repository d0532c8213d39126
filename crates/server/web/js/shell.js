// What every page has: the header with its links and the theme switch, the region for announcements.

import { announce, fill, h, s } from "./dom.js";
import { drawSign } from "./parts/icons.js";
import { handbook, hasServer, pagePath } from "./place.js";
import { keepSetting } from "./settings.js";
import { soundIsOn, switchSound } from "./sound.js";
import { CHECKERS, checkers, pairName } from "./variant.js";
import { watchForUpdates } from "./update.js";
import { language, t, word } from "./words.js";

const BOARDS = [["blue", "Blue"], ["green", "Green"], ["wood", "Wood"], ["slate", "Slate"]];
const LANGUAGES = [["en", "English"], ["de", "Deutsch"]];

/** Asks for the look of the checkers and the board, and for the language. */
function settingsDialog() {
  const field = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ now, /** @type {string[][]} */ choices) => {
    const select = h("select", { id: `setting-${name}` }, ...choices.map(([value, text]) => h("option", { value, selected: value === now }, text)));
    select.addEventListener("change", () => {
      keepSetting(name, select.value);
      // Words and colours stand everywhere on the page.
      location.reload();
    });
    return h("div", { class: "field" }, h("label", { for: `setting-${name}` }, label), select);
  };
  const dialog = h(
    "dialog",
    { "aria-label": "Settings" },
    h("h2", {}, "Settings"),
    h(
      "div",
      { class: "export-list" },
      field("checkers", "Checkers", checkers(), CHECKERS.map((pair) => [pair, pairName(pair)])),
      field("board", "Board", document.documentElement.dataset.board ?? "blue", BOARDS),
      field("language", "Language", language, LANGUAGES),
    ),
    h("div", { class: "actions" }, h("button", { type: "button", class: "primary", onclick: () => dialog.close() }, "Done")),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

const LINKS = [
  ["/", "Play"],
  ["/analyse", "Analyse"],
  ["/review", "Review"],
  ["/learn", "Learn"],
  ["/puzzles", "Puzzles"],
  ["/api", "API"],
  ["/help", "Help"],
  ["/handbook", "Handbook"],
];

/** Pages that only a server has. */
const NEED_SERVER = ["/api"];

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
  keepSetting("theme", chosen);
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
    const here = pagePath();
    const isOffered = (/** @type {string} */ address) => (address === "/handbook" ? handbook !== null : hasServer || !NEED_SERVER.includes(address));
    const links = LINKS.filter(([address]) => isOffered(address)).map(([address, name]) =>
      h("a", { href: address === "/handbook" ? handbook : address, "aria-current": here === address ? "page" : undefined }, name),
    );
    const button = h("button", { type: "button", class: "theme-switch" });
    const tell = () => {
      const now = theme();
      const icon = { auto: "◐", light: "☀", dark: "☾" }[now];
      const name = word({ auto: "Auto", light: "Light", dark: "Dark" }[now]);
      fill(button, h("span", { "aria-hidden": "true" }, icon), h("span", { class: "theme-name" }, name));
      button.setAttribute("aria-label", t`Theme: ${name.toLowerCase()}. Switch`);
    };
    button.addEventListener("click", () => {
      const next = THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length];
      setTheme(next);
      tell();
      announce({ auto: t`The theme of the system.`, light: t`The light theme.`, dark: t`The dark theme.` }[next]);
    });
    tell();
    const sound = h("button", { type: "button", class: "theme-switch square" });
    const tellSound = () => {
      fill(sound, drawSign(soundIsOn() ? "sound" : "silence"));
      sound.setAttribute("aria-label", t`Sound`);
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
        h("div", { class: "switches" }, h("button", { type: "button", class: "theme-switch square", "aria-label": "Settings", onclick: settingsDialog }, drawSign("settings")), sound, button),
      ),
    );
    // On a phone the links may be wider than the screen. Where they are is known once the page is.
    const current = this.querySelector("nav [aria-current]");
    requestAnimationFrame(() => current?.scrollIntoView({ block: "nearest", inline: "nearest" }));
    document.title = document.title.split(" · ").map(word).join(" · ");
    document.body.append(h("div", { id: "announcements", class: "visually-hidden", role: "status", "aria-live": "polite" }));
  }
}

customElements.define("dropline-header", DroplineHeader);
watchForUpdates();
