// <game-coach>: asks once to look again before a move that throws away a win or a tie, and tells why on demand.

import { Analysis } from "../analysis.js";
import { announce, fill, h } from "../dom.js";
import { keepSetting, kept } from "../settings.js";
import { t } from "../words.js";
import { MoveReasons } from "./reasons.js";

/** @typedef {import("../analysis.js").Place} Place */
/** @typedef {import("../analysis.js").Worth} Worth */

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
    if (here?.ply === this.#here?.ply) return;
    this.#here = here;
    this.#study();
  }

  /**
   * Whether a move is held back for now; `anyway` makes it.
   * @param {number} column
   * @param {() => void} anyway
   */
  holdsBack(column, anyway) {
    const words = column === this.#asked ? null : this.#caution(column);
    this.#settle();
    if (!words) return false;
    this.#asked = column;
    const why = () => this.#here && void this.#reasons.ask(this.#here.place, column);
    const act = (/** @type {string} */ name, /** @type {() => void} */ does) => h("button", { type: "button", onclick: does }, name);
    fill(this.#question, h("p", {}, words), h("div", { class: "actions" }, act("Why?", why), act("Play it anyway", anyway)));
    this.#question.hidden = false;
    announce(words);
    return true;
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
    this.#analysis ??= new Analysis();
    this.#analysis.ask(here.place, {
      columns: (worth) => {
        if (here !== this.#here) return;
        this.#worth = worth;
        if (worth.done) this.dataset.ply = String(here.ply);
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
    this.#question.hidden = true;
    this.#reasons.clear();
  }
}

customElements.define("game-coach", GameCoach);
