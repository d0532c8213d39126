// Questions to the solver, answered as it finds out.

import { socketAddress } from "./api.js";
import { Socket } from "./socket.js";

/** @typedef {import("./api.js").Value} Value */
/** @typedef {{ column: number, full?: boolean } & Partial<Value>} ColumnWorth */
/** @typedef {import("./board.js").Threat} Threat */
/** @typedef {Value & { columns: ColumnWorth[], line: number[], best: number[], done: boolean, threats?: Threat[] }} Worth */
/** @typedef {{ variant: string, moves?: string, position?: string }} Place a position, by its moves or by its key */
/**
 * @typedef {object} AnalysisHooks
 * @property {(facts: import("./api.js").PositionFacts) => void} [position] comes first, and is the last where the game is over
 * @property {(worth: Worth) => void} [columns]
 * @property {(move: import("./api.js").GradedMove, of: number) => void} [graded]
 * @property {(review: import("./api.js").Review) => void} [reviewed]
 * @property {(ahead: number) => void} [queued]
 * @property {(error: { code: string, message: string }) => void} [error]
 */

export class Analysis {
  #id = 0;
  /** @type {{ question: Record<string, unknown>, hooks: AnalysisHooks } | null} */
  #asked = null;
  #socket;

  /** @param {(link: import("./socket.js").Link) => void} [link] hears how the connection stands */
  constructor(link) {
    this.#socket = new Socket(() => socketAddress("/analysis"), {
      open: () => this.#asked && this.#socket.send(this.#asked.question),
      message: (message) => this.#hear(message),
      link,
      ping: () => ({ type: "ping" }),
    });
  }

  /**
   * Asks about a place; what was asked before is dropped.
   * @param {Place} place
   * @param {AnalysisHooks} hooks
   * @param {"analyse" | "review"} type what every column is worth, or how the moves were that led there
   */
  ask(place, hooks, type = "analyse") {
    this.cancel();
    const question = { type, id: ++this.#id, ...place };
    this.#asked = { question, hooks };
    this.#socket.send(question);
  }

  cancel() {
    if (!this.#asked) return;
    this.#socket.send({ type: "cancel", id: this.#id });
    this.#asked = null;
  }

  close() {
    this.#socket.close();
  }

  /** @param {any} message */
  #hear(message) {
    if (!this.#asked || (message.id ?? this.#id) !== this.#id) return;
    const { hooks } = this.#asked;
    if (message.type === "pong") return;
    const last = message.done || message.type === "reviewed" || message.type === "error" || message.outcome;
    // The question is answered; it need not be asked again after a reconnection.
    if (last) this.#asked = null;
    if (message.type === "position") hooks.position?.(message);
    else if (message.type === "columns") hooks.columns?.(message);
    else if (message.type === "graded") hooks.graded?.(message.move, message.of);
    else if (message.type === "reviewed") hooks.reviewed?.(message);
    else if (message.type === "queued") hooks.queued?.(message.ahead);
    else if (message.type === "error") hooks.error?.(message.error);
  }
}
