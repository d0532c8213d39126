// The review: every move graded, the turning points, and another try from each.

import "../shell.js";
import { Analysis } from "../analysis.js";
import { ApiError, errorText, newGame, position as askPosition, readPosition, sentence } from "../api.js";
import { DroplineBoard } from "../board.js";
import { announce, fill, h, isFree, need, revealIn } from "../dom.js";
import { EvalGraph } from "../parts/graph.js";
import { signButton } from "../parts/icons.js";
import { lostBanner } from "../parts/lost.js";
import { gameList } from "../parts/latest.js";
import { playerName } from "../parts/picker.js";
import { MoveReasons } from "../parts/reasons.js";
import { checkerIcon } from "../parts/seat.js";
import { address } from "../place.js";
import { Position } from "../position.js";
import { recentGames, remember } from "../recent.js";
import { STANDARD, Variant, other, readMoves, sideName, writeMoves } from "../variant.js";
import { t, told } from "../words.js";

/** @typedef {import("../api.js").GradedMove} GradedMove */

const MISTAKES = ["win-to-tie", "win-to-loss", "tie-to-loss", "lost-points", "mistake", "blunder"];
const SLIPS = ["slower-win", "faster-loss", "slip"];

const main = need("#main", HTMLElement);
const asked = new URLSearchParams(location.search);
const named = Variant.parse(asked.get("v") ?? STANDARD.name);
/** The key of the set-up position where the moves begin. */
const key = asked.get("p");
const versus = asked.get("vs") ?? "level:n=10";
/** @type {(GradedMove | undefined)[]} */
const graded = [];
let at = 0;
/** The move the address leads to. */
const wanted = Number(asked.get("at") ?? NaN);
/** @type {import("../position.js").Cell[][]} */
let lines = [];
/** What a reason shows on the board instead of the position. @type {import("../parts/reasons.js").Preview | null} */
let preview = null;

const board = /** @type {DroplineBoard} */ (document.createElement("dropline-board"));
const graph = /** @type {EvalGraph} */ (document.createElement("eval-graph"));
const list = h("ol", { class: "graded" });
const summary = h("p", { class: "verdict" }, "Looking at every move…");
const shares = h("div", { class: "shares" });
const howFar = h("p", { class: "muted" }, "Waiting for its turn…");
const gauge = h("progress", { "aria-label": "Grading the moves" });
const progress = h("div", {}, gauge, howFar);
const problem = h("p", { class: "problem", role: "alert" });
const sentenceBox = h("p", { class: "sentence", "aria-live": "polite" });
const tryAgain = h("button", { type: "button", class: "primary", onclick: () => void again() }, "Try again from here");
const analyse = h("a", { class: "button" }, "Analyse this position");
const reasons = /** @type {MoveReasons} */ (document.createElement("move-reasons"));
const why = h("button", { type: "button", onclick: () => void reasons.ask(before(), moves?.[at - 1] ?? 0) }, "Why?");
const practise = h("a", { class: "button", hidden: true }, "Practise your mistakes");
const [first, back, on, last] = [
  signButton("start", "To the start", () => go(0)),
  signButton("back", "Back a move", () => go(at - 1)),
  signButton("on", "On a move", () => go(at + 1)),
  signButton("end", "To the end", () => go(moves?.length ?? 0)),
];

const start = await startPosition();
const { variant } = start;
const moves = readMoves(variant, asked.get("m") ?? "");
if (moves?.length && named) void begin(moves);
else form();

/** Where the game began. */
async function startPosition() {
  try {
    if (!key) return new Position(named ?? STANDARD);
    const facts = await askPosition({ text: key });
    return Position.ofGrid(Variant.parse(facts.variant) ?? STANDARD, facts.grid, facts.turn);
  } catch (error) {
    asked.delete("m");
    problem.textContent = errorText(error);
    return new Position(named ?? STANDARD);
  }
}

/** The start of the game as questions name it, if it was set up. */
function setUp() {
  return key ? { position: key } : {};
}

