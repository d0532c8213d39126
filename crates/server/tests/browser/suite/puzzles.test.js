// Puzzles: solved, failed and given up; rating and streak are kept; the puzzle of the day; the mistakes of a game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { browser, server } from "../stage.js";
import { REFUSAL, Visitor, drop } from "../support.js";

/** @param {import("playwright-core").Page} page */
async function accessible(page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(" ")}`), [], page.url());
}

/** @param {string} path @param {unknown} body @returns {Promise<any>} */
const ask = async (path, body) => (await fetch(`${server.address}/api/v1${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();

/** A short puzzle, with its right first column and a wrong one. */
async function simple() {
  const found = await Promise.all(Array.from({ length: 12 }, (_, seed) => ask("/puzzles/next", { rating: 900, seed })));
  const puzzle = found.reduce((best, one) => (one.moves < best.moves ? one : best));
  const { line } = await ask("/puzzles/solutions", { id: puzzle.id, drops: [] });
  const { grid } = await ask("/positions", { text: puzzle.id });
  const wrong = [1, 2, 3, 4, 5, 6, 7].find((column) => column !== line[0] && !grid[0][column - 1]) ?? 0;
  return { id: puzzle.id, right: line[0], wrong };
}

/** @param {import("playwright-core").Page} page @param {string} id */
async function solve(page, id) {
  for (let drops = /** @type {number[]} */ ([]); ; ) {
    const { line } = await ask("/puzzles/solutions", { id, drops });
    await page.waitForFunction(() => document.querySelector("dropline-board.open"));
    await drop(page, line[0]);
    drops = [...drops, line[0]];
    await page.locator(".verdict", { hasText: /Right|Solved/ }).waitFor();
    await page.waitForFunction(() => document.querySelector("dropline-board.open") || document.querySelector(".verdict.win"));
    if (await page.locator(".verdict.win").count()) return;
  }
}

test("a puzzle is solved, counts, and is followed by another one", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  const { id } = await simple();
  await visitor.open(`/puzzles?id=${encodeURIComponent(id)}`);
  await page.locator("h2", { hasText: "to move" }).waitFor();
  await solve(page, id);
  await page.locator(".badge", { hasText: /Your rating: 1\d{3} \(\+\d+\)/ }).waitFor();
  await page.locator(".badge", { hasText: "Streak: 1" }).waitFor();
  await accessible(page);
  await page.getByRole("button", { name: "Next puzzle" }).click();
  await page.waitForFunction((old) => new URLSearchParams(location.search).get("id") !== old, id);
  await visitor.leave();
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`a wrong move is refuted step by step and counts, ${colorScheme}`, async () => {
    const visitor = await Visitor.arrive(browser, server, { colorScheme });
    const { page } = visitor;
    const { id, wrong, right } = await simple();
    await visitor.open(`/puzzles?id=${encodeURIComponent(id)}`);
    await page.waitForFunction(() => document.querySelector("dropline-board.open"));
    await drop(page, wrong);
    await page.locator(".verdict", { hasText: "Not that one" }).waitFor();
    await page.locator(".badge", { hasText: /\(−\d+\)/ }).waitFor();
    const before = await page.locator(".checkers > .checker").count();
    await page.getByRole("button", { name: "On a move" }).click();
    await page.waitForFunction((count) => document.querySelectorAll(".checkers > .checker").length === count + 1, before);
    await accessible(page);
    await page.getByRole("button", { name: "Try again" }).click();
    await drop(page, right);
    await page.locator(".verdict", { hasText: /Right|Solved/ }).waitFor();
    await page.locator(".badge", { hasText: "Streak: 0" }).waitFor();
    await visitor.leave();
  });
}

