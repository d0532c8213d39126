// <move-list>: the moves of a game in pairs; each leads to its position.

import { fill, h, revealIn } from "../dom.js";
import { other, sideName } from "../variant.js";
import { t } from "../words.js";

export class MoveList extends HTMLElement {
  #list = h("ol", { class: "moves" });
  #shown = "";
  /** Who makes the first move. @type {import("../variant.js").Side} */
  first = "red";

  connectedCallback() {
    if (!this.childElementCount) this.append(this.#list);
  }

  /**
   * @param {number[]} moves
   * @param {number} at the ply that is shown: 0 is the start
   * @param {(ply: number) => void} go
   * @param {(ply: number) => string} [mark] a class for the move
   */
  show(moves, at, go, mark) {
    const key = moves.join();
    if (key !== this.#shown || !this.#list.childElementCount) {
      this.#shown = key;
      const items = [];
      for (let first = 0; first < moves.length; first += 2) {
        const pair = [first, first + 1].filter((index) => index < moves.length).map((index) => this.#button(moves[index], index + 1, go));
        items.push(h("li", {}, ...pair));
      }
      fill(this.#list, ...(items.length ? items : [h("li", { class: "none" }, "No move yet.")]));
    }
    for (const button of this.#list.querySelectorAll("button")) {
      const ply = Number(button.dataset.ply);
      button.className = `move ${this.#side(ply)} ${mark?.(ply) ?? ""}`;
      if (ply !== at) button.removeAttribute("aria-current");
      else if (!button.hasAttribute("aria-current")) {
        button.setAttribute("aria-current", "step");
        revealIn(this.#list, button);
      }
    }
  }

  /** @param {number} ply */
  #side(ply) {
    return ply % 2 ? this.first : other(this.first);
  }

  /**
   * @param {number} column
   * @param {number} ply
   * @param {(ply: number) => void} go
   */
  #button(column, ply, go) {
    const label = t`Move ${ply}, ${sideName(this.#side(ply)).toLowerCase()}, column ${column}`;
    return h("button", { type: "button", "data-ply": ply, "aria-label": label, onclick: () => go(ply) }, column);
  }
}

customElements.define("move-list", MoveList);
