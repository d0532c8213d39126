// The analysis: exact values, the best line, variations, set-up, import, export.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { browser, server } from "../stage.js";
import { REFUSAL, Visitor, board, checkers, drop, status } from "../support.js";

/** @param {import("playwright-core").Page} page */
const searched = (page) => page.locator(".verdict", { hasNotText: /thinking|to move$/ }).waitFor();

test("a known position shows its exact scores, in words, and its threats", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/analyse?v=7x6c4&m=44444326");
  await page.locator(".verdict", { hasText: "Red to move: a tie with best play." }).waitFor();
  const scores = await page.locator(".worths td.score").allTextContents();
  assert.deepEqual(scores, ["-3", "-3", "0", "-6", "-13", "0", "-3"]);
  const words = await page.locator(".worths .tone").allTextContents();
  assert.deepEqual(words, ["loses in 15", "loses in 15", "tie", "loses in 12", "loses in 5", "tie", "loses in 15"]);
  assert.deepEqual(await page.locator(".board-strip .note").allInnerTexts(), words);
  assert.deepEqual(await page.locator(".board-strip .best").allInnerTexts(), ["tie", "tie"]);
  assert.equal(await page.locator('.board-column[data-column="5"]').getAttribute("aria-label"), "Column 5, 0 of 6 filled, loses in 5");
  await visitor.leave();
});

test("a position is shown as a player sees it", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/analyse?v=7x6c4&m=44453");
  await searched(page);
  const view = page.locator("player-view");
  assert.equal(await view.locator("table").count(), 0, "folded until it is wanted");
  await view.getByText("As a player sees it").click();
  await view.locator("table tbody tr").first().waitFor();
  assert.equal(await view.locator("select").inputValue(), "forecast");
  const score = () => view.locator("tbody tr").last().locator("td.score").textContent();
  const before = await score();
  await view.locator("select").selectOption("random");
  await view.getByText("random judges no position by itself").waitFor();
  await view.locator("select").selectOption("smart");
  await view.locator("table").waitFor();
  assert.notEqual(await score(), before);
  await drop(page, 1);
  await view.getByText("For Red: more is better.").waitFor();
  await visitor.leave();
});

test("threats are drawn with three corners on odd levels and four on even ones", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  // Red 4 5 6 on the bottom: wins on 3/1 and 7/1; black has three above each other.
  await visitor.open("/analyse?v=7x6c4&m=415161");
  await searched(page);
  assert.equal(await page.locator(".board-drawing .threat.red.odd").count(), 2);
  assert.equal(await page.locator(".board-drawing .threat.black.even").count(), 1);
  await page.getByLabel("Show threats").uncheck();
  assert.equal(await page.locator(".board-drawing .threat").count(), 0);
  await visitor.leave();
});

test("the best line is played step by step, variations stay in the address", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/analyse?v=4x4c3&m=2");
  await searched(page);
  const steps = page.locator(".step");
  await steps.first().waitFor();
  const line = await steps.allTextContents();
  await steps.nth(1).click();
  await checkers(page, 3);
  await page.waitForURL((url) => url.searchParams.get("m") === `2${line[0]}${line[1]}`);
  await page.getByRole("button", { name: "Back a move" }).click();
  await checkers(page, 2);
  // Another move here makes a variation.
  const free = [1, 2, 3, 4].find((column) => String(column) !== line[1]) ?? 1;
  await drop(page, free);
  await checkers(page, 3);
  await page.locator(".variation").waitFor();
  const address = page.url();
  assert.match(decodeURIComponent(address), /t=2\d\d\(\d\)/);
  await page.goto("about:blank");
  await page.goto(address);
  await checkers(page, 3);
  await page.locator(".variation").waitFor();
  await page.getByRole("button", { name: "To the start" }).click();
  await checkers(page, 0);
  // The graph knows every position of the line by now or soon.
  await page.locator('eval-graph svg[aria-label*="4 of 4 positions known"]').waitFor();
  await page.getByRole("button", { name: "Play the line" }).click();
  await checkers(page, 2);
  await page.getByRole("button", { name: "Stop" }).click();
  await visitor.leave();
});

test("a column's reasons are told on demand", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/analyse?v=7x6c4&m=415161");
  await searched(page);
  await page.getByRole("button", { name: "Why column 3?" }).click();
  await page.locator(".reasons li", { hasText: "It wins at once" }).waitFor();
  await visitor.leave();
});

