// Games without a server: kept in this browser, told in the server's messages. The engine says what is legal and who has won.

import { STANDARD, Variant, other, readMoves, writeMoves } from "./variant.js";

/** @typedef {import("./variant.js").Side} Side */
/** @typedef {import("./api.js").PositionFacts} PositionFacts */
/** @typedef {(path: string, question?: Record<string, unknown>, options?: { signal?: AbortSignal }) => Promise<any>} Think */
/** @typedef {{ start: number, left: Record<Side, number>, increment: number, running: Side | null, since: number }} Clocks all in milliseconds */
/**
 * What is kept of a game.
 * @typedef {object} Kept
 * @property {string} id
 * @property {string} variant
 * @property {number[]} moves
 * @property {number} floor moves that were there from the start
 * @property {PositionFacts} [start] the set-up position it started from
 * @property {Record<Side, { kind: "person" | "computer", player?: string, name?: string }>} seats
 * @property {Clocks | null} clocks
 * @property {import("./api.js").Outcome | null} outcome
 * @property {string | null} next
 * @property {import("./api.js").Series} series
 * @property {Record<Side, number>} hints
 * @property {number} seed
 * @property {number} seq
 */

const KEY = "dropline-local-games";
/** Games that are kept; the oldest go first. */
const MOST = 20;
/** Seconds for a computer's move. */
const MOVE_TIME = 10;
/** The longest a clock can be set to, in minutes, and the most it can earn for a move, in seconds: as on a server. */
const MOST_CLOCK = 180;
/** Between the moves of two computers, so that people can follow. */
const PACE_MS = 150;
const SIDES = /** @type {Side[]} */ (["red", "black"]);

/** @param {string} code @param {string} message */
const refusal = (code, message) => Object.assign(new Error(message), { code });

export class LocalGames {
  /** Those that cannot be stored live as long as the page. @type {Map<string, LocalGame>} */
  #open = new Map();

  /** @param {Think} think */
  constructor(think) {
    this.think = think;
  }

