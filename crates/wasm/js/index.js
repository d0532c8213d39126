// Dropline in JavaScript: Connect-N and Max-Connect-N solved, analysed and played by workers of the page, or of Node.

const HERE = new URL("./", import.meta.url);
const IN_NODE = HERE.protocol === "file:" && typeof process === "object";
/** The smallest module with vectors of 128 bits, as in the service worker of the site. */
const VECTORS = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);
const MOST_WORKERS = 4;
const MIB = 2 ** 20;
/** Seconds that the engine takes for an answer at most, unless it is told otherwise. */
const USUAL_TIME = 30;
/** How much longer a worker may be silent before it counts as lost. */
const SILENCE_MS = 10_000;
/** The longest time that timers count. */
const LONGEST_MS = 2 ** 31 - 1;
/** What a side of a GIF has at most. */
const MOST_PIXELS = 2 ** 16 - 1;
/** What addresses of the module reach. */
const MOST_MEMORY = 2 ** 32 - 1;

/** Questions that take thinking. */
const THINKING = /^\/(analyses|reviews|solutions|moves|explanations)$|\/(attempts|named|solutions|mistakes)$/;
/** Analyses that are remembered for questions about their reasons. */
const MOST_KNOWN = 100;

/** Why a question was not answered. */
export class DroplineError extends Error {
  /**
   * @param {string} code a word for programs, as in the HTTP API
   * @param {string} message
   * @param {string} [field] what in the question was wrong
   */
  constructor(code, message, field) {
    super(message);
    this.name = "DroplineError";
    this.code = code;
    this.field = field;
  }
}

/** What was given, in words. @param {unknown} given */
function inWords(given) {
  if (typeof given === "string") return `the text ${JSON.stringify(given)}`;
  if (Array.isArray(given)) return "an array";
  return given !== null && typeof given === "object" ? "an object" : typeof given === "function" ? "a function" : String(given);
}

/** @param {string} field @param {unknown} given @param {string} wanted */
const wrong = (field, given, wanted) => new DroplineError(`bad_${field}`, `${field} is ${inWords(given)}: it has to be ${wanted}`, field);

/** Whether it is an object, or nothing. @param {unknown} given */
const isObject = (given) => given === undefined || (given !== null && typeof given === "object" && !Array.isArray(given));

/** Refuses what is no object, or nothing. @param {string} field @param {unknown} given @param {string} example */
function needObject(field, given, example) {
  if (!isObject(given)) throw wrong(field, given, `an object, as in ${example}`);
}

/** Refuses what is not of its type, or nothing. @param {string} field @param {unknown} given @param {"number" | "boolean" | "function"} type @param {string} wanted */
function needType(field, given, type, wanted) {
  if (given !== undefined && (typeof given !== type || Number.isNaN(given))) throw wrong(field, given, wanted);
}

const isText = (/** @type {unknown} */ given) => typeof given === "string";
const isWhole = (/** @type {unknown} */ given) => Number.isSafeInteger(given) && Number(given) >= 0;
/** What questions are made of, and what each has to be: the engine says what is wrong with texts and numbers, but not in which field something else stands. @type {Record<string, [(given: unknown) => boolean, string]>} */
const FIELDS = {
  variant: [isText, 'a text, as in "7x6c4"'],
  moves: [isText, 'a text, as in "4453"'],
  position: [isText, "a text: the key of a position"],
  player: [isText, 'a text, as in "level:n=5"'],
  id: [isText, "a text: the name of a puzzle"],
  column: [isWhole, "a whole number: the first column is 1"],
  theme: [isText, 'a text, as in "double-threat"'],
  day: [isText, 'a text, as in "2026-11-20"'],
  rating: [(given) => Number.isFinite(given), "a number"],
  fresh: [(given) => typeof given === "boolean", "true or false"],
  drops: [(given) => Array.isArray(given) && given.every(isWhole), "an array of columns, as in [4, 3]"],
  seed: [isWhole, "a whole number, 0 or more"],
  time: [(given) => typeof given === "number" && given >= 0 && given < Infinity, "a number of seconds, 0 or more"],
};

/** @param {object} question */
function asJson(question) {
  try {
    return JSON.stringify(question);
  } catch (error) {
    throw new DroplineError("bad_question", `this question cannot be written as JSON: ${error instanceof Error ? error.message : error}`, "question");
  }
}

/** @param {unknown} why */
const unavailable = (why) => new DroplineError("unavailable", `the engine cannot be started: ${why}`);

