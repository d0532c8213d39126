// What went wrong once, each named after what people saw.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { browser, server } from "../stage.js";
import { BROKEN, REFUSAL, Server, Visitor, begin, checkers, drop, launchKeeping, openChoices, playAll, status } from "../support.js";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("a double-click plays one move, and the answer waits until the checker has landed", async () => {
  for (const reducedMotion of /** @type {const} */ (["no-preference", "reduce"])) {
    const visitor = await Visitor.arrive(browser, server, { reducedMotion });
    const { page } = visitor;
    await page.addInitScript(() => {
      const times = /** @type {number[]} */ ([]);
      Object.assign(globalThis, { times });
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element && node.matches(".checkers > .checker")) times.push(performance.now());
      }).observe(document, { subtree: true, childList: true });
    });
    await begin(visitor, { player: "bad" });
    await status(page, "Your turn");
    await page.locator('.board-column[data-column="4"]').dblclick();
    await checkers(page, 2);
    await wait(700);
    await checkers(page, 2);
    const [mine, answer] = await page.evaluate(() => /** @type {any} */ (globalThis).times);
    assert.ok(answer - mine > 400, `the answer came ${answer - mine} ms after the drop`);
    await visitor.leave();
  }
});

test("a network that falls silent is noticed within 5 s, and the move is delivered once", async () => {
  const visitor = await Visitor.arrive(browser, server, { expected: BROKEN });
  const { page } = visitor;
  await begin(visitor, { player: "bad" });
  await status(page, "Your turn");
  server.pause();
  try {
    const began = Date.now();
    await drop(page, 4);
    await page.locator(".banner", { hasText: "Your last move has not reached the server" }).waitFor();
    assert.ok(Date.now() - began < 5500, `noticed after ${Date.now() - began} ms`);
    assert.equal(await page.locator(".checker.unsent").count(), 1);
    assert.ok(await page.getByRole("button", { name: "Resign" }).isDisabled());
    await page.getByText("These buttons work again").waitFor();
  } finally {
    server.resume();
  }
  await page.locator(".banner").waitFor({ state: "hidden" });
  await checkers(page, 2);
  assert.equal(await page.locator(".checker.unsent").count(), 0);
  await wait(600);
  assert.deepEqual(await page.locator("move-list .move").allTextContents(), ["4", "1"]);
  await visitor.leave();
});

test("a browser that goes offline says so at once", async () => {
  const visitor = await Visitor.arrive(browser, server, { expected: /WebSocket|ERR_INTERNET/ });
  const { page } = visitor;
  await begin(visitor, { player: "bad" });
  await status(page, "Your turn");
  const began = Date.now();
  await visitor.context.setOffline(true);
  await page.locator(".banner", { hasText: "connection is lost" }).waitFor();
  assert.ok(Date.now() - began < 1500);
  await visitor.context.setOffline(false);
  await page.locator(".banner").waitFor({ state: "hidden" });
  await visitor.leave();
});

test("arrow keys walk on after a click, Home and End too, in analysis and review", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  for (const address of ["/analyse?v=4x4c3&m=1212", "/review?v=4x4c3&m=1212"]) {
    await visitor.open(address);
    await page.getByRole("button", { name: "Back a move" }).click();
    await checkers(page, 3);
    await page.keyboard.press("ArrowLeft");
    await checkers(page, 2);
    await page.locator("eval-graph").click({ position: { x: 3, y: 3 } });
    await page.keyboard.press("Home");
    await checkers(page, 0);
    await page.keyboard.press("End");
    await checkers(page, 4);
  }
  await visitor.open("/analyse?v=4x4c3&m=12");
  await checkers(page, 2);
  await drop(page, 4);
  await checkers(page, 3);
  await page.keyboard.press("ArrowLeft");
  await checkers(page, 2);
  await page.getByLabel("Show threats").click();
  await page.keyboard.press("Home");
  await checkers(page, 0);
  await visitor.leave();
});

