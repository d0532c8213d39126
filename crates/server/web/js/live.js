// A live game: the server's view of it, kept up to date.

import { socketAddress } from "./api.js";
import { Socket } from "./socket.js";
import { STANDARD, Variant, readMoves } from "./variant.js";

/** @typedef {import("./api.js").Game} Game */
/** @typedef {import("./variant.js").Side} Side */
/** @typedef {{ code: string, message: string }} Refusal */
/** @typedef {{ kind: string, side?: Side, column?: number, level?: number, ply?: number, [more: string]: any }} GameEvent */
/**
 * @typedef {object} LiveHooks
 * @property {(event: GameEvent | null) => void} change something happened (an event), or the whole game was told anew
 * @property {(link: import("./socket.js").Link) => void} link
 * @property {(refusal: Refusal) => void} refused
 * @property {(command: Record<string, any>) => void} overtaken another move was made in the place of this one
 */

export class LiveGame {
  /** @type {Game | null} */
  game = null;
  /** @type {Side[]} */
  you = [];
  #seq = 0;
  #refs = 0;
  /** What the server said while a checker was falling. @type {any[]} */
  #later = [];
  #held = 0;
  /** @type {Map<string, Record<string, any>>} */
  #waiting = new Map();

  /**
   * @param {string} id
   * @param {LiveHooks} hooks
   */
  constructor(id, hooks) {
    this.hooks = hooks;
    const path = `/games/${encodeURIComponent(id)}/live`;
    this.socket = new Socket(() => socketAddress(this.#seq ? `${path}?since=${this.#seq}` : path), {
      message: (message) => this.#take(message),
      link: hooks.link,
      ping: () => ({ type: "ping", ref: this.#ref() }),
    });
  }

  /** The move that was sent and not yet confirmed. */
  get pending() {
    for (const command of this.#waiting.values()) if (command.type === "move") return command;
    return null;
  }

  /**
   * Sends a command; a move is kept until it is acknowledged, and sent again on a new connection. (The server knows a move by its
   * ply, so it counts once.)
   * @param {Record<string, any>} command
   */
  send(command) {
    const ref = this.#ref();
    const full = { ...command, ref };
    if (!this.socket.send(full) && command.type !== "move") return false;
    this.#waiting.set(ref, full);
    return true;
  }

  /**
   * Keeps what the server says to itself for so long.
   * @param {number} ms
   */
  hold(ms) {
    clearTimeout(this.#held);
    this.#held = window.setTimeout(() => {
      this.#held = 0;
      this.#goOn();
    }, ms);
  }

  #goOn() {
    while (this.#later.length && (!this.#held || this.#isStill(this.#later[0]))) this.#hear(this.#later.shift());
  }

  /** Whether a message moves nothing on the board: it confirms one's own move, or says that the last one ended the game. @param {any} message */
  #isStill(message) {
    if (message.type === "ok" || message.event?.kind === "over") return true;
    const { pending } = this;
    return message.event?.kind === "move" && message.event.ply === pending?.ply + 1 && message.event.column === pending?.column;
  }

  /** @param {any} message */
  #take(message) {
    // A new connection tells everything again that was not heard yet.
    if (message.type === "hello") this.#later = [];
    this.#later.push(message);
    this.#goOn();
  }

  #ref() {
    return `${++this.#refs}`;
  }

  /** @param {any} message */
  #hear(message) {
    if (message.type === "hello") {
      this.you = message.you;
      this.#see(message.game, message.seq, null);
      for (const [ref, command] of this.#waiting) {
        if (command.type === "move") this.socket.send(command);
        else this.#waiting.delete(ref);
      }
    } else if (message.type === "event") {
      if (message.seq <= this.#seq) return;
      this.#see(message.game, message.seq, message.event);
    } else if (message.type === "presence") {
      const seat = this.game?.[/** @type {Side} */ (message.side)];
      if (seat?.kind === "person") seat.here = message.here;
      this.hooks.change({ kind: "presence", side: message.side, here: message.here });
    } else if (message.type === "ok") {
      this.#waiting.delete(message.ref);
    } else if (message.type === "error") {
      const command = this.#waiting.get(message.ref);
      // What is not waited for any more was told already: another move came first.
      if (!command && message.ref) return;
      this.#waiting.delete(message.ref);
      if (command?.type === "move" && message.error.code === "stale") this.hooks.overtaken(command);
      else this.hooks.refused(message.error);
    }
  }

  /**
   * @param {Game} game
   * @param {number} seq
   * @param {GameEvent | null} event
   */
  #see(game, seq, event) {
    this.game = game;
    this.#seq = seq;
    const moves = readMoves(Variant.parse(game.variant) ?? STANDARD, game.moves) ?? [];
    const done = [...this.#waiting].filter(([, command]) => command.type === "move" && command.ply < game.ply);
    for (const [ref] of done) this.#waiting.delete(ref);
    this.hooks.change(event);
    for (const [, command] of done) if (moves[command.ply] !== command.column) this.hooks.overtaken(command);
  }
}
