// <move-reasons>: the reasons for a move. Each lights its cells on the board, and its line can be played step by step.
//
// What is to be shown goes out as an event "preview" with the moves to play and the cells to light, or nothing when it is over.

import { errorText, explain } from "../api.js";
import { announce, fill, h } from "../dom.js";
import { checkers } from "../variant.js";
import { t, told } from "../words.js";

/** @typedef {import("../analysis.js").Place} Place */
/** @typedef {import("../api.js").Reason} Reason */
/** @typedef {{ moves: number[], lit: import("../position.js").Cell[] }} Preview */

export class MoveReasons extends HTMLElement {
  #asked = 0;
  /** What stays shown when the pointer is gone. @type {Preview | null} */
  #pinned = null;
  /** What is shown now. @type {Preview | null} */
  #shown = null;

  connectedCallback() {
    this.classList.add("reasons");
    this.setAttribute("aria-live", "polite");
  }

  clear() {
    this.#asked++;
    fill(this);
    this.#pin(null);
  }

  /**
   * Asks why a column is good or bad, and tells it.
   * @param {Place} place
   * @param {number} column
   */
  async ask(place, column) {
    const asked = ++this.#asked;
    this.#pin(null);
    fill(this, h("h2", {}, t`Column ${column}`), h("p", { class: "muted" }, "Looking for reasons…"));
    try {
      const { reasons } = await explain({ ...place, column, names: checkers() });
      if (asked !== this.#asked) return;
      fill(this, h("h2", {}, t`Column ${column}`), h("ul", {}, ...reasons.map((reason) => this.#item(reason, column))));
    } catch (error) {
      if (asked !== this.#asked) return;
      const text = errorText(error);
      fill(this, h("p", { class: "problem" }, text));
      announce(text);
    }
  }

  /**
   * @param {Reason} reason
   * @param {number} column
   */
  #item(reason, column) {
    const { lit = [], play = [], words } = reason;
    if (!lit.length && !play.length) return h("li", {}, told(words));
    const cells = lit.map((cell) => /** @type {[number, number]} */ ([cell.column, cell.level]));
    const shown = { moves: movesShown(reason, column), lit: cells };
    const button = h("button", { type: "button", class: "reason", "aria-pressed": "false", title: t`Show on the board` }, told(words));
    button.addEventListener("click", () => this.#toggle(button, shown));
    for (const enter of ["pointerenter", "focus"]) button.addEventListener(enter, () => this.#preview(shown));
    for (const leave of ["pointerleave", "blur"]) button.addEventListener(leave, () => this.#preview(this.#pinned));
    const steps = play.map((move, index) =>
      h("button", { type: "button", class: "step", "aria-label": t`Show the line up to move ${index + 1}, column ${move}`, onclick: () => this.#toggle(null, { moves: play.slice(0, index + 1), lit: cells }) }, move),
    );
    return h("li", {}, button, steps.length > 0 && h("div", { class: "best-line" }, ...steps));
  }

  /**
   * Keeps something shown, or no longer.
   * @param {HTMLElement | null} button
   * @param {Preview} shown
   */
  #toggle(button, shown) {
    const pressed = button?.getAttribute("aria-pressed") === "true";
    // On a small screen the board may be far above.
    document.querySelector("dropline-board")?.scrollIntoView({ block: "nearest" });
    this.#pin(pressed ? null : shown);
    button?.setAttribute("aria-pressed", String(!pressed));
  }

  /** @param {Preview | null} shown */
  #pin(shown) {
    this.#pinned = shown;
    for (const button of this.querySelectorAll(".reason")) button.setAttribute("aria-pressed", "false");
    this.#preview(shown);
  }

  /** @param {Preview | null} shown */
  #preview(shown) {
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.dispatchEvent(new CustomEvent("preview", { detail: shown, bubbles: true }));
  }
}

/**
 * The moves after which the cells of a reason can be seen.
 * @param {Reason} reason
 * @param {number} column
 */
function movesShown(reason, column) {
  const first = reason.because && reason.column ? reason.column : column;
  const kind = (reason.because ?? reason).reason;
  if (kind === "plan") return reason.play ?? [first];
  if (kind === "refutation" || kind === "best-line") return (reason.play ?? [first]).slice(0, -2);
  return [first];
}

customElements.define("move-reasons", MoveReasons);
