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
  // Storage that is full or forbidden is no error: nothing is kept then.
  const cache = await caches.open(READ).catch(() => null);
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await cache?.put(request, answer.clone()).catch(() => {});
    return answer;
  } catch (problem) {
    // A page that was found by a word has the word in its address.
    const kept = await cache?.match(request, { ignoreSearch: true });
    if (kept) return kept;
    if (request.mode === "navigate") return unread();
    throw problem;
  }
}

/** What stands for a page of the handbook that cannot be had. */
function unread() {
  const address = (/** @type {string} */ name) => new URL(name, registration.scope).href;
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Handbook · Dropline</title>
    <link rel="stylesheet" href="${address("web/style.css")}">
  </head>
  <body>
    <main class="prose">
      <h1>Not here without a network</h1>
      <p>This page of the handbook was not read in this browser before, and now it cannot be loaded. Everything else works: <a href="${address("./")}">to the start page</a>.</p>
      <p lang="de">Diese Seite des Handbuchs wurde in diesem Browser noch nicht gelesen und kann jetzt nicht geladen werden. Alles andere geht: <a href="${address("./")}">zur Startseite</a>.</p>
    </main>
  </body>
</html>
`;
  return new Response(page, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
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
  const isBook = (/** @type {string} */ name) => name.endsWith(".book");
  const names = Object.keys(FILES).filter((name) => name !== OTHER_MODULE);
  for (const name of names.sort((one, other) => Number(isBook(one)) - Number(isBook(other)))) {
    if (await cache.match(keyOf(FILES[name]))) continue;
    try {
      await take(name);
    } catch (problem) {
      // Without the book everything is searched; it is taken when a page asks for it.
      if (!isBook(name)) throw problem;
    }
  }
}

/** Loads a file and keeps it. @param {string} name */
async function take(name) {
  const hash = FILES[name];
  const answer = await load(name, hash);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const cache = await caches.open(CACHE);
  await cache.put(keyOf(hash), answer);
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

/** A file as it is kept. The browser may have thrown it away to make room. @param {string} name */
async function keptOf(name) {
  try {
    const find = () => caches.match(keyOf(FILES[name]));
    const kept = await find();
    if (kept || name === OTHER_MODULE) return kept;
    await take(name);
    return await find();
  } catch {
    return undefined;
  }
}

/** @param {string} name @param {Request} request */
async function answer(name, request) {
  const kept = await keptOf(name);
  // It was never kept, or cannot be.
  if (!kept) return fetch(request);
  // An answer that was redirected may not stand for a page.
  return kept.redirected ? new Response(kept.body, { headers: kept.headers }) : kept;
}
