// The web app without a server: static files under a path of their own, the engine in the page, offline. Where there is no site there is nothing to test.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { Firefox, noFirefox } from "../firefox.js";
import { Host, arrive, dist, host, load, noHandbook, skip } from "../host.js";
import { browser } from "../stage.js";
import { Visitor, checkers, drop, openChoices, status } from "../support.js";

/** How many pictures a GIF has: each begins with how long it is shown. @param {Buffer} gif */
function frames(gif) {
  let count = 0;
  for (let at = gif.indexOf("21f904", 0, "hex"); at >= 0; at = gif.indexOf("21f904", at + 1, "hex")) count++;
  return count;
}

/** Waits until everything is kept. @param {import("playwright-core").Page} page */
async function kept(page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  });
}

test("every page works from a path of a static host, and asks for nothing that is not there", { skip }, async () => {
  const visitor = await arrive();
  const { page } = visitor;
  await visitor.open("/some/where/");
  await openChoices(page);
  assert.equal(await page.getByText("A friend by link").count(), 0);
  await page.getByRole("slider", { name: "Strength" }).fill("1");
  await page.locator('button[type="submit"]').click();
  await page.waitForURL(/some\/where\/game\.html\?id=/);
  await status(page, "Your turn");
  await drop(page, 4);
  await checkers(page, 2);
  await page.getByRole("button", { name: "Undo" }).click();
  await checkers(page, 0);
  // The game is kept in the browser.
  await drop(page, 3);
  await checkers(page, 2);
  await page.reload();
  await checkers(page, 2);
  await page.getByRole("link", { name: "Analyse" }).last().click();
  await page.waitForURL(/analyse\.html/);
  await page.locator(".worths .tone.best").first().waitFor();
  await visitor.open("/some/where/review.html?v=4x4c3&m=1144");
  await page.locator(".graded-move").first().waitFor();
  await page.locator(".verdict", { hasNotText: "Looking at every move" }).waitFor();
  await visitor.open("/some/where/learn.html");
  await page.getByRole("link", { name: "Lines and threats" }).click();
  await page.waitForURL(/learn\.html\?lesson=lines/);
  await page.locator("h1", { hasText: "Lines and threats" }).waitFor();
  await page.getByRole("link", { name: "Help" }).click();
  await page.locator("h1:visible", { hasText: "Help" }).waitFor();
  assert.deepEqual(host.asked.filter((name) => !existsSync(path.join(host.folder, name))), []);
  await visitor.leave();
});

test("computers play each other, and two people on one screen, to the end", { skip }, async () => {
  const visitor = await arrive();
  const { page } = visitor;
  await visitor.open("/some/where/");
  await openChoices(page);
  await page.locator(".chip", { hasText: "A friend right here" }).locator("input").check();
  await page.locator('button[type="submit"]').click();
  await page.waitForURL(/game\.html/);
  for (const [index, column] of [1, 2, 1, 2, 1, 2, 1].entries()) {
    await drop(page, column);
    await page.waitForFunction((wanted) => document.querySelectorAll("move-list .move").length === wanted, index + 1);
  }
  await status(page, "Red wins");
  await page.getByRole("button", { name: "Rematch" }).click();
  await status(page, "to move");
  await checkers(page, 0);
  await visitor.open("/some/where/");
  await openChoices(page);
  for (const [name, value] of [["Columns", "4"], ["Levels", "4"], ["In line", "3"]]) await page.getByRole("spinbutton", { name }).fill(value);
  await page.locator(".chip", { hasText: "Watch computers" }).locator("input").check();
  await page.locator('button[type="submit"]').click();
  await page.waitForURL(/game\.html/);
  await status(page, /wins|tie/);
  await visitor.leave();
});

