// How little a visit asks for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, server } from "../stage.js";
import { Visitor } from "../support.js";

/**
 * What a visit asks for, without what the browser has already, and how much of it comes over the network.
 * @param {Visitor} visitor
 * @param {string} address
 */
async function visit(visitor, address) {
  const network = await visitor.context.newCDPSession(visitor.page);
  await network.send("Network.enable");
  const [asked, fromCache] = [/** @type {Map<string, string>} */ (new Map()), new Set()];
  let bytes = 0;
  network.on("Network.requestWillBeSent", ({ requestId, request }) => asked.set(requestId, request.url));
  network.on("Network.requestServedFromCache", ({ requestId }) => fromCache.add(requestId));
  network.on("Network.responseReceived", ({ requestId, response }) => response.fromDiskCache && fromCache.add(requestId));
  network.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await visitor.open(address);
  await visitor.page.waitForLoadState("networkidle");
  await network.detach();
  return { asked: [...asked].filter(([id]) => !fromCache.has(id)).map(([, url]) => url), bytes };
}

test("a first visit to the start page asks for at most 8 files and 60 KB", async (t) => {
  const visitor = await Visitor.arrive(browser, server);
  const { asked, bytes } = await visit(visitor, "/");
  t.diagnostic(`${asked.length} requests, ${bytes} bytes`);
  assert.ok(asked.length >= 4 && asked.length <= 8, asked.join("\n"));
  assert.ok(bytes > 10_000 && bytes <= 60_000, `${bytes} bytes`);
  // Again, only what may have changed is asked for.
  const again = await visit(visitor, "/");
  assert.ok(again.asked.length <= 2, again.asked.join("\n"));
  assert.ok(again.bytes < 6000, `${again.bytes} bytes`);
  await visitor.leave();
});

test("an analysis is asked and answered in one round trip", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  const sent = /** @type {string[]} */ ([]);
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(String(payload))));
  await visitor.open("/analyse?v=4x4c3");
  await page.locator(".worths .tone.best").first().waitFor();
  assert.equal(visitor.requests.filter((url) => url.includes("/api/v1/positions")).length, 0);
  assert.equal(sent.filter((text) => text.includes("analyse")).length, 1, sent.join());
  await visitor.leave();
});

for (const [address, title] of /** @type {const} */ ([
  ["/analyse?v=9x7c4&m=44", "Analysis: Connect 4 on 9 × 7, red to move"],
  ["/review?v=7x6m4&m=4453", "Review: Max-Connect 4 on 7 × 6, red to move"],
])) {
  test(`a link to ${address} has a title and a picture where it is shown`, async () => {
    const page = await (await fetch(server.address + address)).text();
    assert.ok(page.includes(`<meta property="og:title" content="${title}">`), page);
    const picture = /<meta name="twitter:image" content="([^"]+)">/.exec(page)?.[1].replaceAll("&amp;", "&");
    assert.ok(picture?.startsWith(server.address), page);
    assert.ok(picture);
    const answer = await fetch(picture);
    assert.deepEqual([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")], [200, "image/png", "public, max-age=86400"]);
  });
}

test("a link to a game has them too, and an address with nothing in it has none", async () => {
  const made = await (await fetch(`${server.address}/api/v1/games`, { method: "POST", headers: { "content-type": "application/json" }, body: '{"variant": "5x4c3", "moves": "12"}' })).json();
  const page = await (await fetch(`${server.address}/g/${made.game.id}`)).text();
  assert.match(page, /og:title" content="Connect 3 on 5 × 4: red to move"/);
  assert.match(page, /picture\.png\?variant=5x4c3&amp;moves=12"/);
  for (const address of ["/analyse?v=<b>", "/analyse?v=7x6c4&m=9999", "/g/AAAAAAAAAAAA"]) {
    const answer = await fetch(server.address + address);
    assert.equal(answer.status, 200, address);
    assert.doesNotMatch(await answer.text(), /og:image|<b>/, address);
  }
});
