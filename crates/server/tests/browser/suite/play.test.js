// Games on one screen, played to the end by mouse.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, server } from "../stage.js";
import { Visitor, begin, board, checkers, drop, openChoices, playAll, status } from "../support.js";

test("a full game is won against bad", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await begin(visitor, { player: "bad" });
  for (let turn = 0; turn < 4; turn++) {
    await status(page, "Your turn");
    await drop(page, 7);
  }
  await status(page, "You win");
  assert.equal(await page.locator(".won").count(), 4);
  assert.match(await board(page), /Column 1 from the bottom: yellow, yellow, yellow\. Column 7 from the bottom: red, red, red, red\./);
  assert.equal(await page.locator("move-list .move").count(), 7);
  assert.match((await page.locator("#announcements").textContent()) ?? "", /You win/);
  await visitor.leave();
});

test("a coach asks once before a move that loses, and tells why", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await begin(visitor, { player: "bad" });
  for (let turn = 0; turn < 3; turn++) {
    await status(page, "Your turn");
    await drop(page, 7);
    await checkers(page, 2 * turn + 2);
  }
  // Not before: it would have asked about these moves too.
  await page.getByLabel("Coach").check();
  // Both sides have three in their column: any other column loses.
  await page.locator('game-coach[data-ply="6"]').waitFor();
  await drop(page, 4);
  await page.locator(".offer", { hasText: "This loses. Look again?" }).waitFor();
  await checkers(page, 6);
  await page.locator("game-coach").getByRole("button", { name: "Why?" }).click();
  await page.locator("game-coach .reasons li", { hasText: "It misses a win at once" }).waitFor();
  await drop(page, 7);
  await status(page, "You win");
  await page.locator(".detail", { hasText: "With one hint" }).waitFor();
  await visitor.leave();
});

test("a coach lets a move pass when it does not know in time", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  // The solver never answers.
  await page.routeWebSocket(/\/analysis/, () => {});
  await begin(visitor, { against: "A friend right here" });
  await page.getByLabel("Coach").check();
  await drop(page, 4);
  await page.locator("game-coach", { hasText: "The coach is looking…" }).waitFor();
  await checkers(page, 1);
  await visitor.leave();
});

test("checkers fall, unless the system asks for less motion", async () => {
  for (const [reducedMotion, falls] of /** @type {const} */ ([["no-preference", 2], ["reduce", 0]])) {
    const visitor = await Visitor.arrive(browser, server, { reducedMotion });
    const { page } = visitor;
    await page.addInitScript(() => {
      const animate = Element.prototype.animate;
      let count = 0;
      Element.prototype.animate = function (...given) {
        if (this.closest(".checker")) document.documentElement.dataset.falls = String(++count);
        return animate.apply(this, given);
      };
    });
    await begin(visitor, { player: "bad" });
    await drop(page, 4);
    await checkers(page, 2);
    assert.equal(Number((await page.locator("html").getAttribute("data-falls")) ?? 0), falls);
    await visitor.leave();
  }
});

test("a game is lost against the strongest player", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await begin(visitor, { player: "engine", options: { time: "300ms" }, side: "black" });
  const over = page.locator("h1", { hasText: /lost|win|tie/ });
  const turn = page.locator("h1", { hasText: "Your turn" });
  for (let column = 1; ; column = (column % 7) + 1) {
    await over.or(turn).waitFor();
    if (await over.isVisible()) break;
    const played = await page.locator("move-list .move").count();
    await drop(page, column);
    await page.waitForFunction((before) => document.querySelectorAll("move-list .move").length > before, played);
  }
  await status(page, "You lost");
  await page.locator("main").getByRole("link", { name: "Review" }).waitFor();
  await visitor.leave();
});

test("two people on one screen: undo, a full column, resigning, a rematch with sides exchanged", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await begin(visitor, { against: "A friend right here", variant: "3x2c3" });
  await status(page, "Red to move");
  await drop(page, 2);
  await status(page, "Yellow to move");
  await drop(page, 2);
  await checkers(page, 2);
  await page.locator('.board-column[data-column="2"][aria-disabled="true"]').waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await checkers(page, 1);
  await status(page, "Yellow to move");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Really resign?" }).click();
  await status(page, "Red wins by resignation");
  const before = page.url();
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.waitForURL((url) => url.href !== before);
  await status(page, "Red to move");
  await checkers(page, 0);
  await visitor.leave();
});

test("two computers are watched to the end of a Max-Connect game", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/");
  await openChoices(page);
  await page.locator(".chip", { hasText: "Watch computers" }).locator("input").check();
  await page.getByRole("spinbutton", { name: "Columns" }).fill("3");
  await page.getByRole("spinbutton", { name: "Levels" }).fill("3");
  await page.getByRole("spinbutton", { name: "In line" }).fill("3");
  await page.getByLabel("Rules").selectOption("max");
  for (const name of ["Red", "Yellow"]) await page.getByLabel(name, { exact: true }).selectOption("bad");
  await page.getByRole("button", { name: "Watch", exact: true }).click();
  // The leftmost column with room, always: red gets both diagonals.
  await status(page, /Red wins on points/);
  await checkers(page, 9);
  const points = await page.locator(".points").allTextContents();
  assert.deepEqual(points, ["0 points", "2 points"]);
  await visitor.leave();
});

test("against a computer, undo goes back to one's own turn at once", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await begin(visitor, { player: "bad" });
  await drop(page, 4);
  await checkers(page, 2);
  await status(page, "Your turn");
  await page.getByRole("button", { name: "Undo" }).click();
  await checkers(page, 0);
  await status(page, "Your turn");
  await visitor.leave();
});

test("the smallest board and a large one work", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await begin(visitor, { against: "A friend right here", variant: "1x1c1" });
  await drop(page, 1);
  await status(page, "Red wins");
  await begin(visitor, { against: "A friend right here", variant: "20x20c5" });
  await playAll(page, [20, 1, 19, 1, 18, 1, 17, 1, 16]);
  await status(page, "Red wins");
  assert.equal(await page.locator(".won").count(), 5);
  await visitor.leave();
});

test("a clock runs for the side to move only", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await begin(visitor, { against: "A friend right here", clock: "3+2" });
  await playAll(page, [4, 4]);
  const [black, red] = [page.locator("player-seat").first().locator(".clock"), page.locator("player-seat").last().locator(".clock")];
  const [blackBefore, redBefore] = [await black.textContent(), await red.textContent()];
  await page.waitForFunction((before) => document.querySelectorAll("player-seat .clock")[1]?.textContent !== before, redBefore);
  assert.equal(await black.textContent(), blackBefore);
  await visitor.leave();
});

test("an earlier position can be looked at without disturbing the game", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await begin(visitor, { against: "A friend right here" });
  await playAll(page, [4, 5, 6]);
  await page.getByRole("button", { name: "Move 1, red, column 4" }).click();
  await checkers(page, 1);
  await page.getByRole("button", { name: "Back to the game" }).click();
  await checkers(page, 3);
  await visitor.leave();
});