test("after one visit everything works offline, on a phone too", { skip }, async () => {
  const lonely = new Host();
  await lonely.start();
  const visitor = await Visitor.arrive(browser, /** @type {any} */ (lonely), { viewport: { width: 360, height: 640 }, hasTouch: true, expected: /ERR_CONNECTION|Failed to fetch|script resource/ });
  const { page } = visitor;
  await visitor.open("/some/where/");
  await kept(page);
  await lonely.stop();
  await visitor.open("/some/where/analyse.html?v=7x6c4&m=44444326");
  await page.locator(".worths .tone.best").first().waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "wider than the phone");
  await page.getByRole("button", { name: "Export" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save PNG" }).click();
  assert.match((await saved).suggestedFilename(), /\.png$/);
  const animated = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save GIF" }).click();
  const gif = readFileSync(await (await animated).path());
  assert.deepEqual([gif.toString("latin1", 0, 6), frames(gif)], ["GIF89a", 9]);
  await visitor.leave();
  rmSync(lonely.folder, { recursive: true });
});

test("the handbook is a part of the site, left again, not loaded before it is wanted, and read again offline", { skip: skip || noHandbook }, async () => {
  const lonely = new Host();
  await lonely.start();
  const visitor = await Visitor.arrive(browser, /** @type {any} */ (lonely), { expected: /ERR_CONNECTION|Failed to fetch|script resource|status of 503/ });
  const { page } = visitor;
  await visitor.open("/some/where/help.html");
  await kept(page);
  assert.deepEqual(lonely.asked.filter((name) => name.startsWith("handbook")), []);
  await page.getByRole("link", { name: "Handbook" }).click();
  await page.waitForURL("**/some/where/handbook/index.html");
  await page.getByRole("link", { name: "A first evening" }).first().click();
  await page.getByRole("heading", { name: "A first evening", exact: true }).waitFor();
  await page.getByRole("searchbox").fill("zugzwang");
  await page.locator("#found a", { hasText: "Lessons" }).first().waitFor();
  await page.getByRole("link", { name: "Play", exact: true }).first().click();
  await page.waitForURL("**/some/where/");
  assert.deepEqual(lonely.asked.filter((name) => !existsSync(path.join(lonely.folder, name))), []);
  await lonely.stop();
  await visitor.open("/some/where/handbook/first-evening.html?highlight=evening");
  await page.getByRole("heading", { name: "A first evening", exact: true }).waitFor();
  // What was not read is not there, and that is said.
  await visitor.open("/some/where/handbook/solver.html");
  await page.getByRole("heading", { name: "Not here without a network" }).waitFor();
  await page.getByRole("link", { name: "to the start page" }).click();
  await page.waitForURL("**/some/where/");
  await visitor.leave();
  rmSync(lonely.folder, { recursive: true });
});

test("a first visit to Analyse takes at most a megabyte before the book, though the host packs nothing", { skip }, async (t) => {
  // What is kept for offline use comes later.
  const visitor = await arrive({ serviceWorkers: "block" });
  await visitor.open("/some/where/analyse.html");
  await visitor.page.locator(".worths .tone.best").first().waitFor();
  const names = [...new Set(visitor.requests.map((address) => new URL(address).pathname.replace("/some/where/", "")))].filter((name) => !name.endsWith(".book"));
  const bytes = names.map((name) => statSync(path.join(host.folder, name)).size).reduce((sum, size) => sum + size);
  t.diagnostic(`${bytes} bytes: ${names.join(", ")}`);
  assert.ok(names.includes("engine/dropline-simd.packed") && names.includes("engine/dropline.js"), names.join());
  assert.ok(bytes <= 1e6, `${bytes} bytes`);
  await visitor.leave();
});

test("puzzles are solved and rated without a server, and mistakes of one's own become some", { skip }, async () => {
  const visitor = await arrive();
  const { page } = visitor;
  await visitor.open("/some/where/puzzles.html?day=2026-11-16");
  await page.locator("h2", { hasText: "to move" }).waitFor();
  const { Dropline } = await load();
  const dropline = new Dropline({ book: false });
  const { id } = await dropline.puzzle({ day: "2026-11-16" });
  const lying = await page.locator(".checkers > .checker").count();
  const drops = /** @type {number[]} */ ([]);
  for (let answer = "right"; answer === "right"; ) {
    drops.push((await dropline.ask("/puzzles/solutions", { id, drops })).line[0]);
    ({ answer } = await dropline.attempt(id, drops));
    await drop(page, drops.at(-1) ?? 0);
    if (answer === "right") await checkers(page, lying + 2 * drops.length);
  }
  dropline.close();
  await page.locator(".verdict", { hasText: "Solved" }).waitFor();
  await page.locator(".puzzle-score", { hasText: "Streak: 1" }).waitFor();
  await page.getByRole("button", { name: "Next puzzle" }).click();
  await page.waitForURL(/puzzles\.html\?id=/);
  await visitor.open("/some/where/review.html?v=5x4c4&m=112231");
  await page.getByRole("link", { name: "Practise your mistakes" }).click();
  await page.waitForURL(/some\/where\/puzzles\.html\?v=5x4c4/);
  await page.getByText("From your game").waitFor();
  await visitor.leave();
});

test("Chromium would install it, with icons of every kind", { skip }, async () => {
  const visitor = await arrive();
  const { page } = visitor;
  await visitor.open("/some/where/");
  await kept(page);
  const devtools = await page.context().newCDPSession(page);
  const { errors, data } = await devtools.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  // A window of a test is a private one, in which nothing is installed.
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"), []);
  for (const { src, sizes, type } of JSON.parse(data ?? "{}").icons) {
    const size = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, new URL(src, `${host.address}/some/where/`).href);
    assert.ok(type !== "image/png" || size === sizes, `${src} is ${size}`);
  }
  await visitor.leave();
});

