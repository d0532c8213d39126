// What columns are worth, for people: words, colours, short forms.

import { tone } from "./analysis.js";

/** @typedef {import("./analysis.js").ColumnWorth} ColumnWorth */
/** @typedef {import("./analysis.js").Worth} Worth */
/** @typedef {import("./variant.js").Variant} Variant */
/** @typedef {import("./variant.js").Side} Side */
/** @typedef {import("./board.js").ColumnNote} ColumnNote */

/** The best columns as far as is known; none while the search goes on. @param {Worth} worth */
export function bestColumns(worth) {
  if (worth.best) return worth.done ? worth.best : [];
  const score = positionScore(worth);
  return worth.columns.filter((column) => score !== null && column.score === score).map(({ column }) => column);
}

/**
 * The exact score of a position for the side to move; nothing if it is not known.
 * @param {Worth} worth
 */
export function positionScore(worth) {
  const open = worth.columns.filter((column) => !column.full);
  if (!worth.done || !open.length || open.some((column) => !column.exact)) return null;
  return Math.max(...open.map(({ score }) => score ?? 0));
}

/**
 * Short enough to stand over a narrow column: `W5`, `L12`, `=`, `+3`.
 * @param {ColumnWorth} worth
 */
export function short({ words = "", exact, score }) {
  const found = /^(wins|loses) in (\d+)/.exec(words);
  if (found) return `${found[1] === "wins" ? "W" : "L"}${found[2]}`;
  if (words === "wins at once") return "W1";
  if (words === "tie") return "=";
  if (exact && typeof score === "number") return score > 0 ? `+${score}` : String(score);
  return "?";
}

/** What is proven of a column that is not decided. @param {ColumnWorth} worth */
export function range({ low, high }) {
  return low === undefined || high === undefined ? "?" : `${low} to ${high}`;
}

/**
 * A column in words.
 * @param {ColumnWorth} column
 * @param {boolean} done whether the search is over
 */
export function columnWords({ full, words, exact, low }, done) {
  if (full) return "full";
  if (exact) return words ?? "";
  // Bounds stand with the scores.
  return low === undefined ? (done ? "not decided" : "…") : (words ?? "").replace(/ \(score .*/, "");
}

/**
 * What stands above the columns of the board.
 * @param {Variant} variant
 * @param {Worth | null} worth
 * @returns {Map<number, ColumnNote>}
 */
export function notes(variant, worth) {
  const best = worth ? bestColumns(worth) : [];
  const known = (worth?.columns ?? []).filter(({ full, words }) => !full && words);
  return new Map(
    known.map((column) => {
      const text = variant.columns > 9 ? short(column) : column.exact ? (column.words ?? "") : range(column);
      return [column.column, { text, words: columnWords(column, worth?.done ?? false), tone: tone(column), best: best.includes(column.column) }];
    }),
  );
}

/**
 * The position in one sentence.
 * @param {Worth} worth
 * @param {Side} turn
 */
export function verdict(worth, turn) {
  const who = turn === "red" ? "Red" : "Black";
  const score = positionScore(worth);
  const words = worth.columns.find((column) => score !== null && column.score === score)?.words;
  if (words === "tie") return `${who} to move: a tie with best play.`;
  if (words?.endsWith("points") || words?.endsWith("point")) return `${who} to move: ${words} with best play.`;
  if (words) return `${who} to move ${words}.`;
  const [best] = bestColumns(worth);
  if (!worth.done) return `${who} to move: thinking…`;
  return best ? `${who} to move: not decided in the time given; column ${best} looks best.` : `${who} to move: not decided in the time given.`;
}
