// What every file of the suite plays on: a server and a browser, there before its tests and gone after them.

import { after, before } from "node:test";
import { Server, launch } from "./support.js";

/** @type {import("playwright-core").Browser} */
export let browser;
/** @type {Server} */
export let server;

before(async () => {
  server = await Server.start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});
