// One worker: it holds an engine and answers one question at a time.

import { PageEngine, initSync } from "./dropline.js";

/** @type {PageEngine | undefined} */
let engine;

/**
 * @param {{ module?: WebAssembly.Module, memory?: number, book?: Uint8Array, id?: number, path?: string, body?: string }} said
 * @param {(message: object) => void} post
 */
function hear({ module, memory, book, id, path, body }, post) {
  try {
    if (module) {
      initSync({ module });
      engine = new PageEngine(memory ?? 0);
      post({ runs: true });
    }
    if (book) takeBook(book, post);
    if (path !== undefined) post({ id, answer: engine?.answer(path, body ?? "", (/** @type {string} */ news) => post({ id, news })) });
  } catch (error) {
    // After a trap nothing in the module's memory can be relied on: whoever hears of it ends this worker.
    post({ id, trap: String(error) });
  }
}

/** A book that is spoilt is no reason to stop: everything is searched then. @param {Uint8Array} book @param {(message: object) => void} post */
function takeBook(book, post) {
  try {
    engine?.takeBook(book);
  } catch (error) {
    post({ spoilt: String(error) });
  }
}

if ("WorkerGlobalScope" in globalThis) {
  addEventListener("message", ({ data }) => hear(data, (message) => postMessage(message)));
} else {
  const { parentPort } = await import("node:worker_threads");
  parentPort?.on("message", (data) => hear(data, (message) => parentPort.postMessage(message)));
}
