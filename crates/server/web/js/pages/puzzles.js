// Puzzles: one column alone keeps the win or the tie. By rating and theme, of the day, or out of one's own games.

import "../shell.js";
import { ApiError, errorText, mistakes as askMistakes, namedPuzzle, nextPuzzle, position as askPosition, puzzleSets, solvePuzzle, tryPuzzle } from "../api.js";
import { DroplineBoard } from "../board.js";
import { announce, fill, h, isFree, need } from "../dom.js";
import { signButton } from "../parts/icons.js";
import { Position } from "../position.js";
import { dayStreak, puzzleProgress, record, sentProgress } from "../puzzleProgress.js";
import { keepSetting, kept } from "../settings.js";
import { STANDARD, Variant, sideName } from "../variant.js";
import { t, told, word } from "../words.js";

/** @typedef {import("../api.js").Puzzle} Puzzle */

/** How long a reply, and each step of a line, lets itself be seen. */
const STEP_MS = 800;
/** How soon a result that did not reach the server is sent again. */
const AGAIN_MS = 2000;

const THEMES = /** @type {Record<string, string>} */ ({
  "double-threat": "Double threat",
  "forced-win": "Forced win",
  zugzwang: "Zugzwang",
  "only-defence": "Only defence",
  sacrifice: "Sacrifice",
  plan: "Plan",
  points: "Points",
});

const main = need("#main", HTMLElement);
const asked = new URLSearchParams(location.search);
const today = new Date().toISOString().slice(0, 10);

const board = /** @type {DroplineBoard} */ (document.createElement("dropline-board"));
board.setAttribute("keys", "digits");
const task = h("h2", { tabindex: -1 });
const facts = h("p", { class: "muted" });
const verdict = h("p", { class: "verdict", role: "status" });
const score = h("p", { class: "puzzle-score" });
const theme = h("select", { id: "theme" });
const size = h("select", { id: "size" });
const [back, on] = [signButton("back", "Back a move", () => step(-1)), signButton("on", "On a move", () => step(1))];
const walker = h("div", { class: "toolbar centred", role: "group", "aria-label": "Walk through the moves" }, back, on);
const next = h("button", { type: "button", class: "primary", onclick: () => void load() }, "Next puzzle");
const again = h("button", { type: "button", onclick: () => retry() }, "Try again");
const hint = h("button", { type: "button", onclick: () => void help(1) }, "Hint");
const giveUp = h("button", { type: "button", onclick: () => void help(Infinity) }, "Show the solution");
const daily = h("button", { type: "button", onclick: () => void load(today) }, "Puzzle of the day");
const choices = h(
  "section",
  { class: "card", "aria-label": "Which puzzles" },
  h("div", { class: "puzzle-choices" }, h("div", { class: "field" }, h("label", { for: "size" }, "Board"), size), h("div", { class: "field" }, h("label", { for: "theme" }, "Theme"), theme)),
  h("div", { class: "actions" }, daily),
);

/** @type {Puzzle | null} */
let puzzle = null;
let start = new Position(STANDARD);
/** Everything played so far, replies included; and one's own part of it. @type {number[]} */
let moves = [];
/** @type {number[]} */
let drops = [];
/** What would follow a wrong drop, or the solution, and how much of it is shown. @type {number[]} */
let line = [];
let shown = 0;
/** @type {"open" | "waiting" | "wrong" | "solved" | "told"} */
let state = "waiting";
/** The date whose puzzle this is. @type {string | undefined} */
let day;
/** Whether the result of this puzzle is still to be counted. */
let counts = false;
/** The results so far: one is counted after the other. */
let counted = Promise.resolve();
/** How many puzzles were asked for: the last one is shown, whichever comes first. */
let loads = 0;
/** Puzzles out of one's own game that are still to come. @type {Puzzle[]} */
let own = [];
/** @type {import("../position.js").Cell[][]} */
let lines = [];

