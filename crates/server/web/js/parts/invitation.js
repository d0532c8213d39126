// The invitation to a game: the link, ways to send it, and a word about who can open it.

import { BASE } from "../api.js";
import { copyFrom, h } from "../dom.js";
import { word } from "../words.js";

/** Whether only this computer understands a name. @param {string} host */
const isLoopback = (host) => host === "localhost" || host === "[::1]" || host.startsWith("127.");

/** Where others reach this server; nothing if they do not. */
function reachable() {
  if (!isLoopback(location.hostname)) return location.origin;
  return document.querySelector('meta[name="dropline-address"]')?.getAttribute("content") ?? null;
}

/**
 * @param {string} invitation the link's path
 * @returns {HTMLElement[]}
 */
export function invitationParts(invitation) {
  const origin = reachable();
  const address = new URL(invitation, origin ?? location.origin).href;
  const field = h("input", { type: "text", readonly: true, value: address, "aria-label": "Invitation link", onfocus: () => field.select() });
  const copy = h("button", { type: "button", class: "primary", onclick: () => void copyFrom(copy, address) }, "Copy");
  const share = () => navigator.share({ title: "Dropline", text: word("Play against me"), url: address }).catch(() => {});
  /** @type {HTMLElement[]} */
  const parts = [
    h("h2", {}, "Invite your friend"),
    h("p", { class: "muted" }, "Whoever has this link plays the other side: send it to one person only."),
    h("div", { class: "copy-row" }, field, copy, "share" in navigator && h("button", { type: "button", onclick: () => void share() }, "Share")),
  ];
  if (!origin) {
    const port = location.port || "80";
    parts.push(
      h("p", { class: "only-here" }, "Only this computer can open the link. For others on your network, start the server with ", h("code", {}, `dropline serve --addr 0.0.0.0:${port}`), "."),
    );
  } else {
    const code = h("img", { class: "qr", alt: "The link as a QR code, for a camera", width: 180, height: 180, loading: "lazy", src: `${BASE}/qr.svg?${new URLSearchParams({ text: address })}` });
    parts.push(h("details", {}, h("summary", {}, "Show a QR code"), code));
  }
  return parts;
}
