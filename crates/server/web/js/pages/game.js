// The live game: everything shown is the server's word; the page adds only the move that is on its way.

import "../shell.js";
import { Analysis } from "../analysis.js";
import { ApiError, BASE, game as askGame, sentence } from "../api.js";
import { DroplineBoard } from "../board.js";
import { announce, copyFrom, fill, h, need } from "../dom.js";
import { LiveGame } from "../live.js";
import { GameCoach } from "../parts/coach.js";
import { invitationParts } from "../parts/invitation.js";
import { MoveList } from "../parts/moveList.js";
import { signButton } from "../parts/icons.js";
import { GameReactions } from "../parts/reactions.js";
import { PlayerSeat } from "../parts/seat.js";
import { address, gameOfPage, hasServer } from "../place.js";
import { Position } from "../position.js";
import { forget, recentGames, remember } from "../recent.js";
import { keepSetting, kept } from "../settings.js";
import { play } from "../sound.js";
import { STANDARD, Variant, checkers, other, readMoves, sideName } from "../variant.js";
import { t, told } from "../words.js";
import { notes } from "../worth.js";

/** @typedef {import("../variant.js").Side} Side */
/** @typedef {import("../live.js").GameEvent} GameEvent */

const id = gameOfPage();
const main = need("#main", HTMLElement);
const board = /** @type {DroplineBoard} */ (document.createElement("dropline-board"));
board.setAttribute("keys", "");
const above = /** @type {PlayerSeat} */ (document.createElement("player-seat"));
const below = /** @type {PlayerSeat} */ (document.createElement("player-seat"));
const list = /** @type {MoveList} */ (document.createElement("move-list"));
const heading = h("h1", { class: "status" }, "Joining the game…");
const detail = h("p", { class: "muted detail" });
const banner = h("div", { class: "banner", role: "alert", hidden: true });
const offerBox = h("div", { class: "offer", hidden: true });
const inviteBox = h("section", { class: "card invite", "aria-label": "Invitation", hidden: true });
const actions = h("div", { class: "actions" });
const problem = h("p", { class: "problem", role: "alert" });

const undo = button("Undo", () => send({ type: "undo", ply: live?.game?.ply }));
const resign = button("Resign", confirmResign);
const rematch = button("Rematch", () => send({ type: "rematch" }), "primary");
const unheard = h("p", { class: "muted", hidden: true }, "These buttons work again once the server can be reached.");
const backToNow = button("Back to the game", () => look(null));
const review = h("a", { class: "button" }, "Review");
const analyse = h("a", { class: "button" }, "Analyse");
const moving = h("a", { class: "button", download: `dropline-${id}.gif` }, "Animated picture");
const hint = button("Hint", () => help?.moves === live?.game?.moves || askHint());
const helpState = h("p", { class: "muted" });
const valuesBox = h("input", { type: "checkbox", id: "values", onchange: () => switchValues() });
const coach = /** @type {GameCoach} */ (document.createElement("game-coach"));
const values = h("label", { class: "check", for: "values", hidden: true }, valuesBox, " Show values");
const [first, back, on, last] = [
  signButton("start", "To the start", () => look(0)),
  signButton("back", "Back a move", () => look((view ?? allMoves().length) - 1)),
  signButton("on", "On a move", () => look((view ?? allMoves().length) + 1)),
  signButton("end", "To the present", () => look(null)),
];
const walker = h("div", { class: "toolbar", role: "group", "aria-label": "Walk through the moves" }, first, back, on, last);
const reactions = /** @type {GameReactions} */ (document.createElement("game-reactions"));
const nameField = h("input", { type: "text", id: "name", maxlength: 24, autocomplete: "nickname", value: kept("name") ?? "" });
const nameForm = h(
  "form",
  { class: "field", hidden: true },
  h("label", { for: "name" }, "Your name"),
  h("div", { class: "copy-row" }, nameField, h("button", { type: "submit" }, "Save")),
);
const pause = button("Pause", togglePause);
const speed = h("select", { id: "speed" }, h("option", { value: "1500" }, "Slow"), h("option", { value: "0", selected: true }, "Usual"), h("option", { value: "-1" }, "Fast"));
const pacer = h("div", { class: "toolbar pacer", hidden: true }, pause, h("label", { for: "speed" }, "Speed"), speed);
const watchLink = button("Copy link to watch", () => void copyFrom(watchLink, `${location.origin}/g/${id}`));

