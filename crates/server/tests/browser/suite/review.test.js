// The review: grades, turning points, another try.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, server } from "../stage.js";
import { Visitor, begin, checkers, drop, playAll, status } from "../support.js";

test("every move is graded against exact values, and a turning point is tried again", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  // 5x4c4 is small: all of it is solved at once.
  await begin(visitor, { against: "A friend right here", variant: "5x4c4" });
  await playAll(page, [3, 1, 3, 1, 3, 1, 3]);
  await status(page, "Red wins");
  await page.locator("main").getByRole("link", { name: "Review" }).click();
  await page.locator(".verdict", { hasText: "3 moves changed the result." }).waitFor();
  const words = await page.locator(".graded .words").allTextContents();
  assert.equal(words.length, 7);
  assert.equal(words[0], "best, tie");
  assert.equal(words[2], "threw away a tie: columns 1, 2, 4 and 5 kept it");
  assert.equal(words[3], "threw away a win in 9 for a tie: column 3 kept it");
  assert.equal(words[5], "threw away a tie: column 3 kept it");
  assert.equal(words[6], "best, wins at once");
  assert.equal(await page.locator(".graded-move.mistake").count(), 3);
  await page.locator(".share", { hasText: "Red: 3 of 4 moves best" }).waitFor();
  // The page goes to the first turning point by itself.
  await page.locator('.graded-move[aria-current="step"].mistake', { hasText: "3." }).waitFor();
  await checkers(page, 3);
  // Why it was one: cells are lit, and the line is played on the board, to its end; the next move is another matter.
  await page.getByRole("button", { name: "Why?" }).click();
  await page.locator("move-reasons .reason", { hasText: "Yellow's threat on 4/4" }).click();
  assert.equal(await page.locator(".lit").count(), 1);
  await page.locator("move-reasons li", { hasText: "Yellow's threat on 4/4" }).locator(".step").last().click();
  await checkers(page, 20);
  await page.locator(".graded-move.mistake").last().click();
  assert.equal(await page.locator("move-reasons li").count(), 0);
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