fill(main, h("div", { class: "page-head" }, h("h1", {}, "Puzzles"), score), h("div", { class: "game-layout" }, h("div", { class: "table" }, board, walker), h("div", { class: "panel stack" }, h("section", { class: "card", "aria-label": "Puzzle" }, task, facts, verdict, h("div", { class: "actions" }, next, again, hint, giveUp)), choices)));
board.show({ position: start });
board.addEventListener("choose", (event) => void choose(/** @type {CustomEvent<number>} */ (event).detail));
document.addEventListener("keydown", (event) => {
  const press = { ArrowLeft: back, ArrowRight: on }[event.key];
  if (!press || walker.hidden || !isFree(event)) return;
  event.preventDefault();
  press.click();
});
size.addEventListener("change", () => {
  keepSetting("puzzle-board", size.value);
  own = [];
  void offer().then(() => load());
});
theme.addEventListener("change", () => {
  own = [];
  void load();
});
showScore();
render();
await begin();

async function begin() {
  try {
    await offer();
    if (asked.get("m")) {
      tell(t`Looking for your mistakes…`, "open");
      own = (await askMistakes({ variant: asked.get("v") ?? undefined, moves: asked.get("m"), position: asked.get("p") ?? undefined })).puzzles;
      if (!own.length) state = "told";
      if (!own.length) return tell(t`No mistake of this game makes a puzzle: in none was one column alone right.`, "open", true);
    }
    const id = asked.get("id");
    if (id) await show(await namedPuzzle(id));
    else await load(asked.get("day") ?? undefined);
  } catch (error) {
    fail(error);
  }
}

/** The boards and themes there are. */
async function offer() {
  const { sets } = await puzzleSets();
  const chosen = size.value || kept("puzzle-board") || STANDARD.name;
  if (!size.childElementCount) fill(size, ...sets.map(({ variant }) => h("option", { value: variant, selected: variant === chosen }, Variant.parse(variant)?.title ?? variant)));
  const known = sets.find(({ variant }) => variant === size.value)?.themes ?? [];
  fill(theme, h("option", { value: "" }, "All"), ...known.map((name) => h("option", { value: name }, THEMES[name] ?? name)));
}

/** The next puzzle, or that of a date. @param {string} [date] */
async function load(date) {
  const number = ++loads;
  state = "waiting";
  render();
  // The next one goes by what is known by then.
  await counted;
  try {
    const mine = date ? undefined : own.shift();
    const wish = { variant: size.value || undefined, theme: theme.value || undefined };
    const found = mine ?? (await nextPuzzle(date ? { day: date } : { ...wish, seed: Math.floor(Math.random() * 2 ** 32), progress: sentProgress() }));
    if (number === loads) await show(found, date, Boolean(mine));
  } catch (error) {
    if (number === loads) fail(error);
  }
}

/** @param {Puzzle} found @param {string} [date] @param {boolean} [mine] of one's own game */
async function show(found, date, mine = false) {
  const number = loads;
  const { grid, turn } = await askPosition({ text: found.id });
  // Another one was asked for meanwhile.
  if (number !== loads) return;
  [puzzle, day, counts, moves, drops] = [found, date, !mine, [], []];
  start = Position.ofGrid(Variant.parse(found.variant) ?? STANDARD, grid, turn);
  if (!mine) history.replaceState(null, "", `?${new URLSearchParams(date ? [["day", date]] : [["id", found.id]])}`);
  const who = sideName(turn);
  task.textContent = found.goal === "tie" ? t`${who} to move: keep the tie` : start.variant.rules === "connect" ? t`${who} to move: win in ${found.moves}` : t`${who} to move: keep the win`;
  const parts = [mine ? t`From your game` : date ? t`Puzzle of ${date}` : "", mine ? "" : t`Rating ${found.rating}`, start.variant.equals(STANDARD) ? "" : start.variant.title];
  facts.textContent = parts.filter(Boolean).join(" · ");
  retry();
  task.focus({ preventScroll: true });
}

/** From the last right move on. */
function retry() {
  [line, shown, lines, state] = [[], 0, [], puzzle ? "open" : "waiting"];
  tell("", "open", true);
}

