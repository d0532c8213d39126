// Dialogs of the analysis: bring a position in, take it out.

import { BASE, errorText, readPosition } from "../api.js";
import { copyFrom, download, h } from "../dom.js";
import { address, hasServer } from "../place.js";
import { checkers } from "../variant.js";
import { t, word } from "../words.js";
import { drawn } from "./pictures.js";

/** @typedef {import("../api.js").PositionFacts} PositionFacts */
/** @typedef {import("../analysis.js").Place} Place */

/**
 * @param {string} title
 * @param {...(Node | string | null)} content
 */
function open(title, ...content) {
  const dialog = h("dialog", { "aria-label": title });
  dialog.append(h("h2", {}, title), ...content.filter((child) => child !== null));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Asks for a text in any notation and gives what the server read.
 * @param {string} variant the one to use if the text does not name one
 * @param {(facts: PositionFacts, file?: Record<string, any>) => Promise<void>} taken
 */
export function importDialog(variant, taken) {
  const text = h("textarea", { id: "import-text", rows: 8, spellcheck: "false", placeholder: "4453" });
  const size = h("input", { id: "import-variant", type: "text", value: variant, autocomplete: "off" });
  const file = h("input", { id: "import-file", type: "file" });
  const problem = h("p", { class: "problem", role: "alert" });
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (chosen) text.value = await chosen.text();
  });
  const form = h(
    "form",
    { method: "dialog" },
    h("p", { class: "muted" }, "Moves (4453, or 4,10,2 on wide boards), a board as a grid, a position key, a saved game, or a board file of the Max-Connect course."),
    h("div", { class: "field" }, h("label", { for: "import-text" }, "Position or game"), text),
    h("div", { class: "field" }, h("label", { for: "import-file" }, "Or from a file"), file),
    h("div", { class: "field" }, h("label", { for: "import-variant" }, "Variant, where the text does not say"), size),
    problem,
    h("div", { class: "actions" }, h("button", { type: "button", onclick: () => dialog.close() }, "Cancel"), h("button", { class: "primary", type: "submit" }, "Import")),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.textContent = "";
    try {
      await taken(await readPosition(text.value, size.value.trim() || undefined), savedGame(text.value));
      dialog.close();
    } catch (error) {
      problem.textContent = errorText(error);
    }
  });
  const dialog = open("Import", form);
  text.focus();
}

/** A saved game as it was written; nothing if the text is none. @param {string} text */
function savedGame(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Offers a position as moves, link, JSON and pictures.
 * @param {Place} place
 * @param {Record<string, unknown>} saved the game as JSON
 */
export function exportDialog(place, saved) {
  // Pictures look as the page does.
  const theme = getComputedStyle(document.documentElement).colorScheme === "dark" || (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches) ? "dark" : "light";
  const drawing = /** @type {Record<string, string>} */ ({ ...place, theme, names: checkers() });
  const query = new URLSearchParams(drawing).toString();
  const name = `dropline-${place.variant}${place.moves ? `-${place.moves.replaceAll(",", "_").slice(0, 60)}` : ""}`;
  const row = (/** @type {string} */ label, /** @type {string} */ value) => {
    const id = `export-${label.toLowerCase()}`;
    const copy = h("button", { type: "button", "aria-label": t`Copy: ${word(label)}`, onclick: () => void copyFrom(copy, value) }, "Copy");
    const field = h("input", { id, type: "text", readonly: true, value, onfocus: () => field.select() });
    return h("div", { class: "field" }, h("label", { for: id }, label), h("div", { class: "copy-row" }, field, copy));
  };
  const problem = h("p", { class: "problem", role: "alert" });
  const draw = async (/** @type {HTMLButtonElement} */ button, /** @type {"svg" | "png" | "gif"} */ kind) => {
    // A long game takes a while.
    button.disabled = true;
    problem.textContent = "";
    try {
      download(`${name}.${kind}`, await drawn(kind, drawing));
    } catch (error) {
      problem.textContent = errorText(error);
    }
    button.disabled = false;
  };
  const save = (/** @type {"svg" | "png" | "gif"} */ kind, /** @type {string} */ label) => {
    if (hasServer) return h("a", { class: "button", href: `${BASE}/picture.${kind}?${query}`, download: `${name}.${kind}` }, label);
    const button = h("button", { type: "button", onclick: () => void draw(button, kind) }, label);
    return button;
  };
  const json = JSON.stringify(saved);
  const dialog = open(
    "Export",
    h(
      "div",
      { class: "export-list" },
      place.position ? row("Position", place.position) : "",
      place.moves === undefined ? "" : row("Moves", place.moves),
      row("Link", location.href),
      row("JSON", json),
      row("HTML", `<iframe src="${new URL(address(`/embed?${new URLSearchParams(location.search)}`), location.href)}" width="420" height="480" title="Dropline"></iframe>`),
      h(
        "div",
        { class: "actions" },
        h("button", { type: "button", onclick: () => download(`${name}.json`, new Blob([`${json}\n`], { type: "application/json" })) }, "Save JSON"),
        save("svg", "Save SVG"),
        save("png", "Save PNG"),
        place.moves ? save("gif", "Save GIF") : "",
      ),
    ),
    problem,
    h("div", { class: "actions" }, h("button", { type: "button", class: "primary", onclick: () => dialog.close() }, "Done")),
  );
}
