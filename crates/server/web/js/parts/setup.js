// <set-up>: the editor of positions. Checkers fall here too, in any order; the server says whether the board makes sense.

import { errorText, position as askPosition } from "../api.js";
import { fill, h } from "../dom.js";
import { Position } from "../position.js";
import { sideName } from "../variant.js";
import { VariantForm } from "./variantForm.js";

/** @typedef {import("../variant.js").Side} Side */
/** @typedef {import("../api.js").PositionFacts} PositionFacts */

export class SetUp extends HTMLElement {
  /** @type {Side | "erase"} */
  #tool = "red";
  #problem = h("p", { class: "problem", role: "alert" });
  #tools = h("div", { class: "toolbar", role: "group", "aria-label": "What a click does" });
  #turn = h("select", { id: "set-up-turn" }, h("option", { value: "red" }, sideName("red")), h("option", { value: "black" }, sideName("black")));
  #form = /** @type {VariantForm} */ (document.createElement("variant-form"));
  #size = h("details", {}, h("summary", {}, "Size and rules"), this.#form);
  /** @type {Position | null} */
  #position = null;
  /** @type {{ change: () => void, done: (facts: PositionFacts) => void, cancel: () => void } | null} */
  #hooks = null;

  connectedCallback() {
    if (this.childElementCount) return;
    this.#turn.addEventListener("change", () => {
      if (this.#position) this.#position.turn = this.#turn.value === "black" ? "black" : "red";
    });
    this.#form.addEventListener("variant", () => this.#resize());
    this.append(
      h("h2", {}, "Set up a position"),
      h("p", { class: "muted" }, "Choose a checker and put it into columns, or take the top ones away."),
      this.#tools,
      h("div", { class: "field" }, h("label", { for: "set-up-turn" }, "Who moves next"), this.#turn),
      this.#size,
      this.#problem,
      h(
        "div",
        { class: "actions" },
        h("button", { type: "button", class: "primary", onclick: () => void this.#finish() }, "Analyse this"),
        h("button", { type: "button", onclick: () => this.#clear() }, "Clear"),
        h("button", { type: "button", onclick: () => this.#hooks?.cancel() }, "Cancel"),
      ),
    );
  }

  /**
   * Begins with a position.
   * @param {Position} position
   * @param {{ change: () => void, done: (facts: PositionFacts) => void, cancel: () => void }} hooks
   */
  begin(position, hooks) {
    this.#position = new Position(position.variant, position.stacks, position.turn);
    this.#turn.value = position.turn;
    this.#hooks = hooks;
    this.#problem.textContent = "";
    this.#form.choose(position.variant.name);
    this.#useTool("red");
  }

  end() {
    this.#hooks = null;
    this.#position = null;
  }

  /** What the board shows meanwhile. @returns {import("../board.js").Scene | null} */
  get scene() {
    if (!this.#position) return null;
    this.#position.last = null;
    return { position: this.#position, hand: this.#tool === "erase" ? this.#position.turn : this.#tool, everyColumn: this.#tool === "erase" };
  }

  /** @param {number} column */
  choose(column) {
    const stack = this.#position?.stacks[column - 1];
    if (!stack || !this.#position) return;
    if (this.#tool === "erase") stack.pop();
    else if (this.#position.hasRoom(column)) stack.push(this.#tool);
    this.#problem.textContent = "";
    this.#hooks?.change();
  }

  /** @param {Side | "erase"} tool */
  #useTool(tool) {
    this.#tool = tool;
    const names = { red: sideName("red"), black: sideName("black"), erase: "Take away" };
    const buttons = /** @type {(Side | "erase")[]} */ (["red", "black", "erase"]).map((one) =>
      h("button", { type: "button", "aria-pressed": String(one === tool), onclick: () => this.#useTool(one) }, names[one]),
    );
    const focused = this.#tools.contains(document.activeElement);
    fill(this.#tools, ...buttons);
    if (focused) buttons[["red", "black", "erase"].indexOf(tool)].focus();
    this.#hooks?.change();
  }

  #clear() {
    if (!this.#position) return;
    this.#position = new Position(this.#position.variant, undefined, this.#position.turn);
    this.#hooks?.change();
  }

  #resize() {
    const { variant } = this.#form;
    if (!variant || !this.#position || variant.equals(this.#position.variant)) return;
    const kept = variant.columns === this.#position.variant.columns && variant.levels === this.#position.variant.levels;
    this.#position = new Position(variant, kept ? this.#position.stacks : undefined, this.#position.turn);
    this.#hooks?.change();
  }

  async #finish() {
    const made = this.#position;
    // A size that makes no board is said below it.
    if (!made || !this.#hooks || !this.#form.variant) return void (this.#size.open = !this.#form.variant);
    try {
      const facts = await askPosition({ text: made.grid, variant: made.variant.name });
      this.#hooks?.done(facts);
    } catch (error) {
      this.#problem.textContent = errorText(error);
    }
  }
}

customElements.define("set-up", SetUp);