for (const trouble of ["full", "forbidden"]) {
  test(`storage that is ${trouble} is no error`, { skip }, async () => {
    const visitor = await arrive();
    const { page } = visitor;
    await page.addInitScript((trouble) => {
      const refuse = () => {
        throw new DOMException("no storage", trouble === "full" ? "QuotaExceededError" : "SecurityError");
      };
      if (trouble === "full") Storage.prototype.setItem = refuse;
      else Object.defineProperty(window, "localStorage", { get: refuse });
      Object.defineProperty(window, "caches", { get: refuse });
      if (trouble === "full") navigator.serviceWorker.register = async () => refuse();
      else Object.defineProperty(Navigator.prototype, "serviceWorker", { get: refuse });
    }, trouble);
    await visitor.open("/some/where/");
    await openChoices(page);
    await page.getByRole("slider", { name: "Strength" }).fill("1");
    await page.locator('button[type="submit"]').click();
    await status(page, "Your turn");
    await drop(page, 4);
    await checkers(page, 2);
    // The tab keeps it.
    await page.reload();
    await checkers(page, 2);
    await visitor.open("/some/where/analyse.html?v=7x6c4&m=44444326");
    await page.locator(".worths .tone.best").first().waitFor();
    await visitor.open("/some/where/puzzles.html");
    await page.locator("h2", { hasText: "to move" }).waitFor();
    await visitor.leave();
  });
}

test("a page that is opened as a file shows itself, and says what is missing", { skip }, async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(pathToFileURL(path.join(dist, "analyse.html")).href);
  await page.getByText("http.server").first().waitFor();
  await context.close();
});

test("a new version waits until it is wanted, and is then there whole", { skip }, async () => {
  const moving = new Host();
  await moving.start();
  const visitor = await Visitor.arrive(browser, /** @type {any} */ (moving));
  const { page } = visitor;
  await visitor.open("/some/where/help.html");
  await kept(page);
  moving.update();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const load = page.getByRole("button", { name: "Load it" });
  await load.waitFor();
  // Whoever goes on without it stays with the old version.
  await page.getByRole("link", { name: "Help" }).click();
  await page.locator("h1:visible", { hasText: /^Help$/ }).waitFor();
  await load.click();
  await page.locator("h1:visible", { hasText: "Newer help" }).waitFor();
  await visitor.leave();
  await moving.stop();
  rmSync(moving.folder, { recursive: true });
});

test("the page of a first visit goes along with an update, and the newest one is loaded", { skip }, async () => {
  const moving = new Host();
  await moving.start();
  const visitor = await Visitor.arrive(browser, /** @type {any} */ (moving));
  const { page } = visitor;
  await visitor.open("/some/where/help.html");
  await kept(page);
  const look = () => page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const before = registration?.waiting;
    await registration?.update();
    while (!registration?.waiting || registration.waiting === before) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  moving.update("Second help");
  await look();
  const load = page.getByRole("button", { name: "Load it" });
  await load.waitFor();
  moving.update("Third help");
  await look();
  await load.click();
  await page.locator("h1:visible", { hasText: "Third help" }).waitFor();
  await visitor.leave();
  await moving.stop();
  rmSync(moving.folder, { recursive: true });
});

