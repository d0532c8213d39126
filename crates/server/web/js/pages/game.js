// The live game: everything shown is the server's word; the page adds only the move that is on its way.

import { ApiError, game as askGame, sentence } from "../api.js";
import { DroplineBoard } from "../board.js";
import { announce, copyFrom, fill, h, need } from "../dom.js";
import { LiveGame } from "../live.js";
import { MoveList } from "../parts/moveList.js";
import { PlayerSeat } from "../parts/seat.js";
import { Position } from "../position.js";
import { forget, recentGames, remember } from "../recent.js";
import { STANDARD, Variant, other, readMoves, sideName } from "../variant.js";

/** @typedef {import("../variant.js").Side} Side */
/** @typedef {import("../live.js").GameEvent} GameEvent */

const id = location.pathname.split("/").filter(Boolean).pop() ?? "";
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

const undo = button("Undo", () => live?.send({ type: "undo", ply: live.game?.ply }));
const resign = button("Resign", confirmResign);
const rematch = button("Rematch", () => live?.send({ type: "rematch" }), "primary");
const backToNow = button("Back to the game", () => look(null));
const review = h("a", { class: "button" }, "Review");
const analyse = h("a", { class: "button" }, "Analyse");
const watchLink = button("Copy link to watch", () => void copyFrom(watchLink, `${location.origin}/g/${id}`));

/** @type {LiveGame | null} */
let live = null;
/** The ply that is looked at instead of the present. @type {number | null} */
let view = null;
/** When the clock in the last message was true. */
let clockAt = 0;

fill(
  main,
  banner,
  h(
    "div",
    { class: "game-layout" },
    h("div", { class: "table" }, above, board, below),
    h(
      "div",
      { class: "panel" },
      h("div", { class: "card" }, heading, detail, problem, offerBox, actions),
      inviteBox,
      h("section", { class: "card", "aria-label": "Moves" }, h("h2", {}, "Moves"), list, backToNow),
    ),
  ),
);
board.show({ position: new Position(STANDARD), animate: false });
backToNow.hidden = true;
board.addEventListener("choose", (event) => choose(/** @type {CustomEvent<number>} */ (event).detail));
setInterval(tick, 100);
void join();

async function join() {
  try {
    await askGame(id);
  } catch (error) {
    // Of a server that cannot answer at the moment the connection tells more, and tries again.
    if (error instanceof ApiError && !["unreachable", "unavailable"].includes(error.code)) {
      const broken = error.code === "broken_game";
      if (!broken) forget(id);
      heading.textContent = broken ? "This game is damaged" : "There is no such game";
      detail.textContent = broken ? error.message : `${error.message} Games nobody has finished are removed after a while.`;
      fill(actions, h("a", { class: "button primary", href: "/" }, "New game"));
      board.hidden = true;
      return;
    }
  }
  live = new LiveGame(id, { change, link, refused });
}

/** @param {import("../socket.js").Link} state */
function link(state) {
  if (state === "connecting") return;
  const lost = state === "lost";
  const was = !banner.hidden;
  banner.hidden = !lost;
  banner.textContent = lost ? "The connection is lost. Trying again; the game is kept on the server." : "";
  if (was && !lost) announce("Connected again.");
  render(false);
}

/** @param {GameEvent | null} event */
function change(event) {
  if (event?.kind === "presence") return render(false);
  clockAt = performance.now();
  if (event?.kind === "rematch" && live?.you.length) return follow(event);
  if (event?.kind === "move" || event?.kind === "undo") view = null;
  problem.textContent = event?.kind === "offer_declined" ? "The other side said no." : "";
  render(true);
  tell(event);
}

/** Goes to the next game; the keys to this one's seats fit there too. @param {GameEvent} event */
function follow(event) {
  remember({ id: event.id, variant: live?.game?.variant ?? "", title: recentGames().find((game) => game.id === id)?.title ?? "A rematch" });
  location.assign(`/g/${event.id}`);
}

/**
 * @param {import("../live.js").Refusal} refusal
 * @param {Record<string, any>} command
 */
function refused(refusal, command) {
  // A move that came too late or twice needs no words: the game is shown as it is.
  if (command.type === "ping") return;
  problem.textContent = sentence(refusal.message);
  announce(problem.textContent);
  render(false);
}

/** @param {number} column */
function choose(column) {
  const game = live?.game;
  if (!game || !hand() || !live) return;
  const here = position();
  if (!here.hasRoom(column)) {
    problem.textContent = `Column ${column} is full: choose another one.`;
    return;
  }
  problem.textContent = "";
  live.send({ type: "move", ply: game.ply, column, side: game.turn });
  render(true);
}

/** Whose checker the person at this screen can drop now. @returns {Side | null} */
function hand() {
  const game = live?.game;
  if (!game || !live || view !== null || game.outcome || live.pending) return null;
  return live.you.includes(game.turn) ? game.turn : null;
}

/** @param {number | null} ply */
function look(ply) {
  const moves = allMoves();
  view = ply === null || ply >= moves.length ? null : ply;
  render(false);
}

function variant() {
  return Variant.parse(live?.game?.variant ?? "") ?? STANDARD;
}

function allMoves() {
  return readMoves(variant(), live?.game?.moves ?? "") ?? [];
}

function position() {
  const moves = allMoves();
  const shown = view === null ? moves : moves.slice(0, view);
  const here = Position.after(new Position(variant()), shown);
  const pending = live?.pending;
  if (view === null && pending && pending.ply === moves.length) here.drop(pending.column);
  return here;
}

