// Lessons: the list, and each one step by step: a page to read, then positions to play.

import "../shell.js";
import { attempt as askAttempt, errorText, lesson as askLesson, lessons as askLessons } from "../api.js";
import { DroplineBoard } from "../board.js";
import { announce, fill, h, need } from "../dom.js";
import { doneTasks, markDone } from "../lessonProgress.js";
import { address as pageAddress } from "../place.js";
import { Position } from "../position.js";
import { STANDARD, Variant, sideName } from "../variant.js";
import { language, t, told, word } from "../words.js";

/** @typedef {import("../api.js").Attempt} Attempt */
/** @typedef {import("../api.js").Lesson} Lesson */
/** @typedef {import("../api.js").LessonTask} LessonTask */

/** How long the answer of the other side, and each step of a line, lets itself be seen. */
const STEP_MS = 900;

const main = need("#main", HTMLElement);
const asked = new URLSearchParams(location.search);
fill(main, h("h1", {}, "Learn"), h("p", { class: "muted" }, "Reading the lessons…"));
try {
  const { lessons } = await askLessons();
  const chosen = lessons.findIndex(({ id }) => id === asked.get("lesson"));
  if (chosen < 0) list(lessons);
  else walk(await askLesson(lessons[chosen].id), lessons[chosen + 1]);
} catch (error) {
  fill(main, h("h1", {}, "Learn"), h("p", { class: "problem", role: "alert" }, errorText(error)));
}

/** @param {import("../api.js").LessonText} text */
function say(text) {
  return text[language] ?? text.en;
}

/** @param {string} id @param {number} [task] */
function address(id, task) {
  return `/learn?${new URLSearchParams({ lesson: id, ...(task ? { task: String(task) } : {}) })}`;
}

/** @param {import("../api.js").LessonTitle[]} lessons */
function list(lessons) {
  const items = lessons.map(({ id, title, tasks }) => {
    const done = Math.min(doneTasks(id).length, tasks);
    const state = done === tasks ? word("Done") : t`${done} of ${tasks}`;
    return h("li", {}, h("a", { class: "lesson-link", href: address(id) }, h("span", {}, say(title)), h("span", { class: `badge ${done === tasks ? "good" : ""}` }, state)));
  });
  fill(
    main,
    h(
      "div",
      { class: "prose" },
      h("h1", {}, "Learn"),
      h("p", { class: "muted" }, "Short lessons that are played, not read. Every right move counts: the solver decides."),
      h("ol", { class: "lesson-list" }, ...items),
    ),
  );
}

/**
 * A lesson, from its page of words to its last task.
 * @param {Lesson} lesson
 * @param {import("../api.js").LessonTitle | undefined} next
 */
