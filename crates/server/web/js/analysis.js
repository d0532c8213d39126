// Questions to the solver, answered as it finds out.

import { socketAddress } from "./api.js";
import { Socket } from "./socket.js";

/** @typedef {{ column: number, full?: boolean, exact?: boolean, score?: number | null, words?: string, low?: number, high?: number }} ColumnWorth */
/** @typedef {import("./board.js").Threat} Threat */
/** @typedef {{ columns: ColumnWorth[], line?: string, best?: number[], depth?: number | null, done: boolean, threats?: Threat[] }} Worth */
/** @typedef {{ variant: string, moves?: string, position?: string }} Place a position, by its moves or by its key */
/**
 * @typedef {object} AnalysisHooks
 * @property {(worth: Worth) => void} columns
 * @property {(ahead: number) => void} [queued]
 * @property {(error: { code: string, message: string }) => void} [error]
 */

export class Analysis {
  #id = 0;
  /** @type {{ question: Record<string, unknown>, hooks: AnalysisHooks } | null} */
  #asked = null;
  #socket = new Socket(() => socketAddress("/analysis"), {
    open: () => this.#asked && this.#socket.send(this.#asked.question),
    message: (message) => this.#hear(message),
  });

  /**
   * Asks about a place; what was asked before is dropped.
   * @param {Place} place
   * @param {AnalysisHooks} hooks
   */
  ask(place, hooks) {
    this.cancel();
    const question = { type: "analyse", id: ++this.#id, ...place };
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
    const last = message.done || message.type === "error";
    // The question is answered; it need not be asked again after a reconnection.
    if (last) this.#asked = null;
    if (message.type === "columns") hooks.columns(message);
    else if (message.type === "queued") hooks.queued?.(message.ahead);
    else if (message.type === "error") hooks.error?.(message.error);
  }
}

/**
 * Whether a worth is a win, a tie or a loss for the side to move, or still open.
 * @param {{ score?: number | null, exact?: boolean, low?: number, high?: number }} worth
 * @returns {"win" | "tie" | "loss" | "open"}
 */
export function tone({ score, exact, low, high }) {
  if (exact && score !== undefined && score !== null) return score > 0 ? "win" : score < 0 ? "loss" : "tie";
  if (low !== undefined && low > 0) return "win";
  if (high !== undefined && high < 0) return "loss";
  return "open";
}

/**
 * How far a bar of an evaluation graph reaches, between −1 and 1: the sign counts for half, so that late wins are seen too.
 * @param {import("./variant.js").Variant} variant
 * @param {number} score
 */
export function barHeight(variant, score) {
  if (score === 0) return 0;
  const most = variant.rules === "max" ? 10 : Math.max(1, (variant.columns * variant.levels + 1) / 2);
  return Math.sign(score) * (0.35 + 0.65 * Math.min(1, Math.abs(score) / most));
}
