// Times the modules of dist/engine on a file of positions: `node speed.mjs FILE [COUNT] [--browser]`. Scores are checked, the nodes told.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
const engine = path.join(root, "dist/engine");
const [file, count = "50"] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
if (!file) throw new Error("say which positions: node speed.mjs FILE [COUNT] [--browser]");
const positions = readFileSync(file, "utf8").split("\n").filter(Boolean).slice(0, Number(count)).map((line) => line.split(" "));

/** Runs where the engine is: solves all positions by one worker without a book. */
async function measure({ address, vectors, positions }) {
  const { Dropline } = await import(address);
  const dropline = new Dropline({ workers: 1, book: false, vectors });
  await dropline.solve({ variant: "4x4c4" });
  let [nodes, microseconds, wrong] = [0, 0, 0];
  for (const [moves, expected] of positions) {
    const solved = await dropline.solve({ moves }, { time: 600 });
    nodes += solved.nodes;
    microseconds += solved.microseconds;
    if (expected !== undefined && solved.score !== Number(expected)) wrong++;
  }
  dropline.close();
  return { vectors, "ms a position": (microseconds / 1000 / positions.length).toFixed(2), nodes, wrong };
}

if (!process.argv.includes("--browser")) {
  for (const vectors of [false, true]) console.log("Node", await measure({ address: path.join(engine, "index.js"), vectors, positions }));
} else {
  const { chromium } = await import(path.join(root, "crates/server/tests/browser/node_modules/playwright-core/index.mjs"));
  const types = { js: "text/javascript", wasm: "application/wasm" };
  const server = createServer((request, response) => {
    if (request.url === "/") return response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html>");
    try {
      response.writeHead(200, { "content-type": types[request.url.split(".").pop()] ?? "application/octet-stream" }).end(readFileSync(path.join(engine, path.basename(request.url))));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${server.address().port}/`;
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu"] });
  const page = await browser.newPage();
  await page.goto(base);
  for (const vectors of [false, true]) {
    // How long the page itself was busy at most, meanwhile.
    await page.evaluate(() => {
      window.longest = 0;
      new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => (window.longest = Math.max(window.longest, duration)))).observe({ type: "longtask" });
    });
    const found = await page.evaluate(measure, { address: `${base}index.js`, vectors, positions });
    console.log("Chromium", { ...found, "longest task ms": await page.evaluate(() => window.longest) });
  }
  await browser.close();
  server.close();
}
