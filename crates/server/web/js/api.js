// The server's HTTP interface.

import { askLocally, isLocal, leavesToServer } from "./local.js";
import { t, told } from "./words.js";

/** @typedef {import("./variant.js").Side} Side */
/** @typedef {import("./position.js").Cell} Cell */
/** @typedef {{ red: number, black: number }} Points */
/** @typedef {{ winner: Side | null, by: "line" | "full" | "points" | "resignation" | "time", lines: Cell[][] }} Outcome */
/** @typedef {{ kind: "person", here?: boolean, name?: string } | { kind: "computer", player: string }} Seat */
/** @typedef {{ red: number, black: number, ties: number }} Series */
/** @typedef {{ red_ms: number, black_ms: number, running: boolean }} ClockState */
/** @typedef {{ kind: "undo" | "rematch" | "hints", by: Side }} Offer */
/**
 * @typedef {object} Game
 * @property {string} id
 * @property {string} variant
 * @property {string} moves
 * @property {Side} turn
 * @property {number} ply
 * @property {number} [start_ply] moves that were there from the start
 * @property {Outcome | null} outcome
 * @property {Points} [points]
 * @property {Seat} red
 * @property {Seat} black
 * @property {ClockState | null} clock
 * @property {Offer | null} offer
 * @property {string | null} next
 * @property {PositionFacts} [start] the set-up position it started from
 * @property {Series} series how the games before ended
 * @property {{ red: number, black: number, allowed: boolean }} hints
 * @property {number} seq
 */
/**
 * @typedef {object} PositionFacts
 * @property {string} variant
 * @property {string | null} moves
 * @property {string} position
 * @property {{ position: string, moves: string }} [start] what was set up, and the moves since
 * @property {(Side | null)[][]} grid
 * @property {Side} turn
 * @property {Outcome | null} outcome
 * @property {Cell[][]} lines
 * @property {Points} [points]
 */
/** @typedef {{ value: string, name: string, about: string }} NamedValue */
/** @typedef {{ name: string, about: string, default?: string | null, values?: string, named: NamedValue[] }} PlayerOption */
/** @typedef {{ name: string, about: string, rules: import("./variant.js").Rules[], most_bits?: number, long_above?: number, options: PlayerOption[] }} Player */
/**
 * What a column or a position is worth for the side to move.
 * @typedef {object} Value
 * @property {"wins" | "tie" | "loses" | "margin" | "between" | "estimate"} kind
 * @property {boolean} exact
 * @property {boolean} proven
 * @property {"win" | "tie" | "loss"} [outlook] who wins, if that is proven
 * @property {number} [score]
 * @property {number} [drops] with which drop from here the winner wins
 * @property {[number, number]} [bounds]
 * @property {number} [chance] of winning, from 0 to 1: an estimate in Connect
 * @property {number} [margin] to be expected: an estimate in Max-Connect
 * @property {number} [depth]
 * @property {string} words
 * @property {string} short
 * @property {number} height from -1 to 1, for graphs
 */
/**
 * @typedef {object} GradedMove
 * @property {number} number
 * @property {Side} side
 * @property {number} column
 * @property {Value} value
 * @property {Value} best_value
 * @property {number[]} best
 * @property {string} grade
 * @property {string} words
 */
/** @typedef {{ variant: string, moves: GradedMove[], turning_points: number[], perfect: { side: Side, best: number, decided: number, moves: number }[] }} Review */
/** @typedef {{ name: string, count?: number, points?: number, sum: number }} OpinionItem */
/** @typedef {{ player: string, side?: Side, items?: OpinionItem[], score?: number, note?: string, words?: string }} Opinion */
/** @typedef {{ column: number, level: number }} LitCell */
/** @typedef {{ reason: string, words: string, lit?: LitCell[], play?: number[], column?: number, because?: Reason }} Reason */
/** @typedef {{ column: number, reasons: Reason[] }} Explanation */
/** Words by language; `en` is always there. @typedef {{ en: string, [language: string]: string }} LessonText */
/** @typedef {{ id: string, title: LessonText, tasks: number }} LessonTitle */
/** @typedef {{ column: number, level: number }} CellFacts */
/**
 * @typedef {object} LessonTask
 * @property {string} variant
 * @property {string} position
 * @property {(Side | null)[][]} grid
 * @property {Side} turn
 * @property {string} goal
 * @property {number} drops
 * @property {LessonText} ask
 * @property {LessonText[]} hints
 * @property {LessonText} right
 * @property {LessonText} wrong
 */
/** @typedef {{ id: string, title: LessonText, words: LessonText[], tasks: LessonTask[] }} Lesson */
/**
 * What came of a learner's drops.
 * @typedef {object} Attempt
 * @property {"open" | "done" | "wrong"} state
 * @property {number[]} moves
 * @property {number[]} line
 * @property {number[]} right
 * @property {Value | null} value
 * @property {{ side: Side, cell: CellFacts, parity: "odd" | "even", playable: boolean }[]} threats
 * @property {CellFacts[][]} lines
 */
/**
 * @typedef {object} Puzzle
 * @property {string} id the key of its position
 * @property {string} variant
 * @property {Side} turn
 * @property {"win" | "tie"} goal what one column alone keeps
 * @property {number} moves to be found
 * @property {string} theme
 * @property {number} rating
 * @property {number} deviation
 */