test("New in the analysis is undone, by the button and by the browser's Back", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  for (const back of [() => page.getByRole("button", { name: "Bring the last one back" }).click(), () => page.goBack()]) {
    await visitor.open("/analyse?v=4x4c3&m=1212&t=1212(3)");
    await checkers(page, 4);
    await page.getByRole("button", { name: "New", exact: true }).click();
    await checkers(page, 0);
    await drop(page, 3);
    await checkers(page, 1);
    await back();
    await checkers(page, 4);
    await page.locator(".variation").waitFor();
  }
  await visitor.leave();
});

test("variations are exported and imported, pictures follow the theme", async () => {
  const visitor = await Visitor.arrive(browser, server, { acceptDownloads: true, colorScheme: "dark" });
  const { page } = visitor;
  await visitor.open("/analyse?v=4x4c3&m=121&t=121(3)4");
  await checkers(page, 3);
  await page.getByRole("button", { name: "Export" }).click();
  const json = await page.getByRole("textbox", { name: "JSON" }).inputValue();
  assert.deepEqual(JSON.parse(json), { variant: "4x4c3", moves: [1, 2, 1], variations: "121(3)4" });
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Save SVG" }).click()]);
  assert.match((await readFile(await file.path())).toString(), /#12161c/i);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByLabel("Position or game").fill(json);
  await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
  await checkers(page, 3);
  await page.locator(".variation").waitFor();
  await page.getByRole("button", { name: "To the end of the line" }).click();
  await checkers(page, 4);
  await visitor.leave();
});

test("an empty number of minutes is asked for, not a clock of nothing", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/");
  await openChoices(page);
  await page.locator('input[name="clock"][value="own"]').check();
  await page.getByLabel("Minutes each").fill("");
  await page.locator('button[type="submit"]').click();
  await page.locator(".problem", { hasText: "how many minutes" }).waitFor();
  assert.equal(new URL(page.url()).pathname, "/");
  await page.getByLabel("Minutes each").fill("2");
  await page.locator('button[type="submit"]').click();
  await page.waitForURL(/\/g\//);
  await page.locator(".clock", { hasText: "2:00" }).first().waitFor();
  await visitor.leave();
});

test("addresses with a slash at the end are pages too", async () => {
  for (const address of ["/help/", "/analyse/?v=4x4c3&m=12", "/review/", "/api/"]) {
    const answer = await fetch(server.address + address);
    assert.equal(answer.status, 200, address);
  }
});

test("the turn's dot rests where the system asks for less motion", async () => {
  const visitor = await Visitor.arrive(browser, server, { reducedMotion: "reduce" });
  await begin(visitor, { player: "bad" });
  const dot = visitor.page.locator(".turn-mark");
  await dot.waitFor();
  assert.equal(await dot.evaluate((element) => getComputedStyle(element, "::before").animationName), "none");
  await visitor.leave();
});

test("games one only watches are not listed as one's own", async () => {
  const [player, watcher] = await Promise.all([Visitor.arrive(browser, server), Visitor.arrive(browser, server)]);
  await begin(player, { player: "bad" });
  await watcher.page.goto(player.page.url());
  await watcher.page.locator(".detail", { hasText: "You are watching" }).waitFor();
  await watcher.open("/");
  await watcher.page.locator("h1").waitFor();
  assert.equal(await watcher.page.locator(".recent").count(), 0);
  await player.open("/");
  await player.page.locator(".recent .game-title", { hasText: "Against The leftist" }).waitFor();
  await Promise.all([player.leave(), watcher.leave()]);
});

test("of two moves made at once in two windows, the one that was not played is named", async () => {
  const visitor = await Visitor.arrive(browser, server, { expected: BROKEN });
  const { page } = visitor;
  await begin(visitor, { against: "A friend right here" });
  const second = await visitor.context.newPage();
  await second.goto(page.url());
  await status(second, "Red to move");
  server.pause();
  await drop(page, 2);
  await drop(second, 5);
  await wait(700);
  server.resume();
  for (const one of [page, second]) await one.locator("move-list .move").waitFor();
  const told = await Promise.all([page, second].map((one) => one.locator(".problem").first().textContent()));
  assert.equal(told.filter((text) => /was not played: another move was made first/.test(text ?? "")).length, 1, told.join());
  await visitor.leave();
});

test("on a phone the first screen has the button that plays, with the last choice", async () => {
  const visitor = await Visitor.arrive(browser, server, PHONE);
  const { page } = visitor;
  await begin(visitor, { player: "bad", variant: "5x4c3" });
  await visitor.open("/");
  const play = page.getByRole("button", { name: "Play", exact: true });
  const box = await play.boundingBox();
  assert.ok(box && box.y + box.height < 844, `the button is at ${box?.y}`);
  await page.locator(".chosen-words", { hasText: "Against The leftist · Connect 3 on 5 × 4 · you are red" }).waitFor();
  await play.click();
  await page.waitForURL(/\/g\//);
  await page.locator(".detail", { hasText: "Connect 3 on 5 × 4" }).waitFor();
  await visitor.leave();
});

test("on a phone an invitation is seen at once, and the friend is invited, not away", async () => {
  const visitor = await Visitor.arrive(browser, server, PHONE);
  const { page } = visitor;
  await begin(visitor, { against: "A friend by link", side: "red" });
  const copy = page.getByRole("button", { name: "Copy", exact: true });
  await copy.waitFor();
  const box = await copy.boundingBox();
  assert.ok(box && box.y + box.height < 844);
  await page.locator("player-seat .badge", { hasText: "invited" }).waitFor();
  await visitor.leave();
});

test("on a phone the verdict stands above the graph", async () => {
  const visitor = await Visitor.arrive(browser, server, PHONE);
  await visitor.open("/analyse?v=4x4c3&m=12");
  const [verdict, graph] = await Promise.all([".verdict", "eval-graph"].map((part) => visitor.page.locator(part).boundingBox()));
  assert.ok(verdict && graph && verdict.y < graph.y);
  await visitor.leave();
});

test("a phone on its side shows the whole board", async () => {
  const visitor = await Visitor.arrive(browser, server, { ...PHONE, viewport: { width: 844, height: 390 } });
  const { page } = visitor;
  await begin(visitor, { player: "bad" });
  await status(page, "Your turn");
  const whole = async () => {
    const box = await page.locator(".board-frame").boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= 390, `the board reaches from ${box?.y} to ${(box?.y ?? 0) + (box?.height ?? 0)}`);
    assert.ok(box.height > 200, `the board is ${box.height} high`);
  };
  await whole();
  await visitor.open("/analyse?v=7x6c4&m=44444326");
  await page.locator(".note.tie").first().waitFor();
  await whole();
  // Columns are too narrow for words: no note is wider than its column.
  const spill = await page.locator(".board-strip .note").evaluateAll((notes) => notes.filter((note) => note.scrollWidth > note.clientWidth).map((note) => note.textContent));
  assert.deepEqual(spill, []);
  await visitor.leave();
});

test("the navigation stays on one line at 200 %", async () => {
  for (const viewport of [{ width: 195, height: 422 }, { width: 640, height: 400 }]) {
    const visitor = await Visitor.arrive(browser, server, { viewport });
    await visitor.open("/help");
    const tops = await visitor.page.locator(".site-header nav a").evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
    assert.equal(new Set(tops).size, 1, String(tops));
    assert.ok(await visitor.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await visitor.leave();
  }
});

test("the latest games have result, date and picture, and can be reviewed", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await begin(visitor, { against: "A friend right here", variant: "4x4c3" });
  await playAll(page, [1, 2, 1, 2, 1]);
  await status(page, "Red wins");
  await visitor.open("/");
  const entry = page.locator(".recent .game-link");
  await entry.locator(".muted", { hasText: "Connect 3 on 4 × 4" }).waitFor();
  await entry.locator(".muted", { hasText: /Red wins · today/ }).waitFor();
  assert.equal(await entry.locator(".dot").count(), 5);
  await visitor.open("/review");
  await page.locator(".game-link").click();
  await page.locator(".shares .share").first().waitFor();
  await visitor.leave();
});

test("a finished position in the analysis has no empty table", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/analyse?v=7x6c4&m=1122334");
  await page.locator(".verdict", { hasText: "Red wins with a line." }).waitFor();
  assert.equal(await page.locator(".worths:visible").count(), 0);
  await visitor.leave();
});

