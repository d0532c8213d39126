// What makes a game with others, or with a computer, good company: hints, names, scores, reactions, sound, set-up positions.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { browser, server } from "../stage.js";
import { REFUSAL, Visitor, begin, checkers, drop, openChoices, playAll, status } from "../support.js";

/** Two visitors in one game, the first plays red. */
async function meet() {
  const [red, black] = await Promise.all([Visitor.arrive(browser, server), Visitor.arrive(browser, server)]);
  await begin(red, { against: "A friend by link", side: "red", variant: "4x4c3" });
  await black.page.goto(await red.page.getByLabel("Invitation link").inputValue());
  await status(black.page, "Red to move");
  return { red, black };
}

test("a hint shows the best column and is told at the end, whatever is taken back", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await begin(visitor, { player: "bad", variant: "4x4c3" });
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".board-strip .note.best").first().waitFor();
  assert.equal(await page.locator(".board-strip .note:not(.best):not(.none)").count(), 0);
  await drop(page, 3);
  await checkers(page, 2);
  assert.equal(await page.locator(".board-strip:visible").count(), 0);
  await page.getByRole("button", { name: "Undo" }).click();
  await checkers(page, 0);
  for (let turn = 1; turn <= 3; turn++) {
    await status(page, "Your turn");
    await drop(page, 3);
    await page.waitForFunction((least) => document.querySelectorAll("move-list .move").length >= least, 2 * turn - 1);
  }
  await status(page, "You win");
  await page.locator(".detail", { hasText: "With one hint" }).waitFor();
  await visitor.leave();
});

test("values are shown at each turn, and a game without them says so", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await begin(visitor, { against: "A friend right here", variant: "4x4c3" });
  await page.getByLabel("Show values").check();
  await page.locator(".board-strip .note.win").first().waitFor();
  await drop(page, 1);
  await page.locator(".board-strip .note.loss").first().waitFor();
  await begin(visitor, { against: "A friend right here", variant: "4x4c3" });
  await playAll(page, [1, 2, 1, 2, 1]);
  await page.locator(".detail", { hasText: "Played without hints" }).waitFor();
  await visitor.leave();
});

test("between people hints are agreed on first", async () => {
  const { red, black } = await meet();
  await red.page.getByRole("button", { name: "Ask for hints" }).click();
  await black.page.locator(".offer", { hasText: "let both of you use hints" }).getByRole("button", { name: "Accept" }).click();
  await red.page.getByRole("button", { name: "Hint", exact: true }).click();
  await red.page.locator(".board-strip .note.best").first().waitFor();
  assert.equal(await black.page.locator(".board-strip:visible").count(), 0);
  await Promise.all([red.leave(), black.leave()]);
});

test("people have names, a score over rematches and reactions that can be switched off", async () => {
  const { red, black } = await meet();
  await red.page.getByLabel("Your name").fill("Ada");
  await red.page.getByRole("button", { name: "Save" }).click();
  await black.page.locator(".seat-name", { hasText: "Ada" }).waitFor();
  await black.page.getByRole("button", { name: "Hello" }).click();
  await red.page.locator(".bubble", { hasText: "👋" }).waitFor();
  await red.page.getByRole("checkbox", { name: "Reactions" }).uncheck();
  await wait(1600);
  await black.page.getByRole("button", { name: "Wow" }).click();
  await wait(300);
  assert.equal(await red.page.locator(".bubble", { hasText: "😮" }).count(), 0);

  await drop(red.page, 1);
  for (const [page, column] of /** @type {const} */ ([[black.page, 2], [red.page, 1], [black.page, 2], [red.page, 1]])) {
    await status(page, "Your turn");
    await drop(page, column);
  }
  await status(black.page, "You lost");
  await red.page.getByRole("button", { name: "Rematch" }).click();
  await black.page.getByRole("button", { name: "Accept" }).click();
  await black.page.locator(".detail", { hasText: "Connect 3 on 4 × 4 · Score: You 0, Ada 1" }).waitFor();
  await red.page.locator(".detail", { hasText: "Score: Ada 1, Friend 0" }).waitFor();
  await Promise.all([red.leave(), black.leave()]);
});

test("sound is off until it is switched on, with one click, and is kept", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await page.addInitScript(() => {
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...given) {
      document.documentElement.dataset.heard = String(Number(document.documentElement.dataset.heard ?? 0) + 1);
      return start.apply(this, given);
    };
  });
  const heard = () => page.evaluate(() => Number(document.documentElement.dataset.heard ?? 0));
  await begin(visitor, { player: "bad" });
  await drop(page, 4);
  await checkers(page, 2);
  assert.equal(await heard(), 0);
  await page.getByRole("button", { name: "Sound" }).click();
  await page.reload();
  await status(page, "Your turn");
  await drop(page, 4);
  await checkers(page, 4);
  assert.ok((await heard()) >= 2);
  await visitor.leave();
});

