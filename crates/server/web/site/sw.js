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

/** Whether a file is a book: without it everything is searched, so nothing waits for it. @param {string} name */
const isBook = (name) => name.endsWith(".book");
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
  return notice(
    "Handbook",
    `<h1>Not here without a network</h1>
      <p>This page of the handbook was not read in this browser before, and now it cannot be loaded. Everything else works: <a href="${address("./")}">to the start page</a>.</p>
      <p lang="de">Diese Seite des Handbuchs wurde in diesem Browser noch nicht gelesen und kann jetzt nicht geladen werden. Alles andere geht: <a href="${address("./")}">zur Startseite</a>.</p>`,
  );
}

/** What stands for a page of a version that is whole neither here nor on the host any more. */
function outdated() {
  return notice(
    "New version",
    `<h1>There is a new version of Dropline</h1>
      <p>The browser has thrown away a part of the version that was kept here, and the new one has yet to be loaded. Games and settings stay.</p>
      <p lang="de">Der Browser hat einen Teil der hier aufgehobenen Version weggeworfen, und die neue ist noch zu laden. Spiele und Einstellungen bleiben.</p>
      <p><button type="button" class="primary" id="load">Load it · Laden</button></p>
      <script>
        document.querySelector("#load").addEventListener("click", async () => {
          const registration = await navigator.serviceWorker.getRegistration();
          navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
          const latest = await registration?.update().then(() => registration.waiting ?? registration.installing);
          const look = async () => {
            if (latest?.state === "installed") return latest.postMessage("take over");
            if (latest && latest.state !== "redundant") return;
            // It cannot be kept: then pages come from the host alone.
            await registration?.unregister();
            location.reload();
          };
          latest?.addEventListener("statechange", look);
          await look();
        });
      </script>`,
  );
}

/** @param {string} name */
const address = (name) => new URL(name, registration.scope).href;

/** A page in the place of another one. @param {string} title @param {string} main */
function notice(title, main) {
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · Dropline</title>
    <link rel="icon" href="${address("web/icons/dropline.svg")}" type="image/svg+xml">
    <link rel="stylesheet" href="${address("web/style.css")}">
  </head>
  <body>
    <main class="prose">
      ${main}
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
  const names = Object.keys(FILES).filter((name) => name !== OTHER_MODULE);
  for (const name of names.filter((name) => !isBook(name))) {
    if (!(await cache.match(keyOf(FILES[name])))) await keep(name, await load(name));
  }
  // One that does not come now is taken when a page asks for it.
  for (const name of names.filter(isBook)) if (!(await cache.match(keyOf(FILES[name])))) void take(name).catch(() => {});
}

/** @param {string} name @param {Response} answer */
async function keep(name, answer) {
  const cache = await caches.open(CACHE);
  await cache.put(keyOf(FILES[name]), answer);
}

/** A file of this version from the host. What the page has loaded already is not loaded again, unless it is of another version. @param {string} name */
async function load(name) {
  const integrity = `sha256-${FILES[name]}`;
  const answer = await fetch(address(name), { integrity }).catch(() => fetch(address(name), { integrity, cache: "reload" }));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
}

/** Forgets the files of older versions. */
async function clean() {
  const cache = await caches.open(CACHE);
  const wanted = new Set(Object.values(FILES).map(keyOf));
  await Promise.all((await cache.keys()).filter(({ url }) => !wanted.has(url)).map((key) => cache.delete(key)));
}

/** A file of this version from the host, kept if there is room. @param {string} name */
async function take(name) {
  const loaded = await load(name);
  if (name !== OTHER_MODULE) await keep(name, loaded.clone()).catch(() => {});
  return loaded;
}

/** Whether the host has another version of something that is not here any more. */
async function isOutdated() {
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const missing = Object.keys(FILES).filter((name) => !kept.has(keyOf(FILES[name])) && name !== OTHER_MODULE && !isBook(name));
  if (!missing.length) return false;
  try {
    const worker = await (await fetch(address("sw.js"), { cache: "no-store" })).text();
    const theirs = JSON.parse(/const FILES = (\{[^}]*\});/.exec(worker)?.[1] ?? "{}");
    return missing.some((name) => theirs[name] !== FILES[name]);
  } catch {
    // Without a network nobody has another one.
    return false;
  }
}

/** @param {string} name @param {Request} request */
async function answer(name, request) {
  let kept;
  try {
    if (request.mode === "navigate" && (await isOutdated())) return outdated();
    kept = await caches.match(keyOf(FILES[name]));
  } catch {
    // Where nothing can be kept the host alone says what belongs together.
    return fetch(request);
  }
  // The browser may have thrown it away to make room.
  const found = kept ?? (await take(name));
  // An answer that was redirected may not stand for a page.
  return found.redirected ? new Response(found.body, { headers: found.headers }) : found;
}
