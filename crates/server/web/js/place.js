// Where the pages stand: on a server of ours, or as files on any host, under any path. There the engine in the page answers, and addresses have file names.

/** @param {string} name */
const told = (name) => document.querySelector(`meta[name="dropline-${name}"]`)?.getAttribute("content") ?? null;

/** Whether there is a server to ask. */
export const hasServer = told("server") !== "none";

/** The address of the folder with the engine for the page, if there is one and this browser can run it. */
export const engineFolder = told("engine") && "WebAssembly" in globalThis && "Worker" in globalThis ? new URL(told("engine") ?? "", document.baseURI).href : null;

/** The address of the handbook, if it is there to be read. */
export const handbook = told("handbook");

/**
 * The address of a page, from the one it has on a server: `/analyse?m=4` is `analyse.html?m=4` elsewhere.
 * @param {string} path
 */
export function address(path) {
  const parts = /^\/(?:(g)\/([^/?#]+)|([\w-]*))(\?[^#]*)?(#.*)?$/.exec(path);
  if (hasServer || !parts) return path;
  const [, game, id, name, query = "", anchor = ""] = parts;
  if (game) return `game.html?id=${id}${query.replace("?", "&")}${anchor}`;
  return `${name ? `${name}.html` : "./"}${query}${anchor}`;
}

/** The page that is shown, as it is called on a server: `/analyse`. */
export function pagePath() {
  if (hasServer) return location.pathname.replace(/\/$/, "") || "/";
  const name = location.pathname.split("/").pop()?.replace(/\.html$/, "");
  return name && name !== "index" ? `/${name}` : "/";
}

/** The game that the address of this page names. */
export function gameOfPage() {
  if (!hasServer) return new URLSearchParams(location.search).get("id") ?? "";
  return location.pathname.split("/").filter(Boolean).pop() ?? "";
}
