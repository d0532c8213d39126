// The start page: a new game in a few choices.

import "../shell.js";
import { ApiError, newGame, players as askPlayers, position as askPosition } from "../api.js";
import { fill, h, need } from "../dom.js";
import { latestGames } from "../parts/latest.js";
import { PlayerPicker, playerName } from "../parts/picker.js";
import { VariantForm } from "../parts/variantForm.js";
import { DroplineBoard } from "../board.js";
import { address, hasServer } from "../place.js";
import { Position } from "../position.js";
import { remember } from "../recent.js";
import { keepDraft, keepSetting, keptDraft, keptJson } from "../settings.js";
import { STANDARD, sideName } from "../variant.js";
import { t } from "../words.js";
import { ending } from "../worth.js";

/** @typedef {"computer" | "link" | "screen" | "watch"} Mode */

const MODES = /** @type {[Mode, string, string][]} */ ([
  ["computer", "The computer", "Any player, any strength"],
  ["link", "A friend by link", "Live, on two devices"],
  ["screen", "A friend right here", "Taking turns on this screen"],
  ["watch", "Watch computers", "Two players, no people"],
]);

const SIDES = [
  ["red", sideName("red"), "Moves first"],
  ["black", sideName("black"), "Moves second"],
  ["random", "Either", "Chance decides"],
];

const CLOCKS = [
  ["none", "No clock", ""],
  ["3+2", "3 min + 2 s", ""],
  ["10+5", "10 min + 5 s", ""],
  ["own", "Your own", ""],
];

const CHOICES = "choices";
const asked = new URLSearchParams(location.search);
/** The position a game is to start from, if the address names one. @type {import("../api.js").PositionFacts | null} */
let from = null;
/** The players, once they were asked for. @type {Promise<void> | null} */
let offered = null;
/** Whether a game is being made. */
let making = false;
const main = need("#main", HTMLElement);
const form = h("form", { class: "new-game", id: "new-game", "aria-label": "New game", novalidate: true });
const variantForm = /** @type {VariantForm} */ (document.createElement("variant-form"));
const opponent = picker("Opponent");
const red = picker(sideName("red"));
const black = picker(sideName("black"));
const problem = h("p", { class: "problem", role: "alert" });
const begin = h("button", { type: "submit", class: "primary large", form: "new-game" }, "Play");
const chosenWords = h("span", { class: "chosen-words" });
/** All choices; folded on small screens, where the last ones are one touch away from a game. */
const choicesBox = h(
  "details",
  { class: "card choices-box", open: matchMedia("(min-width: 901px) and (min-height: 501px)").matches },
  h("summary", {}, h("span", { class: "choices-title" }, "Choose the game"), chosenWords),
  form,
);
const preview = /** @type {DroplineBoard} */ (document.createElement("dropline-board"));
preview.inert = true;
const title = h("p", { class: "preview-title" });
const minutes = h("input", { id: "minutes", type: "number", min: 1, max: 180, value: 5 });
const increment = h("input", { id: "increment", type: "number", min: 0, max: 60, value: 3 });

const strength = h("fieldset", { class: "strength" }, h("legend", {}, "How strong"), opponent, h("div", { class: "two-pickers" }, red, black));
const boardChoice = h("fieldset", {}, h("legend", {}, "Board"), variantForm);
const colour = h("fieldset", {}, h("legend", {}, "Your colour"), choices("side", SIDES, "three"));
const ownClock = h(
  "div",
  { class: "sizes" },
  h("div", { class: "field" }, h("label", { for: "minutes" }, "Minutes each"), minutes),
  h("div", { class: "field" }, h("label", { for: "increment" }, "Seconds added a move"), increment),
);
const clock = h("fieldset", {}, h("legend", {}, "Clock"), choices("clock", CLOCKS, "four"), ownClock);

form.append(
  h("fieldset", {}, h("legend", {}, "Play against"), choices("mode", MODES.filter(([mode]) => hasServer || mode !== "link"), "two"), hasServer ? null : h("p", { class: "hint" }, "Without a server there are no games by link; everything else works, offline too.")),
  strength,
  boardChoice,
  colour,
  clock,
);

