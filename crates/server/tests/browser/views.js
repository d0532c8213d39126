// Pictures of every page on four screens, light and dark, to be looked at: `npm run views -- FOLDER`.

import { mkdirSync } from "node:fs";
import path from "node:path";
import { Server, Visitor, begin, checkers, drop, launch, openChoices, status } from "./support.js";

const folder = path.resolve(process.argv[2] ?? "views");
mkdirSync(folder, { recursive: true });

const SCREENS = /** @type {[name: string, options: import("playwright-core").BrowserContextOptions][]} */ ([
  ["390x844", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ["844x390", { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true }],
  ["820x1180", { viewport: { width: 820, height: 1180 }, hasTouch: true }],
  ["1280x800", { viewport: { width: 1280, height: 800 } }],
]);

/** @type {[name: string, act: (visitor: Visitor) => Promise<void>][]} */
const PAGES = [
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
  ["review", async (visitor) => {
    await visitor.open("/review?v=6x5c4&m=46424462231645352351211&at=12");
    await visitor.page.locator(".shares .share").first().waitFor();
  }],
  ["help", (visitor) => visitor.open("/help")],
  ["api", async (visitor) => {
    await visitor.open("/api");
    await visitor.page.locator(".operation").first().waitFor();
  }],
];

const server = await Server.start("--analysis-time", "120s");
const browser = await launch();
for (const [screen, options] of SCREENS) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    const visitor = await Visitor.arrive(browser, server, { ...options, colorScheme });
    for (const [name, act] of PAGES) {
      await act(visitor);
      await visitor.page.mouse.move(1, 1);
      await visitor.page.evaluate(() => scrollTo(0, 0));
      await visitor.page.screenshot({ path: path.join(folder, `${name}-${screen}-${colorScheme}.png`) });
    }
    await visitor.leave();
  }
}
await browser.close();
await server.stop();
