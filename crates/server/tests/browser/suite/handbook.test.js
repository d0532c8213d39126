// The handbook, where the program has it built in.

import assert from "node:assert/strict";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { browser, server } from "../stage.js";
import { REFUSAL, Visitor } from "../support.js";

/** The policy of the server holds for it: a script or a style in a page would be a fault that ends the test. */
test("the handbook is read, searched and left, on a phone too", async (t) => {
  const isOffered = (await fetch(`${server.address}/handbook/`)).ok;
  if (!isOffered) return t.skip("the program was built without the handbook");
  const visitor = await Visitor.arrive(browser, server, { viewport: { width: 390, height: 844 }, colorScheme: "dark" });
  const { page } = visitor;
  await visitor.open("/help");
  await page.getByRole("link", { name: "Handbook" }).click();
  await page.getByRole("heading", { name: "The Dropline handbook" }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  const { violations } = await new AxeBuilder({ page }).analyze();
  assert.deepEqual(violations.map(({ id }) => id), []);
  await page.getByRole("searchbox").fill("zugzwang");
  await page.locator("#found a", { hasText: "Lessons" }).first().click();
  await page.getByRole("heading", { name: "Lessons", exact: true }).waitFor();
  assert.equal(await page.locator(".contents [aria-current]").textContent(), "Lessons");
  await visitor.open("/handbook/players.html");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, "wide tables are scrolled by themselves");
  await page.getByRole("link", { name: "Play", exact: true }).first().click();
  await page.waitForURL(`${server.address}/`);
  await visitor.leave();
});

test("without it the page says how to get it", async (t) => {
  const isOffered = (await fetch(`${server.address}/handbook/`)).ok;
  if (isOffered) return t.skip("the program was built with the handbook");
  const visitor = await Visitor.arrive(browser, server, { expected: REFUSAL });
  await visitor.open("/handbook");
  await visitor.page.getByText("cargo xtask book").first().waitFor();
  assert.equal(await visitor.page.getByRole("link", { name: "Handbook" }).count(), 0);
  await visitor.leave();
});
