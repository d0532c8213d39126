// <variant-form>: a board by name, or any size and both rule sets by number.

import { fill, h } from "../dom.js";
import { t, word } from "../words.js";
import { MOST_CELLS, PRESETS, STANDARD, Variant } from "../variant.js";

let instances = 0;

/** The largest board of this server, which says so in every page. */
const LARGEST = Number(document.querySelector('meta[name="dropline-cells"]')?.getAttribute("content")) || MOST_CELLS;

export class VariantForm extends HTMLElement {
  #name = `variant-${++instances}`;
  #variant = STANDARD;
  #presets = h("div", { class: "chips three" });
  #problem = h("p", { class: "problem", role: "alert" });
  #fields = {
    columns: numberField(`${this.#name}-columns`, "Columns", 7),
    levels: numberField(`${this.#name}-levels`, "Levels", 6),
    connect: numberField(`${this.#name}-connect`, "In line", 4),
  };
  #rules = h(
    "select",
    { id: `${this.#name}-rules` },
    h("option", { value: "connect" }, "First line wins (Connect)"),
    h("option", { value: "max" }, "Most lines on a full board wins (Max-Connect)"),
  );

  connectedCallback() {
    if (this.childElementCount) return;
    const chips = PRESETS.map(({ name, title, about }) =>
      h(
        "label",
        { class: "chip" },
        h("input", { type: "radio", name: this.#name, value: name, onchange: () => this.choose(name) }),
        h("span", { class: "chip-title" }, title),
        h("span", { class: "chip-about" }, about),
      ),
    );
    fill(this.#presets, ...chips);
    const sizes = Object.values(this.#fields);
    for (const { input } of sizes) input.addEventListener("input", () => this.#read());
    this.#rules.addEventListener("change", () => this.#read());
    this.append(
      this.#presets,
      h(
        "div",
        { class: "sizes" },
        ...sizes.map(({ field }) => field),
        h("div", { class: "field wide" }, h("label", { for: `${this.#name}-rules` }, "Rules"), this.#rules),
      ),
      this.#problem,
    );
    this.choose(this.#variant.name);
  }

  /** What is chosen; nothing while the numbers make no board. */
  get variant() {
    return this.#problem.textContent ? null : this.#variant;
  }

  /** @param {string} name */
  choose(name) {
    const variant = Variant.parse(name);
    if (!variant) return;
    this.#fields.columns.input.value = String(variant.columns);
    this.#fields.levels.input.value = String(variant.levels);
    this.#fields.connect.input.value = String(variant.connect);
    this.#rules.value = variant.rules;
    this.#read();
  }

  #read() {
    const numbers = Object.entries(this.#fields).map(([what, { input }]) => ({ what, input, number: Number(input.value) }));
    const wrong = numbers.find(({ number }) => !Number.isInteger(number) || number < 1);
    const [columns, levels, connect] = numbers.map(({ number }) => number);
    for (const { input } of numbers) input.removeAttribute("aria-invalid");
    let problem = "";
    if (wrong) {
      const label = { columns: "The number of columns", levels: "The number of levels", connect: "The number in line" }[wrong.what];
      problem = t`${word(label ?? "")} must be a whole number, 1 or more.`;
      wrong.input.setAttribute("aria-invalid", "true");
    } else if (columns * levels > LARGEST) {
      problem = t`${columns} × ${levels} are ${columns * levels} cells: a board has ${LARGEST} at most.`;
      numbers[0].input.setAttribute("aria-invalid", "true");
    }
    this.#problem.textContent = problem;
    if (!problem) this.#variant = new Variant(columns, levels, connect, this.#rules.value === "max" ? "max" : "connect");
    for (const radio of this.#presets.querySelectorAll("input")) radio.checked = !problem && radio.value === this.#variant.name;
    this.dispatchEvent(new CustomEvent("variant", { bubbles: true }));
  }
}

/**
 * @param {string} id
 * @param {string} label
 * @param {number} value
 */
function numberField(id, label, value) {
  const input = h("input", { id, type: "number", min: 1, max: LARGEST, step: 1, value, inputmode: "numeric" });
  return { input, field: h("div", { class: "field" }, h("label", { for: id }, label), input) };
}

customElements.define("variant-form", VariantForm);
