// <column-worths>: every column in words and colour, with the reasons on demand.

import { fill, h } from "../dom.js";
import { t, told } from "../words.js";
import { MoveReasons } from "./reasons.js";

/** @typedef {import("../analysis.js").Worth} Worth */
/** @typedef {import("../analysis.js").Place} Place */

export class ColumnWorths extends HTMLElement {
  #reasons = /** @type {MoveReasons} */ (document.createElement("move-reasons"));
  #body = h("tbody", {});

  connectedCallback() {
    if (this.childElementCount) return;
    const head = h("tr", {}, ...["Column", "Worth", "Score", "Reasons"].map((name) => h("th", { scope: "col" }, name)));
    this.append(
      h("div", { class: "scroll-box", tabindex: 0, role: "group", "aria-label": "Worth of each column" }, h("table", { class: "worths" }, h("thead", {}, head), this.#body)),
      this.#reasons,
    );
  }

  /**
   * @param {Worth} worth
   * @param {Place} place
   */
  show(worth, place) {
    const rows = worth.columns.map((column) => {
      const words = column.full ? "full" : told(column.words ?? "…");
      const isBest = worth.best.includes(column.column);
      const score = column.score === undefined ? (column.short ?? "") : column.score > 0 ? `+${column.score}` : column.score;
      const why = column.full ? null : h("button", { type: "button", "aria-label": t`Why column ${column.column}?`, onclick: () => void this.#reasons.ask(place, column.column) }, "Why?");
      return h(
        "tr",
        { "data-column": column.column },
        h("td", {}, column.column),
        h("td", {}, h("span", { class: `tone ${column.full ? "" : (column.outlook ?? "open")}${isBest ? " best" : ""}` }, words), isBest && h("span", { class: "visually-hidden" }, "best")),
        h("td", { class: "score" }, score),
        h("td", {}, why),
      );
    });
    fill(this.#body, ...rows);
  }

  clear() {
    fill(this.#body);
    this.#reasons.clear();
  }
}

customElements.define("column-worths", ColumnWorths);
