// Keeps the files of one version of the site, and answers with nothing else: pages, scripts and engine always belong together.
//
// Files are kept by the hash of what is in them, so that an update loads only what has changed. A new version is loaded whole and checked before it may take over.
// The handbook is no part of that: what was read of it is kept, and shown where it cannot be loaded anew.

/** Each file and its hash (SHA-256); written when the site is made. @type {Record<string, string>} */
const FILES = {};
const CACHE = "dropline";
/** What was read of the handbook. */
const READ = "dropline-handbook";
/** The smallest module with vectors of 128 bits, as in the package of the engine. */
const VECTORS = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);
/** The module that this browser does not take. */
const OTHER_MODULE = WebAssembly.validate(VECTORS) && "DecompressionStream" in self ? "engine/dropline.wasm" : "engine/dropline-simd.packed";

/** @param {string} hash */
const keyOf = (hash) => new URL(`kept/${encodeURIComponent(hash)}`, registration.scope).href;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(clean().then(() => self.clients.claim())));
self.addEventListener("message", (event) => event.data === "take over" && self.skipWaiting());
self.addEventListener("fetch", (event) => {
  const file = event.request.method === "GET" && fileOf(event.request.url);
  if (file) event.respondWith(answer(file, event.request));
  else if (event.request.method === "GET" && event.request.url.startsWith(new URL("handbook/", registration.scope).href)) event.respondWith(read(event.request));
});

/** A file of the handbook, anew if it can be had. @param {Request} request */
async function read(request) {
  const cache = await caches.open(READ);
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await cache.put(request, answer.clone());
    return answer;
  } catch (problem) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw problem;
  }
}

/** The file that an address means, if it is one of ours. @param {string} address */
function fileOf(address) {
  const { origin, pathname } = new URL(address);
  const scope = new URL(registration.scope);
  if (origin !== scope.origin || !pathname.startsWith(scope.pathname)) return null;
  const name = decodeURIComponent(pathname.slice(scope.pathname.length)) || "index.html";
  // Some hosts leave the ending of pages out.
  return name in FILES ? name : `${name}.html` in FILES ? `${name}.html` : null;
}

async function install() {
  const cache = await caches.open(CACHE);
  const isBook = (/** @type {string} */ name) => Number(name.endsWith(".book"));
  const names = Object.keys(FILES).filter((name) => name !== OTHER_MODULE);
  for (const name of names.sort((one, other) => isBook(one) - isBook(other))) {
    const hash = FILES[name];
    if (await cache.match(keyOf(hash))) continue;
    const answer = await load(name, hash);
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    await cache.put(keyOf(hash), answer);
  }
}

/** What the page has loaded already is not loaded again, unless it is of another version. @param {string} name @param {string} hash */
function load(name, hash) {
  const [address, integrity] = [new URL(name, registration.scope), `sha256-${hash}`];
  return fetch(address, { integrity }).catch(() => fetch(address, { integrity, cache: "reload" }));
}

/** Forgets the files of older versions. */
async function clean() {
  const cache = await caches.open(CACHE);
  const wanted = new Set(Object.values(FILES).map(keyOf));
  await Promise.all((await cache.keys()).filter(({ url }) => !wanted.has(url)).map((key) => cache.delete(key)));
}

/** @param {string} name @param {Request} request */
async function answer(name, request) {
  const kept = await caches.match(keyOf(FILES[name]));
  // The browser may have thrown it away to make room.
  if (!kept) return fetch(request);
  // An answer that was redirected may not stand for a page.
  return kept.redirected ? new Response(kept.body, { headers: kept.headers }) : kept;
}
