// The engine in the page: it answers what a server would be asked, over the same messages.

import { LocalGame, LocalGames } from "./localGames.js";
import { engineFolder, hasServer } from "./place.js";
import { t } from "./words.js";

/** What the engine in the page answers where there is a server too: whatever takes thinking. */
const THINKING = /^\/(analysis|explanations|opinions|puzzles\/(named|attempts|solutions|mistakes)|lessons\/[^/]+\/attempts)$/;

/** The least time between two pieces of news of an analysis: drawing them must not keep the page from everything else. */
const PACE_MS = 100;

/** @typedef {{ ask: (path: string, question?: Record<string, unknown>, options?: { news?: (known: any) => void, signal?: AbortSignal }) => Promise<any>, animation: (width: number, height: number, last: Uint8Array) => Promise<any> }} Engine */

/** @type {Promise<Engine> | null} */
let engine = null;

/** @returns {Promise<Engine>} */
function start() {
  if (!engineFolder) return Promise.reject(new Error(t`This browser has no WebAssembly, which the engine in the page needs.`));
  engine ??= import(`${engineFolder}index.js`)
    .then(({ Dropline }) => new Dropline())
    .catch((error) => {
      // The network may be back for the next question.
      engine = null;
      throw new Error(`the engine cannot be started: ${error}`);
    });
  return engine;
}

/**
 * Asks the engine in the page.
 * @param {string} path
 * @param {Record<string, unknown>} [question]
 * @param {{ news?: (known: any) => void, signal?: AbortSignal }} [options]
 * @returns {Promise<any>}
 */
async function think(path, question, options) {
  return (await start()).ask(path, question, options);
}

/**
 * A moving picture in the making.
 * @param {number} width
 * @param {number} height
 * @param {Uint8Array} last its last frame
 * @returns {Promise<{ add: (frame: Uint8Array, isLast: boolean) => void, finish: () => Uint8Array<ArrayBuffer> }>}
 */
export async function startAnimation(width, height, last) {
  return (await start()).animation(width, height, last);
}

const games = new LocalGames(think);

/** Whether the engine could not be started though it is there: then the server thinks. */
let failed = false;

/** Whether a question is answered in the page. @param {string} path */
export const isLocal = (path) => !hasServer || (engineFolder !== null && !failed && THINKING.test(path));

/** Whether a server answers instead, now that the engine in the page cannot. @param {unknown} error */
export function leavesToServer(error) {
  failed ||= hasServer && (/** @type {any} */ (error)?.code ?? "unavailable") === "unavailable";
  return failed;
}

/**
 * The answer to a question of the HTTP API.
 * @param {string} path
 * @param {Record<string, unknown>} [question]
 * @returns {Promise<any>}
 */
export async function askLocally(path, question) {
  const game = /^\/games\/(.*)$/.exec(path);
  if (path === "/games") return games.make(question ?? {});
  if (game) return games.open(decodeURIComponent(game[1])).seen;
  return think(path, question);
}

/** News as often as the page can follow: of what comes in between, only the latest is told. @param {(known: object) => void} tell */
function paced(tell) {
  let timer = 0;
  let toldAt = -Infinity;
  /** @type {object} */
  let latest;
  const news = (/** @type {object} */ known) => {
    latest = known;
    timer ||= window.setTimeout(() => {
      timer = 0;
      tell(latest);
      toldAt = performance.now();
    }, toldAt + PACE_MS - performance.now());
  };
  return { news, end: () => clearTimeout(timer) };
}

/** A connection to the engine in the page, in the shape of a WebSocket. */
export class LocalSocket extends EventTarget {
  /** @type {number} */
  readyState = WebSocket.CONNECTING;
  /** @type {LocalGame | null} */
  #game = null;
  #question = new AbortController();

  /** @param {string} path */
  constructor(path) {
    super();
    const game = /^\/games\/([^/]*)\/live$/.exec(path);
    setTimeout(() => {
      if (this.readyState !== WebSocket.CONNECTING) return;
      try {
        if (game) this.#game = games.open(decodeURIComponent(game[1]));
      } catch {
        return this.close();
      }
      this.readyState = WebSocket.OPEN;
      this.dispatchEvent(new Event("open"));
      this.#game?.join((message) => this.#tell(message));
    });
  }

  /** @param {string} text */
  send(text) {
    const message = JSON.parse(text);
    if (this.#game) return void this.#game.hear(message);
    if (message.type === "ping") return this.#tell({ type: "pong" });
    this.#question.abort();
    if (message.type !== "cancel") void this.#answer(message);
  }

  close() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.#question.abort();
    this.#game?.leave();
    this.dispatchEvent(new Event("close"));
  }

  /** @param {{ type: string, id: number } & Record<string, unknown>} question */
  async #answer({ type, id, ...place }) {
    const { signal } = (this.#question = new AbortController());
    const tell = (/** @type {object} */ message) => !signal.aborted && this.#tell({ id, ...message });
    try {
      if (type === "review") {
        const review = await think("/reviews", place, { signal, news: (graded) => tell({ type: "graded", ...graded }) });
        tell({ type: "reviewed", ...review });
      } else {
        const facts = await think("/facts", place, { signal });
        tell({ type: "position", ...facts });
        if (facts.outcome) return;
        const { news, end } = paced((known) => tell({ type: "columns", ...known }));
        tell(await think("/analyses", place, { signal, news }).finally(end));
      }
    } catch (error) {
      if (!signal.aborted && leavesToServer(error)) return this.close();
      const { code = "unavailable", message, field } = /** @type {any} */ (error);
      tell({ type: "error", error: { code, message: String(message ?? error), field } });
    }
  }

  /** @param {object} message */
  #tell(message) {
    if (this.readyState === WebSocket.OPEN) this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
}