/** @type {LiveGame | null} */
let live = null;
/** The ply that is looked at instead of the present. @type {number | null} */
let view = null;
/** When the clock in the last message was true. */
let clockAt = 0;
/** Until when one's own checker falls: a second click within that time is the same click. */
let fallingUntil = 0;
let lost = false;
/** Whether the friend has been here. */
let came = false;
/** What the columns are worth after some moves, as far as is known, if that was asked for: the best one only, or all. @type {{ moves: string, all: boolean, worth: import("../analysis.js").Worth | null } | null} */
let help = null;
/** @type {Analysis | null} */
let analysis = null;
/** What a reason of the coach shows on the board instead of the position. @type {import("../parts/reasons.js").Preview | null} */
let preview = null;
/** The moves of the position for which a hint is on its way. @type {string | null} */
let hintFor = null;
/** Hints of the coach that the server has not counted yet: they show no column. */
let cautions = 0;
let paused = false;
/** Whether the end was celebrated, or came before this page was opened. */
let celebrated = true;

fill(
  main,
  banner,
  inviteBox,
  h(
    "div",
    { class: "game-layout" },
    h("div", { class: "table" }, above, board, below),
    h(
      "div",
      { class: "panel" },
      h("div", { class: "card" }, heading, detail, problem, offerBox, actions, helpState, values, coach, pacer, unheard, reactions, nameForm),
      h("section", { class: "card", "aria-label": "Moves" }, h("h2", {}, "Moves"), list, walker, backToNow),
    ),
  ),
);
board.show({ position: new Position(STANDARD), animate: false });
backToNow.hidden = true;
board.addEventListener("choose", (event) => choose(/** @type {CustomEvent<number>} */ (event).detail));
coach.addEventListener("preview", (event) => {
  preview = /** @type {CustomEvent<import("../parts/reasons.js").Preview | null>} */ (event).detail;
  render(false);
});
coach.addEventListener("hint", () => {
  if (send({ type: "hint" })) cautions++;
});
setInterval(tick, 100);
live = new LiveGame(id, { change, link, refused, overtaken });

/** Finds out why there is no connection, if the server tells. */
async function askWhy() {
  try {
    await askGame(id);
  } catch (error) {
    // A server that cannot answer at the moment is tried again.
    if (!(error instanceof ApiError) || ["unreachable", "unavailable"].includes(error.code)) return;
    const broken = error.code === "broken_game";
    if (!broken) forget(id);
    heading.textContent = broken ? t`This game is damaged` : t`There is no such game`;
    detail.textContent = broken ? error.message : t`${error.message} Games nobody has finished are removed after a while.`;
    fill(actions, h("a", { class: "button primary", href: "/" }, "New game"));
    board.hidden = true;
    banner.hidden = true;
    live?.socket.close();
  }
}

/** @param {import("../socket.js").Link} state */
function link(state) {
  if (state === "connecting") return;
  const was = lost;
  lost = state === "lost";
  if (lost) hintFor = null;
  if (lost && !live?.game) void askWhy();
  if (was && !lost) announce(t`Connected again.`);
  render(false);
}

function renderBanner() {
  banner.hidden = !lost;
  const unsent = live?.pending ? t` Your last move has not reached the server; it is sent as soon as it can be.` : "";
  const words = lost ? t`The connection is lost. Trying again; the game is kept on the server.${unsent}` : "";
  if (banner.textContent !== words) banner.textContent = words;
}

/** @param {GameEvent | null} event */
function change(event) {
  if (event?.kind === "presence") return render(false);
  clockAt = performance.now();
  hintFor = null;
  if (event?.kind === "rematch" && live?.you.length) return follow(event);
  if (event?.kind === "move" || event?.kind === "undo") view = null;
  if (event?.kind === "offer_declined") problem.textContent = t`The other side said no.`;
  if (event === null) celebrated = Boolean(live?.game?.outcome);
  if (event?.kind === "reaction" && event.side) react(event.side, event.reaction);
  if (event?.kind === "hint" && event.side && live?.you.includes(event.side)) {
    if (cautions) cautions--;
    else showHelp();
  }
  // One checker after the other: what comes next waits until this one lies.
  const falling = render(true);
  if (falling) {
    play("drop");
    live?.hold(paceOf(falling));
  }
  if (event === null) introduce();
  if (event?.kind === "over") celebrate();
  if (event?.kind === "move" || event?.kind === "undo") askHelp();
  tell(event);
}

