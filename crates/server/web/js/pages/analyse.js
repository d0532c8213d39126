// The analysis. The address holds the variant, the moves and the variations, so a link is the analysis.

import "../shell.js";
import { Analysis } from "../analysis.js";
import { ApiError, errorText, position as askPosition, sentence } from "../api.js";
import { DroplineBoard, threatShape } from "../board.js";
import { announce, copyFrom, fill, h, isFree, need, s } from "../dom.js";
import { exportDialog, importDialog } from "../parts/dialogs.js";
import { EvalGraph } from "../parts/graph.js";
import { signButton } from "../parts/icons.js";
import { lostBanner } from "../parts/lost.js";
import { PlayerView } from "../parts/opinion.js";
import { SetUp } from "../parts/setup.js";
import { MoveTree } from "../parts/treeView.js";
import { ColumnWorths } from "../parts/worths.js";
import { address } from "../place.js";
import { Position } from "../position.js";
import { keepDraft, keptDraft } from "../settings.js";
import { Node, pathText, readTree, walk, writeTree } from "../tree.js";
import { STANDARD, Variant, readMoves, sideName, writeMoves } from "../variant.js";
import { t } from "../words.js";
import { ending, notes, verdict } from "../worth.js";

/** @typedef {import("../analysis.js").Worth} Worth */
/** @typedef {import("../analysis.js").Place} Place */
/** @typedef {import("../api.js").PositionFacts} PositionFacts */

const STEP_MS = 900;
/** Steps that follow each other faster than this are a run. */
const RUSH_MS = 200;
/** The least time between two questions for the graph: the server hears a client so and so often only. */
const PACE_MS = 100;

const main = need("#main", HTMLElement);
const board = /** @type {DroplineBoard} */ (document.createElement("dropline-board"));
board.setAttribute("keys", "digits");
const graph = /** @type {EvalGraph} */ (document.createElement("eval-graph"));
const tree = /** @type {MoveTree} */ (document.createElement("move-tree"));
const worths = /** @type {ColumnWorths} */ (document.createElement("column-worths"));
const seen = /** @type {PlayerView} */ (document.createElement("player-view"));
const setUp = /** @type {SetUp} */ (document.createElement("set-up"));
const heading = h("h1", {}, "Analyse");
const told = h("p", { class: "verdict" });
const small = h("p", { class: "muted" });
const problem = h("p", { class: "problem", role: "alert" });
const lineBox = h("div", { class: "best-line" });
const lineCard = h("section", { "aria-label": "Best line", hidden: true });
const threatBox = h("input", { type: "checkbox", id: "threats", checked: true, onchange: () => render(false) });
const playLine = button("Play the line", toggleLine);
const panel = h("div", { class: "panel" });
const setUpCard = h("section", { class: "card", "aria-label": "Set up", hidden: true }, setUp);
main.classList.add("wide-panel");

/** Variant and start of the game under analysis. */
let start = new Position(STANDARD);
/** The start's key, if it was set up. @type {string | undefined} */
let startKey;
let root = new Node(null, 0);
let at = root;
const { banner, link } = lostBanner();
const analysis = new Analysis(link);
/** What is known of positions, by their moves. @type {Map<string, { facts?: PositionFacts, worth?: Worth }>} */
let known = new Map();
let settingUp = false;
/** What a reason shows on the board instead of the position. @type {import("../parts/reasons.js").Preview | null} */
let preview = null;
let playing = 0;
/** Whether the step to be made is one of the line that is played. */
let stepping = false;
let wentAt = -Infinity;
let waiting = 0;

const [first, back, on, last] = [
  signButton("start", "To the start", () => go(root)),
  signButton("back", "Back a move", () => at.parent && go(at.parent)),
  signButton("on", "On a move", () => at.children[0] && go(at.children[0])),
  signButton("end", "To the end of the line", () => go(at.line.at(-1) ?? at)),
];
const remove = button("Remove from here", () => go(at.remove()));
const review = button("Review", () => location.assign(address(`/review?${query({ m: writeMoves(start.variant, at.line.map((node) => node.column)) })}`)));
const restore = button("Bring the last one back", () => history.back());
restore.hidden = true;
const playOn = button("Play from here", () => location.assign(address(`/?${new URLSearchParams(startKey ? { p: here().key } : { v: start.variant.name, m: pathText(start.variant, at) })}`)));
const copyLink = button("Copy link", () => void copyFrom(copyLink, location.href));
lineCard.append(h("h2", {}, "Best line"), lineBox, playLine);