test("the invitation says that only this computer can open it, or where others can", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await begin(visitor, { against: "A friend by link" });
  await page.locator(".only-here", { hasText: /Only this computer.*dropline serve --addr 0\.0\.0\.0:\d+/ }).waitFor();
  assert.equal(await page.locator(".qr").count(), 0);
  await visitor.leave();

  const open = await Server.startOpen();
  try {
    const guest = await Visitor.arrive(browser, open);
    await begin(guest, { against: "A friend by link" });
    const link = new URL(await guest.page.getByLabel("Invitation link").inputValue());
    // A computer without a network has no address for others.
    if (link.hostname === "127.0.0.1") await guest.page.locator(".only-here").waitFor();
    else {
      assert.equal(link.port, String(open.port));
      await guest.page.locator("summary", { hasText: "QR" }).click();
      await guest.page.waitForFunction(() => /** @type {HTMLImageElement} */ (document.querySelector(".qr")).naturalWidth > 100);
    }
    await guest.leave();
  } finally {
    await open.stop();
  }
});

test("help and form name the largest board of this server, and players what they are like", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/help");
  await page.getByText("Boards have up to 1024 cells.").waitFor();
  await visitor.open("/");
  await openChoices(page);
  await page.getByLabel("Opponent").selectOption({ label: "The reader" });
  await page.getByText("Reads every line to the end, as far as its time allows.").waitFor();
  const options = page.locator("player-picker:visible details");
  assert.equal(await options.getAttribute("open"), null, "raw options stand behind Advanced");
  await page.getByRole("spinbutton", { name: "Columns" }).fill("40");
  await page.getByRole("spinbutton", { name: "Levels" }).fill("40");
  await page.locator(".problem", { hasText: "40 × 40 are 1600 cells: a board has 1024 at most." }).waitFor();
  await visitor.leave();
});

