// <game-coach>: asks once to look again before a move that throws away a win or a tie, and tells why on demand. What it says is a hint: an event "hint" goes out.

import { Analysis } from "../analysis.js";
import { announce, fill, h } from "../dom.js";
import { keepSetting, kept } from "../settings.js";
import { t } from "../words.js";
import { MoveReasons } from "./reasons.js";

/** @typedef {import("../analysis.js").Place} Place */
/** @typedef {import("../analysis.js").Worth} Worth */

/** For how long after the other side's move a coach may look before it lets a move pass, in milliseconds. */
const PATIENCE = 1500;

export class GameCoach extends HTMLElement {
  #box = h("input", { type: "checkbox", id: "coach", checked: kept("coach") === "on", onchange: () => this.#switch() });
  #question = h("div", { class: "offer", role: "alert", hidden: true });
  #reasons = /** @type {MoveReasons} */ (document.createElement("move-reasons"));
  /** @type {Analysis | null} */
  #analysis = null;
  /** Where the game stands, if a person has to move. @type {{ ply: number, place: Place } | null} */
  #here = null;
  /** What is known of it. @type {Worth | null} */
  #worth = null;
  /** The column that was asked about. */
  #asked = 0;
  /** Until when a move waits for what is not known yet. */
  #until = 0;
  /** A move that waits. @type {{ column: number, play: () => void } | null} */
  #held = null;

  connectedCallback() {
    if (this.childElementCount) return;
    const label = h("label", { class: "check", for: "coach", title: t`Asks before a move that throws away a win or a tie` }, this.#box, " Coach");
    this.append(label, this.#question, this.#reasons);
  }

  /**
   * Looks at a position in which a person has to move, or at nothing.
   * @param {{ ply: number, place: Place } | null} here
   */
  follow(here) {
    // After a move was taken back and another one made, there are as many moves as before.
    if (JSON.stringify(here) === JSON.stringify(this.#here)) return;
    this.#here = here;
    this.#study();
  }

  /**
   * Whether a move is held back for now: until somebody looks again, or for a moment until the coach knows. `play` makes it.
   * @param {number} column
   * @param {() => void} play
   */
  holdsBack(column, play) {
    const words = column === this.#asked ? null : this.#caution(column);
    const again = this.#held?.column === column;
    this.#settle();
    if (words) this.#ask(words, column, play);
    else if (!this.#box.checked || !this.#here || again || column === this.#asked || this.#worth?.done || performance.now() >= this.#until) return false;
    else this.#wait(column, play);
    return true;
  }

  /**
   * @param {string} words
   * @param {number} column
   * @param {() => void} play
   */
  #ask(words, column, play) {
    this.#asked = column;
    const why = () => this.#here && void this.#reasons.ask(this.#here.place, column);
    const act = (/** @type {string} */ name, /** @type {() => void} */ does) => h("button", { type: "button", onclick: does }, name);
    fill(this.#question, h("p", {}, words), h("div", { class: "actions" }, act("Why?", why), act("Play it anyway", play)));
    this.#question.hidden = false;
    announce(words);
    this.dispatchEvent(new CustomEvent("hint"));
  }

  /**
   * @param {number} column
   * @param {() => void} play
   */
  #wait(column, play) {
    this.#held = { column, play };
    fill(this.#question, h("p", {}, "The coach is looking…"));
    this.#question.hidden = false;
    setTimeout(() => this.#decide(), this.#until - performance.now());
  }

  /** Lets the move that waits pass, or asks, if that can be said by now. */
  #decide() {
    const held = this.#held;
    if (!held) return;
    this.#held = null;
    if (!this.holdsBack(held.column, held.play)) held.play();
  }

  #switch() {
    keepSetting("coach", this.#box.checked ? "on" : "off");
    this.#study();
  }

  #study() {
    this.#settle();
    this.#asked = 0;
    this.#worth = null;
    delete this.dataset.ply;
    this.#analysis?.cancel();
    const here = this.#here;
    if (!here || !this.#box.checked) return;
    this.#until = performance.now() + PATIENCE;
    this.#analysis ??= new Analysis();
    this.#analysis.ask(here.place, {
      columns: (worth) => {
        if (here !== this.#here) return;
        this.#worth = worth;
        if (worth.done) this.dataset.ply = String(here.ply);
        this.#decide();
      },
    });
  }

  /** What there is to say before a move, as far as it is proven by now. @param {number} column */
  #caution(column) {
    const outlook = (/** @type {number} */ number) => this.#worth?.columns.find((known) => known.column === number)?.outlook;
    const [mine, best] = [outlook(column), outlook(this.#worth?.best[0] ?? 0)];
    if (mine === "loss" && best !== "loss") return t`This loses. Look again?`;
    if (mine === "tie" && best === "win") return t`This gives a win away. Look again?`;
    return null;
  }

  #settle() {
    this.#held = null;
    this.#question.hidden = true;
    this.#reasons.clear();
  }
}

customElements.define("game-coach", GameCoach);
