// Makes the pictures of the web app for the handbook: `npm run pictures`.

import path from "node:path";
import { fileURLToPath } from "node:url";
import { Server, Visitor, begin, checkers, drop, launch, status } from "./support.js";

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../../../docs/pictures");
/** A small board is reviewed at once. */
const GAME = "v=6x5c4&m=46424462231645352351211";
const SIZE = { viewport: { width: 960, height: 650 } };

const server = await Server.start("--analysis-time", "120s");
const browser = await launch();

/**
 * @param {string} name
 * @param {import("playwright-core").BrowserContextOptions} options
 * @param {(visitor: Visitor) => Promise<void>} act
 */
async function picture(name, options, act) {
  const visitor = await Visitor.arrive(browser, server, options);
  await act(visitor);
  // The pointer and the focus leave no trace.
  await visitor.page.mouse.move(1, 1);
  await visitor.page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    scrollTo(0, 0);
  });
  await visitor.page.screenshot({ path: path.join(folder, `web-${name}.png`) });
  await visitor.leave();
}

/**
 * Plays against a computer that always answers the same.
 * @param {Visitor} visitor
 * @param {number[]} columns
 */
async function play(visitor, columns) {
  for (const [index, column] of columns.entries()) {
    await status(visitor.page, "Your turn");
    await drop(visitor.page, column);
    await checkers(visitor.page, 2 * index + 2);
  }
}

try {
  await pictures();
} finally {
  await browser.close();
  await server.stop();
}

async function pictures() {
  await picture("start", SIZE, async (visitor) => {
    await visitor.open("/");
    await visitor.page.getByRole("slider", { name: "Strength" }).waitFor();
  });
  await picture("game", SIZE, async (visitor) => {
    await begin(visitor, { player: "smart", options: { depth: "4" } });
    await play(visitor, [4, 4, 4, 3, 5, 5]);
  });
  await picture("analyse", { ...SIZE, colorScheme: "dark" }, async (visitor) => {
    await visitor.open("/analyse?v=7x6c4&m=333444323344214151115");
    await visitor.page.locator(".verdict", { hasText: "Yellow to move wins in 10." }).waitFor();
  });
  await picture("review", SIZE, async (visitor) => {
    await visitor.open(`/review?${GAME}`);
    await visitor.page.locator(".shares .share").first().waitFor();
    await visitor.page.locator(".graded-move.mistake").last().click();
  });
  await picture("phone", { viewport: { width: 390, height: 760 }, hasTouch: true, isMobile: true, colorScheme: "dark" }, async (visitor) => {
    await begin(visitor, { player: "bad", variant: "7x6c4" });
    await play(visitor, [7, 7, 7]);
    await drop(visitor.page, 7);
    await status(visitor.page, "You win");
  });
}