/** @param {number[]} all */
async function begin(all) {
  fill(
    main,
    h("div", { class: "page-head" }, h("h1", {}, "Review"), h("p", { class: "muted" }, variant.title)),
    h(
      "div",
      { class: "game-layout with-graph" },
      h(
        "div",
        { class: "table" },
        board,
        h("div", { class: "toolbar centred", role: "group", "aria-label": "Walk through the moves" }, first, back, on, last),
      ),
      h(
        "div",
        { class: "panel" },
        h("div", { class: "card" }, summary, progress, shares, problem, h("hr", {}), sentenceBox, h("div", { class: "actions" }, why, tryAgain, analyse, practise), reasons),
        h("section", { class: "card", "aria-label": "Moves" }, h("h2", {}, "Every move"), list),
      ),
      h("section", { class: "card", "aria-label": "Evaluation" }, h("h2", {}, "How the game went"), graph),
    ),
  );
  reasons.addEventListener("preview", (event) => {
    preview = /** @type {CustomEvent<import("../parts/reasons.js").Preview | null>} */ (event).detail;
    showBoard();
  });
  document.addEventListener("keydown", (event) => {
    if (!isFree(event)) return;
    const press = { ArrowLeft: back, ArrowRight: on, Home: first, End: last }[event.key];
    if (!press) return;
    event.preventDefault();
    press.click();
  });
  go(Number.isInteger(wanted) ? wanted : all.length);
  const place = { variant: variant.name, moves: writeMoves(variant, all), ...setUp() };
  try {
    lines = (await askPosition({ text: Position.after(start, all).key })).outcome?.lines ?? [];
    render();
  } catch (error) {
    return fail(error);
  }
  const { banner, link } = lostBanner();
  main.prepend(banner);
  const questions = new Analysis(link);
  questions.ask(
    place,
    {
      graded(move, of) {
        graded[move.number - 1] = move;
        [gauge.max, gauge.value] = [of, move.number];
        howFar.textContent = t`Move ${move.number} of ${of}`;
        render();
      },
      reviewed(review) {
        questions.close();
        for (const move of review.moves) graded[move.number - 1] = move;
        finish(review);
      },
      error(error) {
        questions.close();
        fail(new ApiError(error.code, sentence(error.message)));
      },
    },
    "review",
  );
}

/** @param {import("../api.js").Review} review */
function finish(review) {
  progress.hidden = true;
  const turns = review.turning_points.length;
  const open = review.perfect.reduce((sum, { decided, moves: made }) => sum + made - decided, 0);
  const proven = turns === 0 ? t`No move changed the result.` : turns === 1 ? t`One move changed the result.` : t`${turns} moves changed the result.`;
  const seeming = turns === 0 ? t`No move changed the result, or looks so.` : turns === 1 ? t`One move changed the result, or looks so.` : t`${turns} moves changed the result, or look so.`;
  const rest = open === 1 ? t`One move could not be proven in the time given.` : t`${open} moves could not be proven in the time given.`;
  summary.textContent = open ? `${seeming} ${rest}` : proven;
  fill(
    shares,
    ...review.perfect.map(({ side, best, decided, moves: made }) => {
      const who = sideName(side);
      const moves = made === 0 ? t`${who}: no move` : decided === made ? t`${who}: ${best} of ${made} moves best` : decided ? t`${who}: ${best} of ${decided} decided moves best` : t`${who}: no move is decided`;
      return h("div", { class: "share" }, checkerIcon(side), h("span", {}, moves));
    }),
  );
  // The turning points are the next puzzles.
  practise.href = address(`/puzzles?${new URLSearchParams({ v: variant.name, m: writeMoves(variant, moves ?? []), ...(key ? { p: key } : {}) })}`);
  practise.hidden = turns === 0;
  announce(summary.textContent);
  // The reader begins where the game turned first.
  if (turns && !Number.isInteger(wanted)) go(review.turning_points[0]);
  else render();
}

/** @param {unknown} error */
function fail(error) {
  progress.hidden = true;
  summary.textContent = t`This game cannot be reviewed`;
  problem.textContent = errorText(error);
}

/** The position before the move that is looked at, as the server is asked about it. */
function before() {
  return { variant: variant.name, moves: writeMoves(variant, (moves ?? []).slice(0, Math.max(0, at - 1))), ...setUp() };
}

/** @param {number} ply */
function go(ply) {
  at = Math.min(Math.max(ply, 0), moves?.length ?? 0);
  reasons.clear();
  asked.set("at", String(at));
  history.replaceState(null, "", `?${asked}`);
  render();
}

/** The position after the move, or what a reason shows: that begins before it. */
function showBoard() {
  const all = moves ?? [];
  const position = Position.after(start, all.slice(0, preview ? at - 1 : at));
  if (preview) board.show({ position: Position.after(position, preview.moves), lit: preview.lit });
  else board.show({ position, lines: at === all.length ? lines : [] });
}

function render() {
  const all = moves ?? [];
  showBoard();
  const move = graded[at - 1];
  sentenceBox.textContent = at === 0 ? t`The start of the game.` : t`Move ${at}, ${sideName(side(at)).toLowerCase()} in column ${all[at - 1]}: ${move ? told(move.words) : "…"}`;
  why.hidden = tryAgain.hidden = at === 0;
  first.disabled = back.disabled = at === 0;
  on.disabled = last.disabled = at === all.length;
  const query = new URLSearchParams({ v: variant.name, ...(key && { p: key }), m: before().moves, t: writeMoves(variant, all) });
  analyse.href = address(`/analyse?${query}`);
  graph.show(
    all.map((_, index) => bar(index)),
    at - 1,
    (index) => go(index + 1),
  );
  renderList(all);
}

