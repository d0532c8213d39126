// A phone: small, touched, everything within its width.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, server } from "../stage.js";
import { Visitor, begin, checkers, status } from "../support.js";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** @param {import("playwright-core").Page} page */
const fits = async (page) =>
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${page.url()} is wider than the screen`);

test("a game is played by touch on a phone", async () => {
  const visitor = await Visitor.arrive(browser, server, PHONE);
  const { page } = visitor;
  await begin(visitor, { player: "bad" });
  await status(page, "Your turn");
  await fits(page);
  const box = await page.locator(".board-frame").boundingBox();
  assert.ok(box && box.y + box.height <= 740, "the whole board is in view");
  for (let turn = 1; turn <= 3; turn++) {
    await page.locator('.board-column[data-column="7"]').tap();
    await checkers(page, 2 * turn);
  }
  // A finger that slides drops where it is lifted.
  const column = async (/** @type {number} */ number) => {
    const cell = await page.locator(`.board-column[data-column="${number}"]`).boundingBox();
    assert.ok(cell);
    return { x: cell.x + cell.width / 2, y: cell.y + cell.height / 2 };
  };
  const [from, to] = [await column(2), await column(7)];
  const touch = await page.context().newCDPSession(page);
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
  for (const x of [from.x + 40, from.x + 90, to.x]) await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x, y: to.y }] });
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await status(page, "You win");
  await visitor.leave();
});

test("every page fits a phone", async () => {
  const visitor = await Visitor.arrive(browser, server, PHONE);
  const { page } = visitor;
  for (const address of ["/", "/analyse?v=7x6c4&m=44444326", "/analyse?v=20x20c5&m=4,5", "/analyse?v=1x1c1", "/review?v=4x4c3&m=1212", "/review", "/help", "/api"]) {
    await visitor.open(address);
    await page.locator("main h1:visible").waitFor();
    await fits(page);
  }
  await visitor.leave();
});