test("a win lets checkers fly, unless the system asks for less motion", async () => {
  for (const [reducedMotion, pieces] of /** @type {const} */ ([["no-preference", 36], ["reduce", 0]])) {
    const visitor = await Visitor.arrive(browser, server, { reducedMotion });
    const { page } = visitor;
    await begin(visitor, { against: "A friend right here", variant: "1x1c1" });
    await drop(page, 1);
    await status(page, "Red wins");
    await page.waitForFunction((wanted) => document.querySelectorAll(".confetti span").length === wanted, pieces);
    await visitor.leave();
  }
});

test("computers that play each other can be paused and sped up", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/");
  await openChoices(page);
  await page.locator(".chip", { hasText: "Watch computers" }).locator("input").check();
  for (const name of ["Red", "Yellow"]) await page.getByLabel(name, { exact: true }).selectOption("random");
  await page.getByRole("button", { name: "Watch", exact: true }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await wait(700);
  const count = await page.locator("move-list .move").count();
  await wait(1200);
  assert.equal(await page.locator("move-list .move").count(), count);
  await page.getByLabel("Speed").selectOption("Fast");
  await page.getByRole("button", { name: "Go on" }).click();
  await status(page, /wins|tie/);
  await visitor.leave();
});

test("steps go back and forth in a live game", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await begin(visitor, { against: "A friend right here" });
  await playAll(page, [4, 5, 6]);
  await page.getByRole("button", { name: "Back a move" }).click();
  await checkers(page, 2);
  await page.getByRole("button", { name: "To the start" }).click();
  await checkers(page, 0);
  await page.getByRole("button", { name: "To the present" }).click();
  await checkers(page, 3);
  await visitor.leave();
});

test("a set-up position is played on, with black to move, against any opponent", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/analyse?v=5x4c3");
  await page.getByRole("button", { name: "Set up" }).click();
  for (const column of [1, 5]) await drop(page, column);
  await page.getByLabel("Who moves next").selectOption("black");
  await page.getByRole("button", { name: "Analyse this" }).click();
  await page.waitForURL((url) => Boolean(url.searchParams.get("p")));
  await page.getByRole("button", { name: "Play from here" }).click();
  await page.locator(".preview-title", { hasText: "Connect 3 on 5 × 4, yellow to move" }).waitFor();
  await openChoices(page);
  await page.getByLabel("Opponent").selectOption("bad");
  await page.locator('input[name="side"][value="black"]').check();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL(/\/g\//);
  await status(page, "Your turn");
  await checkers(page, 2);
  await drop(page, 3);
  await checkers(page, 4);
  await page.getByRole("button", { name: "Move 1, yellow, column 3" }).waitFor();
  await page.reload();
  await checkers(page, 4);
  await page.getByRole("button", { name: "Undo" }).click();
  await checkers(page, 2);
  await visitor.leave();
});

test("a game from a set-up position is listed, shown as a moving picture, reviewed and tried again", async () => {
  const visitor = await Visitor.arrive(browser, server, { expected: REFUSAL });
  const { page } = visitor;
  const { position } = await (
    await fetch(`${server.address}/api/v1/positions`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ text: ".....\n.....\n.....\nR...R\nblack\n", variant: "5x4c3" }) })
  ).json();
  await visitor.open(`/?p=${position}`);
  await openChoices(page);
  await page.locator(".chip", { hasText: "A friend right here" }).locator("input").check();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL(/\/g\//);
  await playAll(page, [3, 1, 3, 1]);
  await status(page, "Red wins");
  const moving = await page.getByRole("link", { name: "Animated picture" }).getAttribute("href");
  assert.equal((await fetch(server.address + moving)).status, 200);
  await visitor.open("/");
  assert.equal(await page.locator(".small-picture .dot").count(), 6);
  await visitor.open("/review");
  await page.locator(".game-link").click();
  await page.locator(".share", { hasText: "Yellow: 1 of 2 moves best" }).waitFor();
  assert.match(await page.locator(".graded-move").nth(3).innerText(), /best, wins at once/);
  await page.locator(".graded-move").nth(2).click();
  await checkers(page, 5);
  await page.getByRole("button", { name: "Try again from here" }).click();
  await page.waitForURL(/\/g\//);
  await status(page, "Your turn");
  await checkers(page, 4);
  await visitor.open(`/analyse?p=${position}&m=3131`);
  await page.getByRole("button", { name: "Review" }).click();
  await page.locator(".shares .share").first().waitFor();
  await visitor.open("/review?p=nothing:1&m=12");
  await page.locator(".problem", { hasText: "nothing" }).waitFor();
  await visitor.leave();
});

test("a link to a review leads to a move", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/review?v=4x4c3&m=12124&at=2");
  await page.locator(".shares .share").first().waitFor();
  await checkers(page, 2);
  await page.keyboard.press("ArrowRight");
  await page.waitForURL((url) => url.searchParams.get("at") === "3");
  await visitor.leave();
});
