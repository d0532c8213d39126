// Addresses that lead nowhere get a sentence, never a broken page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, server } from "../stage.js";
import { REFUSAL, Visitor } from "../support.js";

/** @type {[address: string, sentence: RegExp, checkers: number][]} */
const ADDRESSES = [
  ["/analyse?v=abc", /“abc” is no variant/, 0],
  ["/analyse?v=7x6c4&m=99", /The moves in the address do not fit 7x6c4/, 0],
  ["/analyse?v=7x6c4&m=<b>", /The moves in the address do not fit 7x6c4/, 0],
  ["/analyse?v=7x6c4&t=((4)", /The variations in the address cannot be read/, 0],
  ["/analyse?p=garbage", /is not a column|position/i, 0],
  ["/analyse?v=64x64c4", /4096 cells/, 0],
  ["/analyse?v=7x6c4&m=11111111", /column 1 is full/i, 6],
  ["/analyse?v=7x6c4&m=11223344567", /already over/, 7],
  ["/review?v=abc&m=1", /“abc” is no variant/, 0],
  ["/review?v=7x6c4&m=1111111", /column 1 is full/i, 6],
];

for (const [address, sentence, checkers] of ADDRESSES) {
  test(`${address} says what is wrong`, async () => {
    const visitor = await Visitor.arrive(browser, server, { expected: REFUSAL });
    const { page } = visitor;
    await visitor.open(address);
    await page.locator(".problem:visible", { hasText: sentence }).waitFor();
    await page.waitForFunction((wanted) => document.querySelectorAll(".checkers > .checker").length === wanted, checkers);
    assert.equal(await page.locator("main script, main b").count(), 0);
    await visitor.leave();
  });
}
