// A WebSocket that comes back: after a lost network, a sleeping laptop or a restarted server.

import { BASE } from "./api.js";
import { LocalSocket, isLocal } from "./local.js";

/** @typedef {"connecting" | "open" | "lost"} Link */

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4000;
/** How long a connection may take to open. */
const OPENING_MS = 10_000;
/** How often the server is asked whether it is there, and how long it may take to answer: a lost network is noticed within their sum. */
const PING_MS = 2000;
const SILENCE_MS = 2500;
/** The same where nobody looks: browsers let such pages do little. */
const HIDDEN_PING_MS = 15_000;

export class Socket {
  /** @type {WebSocket | LocalSocket | null} */
  #socket = null;
  #wait = FIRST_WAIT_MS;
  #timer = 0;
  #pinger = 0;
  #silence = 0;
  #askedAt = 0;
  #closed = false;

  /**
   * @param {() => URL} address asked for again at each attempt
   * @param {{ open?: () => void, message: (message: any) => void, link?: (link: Link) => void, ping?: () => unknown }} hooks
   */
  constructor(address, hooks) {
    this.address = address;
    this.hooks = hooks;
    this.#connect();
    if (this.#socket instanceof LocalSocket) return;
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#lose);
    // A page that is left may be kept for the way back: its connection would stay open meanwhile, and the server go on thinking for nobody.
    addEventListener("pagehide", this.#rest);
    addEventListener("pageshow", this.#hurry);
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** @param {unknown} message */
  send(message) {
    if (!this.isOpen) return false;
    this.#socket?.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pinger);
    this.#heard();
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#lose);
    removeEventListener("pagehide", this.#rest);
    removeEventListener("pageshow", this.#hurry);
    this.#socket?.close();
  }

  /** Gives the connection up at once, without waiting for the other end's goodbye, and tries to make a new one. */
  #lose = () => {
    const socket = this.#socket;
    if (!socket || this.#closed) return;
    this.#socket = null;
    clearInterval(this.#pinger);
    this.#heard();
    socket.close();
    this.hooks.link?.("lost");
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  };

  #rest = () => {
    this.#lose();
    clearTimeout(this.#timer);
  };

  #hurry = () => {
    // One that is being made is left alone.
    if (this.#socket || this.#closed) return;
    clearTimeout(this.#timer);
    this.#connect();
  };

  #connect() {
    const address = this.address();
    const path = address.pathname.replace(BASE, "");
    const socket = isLocal(path) ? new LocalSocket(path) : new WebSocket(address);
    this.#socket = socket;
    this.hooks.link?.("connecting");
    this.#listen(OPENING_MS);
    socket.addEventListener("open", () => {
      if (this.#socket !== socket) return;
      this.#heard();
      this.#wait = FIRST_WAIT_MS;
      this.hooks.link?.("open");
      this.hooks.open?.();
      if (this.hooks.ping) this.#pinger = window.setInterval(() => this.#ping(), PING_MS);
    });
    socket.addEventListener("message", (/** @type {any} */ event) => {
      if (this.#socket !== socket) return;
      this.#heard();
      this.hooks.message(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      if (this.#socket === socket) this.#lose();
    });
  }

  #ping() {
    const now = performance.now();
    if (document.hidden && now - this.#askedAt < HIDDEN_PING_MS) return;
    if (!this.send(this.hooks.ping?.())) return;
    this.#askedAt = now;
    this.#listen(SILENCE_MS);
  }

  /** Something has to be heard within this time, or within that of an earlier question. @param {number} ms */
  #listen(ms) {
    this.#silence ||= window.setTimeout(this.#lose, ms);
  }

  #heard() {
    clearTimeout(this.#silence);
    this.#silence = 0;
  }
}