test("a book that is missing keeps nothing else from working offline, and is kept once it is there", { skip }, async () => {
  const lonely = new Host();
  await lonely.start();
  const book = path.join(lonely.folder, "engine/7x6c4.book");
  renameSync(book, `${book}.away`);
  const visitor = await Visitor.arrive(browser, /** @type {any} */ (lonely), { expected: /ERR_CONNECTION|Failed to fetch|Failed to load|script resource/ });
  const { page } = visitor;
  await visitor.open("/some/where/help.html");
  await kept(page);
  renameSync(`${book}.away`, book);
  await visitor.open("/some/where/analyse.html?v=7x6c4&m=44444326");
  await page.locator(".worths .tone.best").first().waitFor();
  await page.waitForFunction(async () => (await (await caches.open("dropline")).keys().then((keys) => Promise.all(keys.map((key) => caches.match(key).then((kept) => kept?.arrayBuffer()))))).some((bytes) => (bytes?.byteLength ?? 0) > 2e6));
  await lonely.stop();
  await visitor.open("/some/where/analyse.html?v=7x6c4&m=44444326");
  await page.locator(".worths .tone.best").first().waitFor();
  await visitor.leave();
  rmSync(lonely.folder, { recursive: true });
});

test("a book that never arrives keeps nothing else from working offline", { skip }, async () => {
  const lonely = new Host();
  await lonely.start();
  lonely.stalls = /\.book$/;
  const visitor = await Visitor.arrive(browser, /** @type {any} */ (lonely), { expected: /ERR_CONNECTION|ERR_EMPTY|Failed to fetch|Failed to load|script resource/ });
  const { page } = visitor;
  await visitor.open("/some/where/help.html");
  await kept(page);
  await lonely.stop();
  await visitor.open("/some/where/analyse.html?v=7x6c4&m=44444326");
  await page.locator(".worths .tone.best").first().waitFor();
  await visitor.leave();
  rmSync(lonely.folder, { recursive: true });
});

/** Throws away what is kept of a file, as a browser does that needs room. @param {import("playwright-core").Page} page @param {Host} host @param {string} name */
async function throwAway(page, host, name) {
  const hash = createHash("sha256").update(readFileSync(path.join(host.folder, name))).digest("base64");
  const gone = await page.evaluate(async (hash) => (await caches.open("dropline")).delete(new URL(`kept/${encodeURIComponent(hash)}`, document.baseURI).href), hash);
  assert.ok(gone, `${name} was not kept`);
}

for (const [what, name] of [["page", "help.html"], ["script", "web/js/shell.js"]]) {
  test(`a ${what} that was thrown away while the host has a newer one is not mixed with the old version`, { skip }, async () => {
    const moving = new Host();
    await moving.start();
    const visitor = await Visitor.arrive(browser, /** @type {any} */ (moving), { expected: /status of 503/ });
    const { page } = visitor;
    await visitor.open("/some/where/learn.html");
    await kept(page);
    // What is thrown away and the same on the host comes from there.
    await throwAway(page, moving, name);
    await visitor.open("/some/where/help.html");
    await page.locator("h1:visible", { hasText: /^Help$/ }).waitFor();
    await throwAway(page, moving, name);
    moving.update();
    if (name !== "help.html") moving.change(name, (text) => `${text}\n`);
    await visitor.open("/some/where/help.html");
    await page.getByRole("heading", { name: "There is a new version of Dropline" }).waitFor();
    await page.getByRole("button", { name: "Load it" }).click();
    await page.locator("h1:visible", { hasText: "Newer help" }).waitFor();
    await visitor.leave();
    await moving.stop();
    rmSync(moving.folder, { recursive: true });
  });
}

test("a store of files that is out of order is no error", { skip }, async () => {
  const moody = new Host();
  const worker = path.join(moody.folder, "sw.js");
  await moody.start();
  const spoil = `
    let broken = false;
    self.addEventListener("message", (event) => (broken ||= event.data === "break"));
    const may = (does) => function (...given) { return broken ? Promise.reject(new DOMException("no storage", "QuotaExceededError")) : does.apply(this, given); };
    CacheStorage.prototype.match = may(CacheStorage.prototype.match);
    CacheStorage.prototype.open = may(CacheStorage.prototype.open);
    Cache.prototype.put = may(Cache.prototype.put);
  `;
  writeFileSync(worker, spoil + readFileSync(worker, "utf8"));
  const visitor = await Visitor.arrive(browser, /** @type {any} */ (moody));
  const { page } = visitor;
  await visitor.open("/some/where/help.html");
  await kept(page);
  await page.evaluate(() => navigator.serviceWorker.controller?.postMessage("break"));
  await visitor.open("/some/where/analyse.html?v=7x6c4&m=44444326");
  await page.locator(".worths .tone.best").first().waitFor();
  if (!noHandbook) {
    await visitor.open("/some/where/handbook/first-evening.html");
    await page.getByRole("heading", { name: "A first evening", exact: true }).waitFor();
  }
  await visitor.leave();
  await moody.stop();
  rmSync(moody.folder, { recursive: true });
});