/** @param {number} column */
async function choose(column) {
  if (state !== "open" || !puzzle || !Position.after(start, moves).hasRoom(column)) return;
  const asking = puzzle;
  state = "waiting";
  render();
  try {
    const answer = await tryPuzzle(asking.id, [...drops, column]);
    if (puzzle !== asking) return;
    if (answer.answer === "wrong") {
      count(false);
      line = [column, ...(answer.line ?? [])];
      shown = 1;
      state = "wrong";
      tell(t`Not that one: it ${told(answer.value?.words ?? "")}. Step on to see why.`, "loss", true);
      again.focus({ preventScroll: true });
      return;
    }
    drops = [...drops, column];
    moves = [...moves, column];
    render();
    if (answer.reply) {
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
      if (puzzle !== asking) return;
      moves = [...moves, answer.reply];
    }
    if (answer.answer === "right") {
      state = "open";
      tell(t`Right. And now?`, "open", true);
      return;
    }
    state = "solved";
    count(true);
    lines = await askPosition({ text: Position.after(start, moves).key }).then((facts) => facts.lines, () => []);
    if (puzzle !== asking) return;
    tell(t`Solved. The theme: ${word(THEMES[asking.theme] ?? asking.theme)}.`, "win", true);
    next.focus({ preventScroll: true });
  } catch (error) {
    state = "open";
    fail(error);
  }
}

/** Shows the next right column, or the whole solution. @param {number} steps */
async function help(steps) {
  if (!puzzle) return;
  const asking = puzzle;
  try {
    const found = (await solvePuzzle(asking.id, drops)).line;
    if (puzzle !== asking) return;
    count(false);
    if (steps === 1) return tell(t`Column ${found[0]}.`, "open", true);
    [line, shown, state] = [found, 0, "told"];
    tell(t`The solution: step through it.`, "open", true);
  } catch (error) {
    fail(error);
  }
}

/** Counts the first result of a puzzle. @param {boolean} solved */
function count(solved) {
  if (!counts || !puzzle) return;
  counts = false;
  const [{ id }, date] = [puzzle, day];
  counted = counted.then(() => reckon(id, solved, date));
}

/**
 * Has the rating reckoned anew; what cannot reach the server is tried again.
 * @param {string} id
 * @param {boolean} solved
 * @param {string | undefined} date
 */
async function reckon(id, solved, date) {
  const before = puzzleProgress()?.rating.rating ?? 1500;
  for (;;) {
    try {
      const after = (await record(id, solved, date)).rating.rating;
      return showScore(Math.round(after) - Math.round(before));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "unreachable") return fail(error);
      if (state === "waiting") tell(errorText(error), "loss");
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** @param {number} [change] of the rating by the last puzzle */
function showScore(change = 0) {
  const progress = puzzleProgress();
  const rating = Math.round(progress?.rating.rating ?? 1500);
  const sign = change ? ` (${change > 0 ? "+" : "−"}${Math.abs(change)})` : "";
  const days = dayStreak(today);
  fill(score, h("span", { class: "badge" }, t`Your rating: ${rating}${sign}`), h("span", { class: "badge good" }, t`Streak: ${progress?.streak ?? 0}`), days > 0 && h("span", { class: "badge good" }, t`Days: ${days}`));
}

/** @param {number} by */
function step(by) {
  shown = Math.min(Math.max(shown + by, 0), line.length);
  render();
}

/** @param {string} text @param {"win" | "loss" | "open"} tone @param {boolean} [drawn] whether the board is drawn too */
function tell(text, tone, drawn = false) {
  verdict.textContent = text;
  verdict.className = text ? `verdict tone ${tone}` : "verdict";
  if (text) announce(text);
  if (drawn) render();
}

/** @param {unknown} error */
function fail(error) {
  if (state === "waiting") state = puzzle ? "open" : "told";
  tell(errorText(error), "loss", true);
}

function render() {
  const open = state === "open";
  const position = Position.after(start, [...moves, ...line.slice(0, shown)]);
  board.show({ position, lines: shown === 0 ? lines : [], hand: open ? start.turn : null });
  walker.hidden = !line.length;
  back.disabled = shown === 0;
  on.disabled = shown === line.length;
  again.hidden = state !== "wrong";
  hint.hidden = giveUp.hidden = !open;
  next.hidden = open && counts;
  next.disabled = state === "waiting";
}
