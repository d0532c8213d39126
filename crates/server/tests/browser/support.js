// What the browser tests share: a server of their own, a browser, and the watch over every request.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").BrowserContext} BrowserContext */
/** @typedef {import("playwright-core").Page} Page */

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../../..");
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
/** How long the slowest thing a test waits for may take. */
export const PATIENCE = Number(process.env.PATIENCE ?? 60_000);

/** What browsers report when the connection to the server breaks. */
export const BROKEN = /WebSocket|ERR_CONNECTION|ERR_EMPTY_RESPONSE/;
/** What they report when the server refuses something. */
export const REFUSAL = /status of 4\d\d|Unexpected response code: 4\d\d/;

/** The program under test. */
export const program = process.env.DROPLINE ?? path.resolve(root, process.env.CARGO_TARGET_DIR ?? "target", "debug/dropline");

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port"))));
    });
  });
}

/** A running `dropline serve` with a database of its own. */
export class Server {
  /** @type {import("node:child_process").ChildProcess | null} */
  #process = null;
  #folder = mkdtempSync(path.join(tmpdir(), "dropline-web-"));
  #said = "";

  /**
   * @param {number} port
   * @param {string[]} options of the command
   * @param {string} [host] where it listens
   */
  constructor(port, options, host = "127.0.0.1") {
    this.port = port;
    this.options = options;
    this.host = host;
    this.address = `http://127.0.0.1:${port}`;
  }

  /** @param {string[]} options of the command */
  static async start(...options) {
    const server = new Server(await freePort(), options);
    await server.start();
    return server;
  }

  /** A server that others on the network reach. */
  static async startOpen() {
    const server = new Server(await freePort(), [], "0.0.0.0");
    await server.start();
    return server;
  }

