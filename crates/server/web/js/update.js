// Offline and up to date: on a static host a service worker keeps all files of one version; a new version waits until the reader wants it.

import { h } from "./dom.js";
import { hasServer } from "./place.js";

/** Offers a new version. @param {ServiceWorkerRegistration} registration */
function offer(registration) {
  if (document.querySelector(".update")) return;
  // When it is wanted, one that is newer still may have taken its place.
  const load = h("button", { type: "button", class: "primary", onclick: () => registration.waiting?.postMessage("take over") }, "Load it");
  document.body.append(h("div", { class: "banner update", role: "status" }, h("span", {}, "There is a new version of Dropline."), " ", load));
}

/** Keeps the pages for offline use, and watches for new versions of them. */
export async function watchForUpdates() {
  if (hasServer || !("serviceWorker" in navigator)) return;
  try {
    let hadOne = navigator.serviceWorker.controller !== null;
    // Every page of the old version goes at once, so that none asks for a file of the new one. The first worker of all is of the version of the page.
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (hadOne) location.reload();
      hadOne = true;
    });
    const registration = await navigator.serviceWorker.register("sw.js");
    const look = () => registration.waiting && navigator.serviceWorker.controller && offer(registration);
    look();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
  } catch {
    // Forbidden or not to be had here: the pages work as long as the network does.
  }
}
