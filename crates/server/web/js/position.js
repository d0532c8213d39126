// Where the checkers lie, for drawing. Who has won, and which lines count, the server says.

import { other, sideName } from "./variant.js";
import { t } from "./words.js";

/** @typedef {import("./variant.js").Side} Side */
/** @typedef {import("./variant.js").Variant} Variant */
/** @typedef {[column: number, level: number]} Cell */

const DIGITS = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

export class Position {
  /**
   * @param {Variant} variant
   * @param {Side[][]} [stacks] for each column its checkers, from the bottom
   * @param {Side} [turn]
   */
  constructor(variant, stacks, turn = "red") {
    this.variant = variant;
    /** @type {Side[][]} */
    this.stacks = stacks ? stacks.map((stack) => [...stack]) : Array.from({ length: variant.columns }, () => []);
    this.turn = turn;
    /** @type {Cell | null} */
    this.last = null;
  }

  /**
   * The position of a grid as the server tells it: rows from the top.
   * @param {Variant} variant
   * @param {(Side | null)[][]} grid
   * @param {Side} turn
   */
  static ofGrid(variant, grid, turn) {
    const position = new Position(variant, undefined, turn);
    for (const row of [...grid].reverse()) {
      row.forEach((side, index) => side && position.stacks[index].push(side));
    }
    return position;
  }

  /**
   * The position after some moves; a move that cannot be played ends the walk.
   * @param {Position} start
   * @param {number[]} moves
   */
  static after(start, moves) {
    const position = new Position(start.variant, start.stacks, start.turn);
    for (const column of moves) if (!position.drop(column)) break;
    return position;
  }

  /** @param {number} column counted from 1 */
  height(column) {
    return this.stacks[column - 1]?.length ?? this.variant.levels;
  }

  /** @param {number} column */
  hasRoom(column) {
    return this.height(column) < this.variant.levels;
  }

  /** @param {number} column */
  drop(column) {
    if (!this.hasRoom(column)) return false;
    this.stacks[column - 1].push(this.turn);
    this.last = [column, this.height(column)];
    this.turn = other(this.turn);
    return true;
  }

  get checkers() {
    return this.stacks.reduce((sum, stack) => sum + stack.length, 0);
  }

  /** The grid notation, with the side to move below. */
  get grid() {
    const rows = [];
    for (let level = this.variant.levels - 1; level >= 0; level--) {
      rows.push(this.stacks.map((stack) => ({ red: "R", black: "B", none: "." })[stack[level] ?? "none"]).join(""));
    }
    return `${rows.join("\n")}\n${this.turn}\n`;
  }

  /**
   * The position's key, as docs of the library describe it: a bit for who moves, then for each column its checkers (1 red, 0 black) with a
   * 1 above them; six bits to a character, the last ones first.
   */
  get key() {
    const bits = [this.turn === "black" ? 1 : 0];
    for (const stack of this.stacks) {
      const column = new Array(this.variant.levels + 1).fill(0);
      stack.forEach((side, level) => (column[level] = side === "red" ? 1 : 0));
      column[stack.length] = 1;
      bits.push(...column);
    }
    let text = "";
    for (let at = 0; at < bits.length; at += 6) {
      text = DIGITS[bits.slice(at, at + 6).reduce((sum, bit, index) => sum + (bit << index), 0)] + text;
    }
    return `${this.variant.name}:${text}`;
  }

  /** The board in words, from the left. */
  get words() {
    const columns = this.stacks.flatMap((stack, index) =>
      stack.length ? [t`Column ${index + 1} from the bottom: ${stack.map((side) => sideName(side).toLowerCase()).join(", ")}.`] : [],
    );
    const size = t`A board ${this.variant.columns} wide and ${this.variant.levels} high.`;
    return columns.length ? `${size} ${columns.join(" ")}` : t`${size} It is empty.`;
  }
}