/** Begins a game on the start page of the site. @param {Visitor} visitor @param {() => Promise<void>} [choose] what else */
async function begin(visitor, choose) {
  await visitor.open("/some/where/");
  await openChoices(visitor.page);
  await choose?.();
  await visitor.page.locator('button[type="submit"]').click();
}

test("a game waits for an engine that is slow to come, and says if none comes", { skip }, async () => {
  const visitor = await arrive({ serviceWorkers: "block", expected: /ERR_FAILED/ });
  const { page } = visitor;
  await begin(visitor);
  await status(page, "Your turn");
  await page.route(/\.packed$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 6000));
    await route.continue();
  });
  await page.evaluate(() => sessionStorage.removeItem("lost"));
  await page.addInitScript(() =>
    new MutationObserver(() => {
      const words = document.querySelector(".banner:not([hidden])")?.textContent;
      if (words) sessionStorage.setItem("lost", words);
    }).observe(document, { subtree: true, childList: true, attributes: true }),
  );
  await page.reload();
  await status(page, "Your turn");
  assert.equal(await page.evaluate(() => sessionStorage.getItem("lost")), null);
  await page.unroute(/\.packed$/);
  await page.route(/\.packed$/, (route) => route.abort());
  await page.reload();
  await page.locator(".problem:visible", { hasText: "The engine cannot be started" }).waitFor();
  await visitor.leave();
});

test("the address of a game that names none, or one that is not kept here, says so", { skip }, async () => {
  const visitor = await arrive();
  for (const query of ["", "?id=", "?id=elsewhere"]) {
    await visitor.open(`/some/where/game.html${query}`);
    await status(visitor.page, "There is no such game");
  }
  await visitor.leave();
});

test("a clock is what a server would allow", { skip }, async () => {
  const visitor = await arrive();
  const { page } = visitor;
  for (const [minutes, increment] of [["36000", "0"], ["5", "-3"]]) {
    await begin(visitor, async () => {
      await page.locator(".chip", { hasText: "A friend right here" }).locator("input").check();
      await page.locator('input[name="clock"][value="own"]').check();
      await page.locator("#minutes").fill(minutes);
      await page.locator("#increment").fill(increment);
    });
    await page.locator(".problem:visible", { hasText: "A clock has 0 to 180 minutes" }).waitFor();
  }
  await visitor.leave();
});

test("a game that the tab kept while the storage was full goes on from its newest move", { skip }, async () => {
  const visitor = await arrive();
  const { page } = visitor;
  await page.addInitScript(() => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (name, value) {
      if (/** @type {any} */ (window).full && name === "dropline-local-games") throw new DOMException("no storage", "QuotaExceededError");
      set.call(this, name, value);
    };
  });
  await begin(visitor, () => page.locator(".chip", { hasText: "A friend right here" }).locator("input").check());
  await status(page, "Red to move");
  for (const [index, full] of [true, false, false].entries()) {
    await page.evaluate((full) => Object.assign(window, { full }), full);
    await drop(page, 4);
    await page.waitForFunction((wanted) => document.querySelectorAll("move-list .move").length === wanted, index + 1);
  }
  await page.reload();
  await status(page, "to move");
  await checkers(page, 3);
  await visitor.leave();
});

test("a computer whose engine is killed while it thinks moves all the same, and the page says so", { skip }, async () => {
  const visitor = await arrive();
  const { page } = visitor;
  await page.addInitScript(() => {
    const Real = Worker;
    // @ts-ignore: the page sees the same class.
    window.Worker = class extends Real {
      postMessage(/** @type {any} */ message) {
        super.postMessage(message);
        if (message.path !== "/moves" || sessionStorage.getItem("killed")) return;
        sessionStorage.setItem("killed", "yes");
        this.terminate();
        this.dispatchEvent(new ErrorEvent("error", { message: "killed" }));
      }
    };
  });
  await begin(visitor, () => page.getByRole("slider", { name: "Strength" }).fill("1"));
  await status(page, "Your turn");
  await drop(page, 4);
  await page.locator(".problem:visible", { hasText: "started again: killed" }).waitFor();
  await checkers(page, 2);
  await visitor.leave();
});

