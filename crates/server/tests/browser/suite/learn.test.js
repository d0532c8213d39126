// Lessons: played by mouse and keyboard, on a phone, without storage, and in German.

import assert from "node:assert/strict";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { browser, server } from "../stage.js";
import { Visitor, drop } from "../support.js";

/** @param {import("playwright-core").Page} page */
async function accessible(page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(" ")}`), [], page.url());
}

/** @param {import("playwright-core").Page} page @param {string | RegExp} text */
const verdict = (page, text) => page.locator(".verdict", { hasText: text }).waitFor();

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`a lesson is read, played, hinted at and kept, ${colorScheme}`, async () => {
    const visitor = await Visitor.arrive(browser, server, { colorScheme });
    const { page } = visitor;
    await visitor.open("/learn");
    await page.getByRole("link", { name: "Block and win" }).waitFor();
    assert.equal(await page.locator(".lesson-link").count(), 10);
    await accessible(page);
    await page.getByRole("link", { name: "Block and win" }).click();
    await page.getByRole("button", { name: "Begin" }).waitFor();
    await accessible(page);
    await page.getByRole("button", { name: "Begin" }).click();
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".lesson-hints li").waitFor();
    await drop(page, 7);
    await verdict(page, "leaves the upright line open");
    await accessible(page);
    await page.getByRole("button", { name: "How it goes on" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".checkers > .checker").length === 7);
    await page.getByRole("button", { name: "Try again" }).click();
    await drop(page, 3);
    await verdict(page, "Right.");
    await accessible(page);
    await page.getByRole("button", { name: "Next task" }).click();
    await page.getByRole("heading", { name: "Task 2 of 4" }).waitFor();
    await visitor.open("/learn");
    await page.getByRole("link", { name: /Block and win\s*1 of 4/ }).waitFor();
    await visitor.leave();
  });
}

test("a task of several moves is answered, up to the end, by keyboard alone", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/learn?lesson=zugzwang&task=1");
  await page.getByRole("heading", { name: "Task 1 of 4" }).waitFor();
  for (const [column, said] of /** @type {[string, string][]} */ ([["1", "Right so far"], ["1", "Right so far"], ["3", "Right. "]])) {
    await page.keyboard.press(column);
    await page.keyboard.press(column);
    await verdict(page, said);
    if (column === "1") await page.waitForFunction(() => document.querySelector("dropline-board.open"));
  }
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Next task");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Task 2 of 4" }).waitFor();
  await visitor.leave();
});

test("a lesson on a phone fits, and without storage it is no error", async () => {
  const visitor = await Visitor.arrive(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { page } = visitor;
  await page.addInitScript(() => Object.defineProperty(globalThis, "localStorage", { get: () => { throw new DOMException("forbidden", "SecurityError"); } }));
  await visitor.open("/learn?lesson=max-connect");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.locator(".board-column").first().waitFor();
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(await sideways(), 0);
  await drop(page, 5);
  await verdict(page, "Two points with one checker");
  await page.getByRole("button", { name: "Task 1, done" }).waitFor();
  await visitor.open("/learn");
  await page.locator(".lesson-link").first().waitFor();
  assert.equal(await sideways(), 0);
  await visitor.leave();
});

test("damaged progress counts as none, and an unknown lesson leads to the list", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/help");
  for (const kept of ["{", "[]", "null", '{"lines": 3}', '{"lines": [1, 1, 9, "x"]}']) {
    await page.evaluate((text) => localStorage.setItem("dropline-lessons", text), kept);
    await visitor.open("/learn?lesson=alchemy");
    await page.locator(".lesson-link").nth(9).waitFor();
  }
  await visitor.leave();
});

test("every lesson speaks German", async () => {
  const visitor = await Visitor.arrive(browser, server, { locale: "de-DE" });
  const { page } = visitor;
  await visitor.open("/learn");
  await page.getByRole("link", { name: "Das vergiftete Feld" }).click();
  await page.getByRole("button", { name: "Anfangen" }).click();
  await page.getByRole("heading", { name: "Aufgabe 1 von 5" }).waitFor();
  await drop(page, 3);
  await verdict(page, "Das Feld über deinem vollendet eine Linie. Dieser Zug: verliert");
  const text = await page.locator("main").innerText();
  assert.ok(!/\b(the|your|this|move|column)\b/i.test(text), text);
  await visitor.leave();
});