/** How long the next move waits where computers play each other. @param {number} falling */
function paceOf(falling) {
  if (pacer.hidden) return falling;
  if (paused) return 2 ** 30;
  const wanted = Number(speed.value);
  return wanted < 0 ? 1 : Math.max(falling, wanted);
}

function togglePause() {
  paused = !paused;
  pause.textContent = paused ? t`Go on` : t`Pause`;
  live?.hold(paused ? 2 ** 30 : 1);
}

/** Says what this person is called, if that is known and not yet told. */
function introduce() {
  const game = live?.game;
  const name = kept("name");
  if (!game || live?.you.length !== 1 || !name || game.outcome) return;
  const seat = game[live.you[0]];
  if (seat.kind === "person" && seat.name !== name) live.send({ type: "name", name });
}

/** @param {Side} side @param {string} reaction */
function react(side, reaction) {
  const mine = live?.you.length === 1 ? live.you[0] : "red";
  GameReactions.show(reaction, side === mine ? below : above, sideName(side));
}

/** Asks for values by itself while they are switched on, once for each turn of one's own. */
function askHelp() {
  const game = live?.game;
  if (!game || !valuesBox.checked || !live?.you.includes(game.turn) || game.outcome || (help?.moves === game.moves && help.all)) return;
  askHint();
}

/** Asks for a hint, once for a position: each is counted. */
function askHint() {
  const moves = live?.game?.moves;
  if (moves === undefined || moves === hintFor) return;
  if (send({ type: "hint" })) hintFor = moves;
}

function switchValues() {
  askHelp();
  render(false);
}

/** Finds out what the columns are worth, and shows it as it becomes known; the server has counted it. */
function showHelp() {
  const game = live?.game;
  if (!game) return;
  /** @type {NonNullable<typeof help>} */
  const mine = { moves: game.moves, all: valuesBox.checked, worth: null };
  help = mine;
  helpState.textContent = t`Thinking…`;
  analysis ??= new Analysis();
  analysis.ask(place(game), {
    columns: (worth) => {
      if (help !== mine) return;
      const before = mine.worth;
      mine.worth = worth;
      helpState.textContent = worth.done ? "" : t`Thinking…`;
      const column = worth.best.join(", ");
      if (!before && !worth.done) announce(t`Column ${column} looks best so far: ${told(worth.words)}.`);
      else if (worth.done) announce(t`Column ${column} is best: ${told(worth.words)}.`);
      render(false);
    },
    queued: (ahead) => {
      if (help === mine && ahead) helpState.textContent = t`Waiting: ${ahead} before you.`;
    },
    error: (error) => {
      dropHelp();
      complain(sentence(error.message));
    },
  });
}

/** What was found out belongs to one position: in another one it is neither shown nor sought. */
function dropHelp() {
  help = null;
  helpState.textContent = "";
  analysis?.cancel();
}

/** The position of the game as the server is asked about it. @param {NonNullable<LiveGame["game"]>} game */
function place(game) {
  const { variant: name, moves, start } = game;
  return start ? { variant: name, position: Position.after(startPosition(), allMoves()).key } : { variant: name, moves };
}

/** What stands above the columns. */
function helpNotes() {
  const game = live?.game;
  if (!help || !game || view !== null || game.outcome || (help.all && !valuesBox.checked)) return null;
  const found = notes(variant(), help.worth);
  if (!help.all) for (const [column, note] of found) if (!note.best) found.delete(column);
  return found;
}

/** A win is shown and heard, once. */
function celebrate() {
  const outcome = live?.game?.outcome;
  if (!outcome || celebrated || !live) return;
  celebrated = true;
  const won = outcome.winner !== null && (live.you.length !== 1 || outcome.winner === live.you[0]);
  play(won ? "win" : outcome.winner ? "lose" : "tie");
  if (won && outcome.winner) board.celebrate(outcome.winner);
}

/**
 * Asks the server for something; what was wrong before is settled.
 * @param {Record<string, any>} command
 */
function send(command) {
  problem.textContent = "";
  return live?.send(command);
}

/** Goes to the next game; the keys to this one's seats fit there too. @param {GameEvent} event */
function follow(event) {
  remember({ id: event.id, variant: live?.game?.variant ?? "", title: recentGames().find((game) => game.id === id)?.title ?? t`A rematch` });
  location.assign(address(`/g/${event.id}`));
}

/** @param {import("../live.js").Refusal} refusal */
function refused(refusal) {
  cautions = 0;
  hintFor = null;
  complain(sentence(refusal.message));
}