/** @param {boolean} animate */
function render(animate) {
  const game = live?.game;
  if (!game || !live) return;
  const { you } = live;
  const moves = allMoves();
  const mine = you.length === 1 ? you[0] : "red";
  const lines = view === null ? (game.outcome?.lines ?? []) : [];
  board.show({ position: position(), lines, hand: hand(), animate });
  above.show(other(mine), game, you);
  below.show(mine, game, you);
  list.show(moves, view ?? moves.length, look);
  backToNow.hidden = view === null;
  heading.textContent = statusText();
  detail.textContent = `${variant().title}${you.length ? "" : ". You are watching"}`;
  document.title = `${heading.textContent} · Dropline`;
  renderActions();
  renderOffer();
  renderInvite();
  tick();
  remember({ id, variant: game.variant, title: recentGames().find((one) => one.id === id)?.title ?? detail.textContent, over: Boolean(game.outcome) });
}

function statusText() {
  const game = live?.game;
  if (!game || !live) return "Joining the game…";
  const { you } = live;
  const { outcome } = game;
  if (outcome) {
    const { winner, by } = outcome;
    if (!winner) return "It is a tie";
    const whom = you.length === 1 ? (winner === you[0] ? "You win" : `${sideName(winner)} wins`) : `${sideName(winner)} wins`;
    const how = { line: "", full: "", points: " on points", resignation: " by resignation", time: " on time" }[by] ?? "";
    return `${whom}${how}`;
  }
  if (view !== null) return `After move ${view}`;
  if (you.length === 1 && game.turn === you[0]) return "Your turn";
  if (game[game.turn].kind === "computer") return `${sideName(game.turn)} is thinking…`;
  return `${sideName(game.turn)} to move`;
}

function renderActions() {
  const game = live?.game;
  if (!game || !live) return;
  const { you } = live;
  const query = `v=${game.variant}&m=${encodeURIComponent(game.moves)}`;
  const versus = you.length === 1 ? game[other(you[0])] : null;
  review.href = `/review?${query}${versus?.kind === "computer" ? `&vs=${encodeURIComponent(versus.player)}` : ""}`;
  analyse.href = `/analyse?${query}`;
  undo.disabled = game.ply <= (game.start_ply ?? 0) || game.offer?.kind === "undo";
  undo.textContent = you.length === 1 && versus?.kind === "person" ? "Ask to take back" : "Undo";
  const playing = you.length > 0;
  // After the end, only what was decided on the board can be taken back, and nobody else must be asked.
  const again = you.length === 2 || versus?.kind === "computer";
  const decided = game.outcome && !["resignation", "time"].includes(game.outcome.by);
  const wanted = game.outcome
    ? [playing && rematch, review, analyse, h("a", { class: "button", href: "/" }, "New game"), playing && again && decided && !game.next && undo]
    : playing
      ? [undo, resign, watchLink]
      : [watchLink, analyse];
  if (game.next) wanted.unshift(h("a", { class: "button primary", href: `/g/${game.next}` }, "To the rematch"));
  rematch.hidden = Boolean(game.next);
  rematch.disabled = game.offer?.kind === "rematch" && you.includes(game.offer.by);
  rematch.textContent = rematch.disabled ? "Rematch asked for…" : "Rematch";
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
  const what = offer.kind === "undo" ? "take back a move" : "play again";
  if (you.includes(offer.by)) return fill(offerBox, h("p", {}, `You asked to ${what}. Waiting for an answer.`));
  const answer = (/** @type {boolean} */ accept) => live?.send({ type: "answer", accept });
  fill(
    offerBox,
    h("p", {}, `${sideName(offer.by)} asks to ${what}.`),
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
  const address = new URL(invitation, location.origin).href;
  const field = h("input", { type: "text", readonly: true, value: address, "aria-label": "Invitation link", onfocus: () => field.select() });
  const copy = h("button", { type: "button", class: "primary", onclick: () => void copyFrom(copy, address) }, "Copy");
  fill(
    inviteBox,
    h("h2", {}, "Invite your friend"),
    h("p", { class: "muted" }, "Whoever has this link plays the other side: send it to one person only."),
    h("div", { class: "copy-row" }, field, copy),
  );
  inviteBox.hidden = !waitingForFriend();
}

function waitingForFriend() {
  const game = live?.game;
  if (!game || live?.you.length !== 1 || game.outcome) return false;
  const friend = game[other(live.you[0])];
  return friend.kind === "person" && !friend.here && game.ply < 2;
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
  const now = game.outcome ? ` ${statusText()}.` : live?.you.length === 1 && game.turn === live.you[0] ? " Your turn." : "";
  if (event.kind === "move" && event.side) announce(`${sideName(event.side)}: column ${event.column}, level ${event.level}.${now}`);
  else if (event.kind === "undo") announce(`Taken back to move ${event.to_ply}.${now}`);
  else if (event.kind === "over" || event.kind === "resign") announce(`${statusText()}.`);
  else if (event.kind === "offer") announce(offerBox.querySelector("p")?.textContent ?? "");
}

function confirmResign() {
  if (resign.dataset.sure) {
    live?.send({ type: "resign" });
    return settle();
  }
  resign.dataset.sure = "yes";
  resign.textContent = "Really resign?";
  resign.classList.add("danger");
  setTimeout(settle, 4000);

  function settle() {
    delete resign.dataset.sure;
    resign.textContent = "Resign";
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
