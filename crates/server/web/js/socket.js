// A WebSocket that comes back: after a lost network, a sleeping laptop or a restarted server.

/** @typedef {"connecting" | "open" | "lost"} Link */

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4000;
const PING_MS = 15_000;
const SILENCE_MS = 10_000;

export class Socket {
  /** @type {WebSocket | null} */
  #socket = null;
  #wait = FIRST_WAIT_MS;
  #timer = 0;
  #pinger = 0;
  #silence = 0;
  #closed = false;

  /**
   * @param {() => URL} address asked for again at each attempt
   * @param {{ open?: () => void, message: (message: any) => void, link?: (link: Link) => void, ping?: () => unknown }} hooks
   */
  constructor(address, hooks) {
    this.address = address;
    this.hooks = hooks;
    addEventListener("online", this.#hurry);
    this.#connect();
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
    clearTimeout(this.#silence);
    removeEventListener("online", this.#hurry);
    this.#socket?.close();
  }

  /** Drops the connection and makes a new one. */
  renew() {
    this.#socket?.close();
  }

  #hurry = () => {
    if (this.isOpen || this.#closed) return;
    clearTimeout(this.#timer);
    this.#connect();
  };

  #connect() {
    const socket = new WebSocket(this.address());
    this.#socket = socket;
    this.hooks.link?.("connecting");
    socket.addEventListener("open", () => {
      this.#wait = FIRST_WAIT_MS;
      this.hooks.link?.("open");
      this.hooks.open?.();
      if (this.hooks.ping) this.#pinger = window.setInterval(() => this.#ping(), PING_MS);
    });
    socket.addEventListener("message", (event) => {
      clearTimeout(this.#silence);
      if (this.#socket === socket) this.hooks.message(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      clearInterval(this.#pinger);
      clearTimeout(this.#silence);
      if (this.#closed || this.#socket !== socket) return;
      this.hooks.link?.("lost");
      this.#timer = window.setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
    });
  }

  #ping() {
    if (!this.send(this.hooks.ping?.())) return;
    clearTimeout(this.#silence);
    this.#silence = window.setTimeout(() => this.renew(), SILENCE_MS);
  }
}