const tools = h(
  "div",
  { class: "toolbar", role: "group", "aria-label": "Tools" },
  button("New", () => reset(new Position(start.variant), undefined)),
  restore,
  button("Set up", () => beginSetUp()),
  button("Import", () => importDialog(start.variant.name, take)),
  button("Export", () => exportDialog(place(), saved())),
  copyLink,
  playOn,
  review,
);
const walker = h("div", { class: "toolbar centred", role: "group", "aria-label": "Walk through the moves" }, first, back, on, last);
const graphCard = h("section", { class: "card", "aria-label": "Evaluation" }, h("h2", {}, "How the game goes"), graph, legend());

fill(
  main,
  banner,
  h("div", { class: "page-head" }, heading, tools),
  h("div", { class: "game-layout with-graph" }, h("div", { class: "table" }, board, walker), h("div", { class: "side" }, setUpCard, panel), graphCard),
);
fill(
  panel,
  h("section", { class: "card", "aria-label": "Worth of the columns" }, told, small, problem, worths, h("label", { for: "threats", class: "check" }, threatBox, " Show threats"), seen),
  h("div", { class: "card stack" }, lineCard, h("section", { "aria-label": "Moves" }, h("h2", {}, "Moves and variations"), tree), h("div", { class: "toolbar" }, remove)),
);

board.addEventListener("choose", (event) => {
  const column = /** @type {CustomEvent<number>} */ (event).detail;
  if (settingUp) setUp.choose(column);
  else if (here().hasRoom(column)) go(at.play(column));
});
worths.addEventListener("preview", (event) => {
  preview = /** @type {CustomEvent<import("../parts/reasons.js").Preview | null>} */ (event).detail;
  if (!settingUp) showBoard(false);
});
document.addEventListener("keydown", (event) => {
  // On the board itself, by the keyboard, the arrows choose a column.
  if (!isFree(event) || settingUp || board.contains(/** @type {Element} */ (event.target))) return;
  const press = { ArrowLeft: back, ArrowRight: on, Home: first, End: last }[event.key];
  if (!press) return;
  event.preventDefault();
  press.click();
});
document.addEventListener("visibilitychange", () => {
  if (!entry().facts?.outcome && !entry().worth?.done) return;
  analysis.cancel();
  studyLine();
});
addEventListener("popstate", () => {
  restore.hidden = true;
  void load();
});
// What is being set up stands in no address.
const draft = keptDraft();
keepDraft(() => {
  const made = settingUp && setUp.scene?.position;
  return made && { variant: made.variant.name, stacks: made.stacks, turn: made.turn };
});
void load().then(() => {
  const variant = Variant.parse(draft?.variant ?? "");
  if (variant) beginSetUp(new Position(variant, draft.stacks, draft.turn));
});

/** Reads the address. */
async function load() {
  const asked = new URLSearchParams(location.search);
  const variant = Variant.parse(asked.get("v") ?? STANDARD.name);
  problem.textContent = variant ? "" : t`“${asked.get("v")}” is no variant: write it as 7x6c4, or 7x6m4 for Max-Connect.`;
  start = new Position(variant ?? STANDARD);
  startKey = asked.get("p") ?? undefined;
  if (startKey) {
    try {
      const facts = await askPosition({ text: startKey });
      start = Position.ofGrid(Variant.parse(facts.variant) ?? STANDARD, facts.grid, facts.turn);
    } catch (error) {
      startKey = undefined;
      problem.textContent = errorText(error);
    }
  }
  const moves = readMoves(start.variant, asked.get("m") ?? "");
  if (!moves) problem.textContent = t`The moves in the address do not fit ${start.variant.name}.`;
  known = new Map();
  const variations = readTree(start.variant, asked.get("t") ?? "");
  if (!variations) problem.textContent = t`The variations in the address cannot be read.`;
  root = variations ?? new Node(null, 0);
  go(walk(root, moves ?? []), false);
}

/**
 * @param {Position} position
 * @param {string | undefined} key
 */
function reset(position, key) {
  [start, startKey, root, known] = [position, key, new Node(null, 0), new Map()];
  problem.textContent = "";
  // What was there stays one step back.
  history.pushState(null, "");
  restore.hidden = false;
  go(root);
}

/**
 * Takes over what the server read.
 * @param {PositionFacts} facts
 * @param {{ variations?: string }} [file] a saved game as it was written, if it has variations
 */
async function take(facts, file) {
  const variant = Variant.parse(facts.variant) ?? STANDARD;
  const moves = readMoves(variant, facts.moves ?? facts.start?.moves ?? "") ?? [];
  const tree = readTree(variant, file?.variations ?? "");
  if (!tree) throw new ApiError("bad_variations", t`The variations in this file cannot be read.`);
  const setUp = facts.start ? await askPosition({ text: facts.start.position }) : facts.moves === null ? facts : null;
  reset(setUp ? Position.ofGrid(variant, setUp.grid, setUp.turn) : new Position(variant), setUp?.position);
  root = tree;
  go(walk(root, moves));
}