/** @param {Record<string, any>} command */
function overtaken(command) {
  complain(t`Your checker in column ${command.column} was not played: another move was made first.`);
}

/** @param {string} words */
function complain(words) {
  problem.textContent = words;
  announce(words);
  render(false);
}

/** @param {number} column */
function choose(column) {
  const game = live?.game;
  if (!game || !hand() || !live) return;
  const here = position();
  if (!here.hasRoom(column)) {
    problem.textContent = t`Column ${column} is full: choose another one.`;
    return;
  }
  if (!coach.hidden && coach.holdsBack(column, () => drop(column))) return;
  drop(column);
}

/** @param {number} column */
function drop(column) {
  const game = live?.game;
  if (!game || !hand() || !live) return;
  send({ type: "move", ply: game.ply, column, side: game.turn });
  const falling = render(true);
  play("drop");
  fallingUntil = performance.now() + falling;
  live.hold(falling);
  // Timers count whole milliseconds, and must not be early: nothing else would enable the board.
  setTimeout(() => render(false), Math.ceil(falling) + 1);
}

/** Whose checker the person at this screen can drop now. @returns {Side | null} */
function hand() {
  const game = live?.game;
  if (!game || !live || view !== null || game.outcome || live.pending || performance.now() < fallingUntil) return null;
  return live.you.includes(game.turn) ? game.turn : null;
}

/** @param {number | null} ply */
function look(ply) {
  const moves = allMoves();
  view = ply === null || ply >= moves.length ? null : Math.max(ply, 0);
  render(false);
}

function variant() {
  return Variant.parse(live?.game?.variant ?? "") ?? STANDARD;
}

function allMoves() {
  return readMoves(variant(), live?.game?.moves ?? "") ?? [];
}

/** Where the game began. */
function startPosition() {
  const facts = live?.game?.start;
  return facts ? Position.ofGrid(variant(), facts.grid, facts.turn) : new Position(variant());
}

function position() {
  const moves = allMoves();
  const shown = view === null ? moves : moves.slice(0, view);
  const here = Position.after(startPosition(), shown);
  const pending = live?.pending;
  if (view === null && pending && pending.ply === moves.length) here.drop(pending.column);
  return here;
}

/** @param {boolean} animate @returns {number} how long a checker falls */
function render(animate) {
  renderBanner();
  const game = live?.game;
  if (!game || !live) return 0;
  if (help && (help.moves !== game.moves || game.outcome)) dropHelp();
  const { you } = live;
  const moves = allMoves();
  const mine = you.length === 1 ? you[0] : "red";
  const lines = view === null ? (game.outcome?.lines ?? []) : [];
  const shown = preview && view === null ? { position: Position.after(position(), preview.moves), lit: preview.lit, animate: false } : null;
  const falling = board.show(shown ?? { position: position(), lines, hand: hand(), notes: helpNotes(), unsent: lost && live.pending !== null && view === null, animate });
  came ||= waitingSeat()?.here === true;
  above.show(other(mine), game, you, came);
  below.show(mine, game, you, came);
  list.first = startPosition().turn;
  list.show(moves, view ?? moves.length, look);
  backToNow.hidden = view === null;
  first.disabled = back.disabled = (view ?? moves.length) === 0;
  on.disabled = last.disabled = view === null;
  heading.textContent = statusText();
  detail.textContent = [variant().title, scoreText(), hintText(), you.length ? "" : t`You are watching`].filter(Boolean).join(" · ");
  document.title = `${heading.textContent} · Dropline`;
  renderActions();
  renderOffer();
  renderInvite();
  tick();
  keep();
  return falling;
}

/** Keeps the game among those of this browser, unless it only watches the game of others. */
function keep() {
  const game = live?.game;
  const known = recentGames().find((one) => one.id === id);
  if (!game || !live || (!known && !live.you.length)) return;
  const { variant, moves, start, outcome } = game;
  remember({ id, variant, title: known?.title ?? t`Against a friend by link`, moves, start, result: outcome ? statusText() : undefined, at: Date.now() });
}

