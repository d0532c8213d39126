// <dropline-board>: a board of any size, drawn as SVG, played by mouse, touch and keyboard.
//
// The checkers lie behind a face with holes, so that they fall into view. One button over each column takes clicks, carries the focus and
// tells its state to screen readers; the drawing itself is hidden from them.

import { fill, h, isFree, s } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./variant.js").Side} Side */
/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./position.js").Cell} Cell */
/** @typedef {{ side: Side, column: number, level: number, parity: "odd" | "even" }} Threat */
/** @typedef {{ text: string, short: string, tone: "win" | "tie" | "loss" | "open", words: string, best?: boolean }} ColumnNote */
/**
 * What a board shows.
 * @typedef {object} Scene
 * @property {Position} position
 * @property {Cell[][]} [lines] lines to mark
 * @property {Side | null} [hand] whose checker a click drops; nobody's if nothing can be chosen
 * @property {boolean} [everyColumn] full columns can be chosen too
 * @property {Threat[]} [threats]
 * @property {Cell[]} [lit] cells that show a reason
 * @property {Map<number, ColumnNote> | null} [notes] what stands above the columns
 * @property {boolean} [unsent] the last checker is not known to the server yet, and marked
 * @property {boolean} [animate]
 */

const CELL = 100;
const FRAME = 22;
const HOLE = 41;
const CHECKER = 43;
/** Half of the square on a cell that is lit. */
const LIT = 26;
/** How long digits typed one after the other make one number. */
const DIGITS_MS = 900;
/** How soon after a pointer's release its click comes at the latest. */
const CLICK_MS = 600;

let instances = 0;

