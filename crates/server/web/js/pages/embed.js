// A game inside somebody else's page: the board, its moves step by step, and the way to the analysis.

import { DroplineBoard } from "../board.js";
import { ApiError, errorText, position as askPosition } from "../api.js";
import { h, isFree, fill, need } from "../dom.js";
import { signButton } from "../parts/icons.js";
import { Position } from "../position.js";
import { STANDARD, Variant, readMoves } from "../variant.js";
import { t } from "../words.js";

const asked = new URLSearchParams(location.search);
const main = need("#main", HTMLElement);
const board = /** @type {DroplineBoard} */ (document.createElement("dropline-board"));
const words = h("p", { class: "muted", role: "status" });
const heading = h("h1", { class: "visually-hidden" }, "Game");
document.title = `${heading.textContent} · Dropline`;
const named = Variant.parse(asked.get("v") ?? STANDARD.name);
let start = new Position(named ?? STANDARD);
/** @type {number[]} */
let moves = [];
let at = 0;
/** @type {import("../position.js").Cell[][]} */
let lines = [];

const [first, back, on, last] = [
  signButton("start", "To the start", () => go(0)),
  signButton("back", "Back a move", () => go(at - 1)),
  signButton("on", "On a move", () => go(at + 1)),
  signButton("end", "To the end", () => go(moves.length)),
];
const open = h("a", { class: "button", target: "_blank", rel: "noopener", href: `/analyse?${asked}` }, "Analyse");
fill(main, heading, h("div", { class: "table" }, board, h("div", { class: "toolbar centred", role: "group", "aria-label": "Walk through the moves" }, first, back, on, last, open), words));
document.addEventListener("keydown", (event) => {
  const press = { ArrowLeft: back, ArrowRight: on, Home: first, End: last }[event.key];
  if (!press || !isFree(event)) return;
  event.preventDefault();
  press.click();
});
await load();

async function load() {
  try {
    const [key, text, variant] = [asked.get("p"), asked.get("m") ?? "", start.variant.name];
    if (key) {
      const facts = await askPosition({ text: key });
      start = Position.ofGrid(Variant.parse(facts.variant) ?? STANDARD, facts.grid, facts.turn);
    }
    const read = readMoves(start.variant, text);
    if (!named) throw new ApiError("bad_variant", t`“${asked.get("v")}” is no variant: write it as 7x6c4, or 7x6m4 for Max-Connect.`);
    if (!read) throw new ApiError("bad_moves", t`The moves in the address do not fit ${start.variant.name}.`);
    moves = read;
    const whole = key ? { text: Position.after(start, moves).key } : { text, variant };
    if (moves.length) lines = (await askPosition(whole)).lines;
    go(Number(asked.get("at") ?? moves.length));
  } catch (error) {
    words.textContent = errorText(error);
    board.show({ position: start });
  }
}

/** @param {number} ply */
function go(ply) {
  at = Math.min(Math.max(ply || 0, 0), moves.length);
  board.show({ position: Position.after(start, moves.slice(0, at)), lines: at === moves.length ? lines : [] });
  words.textContent = `${start.variant.title}${at ? ` · ${t`After move ${at}`}` : ""}`;
  first.disabled = back.disabled = at === 0;
  on.disabled = last.disabled = at === moves.length;
}