/** @param {Record<string, string>} [more] */
function query(more = {}) {
  const asked = new URLSearchParams({ v: start.variant.name });
  if (startKey) asked.set("p", startKey);
  const path = pathText(start.variant, at);
  if (path) asked.set("m", path);
  for (const [name, value] of Object.entries(more)) asked.set(name, value);
  return asked.toString().replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%28", "(").replaceAll("%29", ")");
}

/** @returns {Place} */
function place(node = at) {
  const variant = start.variant.name;
  return startKey ? { variant, position: Position.after(start, node.path).key } : { variant, moves: pathText(start.variant, node) };
}

function here() {
  return Position.after(start, at.path);
}

/** What is kept about a position. */
function entry(node = at) {
  const key = pathText(start.variant, node);
  let found = known.get(key);
  if (!found) known.set(key, (found = {}));
  return found;
}

/**
 * Goes to a position.
 * @param {Node} node
 * @param {boolean} [animate]
 */
function go(node, animate = true) {
  if (!stepping) stopLine();
  at = node;
  const whole = writeTree(start.variant, root);
  const more = whole === pathText(start.variant, at) ? {} : { t: whole };
  history.replaceState(null, "", `?${query(/** @type {Record<string, string>} */ (more))}`);
  worths.clear();
  render(animate);
  studySoon();
}

/** Whoever runs through the moves asks about the one where they stop. */
function studySoon() {
  clearTimeout(waiting);
  analysis.cancel();
  const rush = performance.now() - wentAt < RUSH_MS;
  wentAt = performance.now();
  if (rush) waiting = window.setTimeout(study, RUSH_MS);
  else study();
}

/** Finds out about the position, then about the others of the line. */
function study() {
  const node = at;
  const kept = entry();
  if (kept.facts?.outcome || kept.worth?.done) return settle();
  analysis.ask(place(), {
    position: (facts) => {
      kept.facts = facts;
      if (node === at) settle();
    },
    columns: (worth) => {
      kept.worth = worth;
      if (node !== at) return;
      render(false);
      if (!worth.done) return;
      announce(told.textContent ?? "");
      studyLine();
    },
    queued: (ahead) => {
      small.textContent = ahead ? t`Waiting: ${ahead} before you.` : t`Thinking…`;
    },
    error: (error) => {
      problem.textContent = sentence(error.message);
      // A move that cannot be played is not kept; one that could not be asked about is.
      if (error.code === "bad_moves" && node.parent && node === at) go(node.remove(), false);
    },
  });

  /** Shows what is known, and goes on with the line if that is all. */
  function settle() {
    render(false);
    const outcome = kept.facts?.outcome;
    if (at.path.length) announce(t`Move ${at.path.length}: column ${at.column}.${outcome ? ` ${ending(outcome)}` : ""}`);
    if (kept.facts?.outcome || kept.worth?.done) studyLine();
  }
}

/** Fills the graph, from the end, where answers are quick, to the start. */
function studyLine() {
  const next = [root, ...at.line].reverse().find((node) => {
    const { worth, facts } = entry(node);
    return !worth?.done && !facts?.outcome;
  });
  // A page that nobody sees leaves the server to others.
  if (!next || document.hidden) return;
  const current = at;
  const kept = entry(next);
  const carryOn = () => {
    if (current !== at) return;
    renderGraph();
    waiting = window.setTimeout(() => current === at && studyLine(), PACE_MS);
  };
  analysis.ask(place(next), {
    position: (facts) => {
      kept.facts = facts;
      if (facts.outcome) carryOn();
    },
    columns: (worth) => {
      if (!worth.done) return;
      kept.worth = worth;
      carryOn();
    },
  });
}

/**
 * The position, or what a reason shows instead.
 * @param {boolean} animate
 */
function showBoard(animate) {
  const position = here();
  if (preview) return void board.show({ position: Position.after(position, preview.moves), lit: preview.lit, animate });
  const { facts, worth } = entry();
  const over = facts?.outcome ?? null;
  board.show({
    position,
    lines: over?.lines ?? facts?.lines ?? [],
    hand: over ? null : position.turn,
    threats: threatBox.checked && !over ? (worth?.threats ?? []) : [],
    notes: over ? null : notes(start.variant, worth ?? null),
    animate,
  });
}

/** @param {boolean} animate */
function render(animate) {
  if (settingUp) {
    const scene = setUp.scene;
    if (scene) board.show(scene);
    return;
  }
  const position = here();
  const { facts, worth } = entry();
  const over = facts?.outcome ?? null;
  showBoard(animate);
  worths.hidden = Boolean(over);
  told.textContent = over ? ending(over) : worth ? verdict(worth, position.turn) : t`${sideName(position.turn)} to move`;
  small.textContent = smallPrint(facts, worth);
  heading.textContent = start.variant.title;
  document.title = `${start.variant.title} · Dropline`;
  if (worth && !over) worths.show(worth, place());
  seen.show(over ? null : place(), start.variant);
  renderLine(over ? undefined : worth);
  renderGraph();
  tree.show(root, at, start.turn, go);
  first.disabled = back.disabled = !at.parent;
  on.disabled = last.disabled = !at.children.length;
  remove.hidden = !at.parent;
  playOn.hidden = Boolean(over);
  review.hidden = !at.line.length;
}