test("a reason lights its cells, and its line is played step by step", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/analyse?v=4x4c3&m=2");
  await searched(page);
  await page.getByRole("button", { name: "Why column 2?" }).click();
  const refutation = page.locator(".reasons li", { hasText: "This is how it loses" });
  await refutation.locator(".reason").hover();
  assert.equal(await page.locator(".lit").count(), 2);
  await checkers(page, 3);
  await page.mouse.move(0, 0);
  await page.locator(".lit").waitFor({ state: "detached" });
  await checkers(page, 1);
  await refutation.getByRole("button", { name: "Show the line up to move 4, column 4" }).click();
  await checkers(page, 5);
  // A tap keeps the cells lit, another one puts them out.
  await refutation.locator(".reason").click();
  await page.mouse.move(0, 0);
  assert.equal(await refutation.locator(".reason").getAttribute("aria-pressed"), "true");
  await checkers(page, 3);
  await refutation.locator(".reason").click();
  await page.mouse.move(0, 0);
  await checkers(page, 1);
  // The address, and so the analysis, is where it was.
  assert.match(page.url(), /m=2$/);
  await visitor.leave();
});

test("a finished position says who has won", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/analyse?v=7x6c4&m=1122334");
  await page.locator(".verdict", { hasText: "Red wins with a line." }).waitFor();
  assert.equal(await page.locator(".won").count(), 4);
  await visitor.leave();
});

test("a position is set up and analysed", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/analyse");
  await page.getByRole("button", { name: "Set up" }).click();
  for (const column of [1, 2, 3, 3]) await drop(page, column);
  await page.getByRole("button", { name: "Take away" }).click();
  await drop(page, 3);
  await page.getByRole("button", { name: "Yellow", exact: true }).click();
  for (const column of [1, 2, 3]) await drop(page, column);
  await page.getByLabel("Who moves next").selectOption("black");
  await page.getByRole("button", { name: "Analyse this" }).click();
  await page.waitForURL((url) => Boolean(url.searchParams.get("p")));
  assert.match(await board(page), /Column 1 from the bottom: red, yellow\. Column 2 from the bottom: red, yellow\. Column 3 from the bottom: red, yellow\.$/);
  // Black to move must stop four in line on the bottom, and then has it above.
  await page.locator(".verdict", { hasText: "Yellow to move" }).waitFor();
  await searched(page);
  const address = page.url();
  await page.goto("about:blank");
  await page.goto(address);
  await checkers(page, 6);
  await drop(page, 4);
  await drop(page, 4);
  await checkers(page, 8);
  await searched(page);
  await visitor.leave();
});

test("every notation is imported, and a wrong one is refused with a reason", async () => {
  const visitor = await Visitor.arrive(browser, server, { expected: REFUSAL });
  const { page } = visitor;
  await visitor.open("/analyse");
  const bring = async (/** @type {string} */ text, /** @type {string} */ variant) => {
    await page.getByRole("button", { name: "Import" }).click();
    await page.getByLabel("Position or game").fill(text);
    await page.getByLabel("Variant, where").fill(variant);
    await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
  };
  await bring("4453", "7x6c4");
  await checkers(page, 4);
  await bring('{"variant":"5x4c3","moves":[1,2,1]}', "");
  await checkers(page, 3);
  await status(page, "Connect 3 on 5 × 4");
  await bring("...\nB..\nRR.\nblack", "3x3c3");
  await page.waitForURL((url) => url.searchParams.get("p") !== null || url.searchParams.get("v") === "3x3c3");
  await checkers(page, 3);
  await bring("7x6c4:-100WFF31", "");
  await status(page, "Connect 4 on 7 × 6");
  await checkers(page, 4);
  await bring("0000000\n0000000\n0000000\n0000000\n0000000\n1200000\n1\n", "7x6m4");
  await status(page, "Max-Connect 4 on 7 × 6");
  await checkers(page, 2);
  await bring("4459x", "7x6c4");
  await page.locator("dialog .problem").filter({ hasText: /\S/ }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await checkers(page, 2);
  await page.reload();
  await checkers(page, 2);
  await visitor.leave();
});

test("moves, JSON and pictures are exported", async () => {
  const visitor = await Visitor.arrive(browser, server, { acceptDownloads: true });
  const { page } = visitor;
  await visitor.open("/analyse?v=7x6c4&m=4453");
  await checkers(page, 4);
  await page.getByRole("button", { name: "Export" }).click();
  assert.equal(await page.getByRole("textbox", { name: "Moves" }).inputValue(), "4453");
  assert.equal(await page.getByRole("textbox", { name: "Link" }).inputValue(), page.url());
  assert.equal(await page.getByRole("textbox", { name: "JSON" }).inputValue(), '{"variant":"7x6c4","moves":[4,4,5,3]}');
  const save = async (/** @type {string} */ name, /** @type {"button" | "link"} */ role) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole(role, { name }).click()]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const json = await save("Save JSON", "button");
  assert.deepEqual(JSON.parse(json.bytes.toString()), { variant: "7x6c4", moves: [4, 4, 5, 3] });
  const svg = await save("Save SVG", "link");
  assert.equal(svg.name, "dropline-7x6c4-4453.svg");
  assert.match(svg.bytes.toString(), /^<svg .*Last move: yellow in column 3, level 1\./s);
  const png = await save("Save PNG", "link");
  assert.deepEqual([...png.bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  await visitor.leave();
});