test("a hint is there within seconds where nothing can be proven, and gets better", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await begin(visitor, { against: "A friend right here", variant: "20x20c5" });
  await drop(page, 10);
  await checkers(page, 1);
  await page.getByRole("button", { name: "Hint" }).click();
  // An analysis goes on for 30 seconds here.
  await page.locator(".note.best").first().waitFor({ timeout: 10_000 });
  await page.locator("#announcements", { hasText: /Column [\d, ]+ looks best so far: ~ \d+%/ }).waitFor({ state: "attached" });
  await page.getByText("Thinking…").waitFor();
  await visitor.leave();
});

test("a hint is gone after undo and another move, though as many moves were made", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await begin(visitor, { player: "bad" });
  await drop(page, 4);
  await checkers(page, 2);
  await status(page, "Your turn");
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".note.best").first().waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await checkers(page, 0);
  await drop(page, 7);
  await checkers(page, 2);
  await status(page, "Your turn");
  assert.equal(await page.locator(".note.best:visible").count(), 0);
  await visitor.leave();
});

test("values are shown after a hint, after undo, and not once they are switched off", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await begin(visitor, { against: "A friend right here", variant: "4x4c3" });
  const words = page.locator(".board-strip .note:not(.none)");
  const shown = (/** @type {number} */ count) => page.waitForFunction((wanted) => document.querySelectorAll(".board-strip:not([hidden]) .note:not(.none)").length === wanted, count);
  await drop(page, 1);
  await checkers(page, 1);
  await page.getByRole("button", { name: "Hint" }).click();
  await words.first().waitFor();
  assert.ok((await words.count()) < 4);
  await page.getByLabel("Show values").check();
  await shown(4);
  await drop(page, 2);
  await checkers(page, 2);
  await shown(4);
  await page.getByRole("button", { name: "Undo" }).click();
  await checkers(page, 1);
  await shown(4);
  await page.getByLabel("Show values").uncheck();
  await shown(0);
  await visitor.leave();
});

