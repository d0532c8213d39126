// Two people on two devices, and somebody who watches.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, server } from "../stage.js";
import { BROKEN, Visitor, begin, board, checkers, drop, status } from "../support.js";

/**
 * Two visitors in one game, the first plays red.
 * @param {RegExp} [expected] errors that belong to the test
 */
async function meet(expected) {
  const [red, black] = await Promise.all([Visitor.arrive(browser, server, { expected }), Visitor.arrive(browser, server, { expected })]);
  await begin(red, { against: "A friend by link", side: "red" });
  const invitation = await red.page.getByLabel("Invitation link").inputValue();
  await black.page.goto(invitation);
  await status(black.page, "Red to move");
  assert.doesNotMatch(black.page.url(), /seat/, "the key to a seat does not stay in the address");
  await red.page.getByLabel("Invitation link").waitFor({ state: "hidden" });
  return { red, black };
}

test("a game by link goes on after a reload and after the server was killed", async () => {
  const { red, black } = await meet(BROKEN);
  const both = [red.page, black.page];
  const turn = async (/** @type {number} */ ply, /** @type {number} */ column) => {
    const page = both[ply % 2];
    await status(page, "Your turn");
    await drop(page, column);
    await Promise.all(both.map((one) => checkers(one, ply + 1)));
  };
  await turn(0, 4);
  await turn(1, 4);
  await turn(2, 5);
  await black.page.reload();
  await turn(3, 5);

  await server.kill();
  await Promise.all(both.map((page) => page.locator(".banner", { hasText: "connection is lost" }).waitFor()));
  // A move made while nobody hears it is kept and sent when the server is back.
  await drop(red.page, 6);
  await server.start();
  await Promise.all(both.map((page) => page.locator(".banner").waitFor({ state: "hidden" })));
  await Promise.all(both.map((page) => checkers(page, 5)));
  await turn(5, 6);
  await turn(6, 7);
  await status(red.page, "You win");
  await status(black.page, "You lost");
  const boards = await Promise.all(both.map(board));
  assert.equal(boards[0], boards[1]);
  assert.match(boards[0], /Column 4 from the bottom: red, yellow\. Column 5 from the bottom: red, yellow\. Column 6 from the bottom: red, yellow\. Column 7 from the bottom: red\./);

  await red.page.getByRole("button", { name: "Rematch" }).click();
  await black.page.getByRole("button", { name: "Accept" }).click();
  await Promise.all(both.map((page) => page.waitForFunction(() => document.querySelectorAll(".checkers > .checker").length === 0)));
  await status(black.page, "Your turn");
  await status(red.page, "Red to move");
  await Promise.all([red.leave(), black.leave()]);
});

test("taking back is agreed between people", async () => {
  const { red, black } = await meet();
  await drop(red.page, 1);
  await checkers(black.page, 1);
  await red.page.getByRole("button", { name: "Ask to take back" }).click();
  await black.page.getByRole("button", { name: "Decline" }).click();
  await red.page.locator(".problem", { hasText: "said no" }).waitFor();
  await checkers(red.page, 1);
  await red.page.getByRole("button", { name: "Ask to take back" }).click();
  await black.page.getByRole("button", { name: "Accept" }).click();
  await Promise.all([red, black].map(({ page }) => checkers(page, 0)));
  await Promise.all([red.leave(), black.leave()]);
});

test("a spectator sees every move and cannot make one", async () => {
  const { red, black } = await meet();
  const watcher = await Visitor.arrive(browser, server);
  await watcher.page.goto(red.page.url());
  await watcher.page.locator(".detail", { hasText: "You are watching" }).waitFor();
  await drop(red.page, 4);
  await checkers(watcher.page, 1);
  assert.equal(await watcher.page.locator('.board-column[aria-disabled="false"]').count(), 0);
  await watcher.page.locator('.board-column[data-column="3"]').click({ force: true });
  assert.equal(await watcher.page.getByRole("button", { name: "Resign" }).count(), 0);
  // Not even by hand, past the page.
  const answer = await watcher.page.evaluate(
    (address) =>
      new Promise((resolve) => {
        const socket = new WebSocket(address);
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.type === "hello") socket.send(JSON.stringify({ type: "move", ref: "x", ply: 1, column: 3, side: "black" }));
          else if (message.ref === "x") resolve(message);
        };
      }),
    `${server.address.replace("http", "ws")}/api/v1/games/${red.page.url().split("/").pop()}/live`,
  );
  assert.equal(/** @type {any} */ (answer).type, "error");
  await drop(black.page, 4);
  await Promise.all([red, black, watcher].map(({ page }) => checkers(page, 2)));
  await Promise.all([red.leave(), black.leave(), watcher.leave()]);
});

test("one's own invitation asks before it takes the other seat", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await begin(visitor, { against: "A friend by link", side: "red" });
  const invitation = await page.getByLabel("Invitation link").inputValue();
  await page.goto(invitation);
  await page.getByRole("button", { name: "Leave it" }).click();
  await status(page, "Your turn");
  assert.doesNotMatch(page.url(), /seat/);
  await drop(page, 4);
  await status(page, "Yellow to move");
  await page.goto(invitation);
  await page.getByRole("button", { name: "Take the seat" }).click();
  await checkers(page, 1);
  await drop(page, 4);
  await checkers(page, 2);
  await visitor.leave();
});
