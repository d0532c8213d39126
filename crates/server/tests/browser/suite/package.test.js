// The npm package, as other programs use it: in Node and in pages.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { arrive, dist, load, skip } from "../host.js";
import { server } from "../stage.js";

test("the example of the package runs in Node and in a browser", { skip }, async () => {
  const example = /```js\n([^]*?)```/.exec(readFileSync(path.join(dist, "engine/README.md"), "utf8"))?.[1] ?? "";
  const body = example.replace(/^import .*$/m, "").replace("console.log(score, words, best, column, players)", "return { score, words, best, column, players }");
  assert.ok(body.includes("return {"));
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  const { Dropline } = await load();
  const inNode = await new AsyncFunction("Dropline", body.replace("dropline.close();", ""))(Dropline);
  assert.deepEqual([inNode.score, inNode.best], [0, [3, 6]]);
  const visitor = await arrive();
  await visitor.open("/some/where/help.html");
  const inBrowser = await visitor.page.evaluate(async (source) => {
    const { Dropline } = await import(new URL("engine/index.js", document.baseURI).href);
    const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
    return new AsyncFunction("Dropline", source)(Dropline);
  }, body);
  assert.deepEqual(inBrowser, inNode);
  await visitor.leave();
});

test("a question that is called off ends at once", { skip }, async () => {
  const { Dropline } = await load();
  const dropline = new Dropline({ book: false });
  const controller = new AbortController();
  const question = dropline.analyze({ variant: "9x7c4" }, { time: 60, signal: controller.signal, news: () => setTimeout(() => controller.abort(new Error("enough"))) });
  await assert.rejects(question, /enough/);
  assert.equal((await dropline.solve({ variant: "5x4c4" })).score, 0);
  dropline.close();
});

test("a time that is none is refused, and a long one is waited for", { skip }, async () => {
  const { Dropline } = await load();
  const dropline = new Dropline({ book: false, workers: 1 });
  for (const time of [NaN, Infinity, -Infinity]) await assert.rejects(dropline.solve({ variant: "5x4c4" }, { time }), { code: "bad_time", field: "time" });
  assert.equal((await dropline.solve({ variant: "6x5c4" }, { time: 1e7 })).score, 0);
  await assert.rejects(dropline.ask(/** @type {any} */ (undefined)), { code: "not_found" });
  await assert.rejects(dropline.ask(/** @type {any} */ (7)), { code: "not_found" });
  dropline.close();
});

test("however many workers are wanted, and whatever memory, there is an answer", { skip }, async () => {
  const { Dropline } = await load();
  for (const options of [{ workers: 0 }, { workers: -1 }, { workers: 0.5 }, { workers: 1.5 }, { workers: 1000 }, { workers: Infinity }, { memory: 0 }, { memory: -1 }, { memory: 2 ** 24 + 0.5 }, { memory: 2 ** 40 }, { memory: Infinity }]) {
    const dropline = new Dropline({ book: false, ...options });
    const scores = await Promise.all([1, 2, 3, 4, 5].map((column) => dropline.solve({ variant: "5x4c4", moves: String(column) })));
    assert.deepEqual(scores.map(({ score }) => score), [1, 0, 0, 0, 1], JSON.stringify(options));
    dropline.close();
  }
});

test("reasons for a column are told while the only worker analyses, by what it has found", { skip }, async () => {
  const { Dropline } = await load();
  const dropline = new Dropline({ book: false, workers: 1 });
  const place = { variant: "9x7c4", moves: "5" };
  const { signal, abort } = calledOff();
  /** @type {any} */
  let latest;
  const known = new Promise((resolve) => {
    const news = (/** @type {any} */ told) => resolve((latest = told));
    // It takes far longer than the test.
    dropline.analyze(place, { time: 1e6, signal, news }).then(() => resolve(null), () => resolve(null));
  });
  assert.ok(await known);
  const { column, reasons } = await dropline.explain({ ...place, column: 3 });
  assert.equal(column, 3);
  assert.ok(reasons.some((/** @type {any} */ { reason }) => reason === "worth"), JSON.stringify(reasons));
  // What takes no thinking does not wait either; what does take its turn.
  assert.equal((await dropline.ask("/facts", place)).turn, "black");
  const score = dropline.solve({ variant: "5x4c4" });
  assert.equal(latest.done, false);
  abort();
  assert.equal((await score).score, 0);
  dropline.close();
});

