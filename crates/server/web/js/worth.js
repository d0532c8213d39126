// What columns are worth, for people. All of it comes with the values: nothing is worked out here.

import { sideName } from "./variant.js";
import { t, told } from "./words.js";

/** @typedef {import("./analysis.js").Worth} Worth */
/** @typedef {import("./variant.js").Variant} Variant */
/** @typedef {import("./variant.js").Side} Side */
/** @typedef {import("./board.js").ColumnNote} ColumnNote */

/**
 * What stands above the columns of the board.
 * @param {Variant} variant
 * @param {Worth | null} worth
 * @returns {Map<number, ColumnNote>}
 */
export function notes(variant, worth) {
  const best = worth?.best ?? [];
  /** @type {Map<number, ColumnNote>} */
  const notes = new Map();
  for (const { column, exact, outlook, words, short } of worth?.columns ?? []) {
    if (words && short) notes.set(column, { text: exact && variant.columns <= 9 ? told(words) : short, short, words: told(words), tone: outlook ?? "open", best: best.includes(column) });
  }
  return notes;
}

/**
 * How a game ended, in one sentence.
 * @param {import("./api.js").Outcome} outcome
 */
export function ending({ winner, by }) {
  if (!winner) return t`The game ends in a tie.`;
  return by === "points" ? t`${sideName(winner)} wins on points.` : t`${sideName(winner)} wins with a line.`;
}

/**
 * The position in one sentence.
 * @param {Worth} worth
 * @param {Side} turn
 */
export function verdict(worth, turn) {
  const who = sideName(turn);
  if (!worth.done) return t`${who} to move: ${told(worth.words)}; thinking…`;
  if (worth.exact && worth.outlook === "tie") return t`${who} to move: a tie with best play.`;
  if (worth.kind === "margin") return t`${who} to move: ${told(worth.words)} with best play.`;
  if (worth.outlook) return t`${who} to move ${told(worth.words)}.`;
  return t`${who} to move: ${told(worth.words)}, not proven in the time given; column ${worth.best[0]} looks best.`;
}