test("an analysis says what it knows while it looks on", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/analyse?v=20x20c5&m=10,10");
  await page.locator(".verdict", { hasText: /^Red to move: ~ \d+% \(depth \d+\); thinking…$/ }).waitFor({ timeout: 10_000 });
  const best = await page.locator(".board-strip .best").count();
  assert.ok(best > 0);
  await visitor.leave();
});

test("nobody's view is offered on a board that they do not play", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  const offered = async () => {
    await page.locator("#player-view option").first().waitFor({ state: "attached" });
    return page.locator("#player-view option").evaluateAll((options) => options.map((option) => /** @type {HTMLOptionElement} */ (option).value));
  };
  await visitor.open("/analyse?v=7x6c4");
  await page.getByText("As a player sees it").click();
  assert.ok((await offered()).includes("perfect"));
  await visitor.open("/analyse?v=20x20c5");
  await page.getByText("As a player sees it").click();
  const vast = await offered();
  assert.ok(vast.includes("engine") && !vast.includes("perfect"), vast.join());
  await visitor.leave();
});

test("who picks a player that may not be sure in time on a board is told so", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  const doubt = page.getByText("too large to be sure in the time");
  await visitor.open("/");
  await openChoices(page);
  await page.getByLabel("Opponent").selectOption("perfect");
  assert.equal(await doubt.count(), 0);
  await page.getByRole("spinbutton", { name: "Columns" }).fill("9");
  await page.getByRole("spinbutton", { name: "Levels" }).fill("7");
  await doubt.waitFor();
  await page.getByLabel("Opponent").selectOption("engine");
  assert.equal(await doubt.count(), 0);
  await visitor.leave();
});

test("a page that is kept for the way back has no connection meanwhile, and plays on when it is shown again", async () => {
  const keeping = await launchKeeping();
  try {
    const visitor = await Visitor.arrive(keeping, server);
    const { page } = visitor;
    const thinks = async () => /^dropline_analyses_under_way [1-9]/m.test(await (await fetch(`${server.address}/metrics`)).text());
    const until = async (/** @type {boolean} */ wanted, /** @type {string} */ otherwise) => {
      for (let tries = 0; (await thinks()) !== wanted; tries++) {
        assert.ok(tries < 100, otherwise);
        await wait(100);
      }
    };
    await visitor.open("/analyse?v=20x20c5&m=10,10");
    await page.locator(".board-strip .note").first().waitFor();
    await until(true, "the server does not think about the page");
    await visitor.open("/help");
    await until(false, "the server thinks on for a page that was left");
    await begin(visitor, { player: "bad" });
    await status(page, "Your turn");
    await page.evaluate(() => history.back());
    // The start page is ready for another game.
    await page.waitForFunction(() => location.pathname === "/" && !document.querySelector("button[type=submit]")?.hasAttribute("disabled") && document.querySelector(".recent li"));
    await page.evaluate(() => history.forward());
    await page.waitForFunction(() => location.pathname.startsWith("/g/"));
    await drop(page, 4);
    await checkers(page, 2);
    await visitor.leave();
  } finally {
    await keeping.close();
  }
});