/** Something that calls a question off, as one that knows its own end does. */
function calledOff() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort(new Error("enough")) };
}

test("a listener that throws ends its own question, and the engine stays of use", { skip }, async () => {
  const { Dropline } = await load();
  const dropline = new Dropline({ book: false, workers: 1 });
  const refuse = () => {
    throw new Error("no news, please");
  };
  for (const news of [refuse, async () => refuse()]) {
    await assert.rejects(dropline.analyze({ variant: "9x7c4" }, { time: 1e6, news }), /no news, please/);
    assert.equal((await dropline.solve({ variant: "5x4c4" })).score, 0);
  }
  dropline.close();
});

test("whatever is asked of the package that makes no sense is refused with a sentence", { skip }, async () => {
  const { Dropline, DroplineError } = await load();
  const dropline = new Dropline({ book: false, workers: 1 });
  const circle = /** @type {any} */ ({});
  circle.self = circle;
  for (const [method, given, field] of /** @type {[string, any[], string][]} */ ([
    ["solve", [null], "question"],
    ["solve", [null, { time: 1 }], "question"],
    ["solve", ["44"], "question"],
    ["solve", ["44", { time: 1 }], "question"],
    ["analyze", [["44"]], "question"],
    ["review", [44], "question"],
    ["explain", [() => {}], "question"],
    ["puzzle", [null], "question"],
    ["mistakes", [null], "question"],
    ["move", [null], "question"],
    ["ask", ["/facts", null], "question"],
    ["solve", [{ wish: 44n }], "question"],
    ["solve", [circle], "question"],
    ["solve", [{}, null], "options"],
    ["solve", [{}, 5], "options"],
    ["analyze", [{}, { news: "loud" }], "news"],
    ["analyze", [{}, { news: null }], "news"],
    ["analyze", [{}, { signal: new AbortController() }], "signal"],
    ["analyze", [{}, { signal: null }], "signal"],
    ["solve", [{ moves: 44 }], "moves"],
    ["solve", [{ moves: ["4", "4"] }], "moves"],
    ["solve", [{ variant: { columns: 7 } }], "variant"],
    ["solve", [{ position: 7 }], "position"],
    ["solve", [{}, { time: "5" }], "time"],
    ["explain", [{ column: "4" }], "column"],
    ["explain", [{ column: 4.5 }], "column"],
    ["move", [{ player: 5 }], "player"],
    ["move", [{ player: "bad", seed: -1 }], "seed"],
    ["move", [], "player"],
    ["attempt", [], "id"],
    ["attempt", ["3x3c3:---", "12"], "drops"],
    ["animation", [0, 4, new Uint8Array(0)], "width"],
    ["animation", [4, 7e4, new Uint8Array(0)], "height"],
    ["animation", [4, 4, new Uint8Array(4)], "last"],
    ["animation", [4, 4], "last"],
  ])) {
    const what = `${method}(${given.map((one) => (one === circle || one?.wish === 44n ? "…" : JSON.stringify(one)))})`;
    await assert.rejects(dropline[method](...given), (/** @type {any} */ error) => {
      assert.ok(error instanceof DroplineError, `${what}: ${error}`);
      assert.equal(error.field, field, `${what}: ${error.message}`);
      if (error.code === `bad_${field}`) assert.ok(error.message.includes(field), `${what}: ${error.message}`);
      return true;
    });
  }
  assert.equal((await dropline.analyze(undefined, undefined)).variant, "7x6c4");
  dropline.close();
  for (const [options, field] of /** @type {[any, string][]} */ ([
    [null, "options"],
    [4, "options"],
    [{ workers: NaN }, "workers"],
    [{ workers: "2" }, "workers"],
    [{ workers: null }, "workers"],
    [{ memory: NaN }, "memory"],
    [{ memory: "16 MiB" }, "memory"],
    [{ book: "7x6c4.book" }, "book"],
    [{ vectors: 1 }, "vectors"],
  ])) {
    assert.throws(() => new Dropline(options), (/** @type {any} */ error) => error instanceof DroplineError && error.field === field && error.message.startsWith(`${field} is `), JSON.stringify(options));
  }
});

