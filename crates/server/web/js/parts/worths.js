// <column-worths>: every column in words and colour, with the reasons on demand.

import { fill, h } from "../dom.js";
import { t, told, word } from "../words.js";
import { MoveReasons } from "./reasons.js";

/** @typedef {import("../analysis.js").Worth} Worth */
/** @typedef {import("../analysis.js").Place} Place */

export class ColumnWorths extends HTMLElement {
  #reasons = /** @type {MoveReasons} */ (document.createElement("move-reasons"));
  #body = h("tbody", {});
  /** @type {{ row: HTMLElement, tone: HTMLElement, best: HTMLElement, score: HTMLElement, why: HTMLElement }[]} */
  #rows = [];
  /** @type {Place | null} */
  #place = null;

  connectedCallback() {
    if (this.childElementCount) return;
    const head = h("tr", {}, ...["Column", "Worth", "Score", "Reasons"].map((name) => h("th", { scope: "col" }, name)));
    this.append(
      h("div", { class: "scroll-box", tabindex: 0, role: "group", "aria-label": "Worth of each column" }, h("table", { class: "worths" }, h("thead", {}, head), this.#body)),
      this.#reasons,
    );
  }

  /**
   * Shows what is known by now. Rows stay where they are: they may have the focus, or be under a pointer that is pressed.
   * @param {Worth} worth
   * @param {Place} place
   */
  show(worth, place) {
    this.#place = place;
    if (this.#rows.length !== worth.columns.length) {
      this.#rows = worth.columns.map(({ column }) => this.#row(column));
      fill(this.#body, ...this.#rows.map(({ row }) => row));
    }
    for (const [index, column] of worth.columns.entries()) {
      const { tone, best, score, why } = this.#rows[index];
      const isBest = worth.best.includes(column.column);
      tone.textContent = column.full ? word("full") : told(column.words ?? "…");
      tone.className = `tone ${column.full ? "" : (column.outlook ?? "open")}${isBest ? " best" : ""}`;
      best.textContent = isBest ? word("best") : "";
      score.textContent = column.score === undefined ? (column.short ?? "") : column.score > 0 ? `+${column.score}` : String(column.score);
      why.hidden = Boolean(column.full);
    }
  }

  /** @param {number} column */
  #row(column) {
    const [tone, best] = [h("span", {}), h("span", { class: "visually-hidden" })];
    const score = h("td", { class: "score" });
    const ask = () => this.#place && void this.#reasons.ask(this.#place, column);
    const why = h("button", { type: "button", "aria-label": t`Why column ${column}?`, onclick: ask }, "Why?");
    return { row: h("tr", { "data-column": column }, h("td", {}, column), h("td", {}, tone, best), score, h("td", {}, why)), tone, best, score, why };
  }

  clear() {
    this.#rows = [];
    fill(this.#body);
    this.#reasons.clear();
  }
}

customElements.define("column-worths", ColumnWorths);