/**
 * @param {PositionFacts | undefined} facts
 * @param {Worth | undefined} worth
 */
function smallPrint(facts, worth) {
  const parts = [];
  if (facts?.points) parts.push(t`points: ${sideName("red").toLowerCase()} ${facts.points.red}, ${sideName("black").toLowerCase()} ${facts.points.black}`);
  if (worth?.depth) parts.push(worth.depth === 1 ? t`one ply looked ahead` : t`${worth.depth} plies looked ahead`);
  return parts.join(" · ");
}

/** @param {Worth | undefined} worth */
function renderLine(worth) {
  const moves = worth?.line ?? [];
  if (playing) return;
  lineCard.hidden = !moves.length;
  const from = at;
  const turns = [here().turn, here().turn === "red" ? "black" : "red"];
  const steps = moves.map((column, index) =>
    h("button", { type: "button", class: `step ${turns[index % 2]}`, "aria-label": t`Play the best line up to move ${index + 1}, column ${column}`, onclick: () => go(walk(from, moves.slice(0, index + 1))) }, column),
  );
  fill(lineBox, ...steps);
}

/** Plays the best line step by step, or stops. */
function toggleLine() {
  if (playing) {
    stopLine();
    return render(false);
  }
  const moves = entry().worth?.line ?? [];
  let done = 0;
  playLine.textContent = t`Stop`;
  const step = () => {
    if (done === moves.length) return toggleLine();
    stepping = true;
    go(at.play(moves[done++]));
    stepping = false;
  };
  playing = window.setInterval(step, STEP_MS);
  step();
}

/** Whoever goes somewhere else leaves the line. */
function stopLine() {
  clearInterval(playing);
  playing = 0;
  playLine.textContent = t`Play the line`;
}

function renderGraph() {
  const nodes = [root, ...at.line];
  const bars = nodes.map((node, index) => {
    const { worth, facts } = entry(node);
    const turn = (index % 2 === 0) === (start.turn === "red") ? 1 : -1;
    const label = index ? t`After move ${index}` : t`At the start`;
    if (facts?.outcome) {
      const { winner } = facts.outcome;
      return { height: winner ? (winner === "red" ? 1 : -1) : 0, label: t`${label}: over` };
    }
    if (!worth?.done) return { height: null, label: t`${label}: not known` };
    const height = turn * worth.height;
    const tale = height > 0 ? t`good for ${sideName("red").toLowerCase()}` : height < 0 ? t`good for ${sideName("black").toLowerCase()}` : worth.exact ? t`a tie` : t`even`;
    return { height, label: worth.proven ? `${label}: ${tale}` : t`${label}: ${tale}, as it looks` };
  });
  graph.show(bars, nodes.indexOf(at), (index) => go(nodes[index]));
}

/** @param {Position} [position] what was set up so far */
function beginSetUp(position = here()) {
  settingUp = true;
  stopLine();
  analysis.cancel();
  showEditor(true);
  setUp.begin(position, {
    change: () => render(true),
    done: (facts) => {
      endSetUp();
      void take(facts);
    },
    cancel: () => {
      endSetUp();
      go(at, false);
    },
  });
  render(false);
}

function endSetUp() {
  settingUp = false;
  setUp.end();
  showEditor(false);
}

/** @param {boolean} shown */
function showEditor(shown) {
  setUpCard.hidden = !shown;
  for (const part of [panel, tools, walker, graphCard]) part.hidden = shown;
}

/** The game as Dropline saves games. */
function saved() {
  const whole = writeTree(start.variant, root);
  const variations = whole === pathText(start.variant, at) ? undefined : whole;
  return { variant: start.variant.name, start: startKey && start.grid, moves: at.path, variations };
}

function legend() {
  const icon = (/** @type {"odd" | "even"} */ parity) => s("svg", { viewBox: "-24 -24 48 48", "aria-hidden": "true" }, s("path", { class: "threat", d: threatShape(parity, 0, 0, 17) }));
  return h(
    "p",
    { class: "legend" },
    h("span", {}, t`Bars: up ${sideName("red").toLowerCase()}, down ${sideName("black").toLowerCase()}`),
    h("span", {}, icon("odd"), "threat on an odd level"),
    h("span", {}, icon("even"), "threat on an even level"),
  );
}

/**
 * @param {string} label
 * @param {() => void} act
 */
function button(label, act) {
  return h("button", { type: "button", onclick: act }, label);
}
