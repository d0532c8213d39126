// A live game: the server's view of it, kept up to date.

import { socketAddress } from "./api.js";
import { Socket } from "./socket.js";

/** @typedef {import("./api.js").Game} Game */
/** @typedef {import("./variant.js").Side} Side */
/** @typedef {{ code: string, message: string }} Refusal */
/** @typedef {{ kind: string, side?: Side, column?: number, level?: number, ply?: number, [more: string]: any }} GameEvent */
/**
 * @typedef {object} LiveHooks
 * @property {(event: GameEvent | null) => void} change something happened (an event), or the whole game was told anew
 * @property {(link: import("./socket.js").Link) => void} link
 * @property {(refusal: Refusal, command: Record<string, any>) => void} refused
 */

export class LiveGame {
  /** @type {Game | null} */
  game = null;
  /** @type {Side[]} */
  you = [];
  #seq = 0;
  #refs = 0;
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
      message: (message) => this.#hear(message),
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

  #ref() {
    return `${++this.#refs}`;
  }

  /** @param {any} message */
  #hear(message) {
    if (message.type === "hello") {
      this.you = message.you;
      this.#take(message.game, message.seq, null);
      for (const [ref, command] of this.#waiting) {
        if (command.type !== "move" || command.ply < message.game.ply) this.#waiting.delete(ref);
        else this.socket.send(command);
      }
    } else if (message.type === "event") {
      if (message.seq <= this.#seq) return;
      this.#take(message.game, message.seq, message.event);
    } else if (message.type === "presence") {
      const seat = this.game?.[/** @type {Side} */ (message.side)];
      if (seat?.kind === "person") seat.here = message.here;
      this.hooks.change({ kind: "presence", side: message.side, here: message.here });
    } else if (message.type === "ok") {
      this.#waiting.delete(message.ref);
    } else if (message.type === "error") {
      const command = this.#waiting.get(message.ref);
      this.#waiting.delete(message.ref);
      this.hooks.refused(message.error, command ?? {});
    }
  }

  /**
   * @param {Game} game
   * @param {number} seq
   * @param {GameEvent | null} event
   */
  #take(game, seq, event) {
    this.game = game;
    this.#seq = seq;
    for (const [ref, command] of this.#waiting) if (command.type === "move" && command.ply < game.ply) this.#waiting.delete(ref);
    this.hooks.change(event);
  }
}
