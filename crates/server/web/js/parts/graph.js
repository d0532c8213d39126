// <eval-graph>: how the game went, a bar for each position: up is good for red, down for black.

import { fill, s } from "../dom.js";
import { sideName } from "../variant.js";
import { t } from "../words.js";

/** @typedef {{ height: number | null, mistake?: boolean, label: string }} Bar */

export class EvalGraph extends HTMLElement {
  #shown = "";
  /** @type {(index: number) => void} */
  #go = () => {};

  /**
   * @param {Bar[]} bars
   * @param {number} at the index that is shown
   * @param {(index: number) => void} go
   */
  show(bars, at, go) {
    this.#go = go;
    // A bar that is under a pressed pointer stays.
    const key = JSON.stringify([bars, at]);
    if (key === this.#shown) return;
    this.#shown = key;
    const width = Math.max(bars.length, 12);
    const parts = bars.flatMap(({ height, mistake, label }, x) => {
      const slot = s("rect", { class: `slot${x === at ? " here" : ""}`, x, y: 0, width: 1, height: 100, onclick: () => this.#go(x) }, s("title", {}, label));
      const drawn = [];
      if (height !== null && height !== 0) {
        const y = height > 0 ? 50 - 46 * height : 50;
        drawn.push(s("rect", { class: `bar ${height > 0 ? "red" : "black"}`, x: x + 0.14, y, width: 0.72, height: 46 * Math.abs(height) }));
      } else if (height === 0) drawn.push(s("rect", { class: "tie-dot", x: x + 0.3, y: 47, width: 0.4, height: 6 }));
      if (mistake) drawn.push(s("rect", { class: "mistake-mark", x: x + 0.14, y: 96, width: 0.72, height: 4 }));
      return [...drawn, slot];
    });
    const known = bars.filter(({ height }) => height !== null).length;
    const label = t`Evaluation after each move: ${known} of ${bars.length} positions known. Bars upwards are good for ${sideName("red").toLowerCase()}, downwards for ${sideName("black").toLowerCase()}.`;
    fill(
      this,
      s(
        "svg",
        { class: "graph", viewBox: `0 0 ${width} 100`, preserveAspectRatio: "none", role: "img", "aria-label": label },
        s("line", { class: "middle", x1: 0, x2: width, y1: 50, y2: 50 }),
        ...parts,
      ),
    );
  }
}

customElements.define("eval-graph", EvalGraph);