/** The score over all rematches, this game included once it is over. */
function scoreText() {
  const game = live?.game;
  if (!game) return "";
  const { red, black, ties } = game.series;
  const { outcome } = game;
  const count = { red: red + Number(outcome?.winner === "red"), black: black + Number(outcome?.winner === "black") };
  const even = ties + Number(Boolean(outcome) && !outcome?.winner);
  if (red + black + ties === 0) return "";
  const mine = live?.you.length === 1 ? live.you[0] : "red";
  const name = (/** @type {Side} */ side) => nameOf(side);
  const score = t`Score: ${name(mine)} ${count[mine]}, ${name(other(mine))} ${count[other(mine)]}`;
  return even ? (even === 1 ? t`${score}, one tie` : t`${score}, ${even} ties`) : score;
}

/** Who plays a side, in a word. @param {Side} side */
function nameOf(side) {
  const seat = live?.game?.[side];
  if (seat?.kind === "computer") return t`Computer`;
  if (seat?.name) return seat.name;
  return live?.you.length === 1 ? (live.you[0] === side ? t`You` : t`Friend`) : sideName(side);
}

/** Whether the game was played without help: said at its end, whatever was taken back meanwhile. */
function hintText() {
  const game = live?.game;
  if (!game || !live?.you.length || !game.outcome) return "";
  const count = live.you.reduce((sum, side) => sum + game.hints[side], 0);
  return count === 0 ? t`Played without hints` : count === 1 ? t`With one hint` : t`With ${count} hints`;
}

function statusText() {
  const game = live?.game;
  if (!game || !live) return t`Joining the game…`;
  const { you } = live;
  const { outcome } = game;
  if (outcome) {
    const { winner, by } = outcome;
    if (!winner) return t`It is a tie`;
    const whom = you.length === 1 ? (winner === you[0] ? t`You win` : t`You lost`) : t`${sideName(winner)} wins`;
    const how = { line: "", full: "", points: t`on points`, resignation: t`by resignation`, time: t`on time` }[by];
    return how ? `${whom} ${how}` : whom;
  }
  if (view !== null) return t`After move ${view}`;
  if (you.length === 1 && game.turn === you[0]) return t`Your turn`;
  if (game[game.turn].kind === "computer") return t`${sideName(game.turn)} is thinking…`;
  return t`${sideName(game.turn)} to move`;
}

function renderActions() {
  const game = live?.game;
  if (!game || !live) return;
  const { you } = live;
  const query = `v=${game.variant}&m=${encodeURIComponent(game.moves)}${game.start?.position ? `&p=${encodeURIComponent(game.start.position)}` : ""}`;
  const versus = you.length === 1 ? game[other(you[0])] : null;
  review.href = address(`/review?${query}${versus?.kind === "computer" ? `&vs=${encodeURIComponent(versus.player)}` : ""}`);
  analyse.href = address(`/analyse?${query}`);
  moving.href = `${BASE}/picture.gif?${new URLSearchParams({ variant: game.variant, moves: game.moves, ...(game.start?.position && { position: game.start.position }), names: checkers() })}`;
  unheard.hidden = !lost || !you.length;
  undo.disabled = lost || live.pending !== null || performance.now() < fallingUntil || game.ply <= (game.start_ply ?? 0) || game.offer?.kind === "undo";
  resign.disabled = lost;
  undo.textContent = you.length === 1 && versus?.kind === "person" ? t`Ask to take back` : t`Undo`;
  const playing = you.length > 0;
  // After the end, only what was decided on the board can be taken back, and nobody else must be asked.
  const again = you.length === 2 || versus?.kind === "computer";
  const decided = game.outcome && !["resignation", "time"].includes(game.outcome.by);
  const alone = you.length === 2 || (you.length === 1 && versus?.kind === "computer");
  const helped = alone || game.hints.allowed;
  hint.textContent = helped ? t`Hint` : t`Ask for hints`;
  hint.disabled = lost || !you.includes(game.turn) || live.pending !== null || game.offer?.kind === "hints";
  values.hidden = !helped || Boolean(game.outcome);
  coach.hidden = !alone || Boolean(game.outcome);
  coach.follow(!coach.hidden && you.includes(game.turn) && !live.pending ? { ply: game.ply, place: place(game) } : null);
  pacer.hidden = game.red.kind !== "computer" || game.black.kind !== "computer" || Boolean(game.outcome);
  nameForm.hidden = reactions.hidden = !(you.length === 1 && versus?.kind === "person");
  if (!reactions.hidden) reactions.offer((reaction) => void live?.send({ type: "react", reaction }));
  const wanted = game.outcome
    ? [playing && rematch, review, analyse, hasServer && moving, h("a", { class: "button", href: "/" }, "New game"), playing && again && decided && !game.next && undo]
    : playing
      ? [hint, undo, resign, helped && analyse, hasServer && watchLink]
      : [hasServer && watchLink, analyse];
  if (game.next) wanted.unshift(h("a", { class: "button primary", href: `/g/${game.next}` }, "To the rematch"));
  rematch.hidden = Boolean(game.next);
  const asked = game.offer?.kind === "rematch" && you.includes(game.offer.by);
  rematch.disabled = lost || asked;
  rematch.textContent = asked ? t`Rematch asked for…` : t`Rematch`;
  // Replacing a focused button would lose the focus, so they change only when they differ.
  const present = wanted.filter((one) => one instanceof Node);
  const key = present.map((one) => one.textContent).join();
  if (actions.dataset.key !== key) {
    actions.dataset.key = key;
    const focused = document.activeElement;
    fill(actions, ...present);
    if (focused instanceof HTMLElement && actions.contains(focused)) focused.focus();
  }
}