/** What is offered instead of a game where the position in the address is the end of one. */
const looks = h("div", { class: "actions", hidden: true });
const side = h("aside", { class: "start-side" }, h("div", { class: "card start-card" }, begin, looks, problem, h("div", { class: "preview" }, preview, title)));
showLatest();
fill(
  main,
  h(
    "section",
    { class: "hero" },
    h("h1", {}, "Four in line, or N on any board"),
    h("p", {}, "Play it, analyse it exactly, learn from every move."),
  ),
  h(
    "div",
    { class: "start-layout" },
    choicesBox,
    side,
  ),
);

form.addEventListener("change", update);
form.addEventListener("input", update);
form.addEventListener("variant", update);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void start();
});

// Whoever comes back finds the page as it was left: about to begin a game.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  making = false;
  update();
  showLatest();
});
const draft = keptDraft();
keepDraft(choicesMade);
restore();
update();
/** The position in the address is on its way. */
const arriving = asked.has("p") || asked.has("m") ? startFrom() : Promise.resolve();
try {
  await arriving;
  await offerPlayers();
} catch (error) {
  show(error);
}

/** Asks once who there is to play; anew if nobody answered. */
function offerPlayers() {
  offered ??= offer().catch((error) => {
    offered = null;
    throw error;
  });
  return offered;
}

async function offer() {
  const { players } = await askPlayers();
  const usable = players.filter(({ name }) => name !== "human");
  const kept = chosen();
  for (const [one, spec] of /** @type {const} */ ([[opponent, kept.opponent], [red, kept.red], [black, kept.black]])) {
    one.offer(usable, variantForm.variant ?? STANDARD, spec ?? "level:n=4");
  }
  form.addEventListener("variant", () => {
    for (const one of [opponent, red, black]) one.offer(usable, variantForm.variant ?? STANDARD);
  });
  update();
}

function showLatest() {
  side.querySelector(".recent")?.remove();
  side.append(...[latestGames()].filter((list) => list !== null));
}

/** Takes over the position in the address: only who plays is left to choose. */
async function startFrom() {
  from = await askPosition({ text: asked.get("p") ?? asked.get("m"), variant: asked.get("v") ?? undefined });
  variantForm.choose(from.variant);
  boardChoice.hidden = true;
  if (from.outcome) showEnd(from);
  update();
}

/** A game that is over is looked at. @param {import("../api.js").PositionFacts} end */
function showEnd({ variant, moves, position }) {
  begin.hidden = choicesBox.hidden = true;
  looks.hidden = false;
  const place = new URLSearchParams({ v: variant, ...(moves ? { m: moves } : { p: position }) });
  fill(looks, h("a", { class: "button primary", href: `/analyse?${place}` }, "Analyse"), moves && h("a", { class: "button", href: `/review?${place}` }, "Review"));
}

/** @param {string} label */
function picker(label) {
  const made = /** @type {PlayerPicker} */ (document.createElement("player-picker"));
  made.setAttribute("label", label);
  return made;
}

/**
 * Radio buttons as cards.
 * @param {string} name
 * @param {string[][]} options value, title, what it means
 * @param {"two" | "three" | "four"} arrangement how many stand side by side
 */
function choices(name, options, arrangement) {
  const cards = options.map(([value, text, about], index) =>
    h(
      "label",
      { class: "chip" },
      h("input", { type: "radio", name, value, checked: index === 0 }),
      h("span", { class: "chip-title" }, text),
      about && h("span", { class: "chip-about" }, about),
    ),
  );
  return h("div", { class: `chips ${arrangement}` }, ...cards);
}

/** @param {string} name */
function value(name) {
  return String(new FormData(form).get(name) ?? "");
}

function update() {
  const mode = /** @type {Mode} */ (value("mode"));
  strength.hidden = mode === "link" || mode === "screen";
  opponent.hidden = mode !== "computer";
  need(".two-pickers", HTMLElement, strength).hidden = mode !== "watch";
  colour.hidden = mode === "screen" || mode === "watch";
  clock.hidden = mode === "watch";
  ownClock.hidden = value("clock") !== "own";
  const { variant } = variantForm;
  begin.disabled = !variant || making;
  begin.textContent = mode === "link" ? t`Invite a friend` : mode === "watch" ? t`Watch` : t`Play`;
  problem.textContent = "";
  if (!variant) return;
  const sides = /** @type {Record<string, string>} */ ({ red: t`you are ${sideName("red").toLowerCase()}`, black: t`you are ${sideName("black").toLowerCase()}`, random: t`either colour` });
  const clocks = /** @type {Record<string, string>} */ ({ none: "", own: t`${minutes.value || "?"} min + ${increment.value || 0} s` });
  const parts = [gameTitle(mode), variant.title, colour.hidden ? "" : sides[value("side")], clock.hidden ? "" : (clocks[value("clock")] ?? value("clock").replace("+", " min + ") + " s")];
  chosenWords.textContent = parts.filter(Boolean).join(" · ");
  title.textContent = from?.outcome ? `${variant.title}. ${ending(from.outcome)}` : from ? t`${variant.title}, ${sideName(from.turn).toLowerCase()} to move` : variant.title;
  preview.show({ position: from ? Position.ofGrid(variant, from.grid, from.turn) : new Position(variant), lines: from?.lines, animate: false });
}

