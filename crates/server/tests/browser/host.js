// The site on a static host, there before the tests of a file and gone after them. `cargo xtask site` makes it.

import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before } from "node:test";
import { pathToFileURL } from "node:url";
import { browser } from "./stage.js";
import { Visitor, root } from "./support.js";

// Or one that was unpacked elsewhere.
export const dist = process.env.SITE ?? path.join(root, "dist");
export const skip = existsSync(path.join(dist, "sw.js")) ? false : "there is no site: cargo xtask site makes it";
export const noHandbook = existsSync(path.join(dist, "handbook")) ? false : "the site was made without the handbook";
const TYPES = /** @type {Record<string, string>} */ ({ html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", png: "image/png", wasm: "application/wasm", webmanifest: "application/manifest+json" });

/** A static host with the site under a path, and nothing else. */
export class Host {
  folder = mkdtempSync(path.join(tmpdir(), "dropline-site-"));
  /** Files that were asked for. @type {string[]} */
  asked = [];
  /** Files that are never answered. @type {RegExp | null} */
  stalls = null;
  #server = createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url ?? "/", "http://host").pathname).replace(/^\/some\/where\//, "") || "index.html";
    const file = path.join(this.folder, name);
    this.asked.push(name);
    if (this.stalls?.test(name)) return;
    if (!request.url?.startsWith("/some/where/") || !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[name.split(".").pop() ?? ""] ?? "application/octet-stream" }).end(readFileSync(file));
  });

  async start() {
    cpSync(dist, this.folder, { recursive: true });
    await new Promise((resolve) => this.#server.listen(0, "127.0.0.1", () => resolve(null)));
    const address = this.#server.address();
    this.address = `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`;
  }

  /** Goes away, as the network does on a plane. */
  async stop() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Another version: a page says something else. @param {string} [said] */
  update(said = "Newer help") {
    this.change("help.html", (text) => text.replace(/<h1>.*<\/h1>/, `<h1>${said}</h1>`));
  }

  /** A file is another one, in a version of its own. @param {string} name @param {(text: string) => string} how */
  change(name, how) {
    const file = path.join(this.folder, name);
    const [old, text] = [readFileSync(file), how(readFileSync(file, "utf8"))];
    writeFileSync(file, text);
    const hash = (/** @type {string | Buffer} */ data) => createHash("sha256").update(data).digest("base64");
    const worker = path.join(this.folder, "sw.js");
    writeFileSync(worker, readFileSync(worker, "utf8").replace(hash(old), hash(text)));
  }
}

/** @type {Host} */
export let host;
before(async () => {
  if (skip) return;
  host = new Host();
  await host.start();
});
after(async () => {
  if (skip) return;
  await host.stop();
  rmSync(host.folder, { recursive: true });
});

/** @param {import("playwright-core").BrowserContextOptions & { expected?: RegExp }} [options] */
export const arrive = (options) => Visitor.arrive(browser, /** @type {any} */ (host), options);

/** The package as other programs use it. */
export const load = () => import(pathToFileURL(path.join(dist, "engine/index.js")).href);