  /** @returns {Kept[]} */
  #stored() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
      return Array.isArray(kept) ? kept.filter((game) => typeof game?.id === "string") : [];
    } catch {
      return [];
    }
  }

  /** The game that could be stored nowhere else. @returns {Kept[]} */
  #ofTab() {
    try {
      return window.name.startsWith(KEY) ? [JSON.parse(window.name.slice(KEY.length))] : [];
    } catch {
      return [];
    }
  }

  /** @param {Kept} game */
  keep(game) {
    try {
      localStorage.setItem(KEY, JSON.stringify([game, ...this.#stored().filter(({ id }) => id !== game.id)].slice(0, MOST)));
    } catch {
      // Full or forbidden: the name of the tab keeps the game as long as the tab is open.
      window.name = KEY + JSON.stringify(game);
    }
  }

  /** @param {string} id @returns {LocalGame} */
  open(id) {
    const known = this.#open.get(id);
    if (known) return known;
    // The storage may have had room again since the tab had to keep it.
    const [kept] = [...this.#ofTab(), ...this.#stored()].filter((game) => game?.id === id).sort((one, other) => other.seq - one.seq);
    if (!kept) throw refusal("no_such_game", "there is no game with this address in this browser");
    return this.#add(kept);
  }

  /** @param {Kept} kept */
  #add(kept) {
    const game = new LocalGame(kept, this);
    this.#open.set(kept.id, game);
    return game;
  }

  /**
   * As `POST /games`.
   * @param {Record<string, any>} asked
   */
  async make({ variant, moves, position, red, black, clock }) {
    const facts = await this.think("/facts", { variant, moves, position });
    if (facts.outcome) throw refusal("game_over", "the game is over after these moves already");
    const setUp = position === undefined ? undefined : await this.think("/facts", { variant, position });
    const before = readMoves(Variant.parse(facts.variant) ?? STANDARD, moves ?? "") ?? [];
    for (const { kind, player } of [red, black]) {
      // A player that cannot play here is found out now.
      if (kind === "computer") await this.think("/opinions", { variant: facts.variant, position: facts.position, player });
    }
    const within = (/** @type {number} */ number) => number >= 0 && number <= MOST_CLOCK;
    const increment = clock?.increment ?? 0;
    // Without minutes a side starts with one increment.
    const start = clock ? Math.round(clock.minutes * 60_000) || increment * 1000 : 0;
    if (clock && !(within(clock.minutes) && within(increment) && start > 0)) throw refusal("bad_clock", "a clock has 0 to 180 minutes and an increment of 0 to 180 seconds, not both 0");
    const game = this.add({
      variant: facts.variant,
      moves: before,
      floor: before.length,
      start: setUp,
      seats: { red, black },
      clocks: clock ? { start, left: { red: start, black: start }, increment: increment * 1000, running: null, since: 0 } : null,
      series: { red: 0, black: 0, ties: 0 },
    });
    return { game: await game.view(), tokens: {} };
  }

  /** @param {Pick<Kept, "variant" | "moves" | "floor" | "start" | "seats" | "clocks" | "series">} setup */
  add(setup) {
    const id = [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => byte.toString(36).padStart(2, "0")).join("").slice(0, 12);
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    const kept = { ...setup, id, outcome: null, next: null, hints: { red: 0, black: 0 }, seed, seq: 0 };
    this.keep(kept);
    return this.#add(kept);
  }
}

export class LocalGame {
  /** @type {((message: object) => void) | null} */
  #tell = null;
  #thinking = new AbortController();
  #timer = 0;
  /** One thing after the other. @type {Promise<void>} */
  #queue = Promise.resolve();

  /**
   * @param {Kept} kept
   * @param {LocalGames} games
   */
  constructor(kept, games) {
    this.kept = kept;
    this.games = games;
    // While nobody looked, no clock ran.
    if (kept.clocks?.running) kept.clocks.since = Date.now();
  }

  get #variant() {
    return Variant.parse(this.kept.variant) ?? STANDARD;
  }

  /** The seats of whoever sits here: all that no computer has. @returns {Side[]} */
  get you() {
    return SIDES.filter((side) => this.kept.seats[side].kind === "person");
  }

  get seen() {
    return this.view().then((game) => ({ game, you: this.you }));
  }

  /** @param {number[]} moves */
  #place(moves) {
    const { variant, start } = this.kept;
    return { variant, position: start?.position, moves: writeMoves(this.#variant, moves) };
  }

  /** Who makes a move. @param {number} ply @returns {Side} */
  #mover(ply) {
    const first = this.kept.start?.turn ?? "red";
    return ply % 2 ? other(first) : first;
  }

  /** @returns {Promise<PositionFacts>} */
  #facts() {
    return this.games.think("/facts", this.#place(this.kept.moves));
  }

  /** The game as a server tells it. @returns {Promise<import("./api.js").Game>} */
  async view() {
    const { id, variant, moves, floor, start, seats, clocks, outcome, next, series, hints, seq } = this.kept;
    const { points } = await this.#facts();
    const seat = (/** @type {Side} */ side) => (seats[side].kind === "person" ? { ...seats[side], here: true } : seats[side]);
    return /** @type {import("./api.js").Game} */ ({
      id,
      variant,
      moves: writeMoves(this.#variant, moves),
      turn: this.#mover(moves.length),
      ply: moves.length,
      start_ply: floor,
      outcome,
      points,
      red: seat("red"),
      black: seat("black"),
      clock: clocks && { red_ms: this.#left("red"), black_ms: this.#left("black"), running: clocks.running !== null },
      offer: null,
      next,
      start,
      series,
      hints: { ...hints, allowed: false },
      seq,
    });
  }

  /** Somebody looks. @param {(message: object) => void} tell */
  join(tell) {
    this.#tell = tell;
    this.#do(async () => {
      try {
        tell({ type: "hello", seq: this.kept.seq, game: await this.view(), you: this.you });
        this.#goOn();
      } catch (error) {
        this.#complain(error);
      }
    });
  }

  leave() {
    this.#tell = null;
    this.#thinking.abort();
    clearTimeout(this.#timer);
  }

  /** @param {Record<string, any>} command */
  hear(command) {
    const ref = command.ref ?? null;
    // Whoever asks whether somebody is here does not wait for the engine.
    if (command.type === "ping") return this.#tell?.({ type: "ok", ref, seq: this.kept.seq });
    this.#do(async () => {
      try {
        await this.#act(command);
        this.#tell?.({ type: "ok", ref, seq: this.kept.seq });
      } catch (error) {
        this.#complain(error, ref);
      }
      this.#goOn();
    });
  }

  /** @param {unknown} error @param {string | null} [ref] what it answers */
  #complain(error, ref = null) {
    const { code = "refused", message, field } = /** @type {any} */ (error);
    this.#tell?.({ type: "error", ref, error: { code, message: String(message), field } });
  }

  /** @param {() => Promise<void>} work */
  #do(work) {
    this.#queue = this.#queue.then(work).catch((error) => console.error(error));
  }

  /** @param {Record<string, any>} command */
  async #act(command) {
    const { kept } = this;
    const mine = this.you.length === 2 ? this.#mover(kept.moves.length) : this.you[0];
    if (!mine) throw refusal("not_your_seat", "you are watching this game: only who holds a seat can do this");
    if (command.type === "move") return this.#move(command.ply, command.column, command.side ?? mine);
    if (command.type === "resign") {
      if (kept.outcome) throw refusal("game_over", "the game is over");
      await this.#event({ kind: "resign", side: mine });
      return this.#end({ winner: other(mine), by: "resignation", lines: [] });
    }
    if (command.type === "undo") return this.#undo(command.ply, mine);
    if (command.type === "rematch") return this.#rematch();
    if (command.type === "hint") {
      if (kept.outcome) throw refusal("game_over", "the game is over");
      kept.hints[mine]++;
      return this.#event({ kind: "hint", side: mine });
    }
    if (command.type === "name") {
      kept.seats[mine].name = String(command.name).trim().slice(0, 24) || undefined;
      return this.#event({ kind: "name", side: mine, name: kept.seats[mine].name });
    }
    throw refusal("bad_message", "this cannot be done without a server");
  }

  /** @param {number} ply @param {number} column @param {Side} side */
  async #move(ply, column, side) {
    const { kept } = this;
    if (ply < kept.moves.length && kept.moves[ply] === column) return;
    if (ply !== kept.moves.length) throw refusal("stale", `this was meant for move ${ply + 1}, but ${kept.moves.length} have been played: look at the game again`);
    if (kept.outcome) throw refusal("game_over", "the game is over");
    const { level, outcome } = await this.games.think("/drops", { ...this.#place(kept.moves), column });
    kept.moves.push(column);
    this.#moved(side);
    await this.#event({ kind: "move", side, column, level, ply: ply + 1 });
    if (outcome) await this.#end(outcome);
  }

  /** @param {number | undefined} ply @param {Side} side */
  async #undo(ply, side) {
    const { kept } = this;
    if (ply !== undefined && ply > kept.moves.length) return;
    if (kept.outcome && ["resignation", "time"].includes(kept.outcome.by)) throw refusal("game_over", "the game is over");
    let to = kept.moves.length - 1;
    while (to >= kept.floor && this.you.length === 1 && this.#mover(to) !== side) to--;
    if (to < kept.floor) throw refusal("nothing_to_undo", "there is no move of yours to take back");
    kept.moves.length = to;
    kept.outcome = null;
    this.#stopClock();
    if (kept.clocks && to > kept.floor) Object.assign(kept.clocks, { running: this.#mover(to), since: Date.now() });
    await this.#event({ kind: "undo", to_ply: to });
  }

  async #rematch() {
    const { kept } = this;
    if (!kept.outcome) throw refusal("not_over", "a rematch can be had once this game is over");
    if (kept.next) return;
    const { winner } = kept.outcome;
    const { red, black, ties } = kept.series;
    const next = this.games.add({
      variant: kept.variant,
      moves: kept.moves.slice(0, kept.floor),
      floor: kept.floor,
      start: kept.start,
      seats: { red: kept.seats.black, black: kept.seats.red },
      clocks: kept.clocks && { ...kept.clocks, left: { red: kept.clocks.start, black: kept.clocks.start }, running: null, since: 0 },
      // The sides are exchanged, and so is what they have won.
      series: { red: black + Number(winner === "black"), black: red + Number(winner === "red"), ties: ties + Number(!winner) },
    });
    kept.next = next.kept.id;
    await this.#event({ kind: "rematch", id: kept.next });
  }

  /** @param {import("./api.js").Outcome} outcome */
  async #end(outcome) {
    this.kept.outcome = outcome;
    this.#stopClock();
    await this.#event({ kind: "over", outcome });
  }

  /** Keeps and tells what happened. @param {Record<string, unknown>} event */
  async #event(event) {
    this.kept.seq++;
    this.games.keep(this.kept);
    this.#tell?.({ type: "event", seq: this.kept.seq, event, game: await this.view() });
  }

  /** Lets the computer think whose turn it is, and the clock run out. */
  #goOn() {
    this.#thinking.abort();
    clearTimeout(this.#timer);
    const { kept } = this;
    if (kept.outcome || !this.#tell) return;
    if (kept.clocks?.running) {
      const loser = kept.clocks.running;
      this.#timer = window.setTimeout(() => this.#do(() => this.#end({ winner: other(loser), by: "time", lines: [] })), this.#left(loser));
    }
    const side = this.#mover(kept.moves.length);
    const { player } = kept.seats[side];
    if (player) void this.#think(side, player);
  }

  /** @param {Side} side @param {string} player */
  async #think(side, player) {
    const { signal } = (this.#thinking = new AbortController());
    const ply = this.kept.moves.length;
    try {
      if (!this.you.length) await new Promise((resolve) => setTimeout(resolve, PACE_MS));
      if (signal.aborted) return;
      const question = { ...this.#place(this.kept.moves), player, seed: this.kept.seed + ply, time: MOVE_TIME };
      const { column } = await this.games.think("/moves", question, { signal });
      if (signal.aborted) return;
      this.#do(async () => {
        // Meanwhile somebody may have resigned or taken a move back.
        if (signal.aborted) return;
        await this.#move(ply, column, side);
        this.#goOn();
      });
    } catch (error) {
      if (signal.aborted) return;
      this.#complain(error);
      // The engine was started again; so is the thinking.
      if (/** @type {any} */ (error).code === "trap") this.#timer = window.setTimeout(() => this.#goOn(), 1000);
    }
  }

  /** @param {Side} side */
  #left(side) {
    const { clocks } = this.kept;
    if (!clocks) return 0;
    return Math.max(0, clocks.left[side] - (clocks.running === side ? Date.now() - clocks.since : 0));
  }

  #stopClock() {
    const { clocks } = this.kept;
    if (!clocks?.running) return;
    clocks.left[clocks.running] = this.#left(clocks.running);
    clocks.running = null;
  }

  /** A side has moved: its clock stops, the other one starts; the first move is free. @param {Side} side */
  #moved(side) {
    const { clocks } = this.kept;
    if (!clocks) return;
    if (clocks.running) {
      this.#stopClock();
      clocks.left[side] += clocks.increment;
    }
    Object.assign(clocks, { running: other(side), since: Date.now() });
  }
}
