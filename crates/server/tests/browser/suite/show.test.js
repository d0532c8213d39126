// Games to show to others: moving pictures, and boards inside other pages.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { browser, server } from "../stage.js";
import { Visitor, begin, playAll, status } from "../support.js";

test("a finished game is had as a moving picture", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await begin(visitor, { against: "A friend right here" });
  await playAll(page, [1, 1, 2, 2, 3, 3, 4]);
  await status(page, "Red wins");
  const address = await page.getByRole("link", { name: "Animated picture" }).getAttribute("href");
  const answer = await fetch(server.address + address);
  assert.equal(answer.headers.get("content-type"), "image/gif");
  const bytes = Buffer.from(await answer.arrayBuffer());
  assert.equal(bytes.subarray(0, 6).toString(), "GIF89a");
  assert.ok(bytes.length < 300_000, `${bytes.length} bytes`);
  // A block of control stands before each frame: the empty board and seven moves.
  let frames = 0;
  for (let at = 0; (at = bytes.indexOf(Buffer.from([0x21, 0xf9, 0x04]), at)) >= 0; at += 8) frames++;
  assert.equal(frames, 8);
  const long = await fetch(`${server.address}/api/v1/picture.gif?variant=20x20c20&moves=${Array(201).fill(1).map((_, index) => (index % 20) + 1).join(",")}`);
  assert.equal((await long.json()).error.code, "too_many_moves");
  await visitor.leave();
});

test("the embedded board may be framed by others, and nothing else may", async () => {
  const host = createServer((_, answer) => answer.setHeader("content-type", "text/html").end(`<iframe src="${server.address}/embed?v=7x6c4&m=1122334" width="420" height="480"></iframe><iframe src="${server.address}/analyse"></iframe>`));
  await new Promise((resolve) => host.listen(0, "127.0.0.1", () => resolve(null)));
  const address = host.address();
  assert.ok(address && typeof address === "object");
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    await page.goto(`http://127.0.0.1:${address.port}/`);
    const frame = page.frameLocator("iframe").first();
    await frame.locator(".won").first().waitFor({ state: "attached" });
    await frame.getByRole("button", { name: "Back a move" }).click();
    await frame.getByText("After move 6").waitFor();
    assert.equal(await page.frameLocator("iframe").nth(1).locator("main").count(), 0);
    for (const path of ["/", "/analyse", "/review", "/g/AAAAAAAAAAAA", "/help"]) {
      const { headers } = await fetch(server.address + path);
      assert.match(headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/, path);
    }
    const { headers } = await fetch(`${server.address}/embed?v=7x6c4`);
    assert.equal(headers.get("x-frame-options"), null);
    assert.equal(headers.get("x-content-type-options"), "nosniff");
  } finally {
    await context.close();
    host.close();
  }
});
