// The review: grades, turning points, another try.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server, Visitor, begin, checkers, drop, launch, status } from "../support.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
before(async () => {
  server = await Server.start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test("every move is graded against exact values, and a turning point is tried again", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  // 5x4c4 is small: all of it is solved at once.
  await begin(visitor, { against: "A friend right here", variant: "5x4c4" });
  for (const column of [3, 1, 3, 1, 3, 1, 3]) {
    const played = await page.locator("move-list .move").count();
    await drop(page, column);
    await checkers(page, played + 1);
  }
  await status(page, "Red wins");
  await page.getByRole("link", { name: "Review" }).click();
  await page.locator(".verdict", { hasText: "One move changed the result." }).waitFor();
  const words = await page.locator(".graded .words").allTextContents();
  assert.equal(words.length, 7);
  assert.match(words[5], /threw away a tie: column 3 kept it/);
  assert.equal(words[6], "best, wins at once");
  assert.equal(await page.locator(".graded-move.mistake").count(), 1);
  await page.locator(".share", { hasText: "Red: 4 of 4 moves best" }).waitFor();
  // The page goes to the turning point by itself.
  await page.locator('.graded-move[aria-current="step"].mistake').waitFor();
  await checkers(page, 6);
  await page.getByRole("button", { name: "Try again from here" }).click();
  await page.waitForURL(/\/g\//);
  await status(page, "Your turn");
  await checkers(page, 5);
  await drop(page, 3);
  await page.waitForFunction(() => document.querySelectorAll(".checkers > .checker").length >= 7);
  await visitor.leave();
});

test("a game can be typed in", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/review");
  await page.getByLabel("Moves, or a saved game").fill("1212");
  await page.getByLabel("Variant, where").fill("4x4c3");
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.locator(".shares .share").first().waitFor();
  assert.equal(await page.locator(".graded .words").count(), 4);
  await visitor.leave();
});
