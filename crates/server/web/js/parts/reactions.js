// <game-reactions>: a few signs to send to the other side; off by choice.

import { announce, fill, h } from "../dom.js";
import { keepSetting, kept } from "../settings.js";
import { word } from "../words.js";

/** The signs, with what they say. */
const REACTIONS = /** @type {Record<string, [sign: string, words: string]>} */ ({
  hello: ["👋", "Hello"],
  wow: ["😮", "Wow"],
  laugh: ["😄", "Laughing"],
  thinking: ["🤔", "Thinking"],
  thanks: ["🙏", "Thanks"],
  good_game: ["🏆", "Good game"],
});

/** How long a sign is shown, and how long the next one has to wait. */
const SHOWN_MS = 4000;
const PAUSE_MS = 1500;

export class GameReactions extends HTMLElement {
  /** @param {(reaction: string) => void} send */
  offer(send) {
    if (this.childElementCount) return;
    const buttons = Object.entries(REACTIONS).map(([name, [sign, words]]) =>
      h(
        "button",
        {
          type: "button",
          class: "reaction",
          onclick: () => {
            send(name);
            for (const one of buttons) one.disabled = true;
            setTimeout(() => buttons.forEach((one) => (one.disabled = false)), PAUSE_MS);
          },
        },
        `${sign} ${word(words)}`,
      ),
    );
    const row = h("div", { class: "toolbar", role: "group", "aria-label": "Reactions" }, ...buttons);
    const off = h("input", { type: "checkbox", id: "reactions-on", checked: kept("reactions") !== "off" });
    off.addEventListener("change", () => {
      keepSetting("reactions", off.checked ? "on" : "off");
      row.hidden = !off.checked;
    });
    row.hidden = !off.checked;
    fill(this, row, h("label", { class: "check", for: "reactions-on" }, off, " Reactions"));
  }

  /**
   * Shows a sign beside a seat, unless that is switched off.
   * @param {string} reaction
   * @param {Element} seat
   * @param {string} who
   */
  static show(reaction, seat, who) {
    const known = REACTIONS[reaction];
    if (!known || kept("reactions") === "off") return;
    const bubble = h("span", { class: "bubble" }, `${known[0]} ${word(known[1])}`);
    seat.after(bubble);
    announce(`${who}: ${word(known[1])}`);
    setTimeout(() => bubble.remove(), SHOWN_MS);
  }
}

customElements.define("game-reactions", GameReactions);
