// <move-tree>: the moves of an analysis with its variations; each leads to its position.

import { fill, h, revealIn } from "../dom.js";
import { sideName } from "../variant.js";
import { t } from "../words.js";

/** @typedef {import("../tree.js").Node} Node */

export class MoveTree extends HTMLElement {
  /** What is shown, and where. @type {{ root: Node, at: Node, count: number } | null} */
  #shown = null;

  /**
   * @param {Node} root
   * @param {Node} at
   * @param {import("../variant.js").Side} first who makes the first move
   * @param {(node: Node) => void} go
   */
  show(root, at, first, go) {
    // What is shown already keeps the focus that it has.
    const count = nodes(root);
    if (this.#shown?.root === root && this.#shown.at === at && this.#shown.count === count) return;
    this.#shown = { root, at, count };
    const focused = this.contains(document.activeElement);
    const start = h("button", { type: "button", class: "move", "aria-current": at === root ? "step" : undefined, onclick: () => go(root) }, "Start");
    fill(this, h("div", { class: "tree" }, start, ...this.#line(root, 0, at, first, go)));
    const current = this.querySelector("[aria-current]");
    if (!(current instanceof HTMLElement)) return;
    if (focused) current.focus({ preventScroll: true });
    const box = current.parentElement?.closest(".tree");
    if (box) revealIn(box, current);
  }

  /**
   * @param {Node} from
   * @param {number} ply
   * @param {Node} at
   * @param {import("../variant.js").Side} first
   * @param {(node: Node) => void} go
   * @returns {HTMLElement[]}
   */
  #line(from, ply, at, first, go) {
    const parts = [];
    for (let node = from; node.children.length; node = node.children[0], ply++) {
      const [main, ...others] = node.children;
      parts.push(...this.#move(main, ply, at, first, go, parts.length === 0 && ply > 0));
      for (const child of others) {
        parts.push(h("span", { class: "variation" }, ...this.#move(child, ply, at, first, go, true), ...this.#line(child, ply + 1, at, first, go)));
      }
    }
    return parts;
  }

  /**
   * @param {Node} node
   * @param {number} ply
   * @param {Node} at
   * @param {import("../variant.js").Side} first
   * @param {(node: Node) => void} go
   * @param {boolean} numbered
   * @returns {HTMLElement[]}
   */
  #move(node, ply, at, first, go, numbered) {
    const red = (ply % 2 === 0) === (first === "red");
    const parts = [];
    if (ply % 2 === 0 || numbered) parts.push(h("span", { class: "number", "aria-hidden": "true" }, `${Math.floor(ply / 2) + 1}${ply % 2 ? "…" : "."}`));
    const label = t`Move ${ply + 1}, ${sideName(red ? "red" : "black").toLowerCase()}, column ${node.column}`;
    const current = node === at ? "step" : undefined;
    parts.push(h("button", { type: "button", class: "move", "aria-label": label, "aria-current": current, onclick: () => go(node) }, node.column));
    return parts;
  }
}

/** How many there are from a node on: what is added or removed changes it. @param {Node} node @returns {number} */
const nodes = (node) => node.children.reduce((sum, child) => sum + nodes(child), 1);

customElements.define("move-tree", MoveTree);