/** @param {string} name @returns {Promise<Uint8Array>} */
async function load(name) {
  const address = new URL(name, HERE);
  if (IN_NODE) {
    const { readFile } = await import("node:fs/promises");
    return readFile(address);
  }
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** @param {Uint8Array} bytes @returns {Promise<Uint8Array>} */
async function unpacked(bytes) {
  // Some hosts unpack by themselves.
  if (bytes[0] !== 0x1f) return bytes;
  const stream = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * A worker of the page or of Node, as one thing.
 * @param {(message: any) => void} hear
 * @param {(why: string) => void} gone
 */
async function startWorker(hear, gone) {
  if (IN_NODE) {
    const { Worker: Thread } = await import("node:worker_threads");
    const worker = new Thread(new URL("worker.js", HERE));
    // A program that waits for nothing may end.
    worker.unref();
    worker.on("message", hear);
    worker.on("error", (error) => gone(String(error)));
    worker.on("exit", () => gone("the worker has ended"));
    return {
      post: (/** @type {object} */ message) => worker.postMessage(message),
      end: () => void worker.terminate(),
      hold: () => worker.ref(),
      release: () => worker.unref(),
    };
  }
  const worker = new Worker(new URL("worker.js", HERE), { type: "module" });
  worker.addEventListener("message", ({ data }) => hear(data));
  worker.addEventListener("error", (event) => gone(event.message || "the worker cannot be started"));
  return { post: (/** @type {object} */ message) => worker.postMessage(message), end: () => worker.terminate(), hold() {}, release() {} };
}

/** @typedef {{ path: string, body: string, place: string, quick: boolean, patience: number, news?: (known: any) => void, resolve: (answer: any) => void, reject: (error: Error) => void, call_off?: () => void }} Job */
/** @typedef {Awaited<ReturnType<typeof startWorker>> & { job: Job | null, runs: boolean, watch?: ReturnType<typeof setTimeout> }} Hand */

export class Dropline {
  /** @type {Job[]} */
  #waiting = [];
  /** @type {Set<Hand>} */
  #hands = new Set();
  #starting = 0;
  #closed = false;
  /** @type {Promise<WebAssembly.Module> | null} */
  #module = null;
  /** @type {Uint8Array | null} */
  #book = null;
  #ids = 0;
  /** What was last found out about places, by analyses that are done or under way. @type {Map<string, string>} */
  #known = new Map();

  /** @param {{ workers?: number, memory?: number, book?: boolean, vectors?: boolean }} [options] */
  constructor(options) {
    needObject("options", options, "{ workers: 2 }");
    const { workers, memory, book = true, vectors } = options ?? {};
    needType("workers", workers, "number", "a number, 1 or more");
    needType("memory", memory, "number", "a number of bytes");
    needType("book", book, "boolean", "true or false");
    needType("vectors", vectors, "boolean", "true or false");
    const { hardwareConcurrency = 2, deviceMemory = 8 } = /** @type {any} */ (globalThis.navigator ?? {});
    // Without a worker nothing would ever be answered.
    this.workers = Math.max(Math.floor(workers ?? Math.min(hardwareConcurrency, MOST_WORKERS)), 1);
    this.memory = Math.floor(Math.min(Math.max(memory ?? (deviceMemory <= 2 ? 16 : 32) * MIB, 0), MOST_MEMORY));
    this.vectors = vectors ?? (WebAssembly.validate(VECTORS) && "DecompressionStream" in globalThis);
    /** Settles when the opening book is there, with whether it is; before, everything is searched. @type {Promise<boolean>} */
    this.ready = book ? this.#takeBook() : Promise.resolve(false);
  }

  async #takeBook() {
    try {
      // Whoever wants an answer waits for the module, never for the book.
      await this.#compiled();
      this.#book = await load("7x6c4.book");
      for (const hand of this.#hands) hand.post({ book: this.#book });
      // One worker is there before the first question.
      if (!this.#hands.size && !this.#starting && !this.#closed) await this.#start();
      return true;
    } catch {
      // Without it answers take longer and are the same.
      return false;
    }
  }

  /**
   * The answer to a question of Dropline's HTTP API.
   * @param {string} path
   * @param {Record<string, unknown>} [question]
   * @param {{ news?: (known: any) => void, signal?: AbortSignal }} [options]
   * @returns {Promise<any>}
   */
  ask(path, question, options) {
    return new Promise((resolve, reject) => {
      needObject("question", question, '{ moves: "44" }');
      needObject("options", options, "{ time: 5 }");
      const { news, signal } = options ?? {};
      needType("news", news, "function", "a function");
      if (signal !== undefined && typeof signal?.addEventListener !== "function") throw wrong("signal", signal, "the signal of an AbortController");
      for (const [field, [fits, wanted]] of Object.entries(FIELDS)) {
        const given = question?.[field] ?? undefined;
        if (given !== undefined && !fits(given)) throw wrong(field, given, wanted);
      }
      if (this.#closed) return reject(new DroplineError("closed", "this engine was closed"));
      if (signal?.aborted) return reject(signal.reason);
      const patience = Math.min(1000 * Number(question?.time ?? USUAL_TIME) + SILENCE_MS, LONGEST_MS);
      /** @type {Job} */
      const job = { path: String(path), ...this.#asked(String(path), question ?? {}), patience, news, resolve, reject };
      if (signal) {
        const stop = () => this.#callOff(job, signal.reason);
        signal.addEventListener("abort", stop, { once: true });
        job.call_off = () => signal.removeEventListener("abort", stop);
      }
      this.#waiting.push(job);
      void this.#shareOut();
    });
  }

  /** The exact score of a position. @param {import("./index.js").Place & { fresh?: boolean }} [place] @param {import("./index.js").AskOptions} [options] */
  solve = (place, options) => this.#about("/solutions", place, options);
  /** What every column is worth; `news` hears of it as it is found out. @param {import("./index.js").Place} [place] @param {import("./index.js").AskOptions} [options] */
  analyze = (place, options) => this.#about("/analyses", place, options);
  /** Every move of a game, graded. @param {import("./index.js").Place} [place] @param {import("./index.js").AskOptions} [options] */
  review = (place, options) => this.#about("/reviews", place, options);
  /** Why a column is good or bad. @param {import("./index.js").Place & { column?: number }} [place] @param {import("./index.js").AskOptions} [options] */
  explain = (place, options) => this.#about("/explanations", place, options);
  /** A move of a computer player. @param {import("./index.js").Place & { player: string, seed?: number }} place @param {import("./index.js").AskOptions} [options] */
  move = (place, options) => this.#about("/moves", place, options);
  /** The computer players there are. */
  players = () => this.ask("/players").then((/** @type {any} */ told) => told.players);
  /** A puzzle to be solved next, or that of a day. @param {Record<string, unknown>} [wish] @param {import("./index.js").AskOptions} [options] */
  puzzle = (wish, options) => this.ask("/puzzles/next", wish, options);
  /** What comes of one's drops in a puzzle. @param {string} id @param {number[]} drops @param {import("./index.js").AskOptions} [options] */
  attempt = (id, drops, options) => this.ask("/puzzles/attempts", { id, drops }, options);
  /** The mistakes of a game as puzzles. @param {import("./index.js").Place} place @param {import("./index.js").AskOptions} [options] */
  mistakes = (place, options) => this.#about("/puzzles/mistakes", place, options).then((/** @type {any} */ told) => told.puzzles);

  /**
   * An animated GIF in the making, out of frames that the page draws.
   * @param {number} width
   * @param {number} height
   * @param {Uint8Array} last the last frame: pixels of a canvas, row by row
   */
  async animation(width, height, last) {
    for (const [name, size] of Object.entries({ width, height })) if (!(Number.isInteger(size) && size >= 1 && size <= MOST_PIXELS)) throw wrong(name, size, `a whole number of pixels, 1 to ${MOST_PIXELS}`);
    if (last?.length !== 4 * width * height) throw wrong("last", last, `${4 * width * height} bytes: four for each pixel`);
    const [{ default: start, PageAnimation }, module] = await Promise.all([import("./dropline.js"), this.#compiled()]);
    await start({ module_or_path: module });
    return new PageAnimation(width, height, last);
  }

  /** Ends all workers; what was asked is not answered any more. */
  close() {
    this.#closed = true;
    for (const hand of [...this.#hands]) this.#drop(hand, new DroplineError("closed", "this engine was closed"));
    for (const job of this.#waiting.splice(0)) this.#settle(job, () => job.reject(new DroplineError("closed", "this engine was closed")));
  }

  /** @param {string} path @param {any} [place] @param {any} [options] */
  #about(path, place, options) {
    // What is neither is refused by `ask` as it is.
    const time = isObject(place) && isObject(options) ? options?.time : undefined;
    return this.ask(path, time === undefined ? place : { ...place, time }, options);
  }

  /** What a worker is asked, and whether that is soon answered: reasons for a column are, by what an analysis found out so far. @param {string} path @param {Record<string, unknown>} question */
  #asked(path, question) {
    const { variant = "7x6c4", moves = "", position = "" } = question;
    const place = asJson([variant, moves, position]);
    const known = path === "/explanations" ? JSON.parse(this.#known.get(place) ?? "null") : null;
    // Which column is best is left to an analysis that came to its end.
    if (!known?.columns || (question.column === undefined && !known.done)) return { body: asJson(question), place, quick: !THINKING.test(path) };
    return { body: asJson({ ...question, known: known.columns }), place, quick: true };
  }

  /** @param {string} place @param {string} known */
  #remember(place, known) {
    this.#known.delete(place);
    this.#known.set(place, known);
    for (const [oldest] of this.#known) if (this.#known.size > MOST_KNOWN) this.#known.delete(oldest);
  }

  /** @param {Job} job @param {() => void} end */
  #settle(job, end) {
    job.call_off?.();
    end();
  }

  /** Stops at once: a worker cannot hear while it thinks, so it is ended, and the next question starts another. @param {Job} job @param {any} reason */
  #callOff(job, reason) {
    const hand = [...this.#hands].find((one) => one.job === job);
    if (hand) return this.#drop(hand, reason);
    this.#waiting = this.#waiting.filter((one) => one !== job);
    this.#settle(job, () => job.reject(reason));
  }

  /** @param {Hand} hand @param {any} reason */
  #drop(hand, reason) {
    if (!this.#hands.delete(hand)) return;
    hand.end();
    clearTimeout(hand.watch);
    const { job } = hand;
    hand.job = null;
    if (job) this.#settle(job, () => job.reject(reason));
    void this.#shareOut();
  }

  async #shareOut() {
    const allThink = () => [...this.#hands].filter(({ job }) => job && !job.quick).length >= this.workers;
    for (const hand of this.#hands) {
      const at = hand.job ? -1 : this.#waiting.findIndex(({ quick }) => quick || !allThink());
      if (at >= 0) this.#give(hand, this.#waiting.splice(at, 1)[0]);
    }
    // What is soon answered waits for nobody who thinks: there is one worker more for it.
    const most = this.workers + Number(allThink() && this.#waiting.some(({ quick }) => quick));
    if (this.#waiting.length <= this.#starting || this.#hands.size + this.#starting >= most) return;
    this.#starting++;
    try {
      await this.#start();
    } catch (error) {
      for (const job of this.#waiting.splice(0)) this.#settle(job, () => job.reject(unavailable(error)));
    } finally {
      this.#starting--;
    }
    void this.#shareOut();
  }

  #compiled() {
    const bytes = () => (this.vectors ? load("dropline-simd.packed").then(unpacked) : load("dropline.wasm"));
    this.#module ??= bytes()
      .then((module) => WebAssembly.compile(/** @type {BufferSource} */ (module)))
      .catch((error) => {
        // The network may be back for the next question.
        this.#module = null;
        throw error;
      });
    return this.#module;
  }

  async #start() {
    const module = await this.#compiled();
    /** @type {Hand} */
    const hand = { ...(await startWorker((message) => this.#hear(hand, message), (why) => this.#fail(hand, why))), job: null, runs: false };
    if (this.#closed) return hand.end();
    hand.post({ module, memory: this.memory, book: this.#book ?? undefined });
    this.#hands.add(hand);
  }

  /** @param {Hand} hand @param {Job} job */
  #give(hand, job) {
    hand.job = job;
    hand.hold();
    // A browser that needs memory may end a worker without a word.
    hand.watch = setTimeout(() => this.#fail(hand, "nothing was heard of it"), job.patience);
    hand.post({ id: ++this.#ids, path: job.path, body: job.body });
  }

  /** @param {Hand} hand @param {{ runs?: boolean, news?: string, answer?: string, trap?: string, spoilt?: string }} message */
  #hear(hand, { runs, news, answer, trap, spoilt }) {
    if (runs) return void (hand.runs = true);
    if (trap !== undefined) return this.#fail(hand, trap);
    if (spoilt !== undefined) return void (this.#book = null);
    const { job } = hand;
    if (!job) return;
    const known = news ?? answer ?? "{}";
    if (job.path === "/analyses") this.#remember(job.place, known);
    if (news !== undefined) return void this.#tell(job, JSON.parse(known));
    hand.job = null;
    clearTimeout(hand.watch);
    hand.release();
    const { error, ...found } = JSON.parse(known);
    this.#settle(job, () => (error ? job.reject(new DroplineError(error.code, error.message, error.field)) : job.resolve(found)));
    void this.#shareOut();
  }

  /** Tells news. Whoever cannot bear them is not asked for more: the question ends with what went wrong there. @param {Job} job @param {unknown} known */
  async #tell(job, known) {
    try {
      await job.news?.(known);
    } catch (error) {
      this.#callOff(job, error);
    }
  }

  /** A worker is lost, and with it its question. @param {Hand} hand @param {string} why */
  #fail(hand, why) {
    this.#drop(hand, hand.runs ? new DroplineError("trap", `the engine stopped unexpectedly and was started again: ${why}`) : unavailable(why));
  }
}