test("a page whose engine was lost on the way loads it when it is asked again", { skip }, async () => {
  const visitor = await arrive({ serviceWorkers: "block", expected: /ERR_FAILED/ });
  const { page } = visitor;
  await page.route(/engine\/index\.js$/, (route) => route.abort(), { times: 1 });
  await visitor.open("/some/where/analyse.html?v=7x6c4&m=44444326");
  await page.locator(".problem:visible", { hasText: "The engine cannot be started" }).waitFor();
  await page.getByRole("button", { name: "Back a move" }).click();
  await page.locator(".worths .tone.best").first().waitFor();
  await visitor.leave();
});

test("news of a very wide board leaves the page time for everything else", { skip }, async () => {
  const visitor = await arrive();
  await visitor.open("/some/where/analyse.html?v=1024x1c3");
  await visitor.page.locator(".worths .tone").first().waitFor();
  for (let frame = 0; frame < 3; frame++) await visitor.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await visitor.leave();
});

test("an analysis asks where things are only once they are in their place", { skip }, async () => {
  const visitor = await arrive();
  const { page } = visitor;
  await page.addInitScript(() => {
    const early = /** @type {string[]} */ (/** @type {any} */ (window).early = []);
    let drawing = false;
    const frame = window.requestAnimationFrame;
    window.requestAnimationFrame = (act) =>
      frame((time) => {
        drawing = true;
        act(time);
        drawing = false;
      });
    for (const name of /** @type {const} */ (["getBoundingClientRect", "scrollIntoView"])) {
      const does = /** @type {any} */ (Element.prototype[name]);
      Element.prototype[name] = /** @this {Element} @param {any[]} given */ function (...given) {
        if (!drawing) early.push(`${name} of ${this.className || this.localName}`);
        return does.apply(this, given);
      };
    }
  });
  await visitor.open("/some/where/analyse.html?v=32x32c6&m=16,16");
  await page.locator(".worths .tone").first().waitFor();
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).early), []);
  await visitor.leave();
});

test("a picture that cannot be made says why", { skip }, async () => {
  const visitor = await arrive();
  const { page } = visitor;
  await visitor.open("/some/where/analyse.html?v=64x64c6");
  await page.getByRole("button", { name: "Export" }).click();
  for (const kind of ["SVG", "PNG"]) {
    await page.getByRole("button", { name: `Save ${kind}` }).click();
    await page.locator("dialog .problem", { hasText: "boards have up to 1024 here" }).waitFor();
  }
  await visitor.leave();
});

test("an engine that is killed is started again, and the page says so", { skip }, async () => {
  const visitor = await arrive();
  const { page } = visitor;
  await page.addInitScript(() => {
    const Real = Worker;
    const made = /** @type {Worker[]} */ (/** @type {any} */ (window).made = []);
    // @ts-ignore: the page sees the same class.
    window.Worker = class extends Real {
      constructor(/** @type {string | URL} */ address, /** @type {WorkerOptions} */ options) {
        super(address, options);
        made.push(this);
      }
    };
  });
  await visitor.open("/some/where/analyse.html?v=9x7c4");
  await page.locator(".worths").first().waitFor();
  await page.locator(".worths .tone").first().waitFor();
  await page.evaluate(() => {
    const [worker] = /** @type {any} */ (window).made;
    worker.terminate();
    worker.dispatchEvent(new ErrorEvent("error", { message: "killed" }));
  });
  await page.locator(".problem:visible", { hasText: "started again" }).waitFor();
  await drop(page, 5);
  await page.waitForFunction(() => document.querySelector(".worths .tone"));
  await visitor.leave();
});

test("Firefox analyses, and after one visit offline too", { skip: skip || noFirefox || false }, async () => {
  const lonely = new Host();
  await lonely.start();
  const firefox = await Firefox.start();
  await firefox.open(`${lonely.address}/some/where/analyse.html?v=7x6c4&m=44444326`);
  await firefox.until("Boolean(document.querySelector('.worths .tone.best'))");
  await firefox.until("Boolean(navigator.serviceWorker.controller)");
  await lonely.stop();
  await firefox.open(`${lonely.address}/some/where/analyse.html?v=6x5c4&m=3344`);
  await firefox.until("Boolean(document.querySelector('.worths .tone.best'))");
  await firefox.stop();
  rmSync(lonely.folder, { recursive: true });
});
