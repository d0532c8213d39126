// Pictures of every page on four screens, light and dark, and a sheet of them for each page: `npm run views -- FOLDER`, with the names of some pages for these alone.

import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { REFUSAL, Server, Visitor, begin, checkers, drop, launch, openChoices, status } from "./support.js";

const folder = path.resolve(process.argv[2] ?? "views");
mkdirSync(folder, { recursive: true });

const SCREENS = /** @type {[name: string, options: import("playwright-core").BrowserContextOptions][]} */ ([
  ["390x844", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ["844x390", { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true }],
  ["820x1180", { viewport: { width: 820, height: 1180 }, hasTouch: true }],
  ["1280x800", { viewport: { width: 1280, height: 800 } }],
]);

/** @type {[name: string, act: (visitor: Visitor) => Promise<void>, fullPage?: boolean][]} */
const ALL = [
  ["start", async (visitor) => {
    await visitor.open("/");
    await openChoices(visitor.page);
    await visitor.open("/");
    await visitor.page.getByLabel("Opponent").locator("option").first().waitFor({ state: "attached" });
  }],
  ["game", async (visitor) => {
    await begin(visitor, { player: "smart", options: { depth: "4" } });
    for (const [turn, column] of [4, 4, 3, 5].entries()) {
      await status(visitor.page, "Your turn");
      await drop(visitor.page, column);
      await checkers(visitor.page, 2 * turn + 2);
    }
  }],
  ["invitation", async (visitor) => {
    await begin(visitor, { against: "A friend by link", side: "red" });
    await visitor.page.getByLabel("Invitation link").waitFor();
  }],
  ["won", async (visitor) => {
    await begin(visitor, { player: "bad" });
    for (let turn = 0; turn < 4; turn++) {
      await status(visitor.page, "Your turn");
      await drop(visitor.page, 7);
    }
    await status(visitor.page, "You win");
  }],
  ["analyse", async (visitor) => {
    await visitor.open("/analyse?v=7x6c4&m=333444323344214151115");
    await visitor.page.locator(".worths .tone.best").first().waitFor();
  }],
  ["plan", async (visitor) => {
    await visitor.open("/analyse?v=7x6c4&m=277222573774112676335");
    await visitor.page.locator(".worths .tone.best").first().waitFor();
    await visitor.page.getByRole("button", { name: "Why column 3?" }).click();
    await visitor.page.locator("move-reasons .reason", { hasText: "the other way round" }).click();
  }, true],
  ["set-up", async (visitor) => {
    await visitor.open("/analyse?v=9x7c4&m=5545");
    await visitor.page.getByRole("button", { name: "Set up" }).click();
    await visitor.page.getByLabel("Who moves next").waitFor();
  }],
  ["embed", async (visitor) => {
    await visitor.open("/embed?v=7x6c4&m=4454434");
    await checkers(visitor.page, 7);
  }],
  ["review", async (visitor) => {
    await visitor.open("/review?v=6x5c4&m=46424462231645352351211&at=12");
    await visitor.page.locator(".shares .share").first().waitFor();
  }],
  ["learn", async (visitor) => {
    await visitor.open("/learn");
    await visitor.page.locator(".lesson-link").first().waitFor();
  }],
  ["lesson", async (visitor) => {
    await visitor.open("/learn?lesson=zugzwang&task=1");
    await visitor.page.locator("dropline-board .checker").first().waitFor();
  }],
  ["puzzle", async (visitor) => {
    await visitor.open("/puzzles");
    await visitor.page.locator("dropline-board .checker").first().waitFor();
  }],
  ["help", (visitor) => visitor.open("/help")],
  ["not-found", async (visitor) => {
    await visitor.page.goto(`${visitor.server.address}/nowhere`);
    await visitor.page.locator("h1:visible").waitFor();
  }],
  ["api", async (visitor) => {
    await visitor.open("/api");
    await visitor.page.locator(".operation").first().waitFor();
  }],
];

const only = process.argv.slice(3);
const PAGES = ALL.filter(([name]) => !only.length || only.includes(name));

const THEMES = /** @type {const} */ (["light", "dark"]);

/** Where a picture is kept. @param {string} name @param {string} screen @param {string} theme */
const file = (name, screen, theme) => path.join(folder, `${name}-${screen}-${theme}.png`);

/**
 * All pictures of a page on one sheet, small.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
async function sheet(page, name) {
  const picture = (/** @type {string} */ screen, /** @type {string} */ theme) =>
    `<img src="data:image/png;base64,${readFileSync(file(name, screen, theme)).toString("base64")}" width="${Math.round(Number.parseInt(screen) * 0.42)}">`;
  const rows = THEMES.map((theme) => `<div>${SCREENS.map(([screen]) => picture(screen, theme)).join("")}</div>`);
  await page.setContent(`<style>body { margin: 7px; background: #808488; width: max-content } div { display: flex; align-items: start } img { margin: 7px }</style>${rows.join("")}`);
  await page.locator("body").screenshot({ path: path.join(folder, `${name}.jpg`), type: "jpeg", quality: 58 });
}

const server = await Server.start("--analysis-time", "120s");
const browser = await launch();
for (const [screen, options] of SCREENS) {
  for (const colorScheme of THEMES) {
    const visitor = await Visitor.arrive(browser, server, { ...options, colorScheme, expected: REFUSAL });
    for (const [name, act, fullPage] of PAGES) {
      await act(visitor);
      await visitor.page.mouse.move(1, 1);
      await visitor.page.evaluate(() => scrollTo(0, 0));
      await visitor.page.screenshot({ path: file(name, screen, colorScheme), fullPage });
    }
    await visitor.leave();
  }
}
const table = await browser.newPage({ viewport: { width: 1500, height: 100 } });
for (const [name] of PAGES) await sheet(table, name);
await browser.close();
await server.stop();
