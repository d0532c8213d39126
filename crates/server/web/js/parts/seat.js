// <player-seat>: one player beside the board: name, presence, points, clock.

import { fill, h, s } from "../dom.js";
import { sideName } from "../variant.js";
import { t } from "../words.js";
import { playerName } from "./picker.js";

/** @typedef {import("../variant.js").Side} Side */
/** @typedef {import("../api.js").Game} Game */

/** A checker as an icon. @param {Side} side */
export function checkerIcon(side) {
  const inlay = side === "red" ? s("circle", { class: "inlay", r: 4.4 }) : s("rect", { class: "inlay", x: -3.4, y: -3.4, width: 6.8, height: 6.8, rx: 1 });
  return s(
    "svg",
    { viewBox: "-10 -10 20 20", class: `checker-icon checker ${side}`, "aria-hidden": "true", focusable: "false" },
    s("circle", { class: "rim", r: 9.6 }),
    s("circle", { class: "disc", r: 8 }),
    inlay,
  );
}

/** @param {number} ms */
export function clockText(ms) {
  const left = Math.max(0, ms);
  if (left < 20_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export class PlayerSeat extends HTMLElement {
  #clock = h("span", { class: "clock", role: "timer" });

  /**
   * @param {Side} side
   * @param {Game} game
   * @param {Side[]} you
   * @param {boolean} came whether the other side has been here
   */
  show(side, game, you, came) {
    const seat = game[side];
    const mine = you.includes(side);
    const name = seat.kind === "computer" ? playerName(seat.player) : (seat.name ?? (mine ? (you.length === 2 ? sideName(side) : "You") : you.length ? "Friend" : sideName(side)));
    const away = seat.kind === "person" && !mine && seat.here === false;
    const turn = !game.outcome && game.turn === side;
    this.classList.toggle("turn", turn);
    this.classList.toggle("winner", game.outcome?.winner === side);
    fill(
      this,
      checkerIcon(side),
      h("span", { class: "seat-name" }, name),
      name === sideName(side) ? null : h("span", { class: "seat-side" }, sideName(side)),
      away && h("span", { class: "badge" }, came || game.ply > 1 || !you.length ? "away" : "invited"),
      game.outcome?.winner === side && h("span", { class: "badge good" }, "won"),
      turn && h("span", { class: "turn-mark" }, seat.kind === "computer" ? "thinking" : "to move"),
      h("span", { class: "spring" }),
      game.points && h("span", { class: "points" }, game.points[side] === 1 ? t`${game.points[side]} point` : t`${game.points[side]} points`),
      game.clock && this.#clock,
    );
  }

  /** @param {number | null} ms */
  showClock(ms) {
    if (ms === null) return;
    this.#clock.textContent = clockText(ms);
    this.#clock.classList.toggle("short", ms < 20_000);
  }
}

customElements.define("player-seat", PlayerSeat);