test("on boards of many columns no value is wider than its column", async () => {
  for (const viewport of [{ width: 1200, height: 860 }, PHONE.viewport, { width: 844, height: 390 }]) {
    const visitor = await Visitor.arrive(browser, server, { viewport });
    for (const variant of ["12x10c5", "20x20c5"]) {
      await visitor.open(`/analyse?v=${variant}`);
      await visitor.page.locator(".board-strip .note.open").first().waitFor();
      const spill = await visitor.page.locator(".board-strip .note").evaluateAll((notes) => notes.filter((note) => note.scrollWidth > note.clientWidth).map((note) => note.textContent));
      assert.deepEqual(spill, [], `${variant} ${viewport.width}`);
    }
    await visitor.leave();
  }
});

test("an address that cannot be shown inside another page says why", async () => {
  const visitor = await Visitor.arrive(browser, server, { expected: REFUSAL });
  const { page } = visitor;
  for (const [query, words] of [["v=abc&m=4", "“abc” is no variant"], ["v=7x6c4&m=4x", "do not fit 7x6c4"], ["v=7x6c4&m=4444444", "column 4 is full"]]) {
    await visitor.open(`/embed?${query}`);
    await page.getByRole("status").filter({ hasText: words }).waitFor();
    await checkers(page, 0);
  }
  await visitor.leave();
});

test("a saved game is imported whatever variant stands below it", async () => {
  const visitor = await Visitor.arrive(browser, server, { expected: REFUSAL });
  const { page } = visitor;
  await visitor.open("/analyse");
  await page.getByRole("button", { name: "Import" }).click();
  assert.equal(await page.getByLabel("Variant, where the text does not say").inputValue(), "7x6c4");
  await page.getByLabel("Position or game").fill('{"variant":"12x10c5","moves":[12,1,10]}');
  await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
  await status(page, "Connect 5 on 12 × 10");
  await checkers(page, 3);
  await visitor.open("/review");
  await page.getByLabel("Moves, or a saved game").fill('{"variant":"5x4c3","moves":[1,2,1,2,1]}');
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.getByText("Connect 3 on 5 × 4").waitFor();
  await visitor.leave();
});

test("a set-up board of a size that cannot be is not taken for another one", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/analyse?v=5x4c3&m=1");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByText("Size and rules").click();
  await page.getByRole("spinbutton", { name: "Columns" }).fill("400");
  await page.locator("set-up .problem", { hasText: "a board has 1024 at most" }).waitFor();
  await page.getByText("Size and rules").click();
  await page.getByRole("button", { name: "Analyse this" }).click();
  await page.locator("set-up .problem", { hasText: "a board has 1024 at most" }).waitFor();
  await wait(300);
  await page.getByRole("button", { name: "Analyse this" }).waitFor();
  await visitor.leave();
});