test("an engine that could not be loaded is loaded for the next question, and one whose worker cannot be started says that", { skip }, async () => {
  const visitor = await arrive({ serviceWorkers: "block", expected: /ERR_FAILED/ });
  const { page } = visitor;
  await visitor.open("/some/where/help.html");
  const asked = (/** @type {boolean} */ book) => page.evaluate(async (book) => {
    const { Dropline } = await import(new URL("engine/index.js", document.baseURI).href);
    const dropline = (/** @type {any} */ (window).dropline ??= new Dropline({ book }));
    if (book) await dropline.ready;
    return dropline.solve({ variant: "5x4c4" }).then((/** @type {any} */ { score }) => score, (/** @type {any} */ { code, message }) => `${code}: ${message}`);
  }, book);
  await page.route(/\.packed$/, (route) => route.abort(), { times: 1 });
  assert.equal(await asked(true), 0);
  await page.reload();
  await page.route(/worker\.js$/, (route) => route.abort(), { times: 1 });
  assert.match(String(await asked(false)), /^unavailable: the engine cannot be started/);
  assert.equal(await asked(false), 0);
  await visitor.leave();
});

/** Numbers that look random and are the same each time. @param {number} seed */
function* dice(seed) {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

test("500 positions of five variants are worth the same as to the program, for the same reasons", { skip }, async (t) => {
  const { Dropline } = await load();
  const dropline = new Dropline({ workers: 2 });
  await dropline.ready;
  const post = async (/** @type {string} */ where, /** @type {object} */ question) =>
    (await fetch(`${server.address}/api/v1${where}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(question) })).json();
  const random = dice(23);
  let compared = 0;
  for (const [variant, columns, levels, plies] of /** @type {const} */ ([["7x6c4", 7, 6, 26], ["6x5c4", 6, 5, 16], ["9x7c4", 9, 7, 50], ["5x5m3", 5, 5, 17], ["12x9c5", 12, 9, 97]])) {
    for (let found = 0; found < 100; ) {
      const heights = new Array(columns).fill(0);
      const moves = /** @type {number[]} */ ([]);
      while (moves.length < plies) {
        const column = Math.floor((random.next().value ?? 0) * columns);
        if (heights[column] < levels) moves.push(++heights[column] && column + 1);
      }
      const place = { variant, moves: moves.join(columns > 9 ? "," : "") };
      const facts = await dropline.ask("/facts", place).catch(() => null);
      if (!facts || facts.outcome) continue;
      found++;
      const [here, there] = await Promise.all([dropline.analyze(place, { time: 20 }), post("/analyses", place)]);
      assert.ok(here.exact && there.exact, `${variant} ${place.moves} is not decided`);
      const worth = (/** @type {any} */ { columns, best, words, height, threats, turn }) => ({ columns, best, words, height, threats, turn });
      assert.deepEqual(worth(here), worth(there), `${variant} ${place.moves}`);
      if (found % 5 === 0) assert.deepEqual(await dropline.explain(place), await post("/explanations", place), `${variant} ${place.moves}`);
      compared++;
    }
  }
  t.diagnostic(`${compared} positions`);
  assert.equal(compared, 500);
  dropline.close();
});
