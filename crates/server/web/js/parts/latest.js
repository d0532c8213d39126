// The latest games of this browser as a list: a small picture, what it was, how it ended, when.

import { h, s } from "../dom.js";
import { Position } from "../position.js";
import { recentGames } from "../recent.js";
import { STANDARD, Variant, readMoves } from "../variant.js";
import { language, t, word } from "../words.js";

/** @typedef {import("../recent.js").Recent} Recent */

const DAY_MS = 86_400_000;

/**
 * A board of a few pixels.
 * @param {Variant} variant
 * @param {Recent} game
 */
function smallPicture(variant, { moves = "", start }) {
  const { columns, levels } = variant;
  const begun = start ? Position.ofGrid(variant, start.grid, start.turn) : new Position(variant);
  const position = Position.after(begun, readMoves(variant, moves) ?? []);
  const checkers = position.stacks.flatMap((stack, column) => stack.map((side, level) => s("circle", { class: `dot ${side}`, cx: column + 0.5, cy: levels - level - 0.5, r: 0.42 })));
  return s(
    "svg",
    { class: "small-picture", viewBox: `0 0 ${columns} ${levels}`, "aria-hidden": "true", focusable: "false" },
    s("rect", { class: "small-board", width: columns, height: levels, rx: 0.5 }),
    ...checkers,
  );
}

/** A day in words. @param {number} at in milliseconds since 1970 */
function day(at) {
  const midnight = new Date().setHours(0, 0, 0, 0);
  const time = new Date(at).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
  if (at >= midnight) return t`today, ${time}`;
  if (at >= midnight - DAY_MS) return t`yesterday, ${time}`;
  return new Date(at).toLocaleDateString(language, { day: "numeric", month: "long", year: "numeric" });
}

/**
 * @param {Recent[]} games
 * @param {(game: Recent) => string} address where a game leads
 */
export function gameList(games, address) {
  const items = games.map((game) => {
    const variant = Variant.parse(game.variant) ?? STANDARD;
    const facts = [game.result ?? word("not over"), game.at && day(game.at)].filter(Boolean).join(" · ");
    return h(
      "li",
      {},
      h(
        "a",
        { class: "game-link", href: address(game) },
        smallPicture(variant, game),
        h("span", { class: "game-words" }, h("span", { class: "game-title" }, game.title), h("span", { class: "muted" }, variant.title), h("span", { class: "muted" }, facts)),
      ),
    );
  });
  return h("ul", { class: "games" }, ...items);
}

/** Where the games of this browser can be gone on with; nothing if there are none. */
export function latestGames() {
  const games = recentGames();
  if (!games.length) return null;
  return h("nav", { class: "card recent", "aria-label": "Your latest games" }, h("h2", {}, "Your latest games"), gameList(games, ({ id }) => `/g/${id}`));
}
