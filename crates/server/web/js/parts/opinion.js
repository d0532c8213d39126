// <player-view>: the position as one of the players sees it, without looking ahead. Folded until somebody wants to know.

import { errorText, judge, players, sentence } from "../api.js";
import { fill, h } from "../dom.js";
import { sideName } from "../variant.js";
import { t, told } from "../words.js";
import { fitting } from "./picker.js";

/** @typedef {import("../analysis.js").Place} Place */
/** @typedef {import("../variant.js").Variant} Variant */

export class PlayerView extends HTMLElement {
  #choice = h("select", { id: "player-view", "aria-label": "Player", onchange: () => void this.#ask() });
  #view = h("div", { "aria-live": "polite" });
  #fold = h("details", { ontoggle: () => void this.#ask() }, h("summary", {}, "As a player sees it"), this.#choice, this.#view);
  #asked = 0;
  /** @type {Place | null} */
  #place = null;
  /** @type {Variant | null} */
  #variant = null;

  connectedCallback() {
    if (!this.childElementCount) this.append(this.#fold);
  }

  /**
   * Another position.
   * @param {Place | null} place nothing if the game is over
   * @param {Variant} variant
   */
  show(place, variant) {
    this.hidden = !place;
    const same = this.#variant?.equals(variant) ?? false;
    if (JSON.stringify(place) === JSON.stringify(this.#place) && same) return;
    if (!same) fill(this.#choice);
    [this.#place, this.#variant] = [place, variant];
    void this.#ask();
  }

  async #ask() {
    const asked = ++this.#asked;
    if (!this.#fold.open || !this.#place) return;
    try {
      if (!this.#choice.childElementCount) await this.#offer();
      if (asked !== this.#asked || !this.#choice.value) return;
      const seen = await judge({ ...this.#place, player: this.#choice.value });
      if (asked === this.#asked) fill(this.#view, seen.items ? table(seen) : h("p", { class: "muted" }, sentence(seen.words ?? "")));
    } catch (error) {
      if (asked === this.#asked) fill(this.#view, h("p", { class: "problem", role: "alert" }, errorText(error)));
    }
  }

  /** The players of this variant. */
  async #offer() {
    const variant = this.#variant;
    const all = (await players()).players;
    if (!variant || variant !== this.#variant || this.#choice.childElementCount) return;
    const known = fitting(all, variant);
    fill(this.#choice, ...known.map((player) => h("option", { value: player.name }, player.name)));
    // One with a published table says most.
    this.#choice.value = known.find((player) => player.name === "forecast" || player.name === "max")?.name ?? known[0]?.name ?? "";
  }
}

/** @param {import("../api.js").Opinion} seen */
function table(seen) {
  const head = h("tr", {}, ...["Item", "Times", "Points", "Sum"].map((name) => h("th", { scope: "col" }, name)));
  const rows = (seen.items ?? []).map((item) => h("tr", {}, h("td", {}, told(item.name)), ...[item.count, item.points, item.sum].map((number) => h("td", { class: "score" }, short(number)))));
  const sum = h("tr", {}, h("th", { scope: "row", colspan: 3 }, "Score"), h("td", { class: "score" }, short(seen.score)));
  return h(
    "div",
    {},
    seen.side && h("p", { class: "muted" }, t`For ${sideName(seen.side)}: more is better.`),
    h("div", { class: "scroll-box", tabindex: 0, role: "group", "aria-label": "What the player counts" }, h("table", { class: "worths" }, h("thead", {}, head), h("tbody", {}, ...rows, sum))),
    seen.note && h("p", { class: "muted" }, sentence(seen.note)),
  );
}

/** @param {number | undefined} number */
const short = (number) => (number === undefined ? "" : String(Math.round(number * 1000) / 1000));

customElements.define("player-view", PlayerView);