/** What a drop in a puzzle came to. @typedef {{ answer: "right" | "solved" | "wrong", reply?: number, value?: Value, line?: number[] }} PuzzleAnswer */
/** @typedef {{ rating: number, deviation: number, volatility: number }} Rating */
/** How far somebody has come. @typedef {{ rating: Rating, streak: number, longest_streak: number, tried: Record<string, boolean>, days: Record<string, boolean> }} PuzzleProgress */

export const BASE = "/api/v1";

/** What the server refused, in its own words. */
export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {string} [field]
   */
  constructor(code, message, field) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
async function ask(path, options) {
  if (isLocal(path)) {
    try {
      return await askLocally(path, options?.body ? JSON.parse(String(options.body)) : {});
    } catch (error) {
      const { code = "unavailable", message = "", field } = /** @type {any} */ (error);
      if (!leavesToServer(error)) throw new ApiError(code, sentence(String(message)), field);
    }
  }
  let answer;
  try {
    answer = await fetch(BASE + path, { headers: { "Content-Type": "application/json" }, ...options });
  } catch {
    throw new ApiError("unreachable", t`The server cannot be reached. Is it running?`);
  }
  const body = await answer.json().catch(() => null);
  if (answer.ok) return body;
  const { code = "unknown", message = t`The server answered ${answer.status}.`, field } = body?.error ?? {};
  throw new ApiError(code, sentence(message), field);
}

/**
 * @param {string} path
 * @param {unknown} body
 */
const post = (path, body) => ask(path, { method: "POST", body: JSON.stringify(body) });

/**
 * A message of the server as a sentence in the reader's language: the server's are lower case and without a full stop.
 * @param {string} message
 */
export function sentence(message) {
  const text = told(message.trim());
  if (!text) return t`Something went wrong.`;
  return text[0].toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}

/** An error in words. @param {unknown} error */
export const errorText = (error) => (error instanceof ApiError ? error.message : String(error));

/** @returns {Promise<{ players: Player[], default: string }>} */
export const players = () => ask("/players");

/** @param {Record<string, unknown>} body @returns {Promise<PositionFacts>} */
export const position = (body) => post("/positions", body);

/**
 * A position as somebody wrote it.
 * @param {string} text
 * @param {string | undefined} variant what is played where the text does not say
 */
export async function readPosition(text, variant) {
  try {
    return await position({ text, variant });
  } catch (error) {
    if (error instanceof ApiError && error.code === "other_variant") return position({ text });
    throw error;
  }
}

/** @param {Record<string, unknown>} body @returns {Promise<Explanation>} */
export const explain = (body) => post("/explanations", body);

/** @param {Record<string, unknown>} body @returns {Promise<Opinion>} */
export const judge = (body) => post("/opinions", body);

/** @param {Record<string, unknown>} body @returns {Promise<{ game: Game, tokens: Record<string, string>, invitation?: string }>} */
export const newGame = (body) => post("/games", body);

/** @param {string} id @returns {Promise<{ game: Game, you: Side[] }>} */
export const game = (id) => ask(`/games/${encodeURIComponent(id)}`);

/** @returns {Promise<{ lessons: LessonTitle[] }>} */
export const lessons = () => ask("/lessons");

/** @param {string} id @returns {Promise<Lesson>} */
export const lesson = (id) => ask(`/lessons/${encodeURIComponent(id)}`);

/** @param {string} id @param {{ task: number, drops: number[] }} body @returns {Promise<Attempt>} */
export const attempt = (id, body) => post(`/lessons/${encodeURIComponent(id)}/attempts`, body);

/** @returns {Promise<{ sets: { variant: string, puzzles: number, themes: string[] }[] }>} */
export const puzzleSets = () => ask("/puzzles");

/** @param {{ variant?: string, theme?: string, rating?: number, day?: string, seed?: number, progress?: PuzzleProgress }} body @returns {Promise<Puzzle>} */
export const nextPuzzle = (body) => post("/puzzles/next", body);

/** @param {string} id @returns {Promise<Puzzle>} */
export const namedPuzzle = (id) => post("/puzzles/named", { id, drops: [] });

/** @param {string} id @param {number[]} drops @returns {Promise<PuzzleAnswer>} */
export const tryPuzzle = (id, drops) => post("/puzzles/attempts", { id, drops });

/** @param {string} id @param {number[]} drops @returns {Promise<{ line: number[] }>} */
export const solvePuzzle = (id, drops) => post("/puzzles/solutions", { id, drops });

/** @param {{ id: string, solved: boolean, day?: string, progress?: PuzzleProgress }} body @returns {Promise<PuzzleProgress>} */
export const recordPuzzle = (body) => post("/puzzles/results", body);

/** @param {Record<string, unknown>} body @returns {Promise<{ puzzles: Puzzle[] }>} */
export const mistakes = (body) => post("/puzzles/mistakes", body);

/** @returns {Promise<any>} */
export const openApi = () => ask("/openapi.json");

/**
 * The position as a picture, made in the page.
 * @param {Record<string, string>} drawing
 * @returns {Promise<string>}
 */
export const picture = (drawing) => post("/pictures", drawing).then(({ svg }) => svg);

/** @param {string} path */
export function socketAddress(path) {
  const address = new URL(BASE + path, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  return address;
}
