// A server whose program has the engine for pages built in: browsers think for themselves, and it thinks for those that cannot.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, server } from "../stage.js";
import { Visitor } from "../support.js";

const QUESTIONS = /\/api\/v1\/(analysis|explanations|puzzles\/(attempts|solutions|mistakes))/;
const PLACE = "/analyse?v=7x6c4&m=44444326";

/** @param {import("node:test").TestContext} t */
async function skipsWithout(t) {
  const isBuiltIn = (await (await fetch(`${server.address}/analyse`)).text()).includes("dropline-engine");
  if (!isBuiltIn) t.skip("the program was built without the engine for pages");
  return !isBuiltIn;
}

/** @param {Visitor} visitor */
const questions = (visitor) => visitor.requests.filter((address) => QUESTIONS.test(address));

/** The values of the columns at the end: those on the way there depend on who thinks, and how fast. @param {Visitor} visitor */
async function analyses(visitor) {
  await visitor.open(PLACE);
  await visitor.page.locator(".verdict", { hasText: "a tie with best play" }).waitFor();
  return visitor.page.locator(".worths").first().innerText();
}

test("a browser that can think asks the server for nothing that takes thinking, and gets the same answers", async (t) => {
  if (await skipsWithout(t)) return;
  const able = await Visitor.arrive(browser, server, { thinks: true });
  const unable = await Visitor.arrive(browser, server);
  assert.equal(await analyses(able), await analyses(unable));
  assert.deepEqual(questions(able), []);
  assert.ok(able.requests.some((address) => /\/engine\/dropline-simd\.packed$/.test(address)));
  assert.ok(questions(unable).length > 0 && !unable.requests.some((address) => address.includes("/engine/")));
  await able.open("/puzzles?m=112231&v=5x4c4");
  await able.page.getByText("From your game").waitFor();
  assert.deepEqual(questions(able), []);
  await able.leave();
  await unable.leave();
});

test("where the engine does not start, the server thinks", async (t) => {
  if (await skipsWithout(t)) return;
  const visitor = await Visitor.arrive(browser, server, { thinks: true, expected: /ERR_FAILED/ });
  await visitor.context.route(/\/engine\/.*\.packed$/, (route) => route.abort());
  assert.match(await analyses(visitor), /\S/);
  assert.ok(questions(visitor).length > 0);
  await visitor.leave();
});
