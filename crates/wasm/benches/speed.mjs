// Times the modules of dist/engine on a file of positions: `node speed.mjs FILE [COUNT] [--browser [--peer=MODULE]]`. Scores are checked, the nodes told. Then what a visitor feels: the
// first analysis with the book, calling off a question, the longest task of the page meanwhile, memory. A peer is another solver, with the exports `place`, `prepare` and `solve`.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
const engine = path.join(root, "dist/engine");
const [file, count = "50"] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
if (!file) throw new Error("say which positions: node speed.mjs FILE [COUNT] [--browser]");
const peer = process.argv.find((argument) => argument.startsWith("--peer="))?.slice("--peer=".length);
const lines = readFileSync(file, "utf8").split("\n").filter(Boolean).map((line) => line.split(" "));
const positions = lines.slice(0, Number(count));
/** Browsers compile what runs often once more, and better, which takes them a while: others are solved for this long before the clock starts. */
const WARM_UP_MS = 2000;
const others = lines.slice(Number(count)).slice(0, 20);

/** Runs where the engine is: solves all positions by one worker without a book. */
async function measure({ address, vectors, positions, others, warmUp }) {
  const { Dropline } = await import(address);
  const dropline = new Dropline({ workers: 1, book: false, vectors });
  const start = performance.now();
  for (let i = 0; others.length && performance.now() - start < warmUp; i++) await dropline.solve({ moves: others[i % others.length][0] }, { time: 600 });
  let [nodes, microseconds, wrong] = [0, 0, 0];
  for (const [moves, expected] of positions) {
    // As natively, nothing is kept from one position to the next.
    const solved = await dropline.solve({ moves, fresh: true }, { time: 600 });
    nodes += solved.nodes;
    microseconds += solved.microseconds;
    if (expected !== undefined && solved.score !== Number(expected)) wrong++;
  }
  dropline.close();
  return { vectors, "ms a position": (microseconds / 1000 / positions.length).toFixed(3), nodes, wrong };
}

/** Runs in a page: solves all positions by another solver. */
async function measurePeer({ address, positions, others, warmUp }) {
  const anything = new Proxy({}, { get: () => new Proxy({}, { get: () => () => {} }) });
  const { instance } = await WebAssembly.instantiate(await (await fetch(address)).arrayBuffer(), anything);
  const { memory, place, prepare, solve } = instance.exports;
  const timed = (moves) => {
    // The first call may take memory, which makes the buffer another one.
    const at = place();
    new Uint8Array(memory.buffer, at, moves.length).set(new TextEncoder().encode(moves));
    prepare(moves.length);
    const start = performance.now();
    const score = solve();
    return { score, ms: performance.now() - start };
  };
  const start = performance.now();
  for (let i = 0; others.length && performance.now() - start < warmUp; i++) timed(others[i % others.length][0]);
  let [total, wrong] = [0, 0];
  for (const [moves, expected] of positions) {
    const { score, ms } = timed(moves);
    total += ms;
    if (expected !== undefined && score !== Number(expected)) wrong++;
  }
  return { "ms a position": (total / positions.length).toFixed(3), wrong };
}

/** Runs where the engine is: the first analysis of the empty board, and how soon a question ends that is called off. */
async function feel({ address }) {
  const { Dropline } = await import(address);
  const dropline = new Dropline();
  await dropline.ready;
  // A worker that answers has taken the book.
  await dropline.players();
  let start = performance.now();
  await dropline.analyze({ variant: "7x6c4" });
  const first = performance.now() - start;
  start = performance.now();
  await dropline.analyze({ variant: "7x6c4", moves: "4" });
  const second = performance.now() - start;
  const controller = new AbortController();
  const question = dropline.analyze({ variant: "9x7c4" }, { time: 60, signal: controller.signal, news: () => controller.abort() });
  controller.signal.addEventListener("abort", () => (start = performance.now()));
  await question.catch(() => {});
  const stopped = performance.now() - start;
  dropline.close();
  return { "first analysis ms": first.toFixed(1), "second ms": second.toFixed(1), "called off after ms": stopped.toFixed(2) };
}

/** Bytes that a worker holds after analyses with the book. */
async function memory() {
  const { PageEngine, initSync } = await import(pathToFileURL(path.join(engine, "dropline.js")).href);
  const wasm = initSync({ module: new WebAssembly.Module(gunzipSync(readFileSync(path.join(engine, "dropline-simd.packed")))) });
  const own = new PageEngine(32 * 2 ** 20);
  own.takeBook(readFileSync(path.join(engine, "7x6c4.book")));
  for (const moves of ["", "44444326", "4453"]) own.answer("/analyses", JSON.stringify({ moves, time: 10 }), () => {});
  own.answer("/moves", JSON.stringify({ moves: "4453", player: "engine" }), () => {});
  own.answer("/solutions", JSON.stringify({ moves: "4453" }), () => {});
  return { "MB of a worker": (wasm.memory.buffer.byteLength / 1e6).toFixed(1) };
}

if (!process.argv.includes("--browser")) {
  const address = pathToFileURL(path.join(engine, "index.js")).href;
  for (const vectors of [false, true]) console.log("Node", await measure({ address, vectors, positions, others, warmUp: WARM_UP_MS }));
  console.log("Node", await feel({ address }), await memory());
} else {
  const { chromium } = await import(path.join(root, "crates/server/tests/browser/node_modules/playwright-core/index.mjs"));
  const types = { js: "text/javascript", wasm: "application/wasm" };
  const server = createServer((request, response) => {
    if (request.url === "/") return response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html>");
    try {
      const contents = readFileSync(request.url === "/peer.wasm" ? peer : path.join(engine, path.basename(request.url)));
      response.writeHead(200, { "content-type": types[request.url.split(".").pop()] ?? "application/octet-stream" }).end(contents);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${server.address().port}/`;
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu"] });
  const page = await browser.newPage();
  await page.goto(base);
  // How long the page itself was busy at most, meanwhile.
  await page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => (window.longest = Math.max(window.longest, duration)))).observe({ type: "longtask" });
  });
  for (const vectors of [false, true]) console.log("Chromium", await page.evaluate(measure, { address: `${base}index.js`, vectors, positions, others, warmUp: WARM_UP_MS }));
  console.log("Chromium", await page.evaluate(feel, { address: `${base}index.js` }), { "longest task ms": await page.evaluate(() => window.longest) });
  if (peer) console.log("Chromium, the peer", await page.evaluate(measurePeer, { address: `${base}peer.wasm`, positions, others, warmUp: WARM_UP_MS }));
  await browser.close();
  server.close();
}
