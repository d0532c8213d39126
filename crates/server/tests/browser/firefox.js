// Debian's Firefox, over the protocol that browsers share (WebDriver BiDi); playwright wants a Firefox of its own.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { PATIENCE } from "./support.js";

const PROGRAM = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

/** Why there is no Firefox to test with; nothing if there is one. */
export const noFirefox = !existsSync(PROGRAM) ? `${PROGRAM} is not there` : typeof WebSocket === "undefined" ? "this node has no WebSocket" : null;

export class Firefox {
  #profile = mkdtempSync(path.join(tmpdir(), "dropline-firefox-"));
  #process = spawn(PROGRAM, ["--headless", "--no-remote", "--profile", this.#profile, "--remote-debugging-port", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();
  #context = "";
  #ids = 0;

  static async start() {
    const firefox = new Firefox();
    const address = await firefox.#address();
    const socket = new WebSocket(`${address}/session`);
    firefox.#socket = socket;
    socket.addEventListener("message", ({ data }) => firefox.#hear(JSON.parse(data)));
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", () => reject(new Error("Firefox does not answer")));
    });
    await firefox.#ask("session.new", { capabilities: {} });
    firefox.#context = (await firefox.#ask("browsingContext.create", { type: "tab" })).context;
    return firefox;
  }

  /** @returns {Promise<string>} */
  #address() {
    return new Promise((resolve, reject) => {
      let said = "";
      this.#process.stderr?.on("data", (text) => {
        said += text;
        const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said);
        if (found) resolve(found[1]);
      });
      this.#process.once("exit", () => reject(new Error(`Firefox does not start: ${said}`)));
    });
  }

  /** @param {string} method @param {object} params @returns {Promise<any>} */
  #ask(method, params) {
    const id = ++this.#ids;
    this.#socket?.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** @param {{ id?: number, type: string, result?: any, message?: string }} message */
  #hear({ id = 0, type, result, message }) {
    const asked = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (type === "error") asked?.reject(new Error(message));
    else asked?.resolve(result);
  }

  /** @param {string} url */
  open(url) {
    return this.#ask("browsingContext.navigate", { context: this.#context, url, wait: "complete" });
  }

  /** The value of an expression in the page: a text, a number or a truth value. @param {string} expression */
  async evaluate(expression) {
    const { result } = await this.#ask("script.evaluate", { expression, target: { context: this.#context }, awaitPromise: true });
    return result?.value;
  }

  /** Waits until an expression is true in the page. @param {string} expression */
  async until(expression) {
    for (const start = Date.now(); Date.now() - start < PATIENCE; await wait(100)) if (await this.evaluate(expression)) return;
    throw new Error(`Firefox waits in vain for ${expression}`);
  }

  async stop() {
    this.#socket?.close();
    const gone = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.kill();
    await gone;
    rmSync(this.#profile, { recursive: true, force: true });
  }
}
