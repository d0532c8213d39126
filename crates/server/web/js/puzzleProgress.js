// How far this browser has come with puzzles: the rating that the engine reckons, streaks, what was tried. Nothing of it is kept elsewhere.

import { recordPuzzle } from "./api.js";
import { keepSetting, keptJson } from "./settings.js";

/** @typedef {import("./api.js").PuzzleProgress} PuzzleProgress */

const NAME = "puzzles";
/** How many of the latest puzzles and days go along with a question. */
const MOST = 1000;

/** @returns {PuzzleProgress | undefined} nothing at first, or if what is kept is damaged */
export function puzzleProgress() {
  const known = keptJson(NAME);
  const sound = [known?.rating?.rating, known?.rating?.deviation, known?.rating?.volatility, known?.streak, known?.longest_streak].every(Number.isFinite);
  const flags = (/** @type {unknown} */ record) => typeof record === "object" && record !== null && Object.values(record).every((value) => typeof value === "boolean");
  return sound && flags(known.tried) && flags(known.days) ? known : undefined;
}

/** The same, short enough to be sent. @returns {PuzzleProgress | undefined} */
export function sentProgress() {
  const known = puzzleProgress();
  const latest = (/** @type {Record<string, boolean>} */ record) => Object.fromEntries(Object.entries(record).slice(-MOST));
  return known && { ...known, tried: latest(known.tried), days: latest(known.days) };
}

/**
 * Takes the result of a first try in. A puzzle that was tried before changes nothing.
 * @param {string} id
 * @param {boolean} solved
 * @param {string} [day] whose puzzle it is
 * @returns {Promise<PuzzleProgress>}
 */
export async function record(id, solved, day) {
  const before = puzzleProgress();
  if (before && id in before.tried && (!day || day in before.days)) return before;
  const { tried, days, ...rest } = await recordPuzzle({ id, solved, day, progress: sentProgress() });
  // The order of trying is kept: the latest comes last.
  const progress = { ...rest, tried: { ...before?.tried, [id]: tried[id] }, days: { ...before?.days, ...(day ? { [day]: days[day] } : {}) } };
  keepSetting(NAME, JSON.stringify(progress));
  return progress;
}

/** How many days in a row the puzzle of the day was solved. @param {string} today as in 2026-11-16 */
export function dayStreak(today) {
  const days = puzzleProgress()?.days ?? {};
  const before = (/** @type {string} */ day) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
  let count = 0;
  for (let day = (today in days) ? today : before(today); days[day]; day = before(day)) count++;
  return count;
}