  async start() {
    assert.ok(existsSync(program), `${program} is not there: build it, or name it in DROPLINE`);
    const options = ["serve", "--addr", `${this.host}:${this.port}`, "--database", path.join(this.#folder, "games.sqlite"), "--requests", "1000", "--connections", "1000", "--log", "none", ...this.options];
    const child = spawn(program, options, { stdio: ["ignore", "pipe", "pipe"] });
    this.#process = child;
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (this.#said = (this.#said + text).slice(-4000)));
    for (let tries = 0; tries < 200; tries++) {
      if (child.exitCode !== null) break;
      const answer = await fetch(`${this.address}/readyz`).catch(() => null);
      if (answer?.ok) return;
      await wait(50);
    }
    throw new Error(`the server does not start: ${this.#said}`);
  }

  /** Ends it as a power cut would. */
  async kill() {
    const child = this.#process;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }

  /** Falls silent, as a lost network does: connections stay open and nothing is answered. */
  pause() {
    this.#process?.kill("SIGSTOP");
  }

  /** Speaks again. */
  resume() {
    this.#process?.kill("SIGCONT");
  }

  async stop() {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** @param {import("playwright-core").LaunchOptions} [options] @returns {Promise<Browser>} */
export const launch = (options) => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS, ...options });

/** A browser that keeps pages for the way back, as people's do. */
export const launchKeeping = () => launch({ ignoreDefaultArgs: ["--disable-back-forward-cache"] });

/**
 * A visitor: a browser context that fails its test if a page reports an error or asks another address.
 */
export class Visitor {
  /** @type {string[]} */
  #faults = [];
  /** @type {string[]} addresses that were asked for */
  requests = [];

  /**
   * @param {BrowserContext} context
   * @param {Page} page
   * @param {Server} server
   */
  constructor(context, page, server) {
    this.context = context;
    this.page = page;
    this.server = server;
  }

  /**
   * @param {Browser} browser
   * @param {Server} server
   * @param {import("playwright-core").BrowserContextOptions & { expected?: RegExp, thinks?: boolean }} [options] expected: errors that belong to the test; thinks: whether the browser could do without the server's thinking
   */
  static async arrive(browser, server, { expected, thinks = !(server instanceof Server), ...options } = {}) {
    const context = await browser.newContext({ viewport: { width: 1200, height: 860 }, reducedMotion: "reduce", ...options });
    context.setDefaultTimeout(PATIENCE);
    if (!thinks) await context.addInitScript(() => Reflect.deleteProperty(globalThis, "WebAssembly"));
    const page = await context.newPage();
    const visitor = new Visitor(context, page, server);
    context.on("request", (request) => visitor.#ask(request.url()));
    page.on("websocket", (socket) => visitor.#ask(socket.url()));
    context.on("console", (message) => {
      if (message.type() === "error" && !expected?.test(message.text())) visitor.#faults.push(message.text());
    });
    context.on("weberror", (error) => visitor.#faults.push(String(error.error().stack ?? error.error())));
    return visitor;
  }

  /** @param {string} url */
  #ask(url) {
    this.requests.push(url);
    const { protocol, host } = new URL(url);
    const inside = ["http:", "ws:"].includes(protocol) && host === new URL(this.server.address).host;
    if (!inside && !["data:", "blob:"].includes(protocol)) this.#faults.push(`asked ${url}`);
  }

  /** @param {string} address */
  async open(address) {
    await this.page.goto(this.server.address + address);
  }

  async leave() {
    await this.context.close();
    assert.deepEqual(this.#faults, []);
  }
}

/** Unfolds the choices of the start page, once they are there. @param {Page} page */
export async function openChoices(page) {
  await page.getByLabel("Opponent").locator("option").first().waitFor({ state: "attached" });
  if (!(await page.locator(".choices-box").getAttribute("open").then((open) => open !== null))) await page.locator(".choices-box > summary").click();
}

/**
 * Begins a game on the start page.
 * @param {Visitor} visitor
 * @param {{ against?: string, player?: string, options?: Record<string, string>, level?: number, variant?: string, side?: string, clock?: string }} choices
 */
export async function begin(visitor, { against = "The computer", player, options = {}, level, variant, side, clock }) {
  const { page } = visitor;
  await visitor.open("/");
  await openChoices(page);
  const choose = (/** @type {string} */ name) => page.locator(".chip", { hasText: name }).first().locator("input").check();
  await choose(against);
  if (variant) {
    const parts = /^(\d+)x(\d+)([cm])(\d+)$/.exec(variant);
    assert.ok(parts);
    await page.getByRole("spinbutton", { name: "Columns" }).fill(parts[1]);
    await page.getByRole("spinbutton", { name: "Levels" }).fill(parts[2]);
    await page.getByRole("spinbutton", { name: "In line" }).fill(parts[4]);
    await page.getByLabel("Rules").selectOption(parts[3] === "c" ? "connect" : "max");
  }
  if (player) await page.getByLabel("Opponent").selectOption(player);
  if (Object.keys(options).length) await page.locator("player-picker:visible summary", { hasText: "Advanced" }).click();
  for (const [name, value] of Object.entries(options)) await page.locator(`player-picker:visible input[name="${name}"]`).fill(value);
  if (level) await page.getByRole("slider", { name: "Strength" }).fill(String(level));
  if (side) await page.locator(`input[name="side"][value="${side}"]`).check();
  if (clock) await page.locator(`input[name="clock"][value="${clock}"]`).check();
  await page.locator('button[type="submit"]').click();
  await page.waitForURL(/\/g\//);
}

/**
 * Drops a checker by mouse, once it can be done.
 * @param {Page} page
 * @param {number} column
 */
export const drop = (page, column) => page.locator(`.board-column[data-column="${column}"]`).click();

/**
 * Plays both sides on one screen.
 * @param {Page} page
 * @param {number[]} columns
 */
export async function playAll(page, columns) {
  for (const [index, column] of columns.entries()) {
    await drop(page, column);
    // The list has moves that the server has confirmed only.
    await page.waitForFunction((wanted) => document.querySelectorAll("move-list .move").length === wanted, index + 1);
  }
}

/**
 * Waits for the headline of the page.
 * @param {Page} page
 * @param {string | RegExp} text
 */
export async function status(page, text) {
  await page.locator("h1", { hasText: text }).waitFor();
}

/** The checkers on the board, as columns and levels from the left. @param {Page} page */
export async function board(page) {
  return (await page.locator(".board-words").textContent()) ?? "";
}

/**
 * Waits until so many checkers lie on the board.
 * @param {Page} page
 * @param {number} count
 */
export async function checkers(page, count) {
  await page.waitForFunction((wanted) => document.querySelectorAll(".checkers > .checker").length === wanted, count);
}