export class DroplineBoard extends HTMLElement {
  /** @type {Scene | null} */
  #scene = null;
  #built = "";
  #cursor = 1;
  #hover = 0;
  #typed = { text: "", at: 0 };
  #pressed = false;
  #releasedAt = -Infinity;
  #body = h("div", { class: "board-body" });
  #strip = h("div", { class: "board-strip", "aria-hidden": "true" });
  #columns = h("div", { class: "board-columns", role: "group", "aria-label": "Columns of the board" });
  #words = h("p", { class: "visually-hidden board-words" });
  /** @type {Map<string, { side: Side, element: SVGGElement }>} */
  #checkers = new Map();
  #layers = {
    ghost: s("g", { class: "ghost" }),
    checkers: s("g", { class: "checkers" }),
    marks: s("g", { class: "marks" }),
    threats: s("g", { class: "threats" }),
  };

  connectedCallback() {
    if (this.childElementCount) return;
    this.append(h("div", { class: "board-scroll" }, this.#body), this.#words);
    this.#columns.addEventListener("keydown", (event) => this.#key(event));
    this.#columns.addEventListener("click", (event) => this.#click(event));
    // A click leaves the focus where it is: keys then go on doing what they did.
    this.#columns.addEventListener("mousedown", (event) => event.preventDefault());
    this.#columns.addEventListener("pointerdown", (event) => this.#press(event));
    this.#columns.addEventListener("pointermove", (event) => this.#pointAt(this.#columnUnder(event)));
    this.#columns.addEventListener("pointerleave", () => this.#pointAt(0));
    this.#columns.addEventListener("pointerup", (event) => this.#release(event));
    this.#columns.addEventListener("pointercancel", () => {
      this.#pressed = false;
      this.#pointAt(0);
    });
    this.#columns.addEventListener("focusin", () => this.#drawGhost());
    this.#columns.addEventListener("focusout", () => this.#drawGhost());
    if (this.hasAttribute("keys")) document.addEventListener("keydown", this.#pageKey);
    if (this.#scene) this.show(this.#scene);
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#pageKey);
  }

  /**
   * Shows a scene; checkers that are new fall.
   * @param {Scene} scene
   * @returns {number} for how many milliseconds; where the system asks for less motion, how long they would have
   */
  show(scene) {
    this.#scene = scene;
    if (!this.isConnected) return 0;
    const { variant } = scene.position;
    if (this.#built !== `${variant.columns}x${variant.levels}`) this.#build();
    const falling = this.#drawCheckers(scene.animate ?? true);
    this.#drawMarks();
    this.#drawThreats();
    this.#drawNotes();
    this.#drawGhost();
    this.#words.textContent = scene.position.words;
    return falling;
  }

  /**
   * Lets checkers of a side fly over the board, unless the system asks for less motion.
   * @param {Side} side
   */
  celebrate(side) {
    this.classList.add("celebrated");
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const sky = h("div", { class: "confetti", "aria-hidden": "true" });
    for (let piece = 0; piece < 36; piece++) {
      const bit = h("span", { class: piece % 3 ? side : "gold" });
      sky.append(bit);
      const [from, to] = [Math.random() * 100, Math.random() * 100];
      bit.animate(
        [
          { transform: `translate(${from}cqw, -10%) scale(${0.5 + Math.random()})`, opacity: 1 },
          { transform: `translate(${to}cqw, 100cqh) rotate(${Math.random() * 720}deg)`, opacity: 0.2 },
        ],
        { duration: 1400 + Math.random() * 1400, delay: 450 + Math.random() * 300, fill: "both", easing: "cubic-bezier(.3, .2, .6, 1)" },
      );
    }
    this.#body.querySelector(".board-frame")?.append(sky);
    setTimeout(() => sky.remove(), 3800);
  }

  /** Puts the focus on the column the cursor is at. */
  focusColumn() {
    this.#button(this.#cursor)?.focus();
  }

  get #size() {
    const { columns, levels } = this.#position.variant;
    return { columns, levels, width: columns * CELL + 2 * FRAME, height: levels * CELL + 2 * FRAME };
  }

  get #position() {
    if (!this.#scene) throw new Error("the board has nothing to show yet");
    return this.#scene.position;
  }

  /** @param {number} column */
  #button(column) {
    return /** @type {HTMLButtonElement | null} */ (this.#columns.children[column - 1] ?? null);
  }

  #build() {
    const { columns, levels, width, height } = this.#size;
    this.#built = `${columns}x${levels}`;
    this.#checkers.clear();
    for (const layer of Object.values(this.#layers)) layer.replaceChildren();
    // What stands above and below the board is as wide as the board.
    const holder = /** @type {HTMLElement} */ (this.closest(".table") ?? this);
    holder.style.setProperty("--columns", String(columns));
    holder.style.setProperty("--shape", String(width / height));
    this.style.setProperty("--inset", `${(100 * FRAME) / width}%`);
    this.classList.toggle("many-columns", columns > 9);
    const clip = `board-clip-${++instances}`;
    const inner = { x: FRAME / 2, y: FRAME / 2, width: width - FRAME, height: height - FRAME, rx: 30 };
    const drawing = s(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, class: "board-drawing", "aria-hidden": "true", focusable: "false" },
      s("defs", {}, s("clipPath", { id: clip }, s("rect", inner))),
      s("rect", { class: "back", ...inner }),
      s("g", { "clip-path": `url(#${clip})` }, this.#layers.ghost, this.#layers.checkers),
      s("path", { class: "face", "fill-rule": "evenodd", d: face(columns, levels, width, height) }),
      this.#layers.threats,
      this.#layers.marks,
    );
    const numbers = Array.from({ length: columns }, (_, index) => h("span", {}, index + 1));
    const buttons = numbers.map((_, index) => h("button", { type: "button", class: "board-column", "data-column": index + 1 }));
    this.#cursor = Math.ceil(columns / 2);
    fill(this.#columns, ...buttons);
    fill(
      this.#body,
      this.#strip,
      h("div", { class: "board-frame" }, drawing, this.#columns),
      h("div", { class: "board-numbers", "aria-hidden": "true" }, ...numbers),
    );
  }

  /** @param {boolean} animate @returns {number} how long the longest fall takes */
  #drawCheckers(animate) {
    const { levels } = this.#size;
    /** @type {{ element: SVGGElement, drop: number }[]} */
    const fresh = [];
    const seen = new Set();
    this.#position.stacks.forEach((stack, index) =>
      stack.forEach((side, level) => {
        const key = `${index + 1}/${level + 1}`;
        seen.add(key);
        const known = this.#checkers.get(key);
        if (known?.side === side) return;
        known?.element.remove();
        const [x, y] = this.#middle([index + 1, level + 1]);
        const element = s("g", { class: `checker ${side}`, transform: `translate(${x} ${y})` }, drawChecker(side));
        this.#layers.checkers.append(element);
        this.#checkers.set(key, { side, element });
        fresh.push({ element, drop: levels - level });
      }),
    );
    for (const [key, { element }] of this.#checkers) {
      if (seen.has(key)) continue;
      element.remove();
      this.#checkers.delete(key);
    }
    const { last } = this.#position;
    const top = last && this.#checkers.get(last.join("/"))?.element;
    for (const { element } of this.#checkers.values()) element.classList.toggle("unsent", Boolean(this.#scene?.unsent) && element === top);
    if (!animate || fresh.length > 2) return 0;
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) for (const { element, drop } of fresh) fall(element, drop);
    return Math.max(0, ...fresh.map(({ drop }) => fallTime(drop)));
  }

  #drawMarks() {
    const { last } = this.#position;
    const lines = this.#scene?.lines ?? [];
    const won = new Set(lines.flat().map(([column, level]) => `${column}/${level}`));
    const rings = [...won].map((key) => {
      const [column, level] = key.split("/").map(Number);
      const [cx, cy] = this.#middle([column, level]);
      return s("circle", { class: "won", cx, cy, r: HOLE });
    });
    const strokes = lines.filter((line) => line.length > 1).map((line) => {
      const [[x1, y1], [x2, y2]] = [this.#middle(line[0]), this.#middle(line[line.length - 1])];
      return s("line", { class: "won-line", x1, y1, x2, y2 });
    });
    const dot = [];
    if (last) {
      const [cx, cy] = this.#middle(last);
      dot.push(s("circle", { class: "last", cx, cy, r: HOLE - 1 }));
    }
    const lit = (this.#scene?.lit ?? []).map((cell) => {
      const [x, y] = this.#middle(cell);
      return s("rect", { class: "lit", x: x - LIT, y: y - LIT, width: 2 * LIT, height: 2 * LIT, rx: 8 });
    });
    fill(this.#layers.marks, ...dot, ...rings, ...strokes, ...lit);
  }

  #drawThreats() {
    const threats = this.#scene?.threats ?? [];
    const shapes = threats.map((threat) => {
      const shared = threats.some((one) => one !== threat && one.column === threat.column && one.level === threat.level);
      const [x, y] = this.#middle([threat.column, threat.level]);
      const shift = shared ? (threat.side === "red" ? -17 : 17) : 0;
      const size = shared ? 13 : 19;
      return s("path", { class: `threat ${threat.side} ${threat.parity}`, d: threatShape(threat.parity, x + shift, y, size) });
    });
    fill(this.#layers.threats, ...shapes);
  }

  #drawNotes() {
    const notes = this.#scene?.notes;
    this.#strip.hidden = !notes;
    const { columns, levels } = this.#size;
    const position = this.#position;
    const open = Boolean(this.#scene?.hand);
    if (notes) {
      const shown = Array.from({ length: columns }, (_, index) => {
        const note = notes.get(index + 1);
        return h("span", { class: `note ${note?.tone ?? "none"}${note?.best ? " best" : ""}`, title: note?.words }, note && h("span", { class: "long" }, note.text), note && h("span", { class: "short" }, note.short));
      });
      fill(this.#strip, ...shown);
    }
    for (let column = 1; column <= columns; column++) {
      const button = this.#button(column);
      if (!button) continue;
      const words = notes?.get(column)?.words;
      const filled = position.height(column) === levels ? t`full` : t`${position.height(column)} of ${levels} filled`;
      button.setAttribute("aria-label", t`Column ${column}, ${filled}${words ? `, ${words}` : ""}`);
      button.setAttribute("aria-disabled", String(!open || !this.#canChoose(column)));
      button.tabIndex = column === this.#cursor ? 0 : -1;
    }
    this.classList.toggle("open", open);
  }

  #drawGhost() {
    const hand = this.#scene?.hand;
    const focused = this.#columns.contains(document.activeElement) && this.#columns.querySelector(":focus-visible") ? this.#cursor : 0;
    const column = this.#hover || focused;
    if (!hand || !column) return fill(this.#layers.ghost);
    const { height } = this.#size;
    const lane = s("rect", { class: "lane", x: FRAME + (column - 1) * CELL, y: 0, width: CELL, height });
    if (!this.#position.hasRoom(column)) return fill(this.#layers.ghost, lane);
    const [x, y] = this.#middle([column, this.#position.height(column) + 1]);
    fill(this.#layers.ghost, lane, s("g", { class: `checker coming ${hand}`, transform: `translate(${x} ${y})` }, drawChecker(hand)));
  }

  /** @param {Cell} cell @returns {[number, number]} */
  #middle([column, level]) {
    return [FRAME + (column - 0.5) * CELL, FRAME + (this.#size.levels - level + 0.5) * CELL];
  }

  /** @param {number} column */
  #canChoose(column) {
    return this.#scene?.everyColumn || this.#position.hasRoom(column);
  }

  /** @param {PointerEvent} event */
  #columnUnder(event) {
    const box = this.#columns.getBoundingClientRect();
    const inside = event.clientX >= box.left && event.clientX < box.right && event.clientY >= box.top && event.clientY < box.bottom;
    return inside ? Math.floor(((event.clientX - box.left) / box.width) * this.#size.columns) + 1 : 0;
  }

  /** @param {number} column */
  #pointAt(column) {
    if (column === this.#hover) return;
    this.#hover = column;
    this.#drawGhost();
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button !== 0) return;
    this.#pressed = true;
    // A finger may slide to the column it means: it is let go of where it is lifted.
    if (event.pointerType !== "mouse") this.#columns.setPointerCapture(event.pointerId);
    this.#pointAt(this.#columnUnder(event));
  }

  /** @param {PointerEvent} event */
  #release(event) {
    if (!this.#pressed) return;
    this.#pressed = false;
    this.#releasedAt = performance.now();
    const column = this.#columnUnder(event);
    if (event.pointerType !== "mouse") this.#pointAt(0);
    if (column) this.#choose(column);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    // Clicks of a pointer were served when it was released; what is left are the keyboard and assistive devices.
    if (event.detail > 0 && performance.now() - this.#releasedAt < CLICK_MS) return;
    const column = Number(/** @type {HTMLElement} */ (event.target).dataset.column);
    if (column) this.#choose(column);
  }

  /** @param {number} column */
  #choose(column) {
    this.#moveCursor(column, false);
    if (!this.#scene?.hand) return;
    this.dispatchEvent(new CustomEvent("choose", { detail: column, bubbles: true }));
  }

  /**
   * @param {number} column
   * @param {boolean} focus
   */
  #moveCursor(column, focus = true) {
    const wanted = Math.min(Math.max(column, 1), this.#size.columns);
    const [before, after] = [this.#button(this.#cursor), this.#button(wanted)];
    this.#cursor = wanted;
    if (before) before.tabIndex = -1;
    if (after) after.tabIndex = 0;
    if (focus) after?.focus();
    this.#drawGhost();
  }

  /** With the attribute `keys`, keys work from anywhere on the page that does not use them itself; `keys="digits"` leaves the arrows alone. */
  #pageKey = (/** @type {KeyboardEvent} */ event) => {
    if (!isFree(event) || this.#columns.contains(/** @type {Node} */ (event.target)) || !this.#scene?.hand) return;
    if (/^\d$/.test(event.key) || (this.getAttribute("keys") !== "digits" && /^Arrow(Left|Right)$/.test(event.key))) this.#key(event);
  };

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.#scene) return;
    const { columns } = this.#size;
    const to = { ArrowLeft: this.#cursor - 1, ArrowRight: this.#cursor + 1, Home: 1, End: columns }[event.key];
    if (to !== undefined) this.#moveCursor(to);
    else if (event.key === "ArrowDown") this.#choose(this.#cursor);
    else if (/^\d$/.test(event.key)) this.#digit(event.key);
    else return;
    event.preventDefault();
  }

  /**
   * A digit goes to its column, the same digit again drops there; on wide boards two digits make one number.
   * @param {string} digit
   */
  #digit(digit) {
    const { columns } = this.#size;
    const now = performance.now();
    const on = columns > 9 && now - this.#typed.at < DIGITS_MS ? this.#typed.text : "";
    const text = Number(on + digit) <= columns ? on + digit : digit;
    const column = Number(text);
    const again = columns <= 9 && this.#typed.text === text && this.#cursor === column && this.#columns.contains(document.activeElement);
    this.#typed = { text, at: now };
    if (column < 1 || column > columns) return;
    if (again) {
      this.#typed.text = "";
      this.#choose(column);
    } else this.#moveCursor(column);
  }
}

/** @param {Side} side */
function drawChecker(side) {
  const inner =
    side === "red"
      ? s("circle", { class: "inlay", r: 20 })
      : s("rect", { class: "inlay", x: -15, y: -15, width: 30, height: 30, rx: 4 });
  return s("g", {}, s("circle", { class: "rim", r: CHECKER }), s("circle", { class: "disc", r: CHECKER - 7 }), inner);
}

/** How many milliseconds a fall takes. @param {number} drop how many cells */
const fallTime = (drop) => 160 + 120 * Math.sqrt(drop);

/**
 * @param {SVGGElement} element
 * @param {number} drop how many cells
 */
function fall(element, drop) {
  const inner = element.firstElementChild;
  const bounce = Math.min(4 * drop, 14);
  inner?.animate(
    [
      { transform: `translateY(${-drop * CELL}px)`, easing: "cubic-bezier(.5, 0, .9, .65)" },
      { transform: "none", offset: 0.72, easing: "cubic-bezier(.2, .6, .4, 1)" },
      { transform: `translateY(${-bounce}px)`, offset: 0.86, easing: "cubic-bezier(.6, 0, .8, .5)" },
      { transform: "none" },
    ],
    { duration: fallTime(drop) },
  );
}

/**
 * The board's front: a rounded sheet with a hole for each cell.
 * @param {number} columns
 * @param {number} levels
 * @param {number} width
 * @param {number} height
 */
function face(columns, levels, width, height) {
  const round = Math.min(44, width / 4);
  let path = `M${round} 0H${width - round}A${round} ${round} 0 0 1 ${width} ${round}V${height - round}`;
  path += `A${round} ${round} 0 0 1 ${width - round} ${height}H${round}A${round} ${round} 0 0 1 0 ${height - round}V${round}A${round} ${round} 0 0 1 ${round} 0Z`;
  for (let column = 0; column < columns; column++) {
    for (let level = 0; level < levels; level++) {
      const [x, y] = [FRAME + (column + 0.5) * CELL - HOLE, FRAME + (level + 0.5) * CELL];
      path += `M${x} ${y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0Z`;
    }
  }
  return path;
}

/**
 * Three corners for odd levels, four for even ones.
 * @param {"odd" | "even"} parity
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function threatShape(parity, x, y, size) {
  if (parity === "odd") return `M${x} ${y - size}L${x + size} ${y + size * 0.75}H${x - size}Z`;
  const half = size * 0.85;
  return `M${x - half} ${y - half}h${2 * half}v${2 * half}h${-2 * half}Z`;
}

customElements.define("dropline-board", DroplineBoard);