async function start() {
  if (!variantForm.variant || making) return;
  const mode = /** @type {Mode} */ (value("mode"));
  const time = mode === "watch" ? null : clockChoice();
  if (time && !(time.minutes > 0)) {
    choicesBox.open = true;
    problem.textContent = t`Say how many minutes each side has: a number, 1 or more.`;
    minutes.setAttribute("aria-invalid", "true");
    return minutes.focus();
  }
  minutes.removeAttribute("aria-invalid");
  const side = value("side") === "random" ? (Math.random() < 0.5 ? "red" : "black") : value("side");
  const person = { kind: "person" };
  const computer = (/** @type {PlayerPicker} */ one) => ({ kind: "computer", player: one.spec });
  const seats = () => ({
    computer: side === "red" ? { red: person, black: computer(opponent) } : { red: computer(opponent), black: person },
    link: { red: person, black: person, my_side: side },
    screen: { red: person, black: person },
    watch: { red: computer(red), black: computer(black) },
  })[mode];
  making = begin.disabled = true;
  try {
    // Whoever is quicker than the network plays what was asked for all the same; what was wrong with that was said.
    await arriving.catch(() => {});
    if (from?.outcome) return void (making = false);
    if (!strength.hidden) await offerPlayers();
    const { game, invitation } = await newGame({
      variant: (variantForm.variant ?? STANDARD).name,
      ...(from?.moves ? { moves: from.moves } : from && { position: from.position }),
      ...seats(),
      seats: mode === "screen" ? "both" : "mine",
      clock: time,
    });
    remember({ id: game.id, variant: game.variant, title: gameTitle(mode), invitation, at: Date.now() });
    keepSetting(CHOICES, JSON.stringify(choicesMade()));
    location.assign(address(`/g/${game.id}`));
  } catch (error) {
    making = begin.disabled = false;
    show(error);
  }
}

/** What kind of game it is, in words. @param {Mode} mode */
function gameTitle(mode) {
  return {
    computer: t`Against ${playerName(opponent.spec)}`,
    link: t`Against a friend by link`,
    screen: t`On one screen`,
    watch: t`${playerName(red.spec)} against ${playerName(black.spec)}`,
  }[mode];
}

function clockChoice() {
  const chosen = value("clock");
  if (chosen === "none") return null;
  if (chosen === "own") return { minutes: Number(minutes.value), increment: Number(increment.value) };
  const [time, more] = chosen.split("+").map(Number);
  return { minutes: time, increment: more };
}

/** @param {unknown} error */
function show(error) {
  problem.textContent = error instanceof ApiError ? error.message : t`Something went wrong: ${error}`;
}

/** @returns {Record<string, string | undefined>} */
function chosen() {
  return draft ?? keptJson(CHOICES) ?? {};
}

/** @returns {Record<string, string | undefined>} */
function choicesMade() {
  return {
    mode: value("mode"),
    side: value("side"),
    clock: value("clock"),
    minutes: minutes.value,
    increment: increment.value,
    variant: variantForm.variant?.name,
    // Before the players are there none of them is chosen anew.
    opponent: opponent.spec || chosen().opponent,
    red: red.spec || chosen().red,
    black: black.spec || chosen().black,
  };
}

function restore() {
  const kept = chosen();
  for (const name of ["mode", "side", "clock"]) {
    for (const radio of form.querySelectorAll(`input[name="${name}"]`)) {
      if (radio instanceof HTMLInputElement && radio.value === kept[name]) radio.checked = true;
    }
  }
  if (kept.variant) variantForm.choose(kept.variant);
  if (kept.minutes) minutes.value = kept.minutes;
  if (kept.increment) increment.value = kept.increment;
}