function renderOffer() {
  const offer = live?.game?.offer;
  const { you = [] } = live ?? {};
  offerBox.hidden = !offer || !you.length;
  if (!offer || !you.length) return fill(offerBox);
  const what = { undo: t`take back a move`, rematch: t`play again`, hints: t`let both of you use hints` }[offer.kind];
  if (you.includes(offer.by)) return fill(offerBox, h("p", {}, t`You asked to ${what}. Waiting for an answer.`));
  const answer = (/** @type {boolean} */ accept) => send({ type: "answer", accept });
  fill(
    offerBox,
    h("p", {}, t`${nameOf(offer.by)} asks to ${what}.`),
    h("div", { class: "actions" }, button("Accept", () => answer(true), "primary"), button("Decline", () => answer(false))),
  );
}

function renderInvite() {
  const game = live?.game;
  if (!game || !live || inviteBox.childElementCount) {
    inviteBox.hidden = !waitingForFriend();
    return;
  }
  const invitation = recentGames().find((one) => one.id === id)?.invitation;
  if (!invitation) return;
  fill(inviteBox, ...invitationParts(invitation));
  inviteBox.hidden = !waitingForFriend();
}

/** The seat of the friend who was invited. */
function waitingSeat() {
  const game = live?.game;
  const friend = game && live?.you.length === 1 ? game[other(live.you[0])] : null;
  return friend?.kind === "person" ? friend : null;
}

function waitingForFriend() {
  const game = live?.game;
  return Boolean(game && !game.outcome && waitingSeat()?.here === false && game.ply < 2);
}

function tick() {
  const clock = live?.game?.clock;
  const game = live?.game;
  if (!clock || !game || !live) return;
  const gone = clock.running && !game.outcome ? performance.now() - clockAt : 0;
  const left = (/** @type {Side} */ side) => clock[`${side}_ms`] - (game.turn === side ? gone : 0);
  const mine = live.you.length === 1 ? live.you[0] : "red";
  above.showClock(left(other(mine)));
  below.showClock(left(mine));
}

/** Says what happened. @param {GameEvent | null} event */
function tell(event) {
  const game = live?.game;
  if (!event || !game) return;
  const now = game.outcome ? ` ${statusText()}.` : live?.you.length === 1 && game.turn === live.you[0] ? t` Your turn.` : "";
  if (event.kind === "move" && event.side) announce(t`${sideName(event.side)}: column ${event.column}, level ${event.level}.${now}`);
  else if (event.kind === "undo") announce(t`Taken back to move ${event.to_ply}.${now}`);
  else if (event.kind === "over" || event.kind === "resign") announce(`${statusText()}.`);
  else if (event.kind === "offer") announce(offerBox.querySelector("p")?.textContent ?? "");
}

nameForm.addEventListener("submit", (event) => {
  event.preventDefault();
  const name = nameField.value.trim();
  if (!name) return;
  keepSetting("name", name);
  send({ type: "name", name });
  announce(t`Saved.`);
});

function confirmResign() {
  if (resign.dataset.sure) {
    send({ type: "resign" });
    return settle();
  }
  resign.dataset.sure = "yes";
  resign.textContent = t`Really resign?`;
  resign.classList.add("danger");
  setTimeout(settle, 4000);

  function settle() {
    delete resign.dataset.sure;
    resign.textContent = t`Resign`;
    resign.classList.remove("danger");
  }
}

/**
 * @param {string} text
 * @param {() => void} act
 * @param {string} [kind]
 */
function button(text, act, kind) {
  return h("button", { type: "button", class: kind, onclick: act }, text);
}
