// What a page shows at its top while the connection to the server is lost.

import { h } from "../dom.js";
import { t } from "../words.js";

/** The banner, and the hook that keeps it true. */
export function lostBanner() {
  const banner = h("div", { class: "banner", role: "alert", hidden: true });
  /** @param {import("../socket.js").Link} state */
  const link = (state) => {
    if (state === "connecting") return;
    banner.hidden = state !== "lost";
    banner.textContent = banner.hidden ? "" : t`The connection is lost. Trying again.`;
  };
  return { banner, link };
}
