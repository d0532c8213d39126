// A game by keyboard alone: no mouse event is sent.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, server } from "../stage.js";
import { Visitor, checkers, status } from "../support.js";

/**
 * Tabs until something has the focus.
 * @param {import("playwright-core").Page} page
 * @param {string} selector
 */
async function tabTo(page, selector) {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
  }
  assert.fail(`Tab does not lead to ${selector}`);
}

test("a game is set up, won and played again by keyboard alone", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/");
  await page.getByLabel("Opponent").locator("option").first().waitFor({ state: "attached" });
  await tabTo(page, "player-picker select");
  await page.keyboard.type("The left");
  await tabTo(page, 'button[type="submit"]');
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/g\//);
  await status(page, "Your turn");

  // From anywhere: a digit goes to its column, the same digit drops.
  await page.keyboard.press("7");
  await page.keyboard.press("7");
  await checkers(page, 2);
  // Arrows and Enter.
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await checkers(page, 4);
  // Home, End and Space.
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  await page.keyboard.press("Space");
  await checkers(page, 6);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Column 7, 3 of 6 filled");
  await page.keyboard.press("ArrowDown");
  await status(page, "You win");

  await tabTo(page, "button.primary");
  const before = page.url();
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.href !== before);
  // Sides are exchanged: the computer has begun.
  await checkers(page, 1);
  await status(page, "Your turn");
  await visitor.leave();
});

test("an analysis is walked through by keyboard alone", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/analyse?v=4x4c3&m=12");
  await checkers(page, 2);
  await page.keyboard.press("ArrowLeft");
  await checkers(page, 1);
  await page.keyboard.press("3");
  await page.keyboard.press("Enter");
  await checkers(page, 2);
  await page.waitForURL((url) => url.searchParams.get("m") === "13");
  await visitor.leave();
});

test("running through the moves is not too much for the server", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/analyse?v=5x4c4&m=33332442242541111555");
  await checkers(page, 20);
  for (let round = 0; round < 3; round++) {
    for (let step = 0; step < 20; step++) await page.keyboard.press("ArrowLeft");
    await checkers(page, 0);
    for (let step = 0; step < 20; step++) await page.keyboard.press("ArrowRight");
    await checkers(page, 20);
  }
  await page.locator('eval-graph svg[aria-label*="21 of 21 positions known"]').waitFor();
  assert.equal(await page.locator(".problem").first().textContent(), "");
  await visitor.leave();
});