/** @param {number[]} all */
function renderList(all) {
  if (list.childElementCount !== all.length) {
    const items = all.map((column, index) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "graded-move", onclick: () => go(index + 1) },
          h("span", { class: "muted" }, `${index + 1}.`),
          checkerIcon(side(index + 1)),
          h("span", { class: "column" }, column),
          h("span", { class: "words" }, "…"),
        ),
      ),
    );
    fill(list, ...items);
  }
  [...list.querySelectorAll("button")].forEach((button, index) => {
    const move = graded[index];
    const kind = move && (MISTAKES.includes(move.grade) ? "mistake" : SLIPS.includes(move.grade) ? "slip" : "");
    button.className = `graded-move ${kind ?? ""}`;
    need(".words", HTMLElement, button).textContent = told(move?.words ?? "…");
    if (index + 1 !== at) button.removeAttribute("aria-current");
    else if (!button.hasAttribute("aria-current")) {
      button.setAttribute("aria-current", "step");
      revealIn(list, button);
    }
  });
}

/** @param {number} ply */
function side(ply) {
  return ply % 2 === 1 ? start.turn : other(start.turn);
}

/** @param {number} index */
function bar(index) {
  const move = graded[index];
  const label = t`Move ${index + 1}`;
  if (!move) return { height: null, label };
  const height = (move.side === "red" ? 1 : -1) * move.value.height;
  return { height, mistake: MISTAKES.includes(move.grade), label: `${label}: ${told(move.words)}` };
}

/** Plays on from before the move, on the side that made it. */
async function again() {
  const red = side(at) === "red";
  const person = { kind: "person" };
  const computer = { kind: "computer", player: versus };
  try {
    const { game } = await newGame({
      ...before(),
      red: red ? person : computer,
      black: red ? computer : person,
      seats: "mine",
      clock: null,
    });
    remember({ id: game.id, variant: game.variant, title: t`Another try, against ${playerName(versus)}` });
    location.assign(address(`/g/${game.id}`));
  } catch (error) {
    problem.textContent = errorText(error);
  }
}

/** Asks which game, if the address does not say. */
function form() {
  const text = h("textarea", { id: "moves", rows: 4, spellcheck: "false", placeholder: "44444326555" });
  const size = h("input", { id: "size", type: "text", value: variant.name, autocomplete: "off" });
  if (!named) problem.textContent = t`“${asked.get("v")}” is no variant: write it as 7x6c4, or 7x6m4 for Max-Connect.`;
  else if (asked.get("m")) problem.textContent = t`The moves in the address do not fit ${variant.name}.`;
  const made = h(
    "form",
    {},
    h("div", { class: "field" }, h("label", { for: "moves" }, "Moves, or a saved game"), text),
    h("div", { class: "field" }, h("label", { for: "size" }, "Variant, where the text does not say"), size),
    problem,
    h("div", { class: "actions" }, h("button", { type: "submit", class: "primary" }, "Review the game")),
  );
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const facts = text.value.trim() ? await readPosition(text.value, size.value.trim() || undefined) : null;
      const played = facts?.moves ?? facts?.start?.moves;
      if (!facts || !played) throw new ApiError("no_moves", t`A review needs the moves of a game, not only a position.`);
      location.assign(address(reviewAddress(facts.variant, played, facts.start?.position)));
    } catch (error) {
      problem.textContent = errorText(error);
    }
  });
  const played = recentGames().filter((game) => game.moves);
  const leads = (/** @type {import("../recent.js").Recent} */ game) => reviewAddress(game.variant, game.moves ?? "", game.start?.position);
  fill(
    main,
    h(
      "div",
      { class: "prose" },
      h("h1", {}, "Review a game"),
      h("p", { class: "muted" }, "Every move is graded against exact values where the solver can."),
      played.length > 0 && h("section", { class: "card", "aria-label": "Your latest games" }, h("h2", {}, "Your latest games"), gameList(played, leads)),
      h("details", { class: "card", open: !played.length || Boolean(problem.textContent) }, h("summary", {}, "Another game, by its moves"), made),
    ),
  );
}

/**
 * @param {string} variant
 * @param {string} moves
 * @param {string} [position] the key of the set-up position where they begin
 */
function reviewAddress(variant, moves, position) {
  return `/review?${new URLSearchParams({ v: variant, ...(position && { p: position }), m: moves })}`;
}