test("the puzzle of the day, a hint, and the solution by keyboard", async () => {
  const visitor = await Visitor.arrive(browser, server, { viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  await visitor.open("/puzzles?day=2026-11-16");
  await page.getByText("Puzzle of 2026-11-16").waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".verdict", { hasText: /^Column \d\.$/ }).waitFor();
  await page.getByRole("button", { name: "Show the solution" }).click();
  await page.locator(".verdict", { hasText: "step through it" }).waitFor();
  const before = await page.locator(".checkers > .checker").count();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((count) => document.querySelectorAll(".checkers > .checker").length === count + 1, before);
  await page.getByRole("button", { name: "Next puzzle" }).click();
  await page.waitForFunction(() => location.search.startsWith("?id="));
  await visitor.leave();
});

test("after a review its mistakes are practised, and they are not rated", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/review?v=5x4c4&m=112231");
  await page.getByRole("link", { name: "Practise your mistakes" }).click();
  await page.getByText("From your game").waitFor();
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".verdict", { hasText: /^Column \d\.$/ }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("dropline-puzzles")), null);
  await visitor.leave();
});

test("damaged progress counts as none, and storage that is forbidden is no error", async () => {
  const { id, wrong } = await simple();
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/help");
  for (const kept of ["{", "[]", '{"rating": 3}', '{"rating": {"rating": 1e999, "deviation": 1, "volatility": 1}}']) {
    await page.evaluate((text) => localStorage.setItem("dropline-puzzles", text), kept);
    await visitor.open("/puzzles");
    await page.locator("h2", { hasText: "to move" }).waitFor();
    await page.locator(".badge", { hasText: "Your rating: 1500" }).waitFor();
  }
  await page.addInitScript(() => Object.defineProperty(globalThis, "localStorage", { get: () => { throw new DOMException("forbidden", "SecurityError"); } }));
  await visitor.open(`/puzzles?id=${encodeURIComponent(id)}`);
  await page.waitForFunction(() => document.querySelector("dropline-board.open"));
  await drop(page, wrong);
  await page.locator(".badge", { hasText: /\(−\d+\)/ }).waitFor();
  await visitor.leave();
});

test("an address that names no puzzle is told so", async () => {
  const visitor = await Visitor.arrive(browser, server, { expected: REFUSAL, locale: "de-DE" });
  await visitor.open("/puzzles?id=nonsense");
  await visitor.page.locator(".verdict.loss").waitFor();
  await visitor.page.getByRole("button", { name: "Nächstes Rätsel" }).click();
  await visitor.page.locator("h2", { hasText: "am Zug" }).waitFor();
  await visitor.leave();
});

test("a puzzle that was solved without a network stays solved, and counts when it is back", async () => {
  const visitor = await Visitor.arrive(browser, server, { expected: /ERR_FAILED/ });
  const { page } = visitor;
  const { id } = await simple();
  await visitor.open(`/puzzles?id=${encodeURIComponent(id)}`);
  await page.locator("h2", { hasText: "to move" }).waitFor();
  await page.route("**/puzzles/results", (route) => route.abort());
  await solve(page, id);
  await page.locator(".verdict", { hasText: "Solved" }).waitFor();
  assert.equal(await page.locator("dropline-board.open").count(), 0);
  await page.locator(".badge", { hasText: "Streak: 0" }).waitFor();
  await page.unroute("**/puzzles/results");
  await page.locator(".badge", { hasText: /Your rating: 1\d{3} \(\+\d+\)/ }).waitFor();
  await page.locator(".badge", { hasText: "Streak: 1" }).waitFor();
  await visitor.leave();
});

test("of two themes chosen one after the other the last one is shown, whichever puzzle comes first", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/puzzles");
  await page.waitForFunction(() => document.querySelector("dropline-board.open"));
  const [first, last] = ["double-threat", "zugzwang"];
  await page.route("**/puzzles/next", async (route) => {
    if (route.request().postDataJSON().theme === first) await new Promise((resolve) => setTimeout(resolve, 1200));
    await route.continue();
  });
  const late = page.waitForResponse((answer) => answer.url().endsWith("/puzzles/next") && answer.request().postDataJSON().theme === first);
  for (const theme of [first, last]) await page.getByLabel("Theme", { exact: true }).selectOption(theme);
  await late;
  await new Promise((resolve) => setTimeout(resolve, 500));
  const id = new URL(page.url()).searchParams.get("id");
  assert.equal((await ask("/puzzles/named", { id, drops: [] })).theme, last);
  await visitor.leave();
});