test("who is quicker than the network plays what was chosen, in one game", async () => {
  const visitor = await Visitor.arrive(browser, server, { expected: /ERR_FAILED/ });
  const { page } = visitor;
  const play = page.locator('button[type="submit"]');
  const slow = async (/** @type {import("playwright-core").Route} */ route) => {
    await wait(1000);
    await route.continue();
  };
  // The players, and the position to play from, are not there yet.
  await page.route("**/api/v1/players", slow);
  await page.route("**/api/v1/positions", slow);
  await visitor.open("/?v=9x7c4&m=55");
  await play.click();
  await page.waitForURL(/\/g\//);
  await page.locator(".detail", { hasText: "Connect 4 on 9 × 7" }).waitFor();
  await checkers(page, 2);
  await page.unrouteAll();
  // They could not be asked for.
  await page.route("**/api/v1/players", (route) => route.abort());
  await visitor.open("/");
  await page.locator(".problem", { hasText: "cannot be reached" }).waitFor();
  await play.click();
  await page.locator(".problem", { hasText: "cannot be reached" }).waitFor();
  await page.unrouteAll();
  // A game is on its way while another board is looked at.
  let games = 0;
  await page.route("**/api/v1/games", (route) => {
    games++;
    return slow(route);
  });
  await play.click();
  await page.locator(".chip", { hasText: "Wide" }).click();
  assert.ok(await play.isDisabled());
  await page.waitForURL(/\/g\//);
  assert.equal(games, 1);
  await visitor.leave();
});

test("what has the focus in an analysis keeps it while values come in, and a slow click is heard", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/analyse?v=12x10c5&m=6,6");
  const why = page.getByRole("button", { name: "Why column 3?" });
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  /** Waits until the values are others than they were. */
  const news = async () => {
    const before = await page.locator(".worths tbody").textContent();
    await page.waitForFunction((old) => document.querySelector(".worths tbody")?.textContent !== old, before);
  };
  await why.focus();
  await news();
  assert.equal(await focused(), "Why column 3?");
  const first = page.getByRole("button", { name: "Move 1, red, column 6" });
  await first.focus();
  await news();
  assert.equal(await focused(), "Move 1, red, column 6");
  await why.hover();
  await page.mouse.down();
  await news();
  await page.mouse.up();
  await page.locator("move-reasons h2", { hasText: "Column 3" }).waitFor();
  await visitor.leave();
});

test("a line that is played stops when one goes elsewhere", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/analyse?v=4x4c3&m=2");
  await page.getByRole("button", { name: "Play the line" }).click();
  await checkers(page, 2);
  await page.getByRole("button", { name: "To the start" }).click();
  await checkers(page, 0);
  await wait(1500);
  await checkers(page, 0);
  assert.equal(await page.locator("move-tree .move").count(), 3);
  await page.getByRole("button", { name: "Play the line" }).waitFor();
  await visitor.leave();
});

test("a page that nobody sees does not keep the server busy with a graph", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  const thinks = async () => /^dropline_analyses_under_way 1/m.test(await (await fetch(`${server.address}/metrics`)).text());
  await visitor.open("/analyse?v=20x20c5&m=1,2,1,2,1,2,1,2,1");
  await page.locator(".verdict", { hasText: "Red wins with a line." }).waitFor();
  for (let tries = 0; !(await thinks()); tries++) {
    assert.ok(tries < 300, "the graph is filled");
    await wait(100);
  }
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { get: () => true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  for (let tries = 0; await thinks(); tries++) {
    assert.ok(tries < 50, "the server thinks on");
    await wait(100);
  }
  await visitor.leave();
});

test("an analysis with long words is no wider than a phone", async () => {
  const visitor = await Visitor.arrive(browser, server, { ...PHONE, viewport: { width: 360, height: 640 }, locale: "de-DE" });
  const { page } = visitor;
  await visitor.open("/analyse?v=7x6m4&m=44");
  await page.locator(".worths .tone", { hasText: "unentschieden" }).first().waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  await visitor.leave();
});

test("a hint that is clicked twice counts once", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await begin(visitor, { player: "bad", variant: "4x4c3" });
  await status(page, "Your turn");
  await page.getByRole("button", { name: "Hint" }).dblclick();
  await page.locator(".note.best").first().waitFor();
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Really resign?" }).click();
  await page.locator(".detail", { hasText: "With one hint" }).waitFor();
  await visitor.leave();
});

test("an analysis and a review say that the connection is lost, and go on when it is back", async () => {
  const own = await Server.start("--analysis-time", "6s");
  try {
    const visitor = await Visitor.arrive(browser, own, { expected: BROKEN });
    const { page } = visitor;
    const banner = page.locator(".banner", { hasText: "The connection is lost. Trying again." });
    for (const [address, answer] of [["/analyse?v=20x20c5&m=10,10,11", ".worths .tone"], ["/review?v=12x10c5&m=1,2,3,4,5,6", ".shares .share"]]) {
      await visitor.open(address);
      await page.locator("progress, .worths .tone").first().waitFor();
      await own.kill();
      await banner.waitFor();
      if (address.startsWith("/analyse")) await drop(page, 3);
      await own.start();
      await banner.waitFor({ state: "hidden" });
      await page.locator(answer).first().waitFor();
    }
    await visitor.leave();
  } finally {
    await own.stop();
  }
});

