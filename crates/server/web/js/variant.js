// What is played, and moves as text.

import { t, word } from "./words.js";

/** @typedef {"red" | "black"} Side */
/** @typedef {"connect" | "max"} Rules */

export class Variant {
  /**
   * @param {number} columns
   * @param {number} levels
   * @param {number} connect
   * @param {Rules} rules
   */
  constructor(columns, levels, connect, rules) {
    this.columns = columns;
    this.levels = levels;
    this.connect = connect;
    this.rules = rules;
  }

  /**
   * Reads a name such as `7x6c4`; nothing if it is not one.
   * @param {string} name
   * @returns {Variant | null}
   */
  static parse(name) {
    const found = /^([1-9]\d*)x([1-9]\d*)([cm])([1-9]\d*)$/i.exec(name.trim());
    if (!found) return null;
    const [, columns, levels, letter, connect] = found;
    const variant = new Variant(Number(columns), Number(levels), Number(connect), letter.toLowerCase() === "c" ? "connect" : "max");
    return variant.columns * variant.levels <= MOST_CELLS ? variant : null;
  }

  /** The name: `7x6c4`, or `7x6m4` for Max-Connect. */
  get name() {
    return `${this.columns}x${this.levels}${this.rules === "connect" ? "c" : "m"}${this.connect}`;
  }

  /** For people: `Connect 4 on 7 × 6`. */
  get title() {
    return t`${this.rules === "connect" ? "Connect" : "Max-Connect"} ${this.connect} on ${this.columns} × ${this.levels}`;
  }

  /** @param {Variant} other */
  equals(other) {
    return this.name === other.name;
  }
}

/** The largest number of cells a board may have. */
export const MOST_CELLS = 4096;

export const STANDARD = new Variant(7, 6, 4, "connect");

/** Boards to choose from with one click. */
export const PRESETS = [
  { name: "7x6c4", title: "Classic", about: "7 × 6, four in line" },
  { name: "7x6m4", title: "Max-Connect", about: "7 × 6, most lines" },
  { name: "5x4c3", title: "Quick", about: "5 × 4, three in line" },
  { name: "9x7c4", title: "Wide", about: "9 × 7, four in line" },
  { name: "9x7c5", title: "Five", about: "9 × 7, five in line" },
  { name: "20x20c5", title: "Vast", about: "20 × 20, five in line" },
];

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "red" ? "black" : "red");

/** Pairs of checkers to choose from, first and second side. */
export const CHECKERS = ["red,yellow", "red,black", "green,violet", "orange,white"];

const NAMES = /** @type {Record<string, string>} */ ({ red: "Red", yellow: "Yellow", black: "Black", green: "Green", violet: "Violet", orange: "Orange", white: "White" });

/** The pair that is played with, as the rest of Dropline names it. */
export function checkers() {
  const chosen = document.documentElement.dataset.checkers ?? "";
  return CHECKERS.includes(chosen) ? chosen : CHECKERS[0];
}

/** What a side is called: the name of its checkers. @param {Side} side */
export const sideName = (side) => word(NAMES[checkers().split(",")[side === "red" ? 0 : 1]]);

/** A pair in words. @param {string} pair */
export const pairName = (pair) => pair.split(",").map((name) => word(NAMES[name])).join(", ");

/**
 * Moves as the rest of Dropline writes them: digits up to nine columns, commas beyond.
 * @param {Variant} variant
 * @param {number[]} moves
 */
export function writeMoves(variant, moves) {
  return moves.join(variant.columns <= 9 ? "" : ",");
}

/**
 * Reads moves; nothing if a part of the text is no column of the board.
 * @param {Variant} variant
 * @param {string} text
 * @returns {number[] | null}
 */
export function readMoves(variant, text) {
  const words = /[,\s]/.test(text.trim()) || variant.columns > 9 ? text.split(/[,\s]+/).filter(Boolean) : [...text.trim()];
  const moves = words.map(Number);
  const good = moves.every((column) => Number.isInteger(column) && column >= 1 && column <= variant.columns);
  return good ? moves : null;
}
