// <player-picker>: which computer player, at which strength.

import { fill, h } from "../dom.js";
import { t, told, word } from "../words.js";

/** @typedef {import("../api.js").Player} Player */
/** @typedef {import("../variant.js").Variant} Variant */

/** What a strength of the `level` player is like. */
const LEVELS = ["Beginner", "Novice", "Casual", "Easy-going", "Steady", "Keen", "Strong", "Expert", "Master", "Strongest"];

/** Players by their names for people, each with its character in one line; others go by their own. */
const CHARACTERS = /** @type {Record<string, [name: string, character: string]>} */ ({
  level: ["Ten levels, for people", "From a beginner to the strongest we have."],
  engine: ["The engine", "The strongest on every board: looks as deep as its time allows and proves what it can."],
  perfect: ["The perfect one", "Never makes a mistake: wins as soon and loses as late as possible. Only on boards that can be solved."],
  smart: ["The reader", "Reads every line to the end, as far as its time allows."],
  damped: ["The cautious one", "Looks a few moves ahead and likes a little of everything."],
  forecast: ["The forecaster", "Plays what it must, and else what went well on average."],
  max: ["The collector", "Collects lines and likes the middle; made for Max-Connect."],
  random: ["The dreamer", "Plays any column that has room."],
  bad: ["The leftist", "Always takes the leftmost column that has room."],
});

/** @param {number} level */
export const levelName = (level) => word(LEVELS[level - 1] ?? "");

/**
 * A player's spec for people: `Level 3, casual`, or its name with the options that were given.
 * @param {string} spec
 */
export function playerName(spec) {
  const level = /^level(?::n=(\d+))?$/.exec(spec);
  if (level) {
    const n = Number(level[1] ?? 5);
    return t`Level ${n}, ${levelName(n).toLowerCase()}`;
  }
  const [name, options] = spec.split(/:(.*)/s);
  return `${word(CHARACTERS[name]?.[0] ?? name)}${options ? ` (${options.replaceAll(",", ", ")})` : ""}`;
}

/**
 * The players that play a variant: nobody else is offered.
 * @param {Player[]} players
 * @param {Variant} variant
 */
export function fitting(players, variant) {
  const bits = variant.columns * (variant.levels + 1);
  return players.filter((player) => player.rules.includes(variant.rules) && bits <= (player.most_bits ?? bits));
}

/** @param {Player} player @param {Variant} variant */
const takesLong = ({ long_above: most = Infinity }, variant) => Math.log2(variant.columns) * variant.columns * variant.levels > most;

let instances = 0;

export class PlayerPicker extends HTMLElement {
  /** @type {Player[]} */
  #players = [];
  /** @type {Variant | null} */
  #variant = null;
  #select = h("select", {});
  #options = h("div", { class: "picker-options" });
  #about = h("p", { class: "hint" });
  #id = `picker-${++instances}`;

  connectedCallback() {
    if (this.childElementCount) return;
    this.#select.id = this.#id;
    this.#select.addEventListener("change", () => this.#showOptions());
    const label = h("label", { for: this.#id }, this.getAttribute("label") ?? "Player");
    this.append(h("div", { class: "field" }, label, this.#select), this.#options, this.#about);
  }

  /**
   * Offers the players that play this variant.
   * @param {Player[]} players
   * @param {Variant} variant
   * @param {string} [wanted] a spec to begin with
   */
  offer(players, variant, wanted) {
    const spec = wanted ?? this.spec;
    this.#players = players;
    this.#variant = variant;
    const known = fitting(players, variant);
    const first = known.filter((player) => player.name === "level");
    const rest = known.filter((player) => player.name !== "level");
    const option = (/** @type {Player} */ player) =>
      h("option", { value: player.name }, CHARACTERS[player.name]?.[0] ?? player.name);
    fill(this.#select, ...first.map(option), h("optgroup", { label: "Single players" }, ...rest.map(option)));
    const [name, rest_] = spec.split(/:(.*)/s);
    this.#select.value = known.some((player) => player.name === name) ? name : (known[0]?.name ?? "");
    this.#showOptions(new Map((rest_ ?? "").split(",").filter(Boolean).map((pair) => /** @type {[string, string]} */ (pair.split("=")))));
  }

  /** The chosen player as the rest of Dropline names it: `level:n=3`. */
  get spec() {
    const given = [...this.#options.querySelectorAll("input")]
      .filter((input) => input.value.trim())
      .map((input) => `${input.name}=${input.value.trim()}`);
    return this.#select.value + (given.length ? `:${given.join(",")}` : "");
  }

  /** @param {Map<string, string>} [given] */
  #showOptions(given = new Map()) {
    const player = this.#players.find(({ name }) => name === this.#select.value);
    fill(this.#options);
    this.#about.textContent = "";
    if (!player) return;
    if (player.name === "level") return this.#showLevel(Number(given.get("n") ?? 4), player.options[0].named);
    const character = CHARACTERS[player.name] ? word(CHARACTERS[player.name][1]) : `${player.about[0].toUpperCase()}${player.about.slice(1)}.`;
    const isDoubtful = this.#variant && takesLong(player, this.#variant);
    this.#about.textContent = isDoubtful ? `${character} ${word("This one is too large to be sure in the time there is for a move: the engine is stronger here.")}` : character;
    if (!player.options.length) return;
    const fields = player.options.map(({ name, about, values, default: usual }) => {
      const id = `${this.#id}-${name}`;
      const input = h("input", { id, name, type: "text", placeholder: told(usual ?? ""), autocomplete: "off", title: told(values ?? ""), maxlength: 20 });
      input.value = given.get(name) ?? "";
      return h("div", { class: "field" }, h("label", { for: id }, `${name} (${told(about)})`), input);
    });
    this.#options.append(h("details", { open: given.size > 0 }, h("summary", {}, "Advanced"), h("div", { class: "picker-options" }, ...fields)));
  }

  /**
   * @param {number} level
   * @param {import("../api.js").NamedValue[]} named
   */
  #showLevel(level, named) {
    const id = `${this.#id}-level`;
    const slider = h("input", { id, name: "n", type: "range", min: 1, max: 10, step: 1, value: level });
    const told = h("output", { for: id, class: "level-name" });
    const tell = () => {
      told.textContent = `${slider.value} · ${levelName(Number(slider.value))}`;
      slider.setAttribute("aria-valuetext", `${slider.value}, ${levelName(Number(slider.value))}`);
      this.#about.textContent = word(named[Number(slider.value) - 1]?.about ?? "");
    };
    slider.addEventListener("input", tell);
    tell();
    this.#options.append(h("div", { class: "field level" }, h("label", { for: id }, "Strength"), told, slider));
  }
}

customElements.define("player-picker", PlayerPicker);