test("moves stay in an analysis that the server refuses for another reason", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await page.routeWebSocket(/\/analysis/, (socket) => {
    socket.onMessage((text) => {
      const { type, id } = JSON.parse(String(text));
      if (type === "analyse") socket.send(JSON.stringify({ type: "error", id, error: { code: "too_many_messages", message: "too many messages: wait a second" } }));
    });
  });
  await visitor.open("/analyse?v=4x4c3&m=121&t=121(3)4");
  await page.locator(".problem", { hasText: "Too many messages: wait a second." }).waitFor();
  await checkers(page, 3);
  assert.equal(await page.locator("move-tree .move").count(), 6);
  await visitor.leave();
});

test("the start page offers a finished game to be looked at, not to be played", async () => {
  const visitor = await Visitor.arrive(browser, server, { locale: "de-DE" });
  const { page } = visitor;
  for (const [asked, ending, isReviewed] of /** @type {const} */ ([
    ["m=1122334", "Rot gewinnt mit einer Reihe.", true],
    ["v=1x1c1&m=1", "Rot gewinnt mit einer Reihe.", true],
    ["v=2x2m2&m=1122", "Das Spiel endet unentschieden.", true],
    [`v=3x3c3&p=${encodeURIComponent("...\n.BB\nRRR\nblack\n")}`, "Rot gewinnt mit einer Reihe.", false],
  ])) {
    await visitor.open(`/?${asked}`);
    await page.locator(".preview-title", { hasText: ending }).waitFor();
    assert.ok(await page.locator('button[type="submit"]').isHidden(), asked);
    assert.equal(await page.locator("#main").getByRole("link", { name: "Durchsicht" }).count(), Number(isReviewed), asked);
    await page.locator("#main").getByRole("link", { name: "Analyse" }).click();
    await page.locator(".verdict", { hasText: ending }).waitFor();
  }
  await visitor.leave();
});

test("what is chosen and set up survives another language", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  const choose = async (/** @type {string} */ settings, /** @type {string} */ language) => {
    await page.getByRole("button", { name: settings }).click();
    const loaded = page.waitForEvent("load");
    await page.locator("#setting-language").selectOption(language);
    await loaded;
  };
  await visitor.open("/");
  await openChoices(page);
  await page.locator(".chip", { hasText: "Watch computers" }).locator("input").check();
  await page.getByRole("spinbutton", { name: "Columns" }).fill("9");
  await page.locator("player-picker select").last().selectOption("bad");
  await choose("Settings", "de");
  await page.locator(".preview-title", { hasText: "9" }).waitFor();
  await page.locator("player-picker option").last().waitFor({ state: "attached" });
  assert.equal(await page.locator('input[name="mode"]:checked').inputValue(), "watch");
  assert.equal(await page.locator("player-picker select").last().inputValue(), "bad");
  await visitor.open("/analyse?v=5x4c3&m=33");
  await page.locator(".worths .tone").first().waitFor();
  await page.getByRole("button", { name: "Aufstellen" }).click();
  await drop(page, 1);
  await drop(page, 5);
  await checkers(page, 4);
  await choose("Einstellungen", "en");
  await page.getByRole("heading", { name: "Set up a position" }).waitFor();
  await checkers(page, 4);
  await page.getByRole("button", { name: "Cancel" }).click();
  await checkers(page, 2);
  // What was left is not taken up again.
  await page.reload();
  await page.locator(".worths .tone").first().waitFor();
  await checkers(page, 2);
  await visitor.leave();
});
