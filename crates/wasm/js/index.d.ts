/** A position: by its moves, or by its key. */
export interface Place {
  /** What is played, as in `7x6c4` (Connect) or `7x6m4` (Max-Connect); `7x6c4` if nothing. */
  variant?: string;
  /** The moves so far: digits up to nine columns, numbers with commas above. */
  moves?: string;
  /** Or the key of a set-up position. */
  position?: string;
}

export interface AskOptions<News = never> {
  /** Seconds for the whole answer; 30 if nothing. */
  time?: number;
  /** Ends the question at once. */
  signal?: AbortSignal;
  /** Hears what is known before the last word; if it throws, the question ends with that. */
  news?: (known: News) => void;
}

export type Side = "red" | "black";

/** The score for the side to move: positive if it wins; the bounds that were proven if there was no time for more. */
export interface Solution {
  score: number | null;
  lower: number;
  upper: number;
  nodes: number;
  microseconds: number;
}

/** What a column or a position is worth for the side to move. */
export interface Value {
  kind: "wins" | "tie" | "loses" | "margin" | "between" | "estimate";
  /** Whether the score is known. */
  exact: boolean;
  /** Whether something is proven about who wins. */
  proven: boolean;
  outlook?: "win" | "tie" | "loss";
  score?: number;
  /** With which drop from here the winner wins; 1 is its next. */
  drops?: number;
  bounds?: [number, number];
  chance?: number;
  margin?: number;
  depth?: number;
  words: string;
  short: string;
  /** From -1, lost, to 1, won at once. */
  height: number;
}

export interface Analysis extends Value {
  variant: string;
  moves?: string;
  turn: Side;
  columns: ({ column: number; full?: boolean } & Partial<Value>)[];
  best: number[];
  line: number[];
  nodes: number;
  time: number;
  done: boolean;
  threats?: { side: Side; column: number; level: number; parity: "odd" | "even"; playable: boolean }[];
}

export interface GradedMove {
  number: number;
  side: Side;
  column: number;
  value: Value;
  best_value: Value;
  best: number[];
  grade: string;
  words: string;
}

export interface Review {
  variant: string;
  moves: GradedMove[];
  turning_points: number[];
  perfect: { side: Side; best: number; decided: number; moves: number }[];
}

export interface Explanation {
  variant: string;
  column: number;
  reasons: { reason: string; words: string }[];
}

export interface Choice {
  side: Side;
  column: number;
  score?: number;
  depth?: number;
  nodes: number;
  proven: boolean;
}

export interface Player {
  name: string;
  about: string;
  rules: ("connect" | "max")[];
  most_bits?: number;
  long_above?: number;
  options: { name: string; about: string; values: string; default: string; named: { value: string; name: string; about: string }[] }[];
}

/** A position in which one column alone keeps the win or the tie. */
export interface Puzzle {
  /** The key of its position. */
  id: string;
  variant: string;
  turn: Side;
  goal: "win" | "tie";
  /** How many moves are to be found. */
  moves: number;
  theme: string;
  rating: number;
  deviation: number;
  words: string;
}

/** What comes of the last of one's drops in a puzzle. */
export interface PuzzleAnswer {
  answer: "right" | "solved" | "wrong";
  /** The most stubborn reply. */
  reply?: number;
  /** What a wrong drop is worth, and how it is refuted. */
  value?: Value;
  line?: number[];
}

/** An animated GIF in the making. Frames are pixels of a canvas: four bytes each, row by row. */
export interface Animation {
  /** Adds a frame; the last one is held. */
  add(frame: Uint8Array, isLast: boolean): void;
  /** The whole file. */
  finish(): Uint8Array;
}

/** Why a question was not answered; `code` is that of the HTTP API, or `trap`, `closed` and `unavailable`. */
export class DroplineError extends Error {
  constructor(code: string, message: string, field?: string);
  code: string;
  field?: string;
}

/** Workers that think, and the questions that wait for them. */
export class Dropline {
  constructor(options?: {
    /** Workers that think, at most: one at least; one a core and at most four if nothing. While all of them think there is one more for what is soon answered. */
    workers?: number;
    /** Bytes for the tables of each; 32 MiB if nothing, 16 MiB on small devices. */
    memory?: number;
    /** Whether to load the opening book of 7×6. */
    book?: boolean;
    /** Whether to use vectors of 128 bits; if nothing, where they are known. */
    vectors?: boolean;
  });
  /** Settles when the opening book is there, with whether it is; before, everything is searched. */
  readonly ready: Promise<boolean>;
  /** With `fresh` nothing is used that was found out for other questions, so that the nodes are always the same. */
  solve(place?: Place & { fresh?: boolean }, options?: AskOptions): Promise<Solution>;
  analyze(place?: Place, options?: AskOptions<Analysis>): Promise<Analysis>;
  review(place?: Place, options?: AskOptions<{ of: number; move: GradedMove }>): Promise<Review>;
  /** While the position is analysed, and after that, by what is known of it. */
  explain(place?: Place & { column?: number }, options?: AskOptions): Promise<Explanation>;
  move(place: Place & { player: string; seed?: number }, options?: AskOptions): Promise<Choice>;
  players(): Promise<Player[]>;
  /** A puzzle of about this rating and theme, or that of a day; the same for the same seed. */
  puzzle(wish?: { variant?: string; theme?: string; rating?: number; day?: string; seed?: number }, options?: AskOptions): Promise<Puzzle>;
  /** What comes of one's drops, without the replies between them. */
  attempt(id: string, drops: number[], options?: AskOptions): Promise<PuzzleAnswer>;
  /** The positions before the mistakes of a game in which one column alone was right. */
  mistakes(place: Place, options?: AskOptions): Promise<Puzzle[]>;
  /** A moving picture whose frames the page draws; the last one is needed first. */
  animation(width: number, height: number, last: Uint8Array): Promise<Animation>;
  /** The answer to any question of Dropline's HTTP API about positions. */
  ask(path: string, question?: Record<string, unknown>, options?: { news?: (known: any) => void; signal?: AbortSignal }): Promise<any>;
  /** Ends all workers. */
  close(): void;
}
