// The games this browser has played lately, and invitations it may still show. Nothing of it leaves the browser.

import { keepSetting, keptJson } from "./settings.js";

const NAME = "games";
const MOST = 8;

/**
 * @typedef {object} Recent
 * @property {string} id
 * @property {string} variant
 * @property {string} title
 * @property {string} [invitation]
 * @property {string} [moves]
 * @property {import("./api.js").PositionFacts} [start] the set-up position where they begin
 * @property {string} [result] how it ended, in words
 * @property {number} [at] when it was last looked at, in milliseconds since 1970
 */

/** @returns {Recent[]} */
export function recentGames() {
  const known = keptJson(NAME);
  return Array.isArray(known) ? known.filter((game) => typeof game?.id === "string" && typeof game.variant === "string") : [];
}

/** @param {Recent} game */
export function remember(game) {
  const known = recentGames();
  const before = known.find(({ id }) => id === game.id);
  keep([{ ...before, ...game }, ...known.filter(({ id }) => id !== game.id)].slice(0, MOST));
}

/** @param {string} id */
export function forget(id) {
  keep(recentGames().filter((game) => game.id !== id));
}

/** @param {Recent[]} games */
function keep(games) {
  keepSetting(NAME, JSON.stringify(games));
}
