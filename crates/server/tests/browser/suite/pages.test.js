// Every page: accessible in both themes, and talking to its own server only.

import assert from "node:assert/strict";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { browser, server } from "../stage.js";
import { REFUSAL, Visitor, begin, checkers, drop, openChoices, status } from "../support.js";

/** @param {import("playwright-core").Page} page */
async function accessible(page) {
  const { violations, passes } = await new AxeBuilder({ page }).analyze();
  assert.ok(passes.length > 10, "axe looked at something");
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(" ")}`);
  assert.deepEqual(told, [], page.url());
}

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`axe finds nothing on any page, ${colorScheme}`, async () => {
    const visitor = await Visitor.arrive(browser, server, { colorScheme });
    const { page } = visitor;
    await visitor.open("/");
    await openChoices(page);
    await accessible(page);

    await begin(visitor, { player: "bad" });
    await drop(page, 7);
    await checkers(page, 2);
    await accessible(page);
    for (let turn = 2; turn <= 4; turn++) {
      await status(page, "Your turn");
      await drop(page, 7);
    }
    await status(page, "You win");
    await accessible(page);

    await begin(visitor, { against: "A friend by link", variant: "7x6m4", clock: "3+2" });
    await page.getByLabel("Invitation link").waitFor();
    await accessible(page);

    await visitor.open("/analyse?v=7x6c4&m=41516&t=41516(1)1");
    await page.locator(".worths .tone.loss").first().waitFor();
    await page.getByRole("button", { name: "Why column 2?" }).click();
    await page.locator(".reasons li").first().waitFor();
    await accessible(page);
    await page.getByRole("button", { name: "Export" }).click();
    await accessible(page);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Import" }).click();
    await accessible(page);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Set up" }).click();
    await accessible(page);

    await visitor.open("/review?v=4x4c3&m=12124");
    await page.locator(".shares .share").first().waitFor();
    await accessible(page);

    await visitor.open("/review");
    await page.locator("summary", { hasText: "Another game" }).click();
    await page.getByRole("button", { name: "Review the game" }).waitFor();
    await accessible(page);

    await visitor.open("/api");
    await page.locator(".operation").first().waitFor();
    await page.locator(".operation summary").first().click();
    await accessible(page);

    await visitor.open("/help");
    await page.locator("header nav").waitFor();
    await accessible(page);
    await page.getByRole("button", { name: "Settings" }).click();
    await accessible(page);

    await visitor.open("/embed?v=7x6c4&m=1122334");
    await page.locator(".won").first().waitFor({ state: "attached" });
    await accessible(page);
    await visitor.leave();
  });
}

test("the pages ask for nothing beyond their own server", async () => {
  const visitor = await Visitor.arrive(browser, server);
  for (const address of ["/", "/analyse?v=5x4c3&m=12", "/review?v=4x4c3&m=1212", "/api", "/help"]) {
    await visitor.open(address);
    await visitor.page.waitForLoadState("networkidle");
  }
  const hosts = new Set(visitor.requests.map((url) => new URL(url).host));
  assert.deepEqual([...hosts], [new URL(server.address).host]);
  assert.ok(visitor.requests.some((url) => url.startsWith("ws:")), "sockets are watched too");
  // The policy forbids it even to a page that tries.
  const refused = await visitor.page.evaluate(async () => {
    const refusals = /** @type {string[]} */ ([]);
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => refusals.push(effectiveDirective));
    await fetch("http://127.0.0.2:9/").catch(() => {});
    const inline = document.createElement("script");
    inline.textContent = "globalThis.ranInline = true";
    document.body.append(inline);
    document.body.setAttribute("style", "color: red");
    await new Promise((resolve) => setTimeout(resolve, 50));
    return { refusals, ran: "ranInline" in globalThis };
  });
  assert.equal(refused.ran, false);
  assert.deepEqual(refused.refusals.sort(), ["connect-src", "script-src-elem", "style-src-attr"]);
  await visitor.context.close();
});

test("the theme switch overrules the system and is kept", async () => {
  const visitor = await Visitor.arrive(browser, server, { colorScheme: "light" });
  const { page } = visitor;
  await visitor.open("/help");
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  const change = page.getByRole("button", { name: /^Theme/ });
  await change.click();
  assert.equal(await ground(), light);
  await change.click();
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.reload();
  assert.equal(await ground(), dark);
  await visitor.leave();
});

test("operations of the API are tried on its page", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await visitor.open("/api");
  const players = page.locator(".operation", { has: page.locator(".path", { hasText: /\/players$/ }) });
  await players.locator("summary").click();
  await players.getByRole("button", { name: "Send" }).click();
  await players.locator(".answer h3", { hasText: "200" }).waitFor();
  await players.locator(".answer pre", { hasText: '"name": "engine"' }).waitFor();
  const positions = page.locator(".operation", { has: page.locator(".method", { hasText: "POST" }) }).filter({ has: page.locator(".path", { hasText: /\/positions$/ }) });
  await positions.locator("summary").click();
  await positions.getByLabel("Body").fill('{"text": "4453", "variant": "7x6c4"}');
  await positions.getByRole("button", { name: "Send" }).click();
  await positions.locator(".answer pre", { hasText: '"turn": "red"' }).waitFor();
  const analysis = page.locator(".operation", { has: page.locator(".path", { hasText: /\/analysis$/ }) });
  await analysis.locator("summary").click();
  await analysis.getByLabel("Message").fill('{"type": "analyse", "id": 1, "variant": "4x4c3", "moves": "12"}');
  await analysis.getByRole("button", { name: "Send" }).click();
  await analysis.locator(".answer pre", { hasText: '"done":true' }).waitFor();
  await visitor.leave();
});

test("an unknown page and an unknown game say so", async () => {
  const visitor = await Visitor.arrive(browser, server, { expected: REFUSAL });
  const { page } = visitor;
  const answer = await page.goto(`${server.address}/nowhere`);
  assert.equal(answer?.status(), 404);
  await accessible(page);
  await page.getByRole("link", { name: "To the start page" }).click();
  await page.waitForURL(`${server.address}/`);
  await page.goto(`${server.address}/g/AAAAAAAAAAAA`);
  await status(page, "There is no such game");
  await visitor.leave();
});