function walk(lesson, next) {
  const title = say(lesson.title);
  document.title = `${title} · Dropline`;
  const tasks = lesson.tasks.length;
  const steps = h("ol", { class: "lesson-steps", "aria-label": "Tasks" });
  const body = h("div", {});
  fill(main, h("div", { class: "page-head" }, h("h1", {}, title), steps), body);
  const wanted = Number(asked.get("task") ?? 0);
  go(Number.isInteger(wanted) && wanted > 0 && wanted <= tasks ? wanted : 0, false);

  /** @param {number} step 0 is the page of words @param {boolean} [focus] */
  function go(step, focus = true) {
    history.replaceState(null, "", pageAddress(address(lesson.id, step)));
    renderSteps(step);
    if (step === 0) read();
    else if (step <= tasks) play(step);
    else finish();
    if (focus) need("h2", HTMLElement, body).focus();
  }

  /** @param {number} step */
  function renderSteps(step) {
    const done = new Set(doneTasks(lesson.id));
    const links = lesson.tasks.map((_, index) => {
      const number = index + 1;
      const label = done.has(number) ? t`Task ${number}, done` : t`Task ${number}`;
      return h("li", {}, h("button", { type: "button", class: `lesson-step ${done.has(number) ? "done" : ""}`, "aria-label": label, "aria-current": number === step ? "step" : undefined, onclick: () => go(number) }, done.has(number) ? "✓" : number));
    });
    fill(steps, h("li", {}, h("button", { type: "button", class: "lesson-step", "aria-current": step === 0 ? "step" : undefined, onclick: () => go(0) }, "Words")), ...links);
  }

  function read() {
    const done = new Set(doneTasks(lesson.id));
    const first = lesson.tasks.findIndex((_, index) => !done.has(index + 1)) + 1 || 1;
    fill(
      body,
      h(
        "section",
        { class: "card prose" },
        h("h2", { tabindex: -1 }, "First, in words"),
        ...lesson.words.map((text) => h("p", {}, say(text))),
        h("div", { class: "actions" }, h("button", { type: "button", class: "primary", onclick: () => go(first) }, first > 1 ? "Go on" : "Begin"), h("a", { class: "button", href: "/learn" }, "All lessons")),
      ),
    );
  }

  function finish() {
    fill(
      body,
      h(
        "section",
        { class: "card prose" },
        h("h2", { tabindex: -1 }, "The lesson is done"),
        h("p", {}, next ? t`The next one: ${say(next.title)}.` : t`That was the last one.`),
        h("div", { class: "actions" }, next && h("a", { class: "button primary", href: address(next.id) }, "Next lesson"), h("a", { class: "button", href: "/learn" }, "All lessons")),
      ),
    );
  }

  /** @param {number} number */
  function play(number) {
    const task = lesson.tasks[number - 1];
    const start = Position.ofGrid(Variant.parse(task.variant) ?? STANDARD, task.grid, task.turn);
    const board = /** @type {DroplineBoard} */ (document.createElement("dropline-board"));
    board.setAttribute("keys", "digits");
    const verdict = h("p", { class: "verdict", role: "status" });
    const hints = h("ul", { class: "lesson-hints", "aria-live": "polite" });
    const [hint, again, onward, follow] = [
      h("button", { type: "button", onclick: tellHint }, "Hint"),
      h("button", { type: "button", onclick: begin }, "Try again"),
      h("button", { type: "button", class: "primary", onclick: () => go(number + 1) }, number < tasks ? "Next task" : "Finish"),
      h("button", { type: "button", onclick: () => void stepLine() }, "How it goes on"),
    ];
    fill(
      body,
      h(
        "div",
        { class: "game-layout" },
        h("div", { class: "table" }, board),
        h(
          "section",
          { class: "card", "aria-label": "Task" },
          h("h2", { tabindex: -1 }, t`Task ${number} of ${tasks}`),
          h("p", {}, say(task.ask)),
          h("p", { class: "muted" }, task.drops > 1 ? t`${sideName(task.turn)} to move: you play ${sideName(task.turn).toLowerCase()}, up to ${task.drops} moves.` : t`${sideName(task.turn)} to move.`),
          verdict,
          hints,
          h("div", { class: "actions" }, onward, again, follow, hint),
        ),
      ),
    );
    /** @type {number[]} */
    let drops = [];
    /** @type {Attempt | null} */
    let known = null;
    let told_ = 0;
    let shown = 0;
    let waiting = false;
    board.addEventListener("choose", (event) => void choose(/** @type {CustomEvent<number>} */ (event).detail));
    begin();

    function begin() {
      [drops, known, shown, waiting] = [[], null, 0, false];
      verdict.textContent = "";
      verdict.className = "verdict";
      render();
    }

    /** @param {boolean} [marks] whether the lines of the last answer are marked */
    function render(marks = false) {
      const moves = known ? [...known.moves, ...known.line.slice(0, shown)] : [];
      const state = known?.state ?? "open";
      board.show({
        position: Position.after(start, moves),
        lines: marks && known ? known.lines.map((line) => line.map(({ column, level }) => [column, level])) : [],
        hand: state === "open" && !waiting ? task.turn : null,
        threats: known && shown === 0 && (told_ > 0 || state === "wrong") ? known.threats.map(({ side, cell, parity }) => ({ side, parity, ...cell })) : [],
      });
      hint.hidden = state !== "open" || told_ >= task.hints.length;
      again.hidden = drops.length === 0 || state === "open";
      follow.hidden = state !== "wrong" || !known?.line.length;
      follow.disabled = waiting;
      onward.hidden = state !== "done";
    }

    function tellHint() {
      hints.append(h("li", {}, say(task.hints[told_++])));
      render();
    }

    /** @param {number} column */
    async function choose(column) {
      if (waiting || (known && known.state !== "open") || !Position.after(start, known?.moves ?? []).hasRoom(column)) return;
      waiting = true;
      render();
      const before = known;
      try {
        const answer = await askAttempt(lesson.id, { task: number, drops: [...drops, column] });
        if (!board.isConnected) return;
        drops = [...drops, column];
        const replied = answer.state !== "wrong" && answer.moves.length > (before?.moves.length ?? 0) + 1;
        if (replied) {
          known = { ...answer, state: "open", moves: answer.moves.slice(0, -1), lines: [], threats: [] };
          render();
          await new Promise((resolve) => setTimeout(resolve, STEP_MS));
          if (!board.isConnected) return;
        }
        known = answer;
        waiting = false;
        judge(answer);
      } catch (error) {
        waiting = false;
        tell(errorText(error), "loss");
        render();
      }
    }

    /** @param {Attempt} answer */
    function judge(answer) {
      if (answer.state === "done") {
        markDone(lesson.id, number);
        renderSteps(number);
        tell(t`Right. ${say(task.right)}`, "win");
      } else if (answer.state === "wrong") {
        const worth = answer.value ? ` ${t`That move: ${told(answer.value.words)}.`}` : "";
        tell(`${say(task.wrong)}${worth}`, "loss");
      } else if (drops.length) tell(t`Right so far. Your move.`, "open");
      render(true);
      const next = answer.state === "done" ? onward : answer.state === "wrong" ? again : null;
      if (next) next.focus({ preventScroll: true });
    }

    /** @param {string} text @param {"win" | "loss" | "open"} tone */
    function tell(text, tone) {
      verdict.textContent = text;
      verdict.className = `verdict tone ${tone}`;
      announce(text);
    }

    /** Shows what follows a wrong move, a step at a time. */
    async function stepLine() {
      if (!known) return;
      waiting = true;
      for (shown = 0; shown < known.line.length; ) {
        shown++;
        render();
        await new Promise((resolve) => setTimeout(resolve, STEP_MS));
        if (!board.isConnected || known?.state !== "wrong") return;
      }
      waiting = false;
      render();
    }
  }
}
