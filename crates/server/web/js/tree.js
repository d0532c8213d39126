// A game with variations.

import { readMoves, writeMoves } from "./variant.js";

/** @typedef {import("./variant.js").Variant} Variant */

export class Node {
  /**
   * @param {Node | null} parent
   * @param {number} column 0 at the root
   */
  constructor(parent, column) {
    this.parent = parent;
    this.column = column;
    /** The first is the main line. @type {Node[]} */
    this.children = [];
  }

  /** The moves that lead here. @returns {number[]} */
  get path() {
    const moves = [];
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) moves.push(node.column);
    return moves.reverse();
  }

  get ply() {
    return this.path.length;
  }

  /** The node after a move; it is added if it is not there. @param {number} column */
  play(column) {
    const known = this.children.find((child) => child.column === column);
    if (known) return known;
    const made = new Node(this, column);
    this.children.push(made);
    return made;
  }

  /** The nodes of the line that leads here and on along the main line, without the root. */
  get line() {
    const nodes = [];
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) nodes.push(node);
    nodes.reverse();
    for (let node = this.children[0]; node; node = node.children[0]) nodes.push(node);
    return nodes;
  }

  /** Takes the node and all below it out of the tree. @returns {Node} where one is then */
  remove() {
    const { parent } = this;
    if (!parent) {
      this.children = [];
      return this;
    }
    parent.children = parent.children.filter((child) => child !== this);
    return parent;
  }
}

/**
 * The tree as text: variations in parentheses after the move they replace, as in `4453(26)6`.
 * @param {Variant} variant
 * @param {Node} root
 * @returns {string}
 */
export function writeTree(variant, root) {
  const parts = [];
  for (let node = root; node.children.length; node = node.children[0]) {
    const [main, ...others] = node.children;
    parts.push(String(main.column));
    for (const child of others) {
      const inner = writeTree(variant, child);
      const separator = inner && variant.columns > 9 ? "," : "";
      parts.push(`(${child.column}${separator}${inner})`);
    }
  }
  return parts.join(variant.columns > 9 ? "," : "");
}

/**
 * Reads a tree; nothing if the text makes none.
 * @param {Variant} variant
 * @param {string} text
 * @returns {Node | null}
 */
export function readTree(variant, text) {
  const tokens = text.match(variant.columns > 9 ? /\d+|[()]/g : /\d|[()]/g) ?? [];
  const root = new Node(null, 0);
  /** @type {Node[]} */
  const stack = [];
  let node = root;
  for (const token of tokens) {
    if (token === "(") {
      if (!node.parent) return null;
      stack.push(node);
      node = node.parent;
    } else if (token === ")") {
      const back = stack.pop();
      if (!back) return null;
      node = back;
    } else {
      const moves = readMoves(variant, token);
      if (!moves?.length) return null;
      node = node.play(moves[0]);
    }
  }
  return stack.length ? null : root;
}

/**
 * Walks some moves from a node, adding what is not there.
 * @param {Node} from
 * @param {number[]} moves
 */
export function walk(from, moves) {
  return moves.reduce((node, column) => node.play(column), from);
}

/**
 * @param {Variant} variant
 * @param {Node} node
 */
export const pathText = (variant, node) => writeMoves(variant, node.path);
