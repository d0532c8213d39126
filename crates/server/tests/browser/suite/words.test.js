// The words of the pages: every language has all of them and no others, and nothing else is shown.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { browser, server } from "../stage.js";
import { REFUSAL, Visitor, begin, checkers, drop } from "../support.js";
import { DE, DE_TOLD } from "../../../web/js/words/de.js";

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../../web");
const scripts = readdirSync(path.join(folder, "js"), { recursive: true })
  .map(String)
  .filter((name) => name.endsWith(".js") && !name.startsWith("words"));
/** All scripts without comments. */
const source = scripts.map((name) => readFileSync(path.join(folder, "js", name), "utf8").replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "")).join("\n");
/** What the levels are like comes from the engine. */
const levels = readFileSync(path.resolve(folder, "../../engine/src/players/level/sight.rs"), "utf8");
const pages = readdirSync(folder).filter((name) => name.endsWith(".html")).map((name) => readFileSync(path.join(folder, name), "utf8"));
const titles = pages.map((page) => /<title>(.*) · Dropline<\/title>/.exec(page)?.[1]);

/** The sentences that are marked with t, with places for what is put into them. */
function* sentences() {
  for (const { index } of source.matchAll(/(?<![\w$])t`/g)) {
    let [at, key, places] = [index + 2, "", 0];
    while (source[at] !== "`") {
      if (!source.startsWith("${", at)) {
        key += source[at++];
        continue;
      }
      at += 2;
      for (let depth = 1; depth; at++) {
        if (source[at] === "`") at = source.indexOf("`", at + 1);
        else if (source[at] === "{") depth++;
        else if (source[at] === "}") depth--;
      }
      key += `{${places++}}`;
    }
    yield key;
  }
}

test("every sentence is in the table, and every word of the table is used", () => {
  const marked = new Set(sentences());
  assert.ok(marked.size > 80);
  const fixed = [...source.matchAll(/"(\s?\p{Lu}\p{Ll}(?:[^"\n]* [^"\n]*|[^"\n]*[….]))"/gu)].map(([, words]) => words);
  assert.ok(fixed.length > 80);
  assert.deepEqual(fixed.filter((words) => !(words in DE)), [], "fixed words are not translated");
  assert.deepEqual([...marked].filter((key) => !(key in DE) && /\p{L}{2}/u.test(key.replaceAll(/\{\d\}/g, ""))), [], "not translated");
  const used = (/** @type {string} */ key) => marked.has(key) || source.includes(`"${key}"`) || titles.includes(key) || levels.toLowerCase().includes(key.replace(/\.$/, "").toLowerCase());
  assert.deepEqual(Object.keys(DE).filter((key) => !used(key)), [], "not used");
  for (const [key, words] of Object.entries(DE)) {
    const places = (/** @type {string} */ text) => [...text.matchAll(/\{\d\}/g)].map(String).sort().join();
    assert.equal(places(key), places(words), key);
  }
});

/** Where what the server tells is written, from the crates' folder. */
const TELLING = [
  ...["notation", "notation/moves", "notation/key", "notation/read", "notation/grid", "notation/record", "notation/variations", "notation/maxconnect", "variant", "side_names", "board"].map((name) => `core/src/${name}.rs`),
  ...readdirSync(path.resolve(folder, "../src"), { recursive: true }).map(String).filter((name) => /^(?!store|serve|state|settings|token|worker).*\.rs$/.test(name)).map((name) => `server/src/${name}`),
  ...["asked", "asked/lesson", "asked/puzzle", "spec", "duration"].map((name) => `engine/src/${name}.rs`),
];
/** What answers in a server's place where there is none. */
const IN_PAGES = ["server/web/js/localGames.js", "wasm/js/index.js"].map((name) => readFileSync(path.resolve(folder, "../..", name), "utf8")).join("\n");
/** What stands there for the log alone, or holds nothing but what others tell. */
const UNTOLD = /^(\{place\}: \{problem\}|\{message\}|.*\bevent\b.*)$/;

/** The sentences that refuse something, and those of the reasons. */
function* tellings() {
  for (const name of ["reason", "plan", "winning_line"]) {
    const rust = readFileSync(path.resolve(folder, "../..", `engine/src/explain/${name}.rs`), "utf8").replaceAll(/^\s*\/\/.*$/gm, "");
    for (const [, text] of rust.matchAll(/"((?:[^"\\]|\\.)*)"/g)) if (/^(It|This|With|Best|Column|Columns|After) .*\.$/.test(text) && !/an \{\} level|\{threats\}/.test(text)) yield text;
  }
  for (const [, text] of IN_PAGES.matchAll(/(?:refusal\(|"trap", |"unavailable", )(?:"[a-z_]+", )?(?:"|`)((?:[^"`\\]|\\.)*)/g)) yield text.replaceAll("${", "{");
  for (const name of TELLING) {
    const rust = readFileSync(path.resolve(folder, "../..", name), "utf8").split("#[cfg(test)]")[0].replaceAll(/^\s*\/\/.*$/gm, "");
    const marked = [/#\[error\(\s*"((?:[^"\\]|\\.)*)"/g, /(?:ApiError|Refusal)::\w+\([^;{]*?"[a-z_]+",\s*(?:format!\()?\s*"((?:[^"\\]|\\.)*)"/g, /(?:message|Message) =\s*(?:format!\()?\s*"((?:[^"\\]|\\.)*)"/g, /bad\((?:format!\()?"((?:[^"\\]|\\.)*)"/g];
    for (const [, text] of marked.flatMap((pattern) => [...rust.matchAll(pattern)])) if (/\p{L}{2,} /u.test(text) && !UNTOLD.test(text)) yield text;
  }
}

test("nothing stands in the table of what the server tells that nobody tells", () => {
  const crates = ["core", "engine", "server"].map((name) => path.resolve(folder, "../..", name, "src"));
  const rust = crates.flatMap((crate) => readdirSync(crate, { recursive: true }).map((name) => path.join(crate, String(name)))).filter((name) => name.endsWith(".rs")).map((name) => readFileSync(name, "utf8")).join("\n");
  // Sentences are put together from parts: how the longest one begins is enough to know it by.
  const beginning = (/** @type {string} */ key) => {
    const parts = key.split(/\{\d\}|[,;:.] /).map((part) => part.replace(/^[^\p{L}`]+|[^\p{L}`]+$/gu, "").split(" "));
    return parts.reduce((longest, part) => (part.length > longest.length ? part : longest)).slice(0, 3).join(" ");
  };
  const all = rust + IN_PAGES;
  assert.deepEqual(Object.keys(DE_TOLD).filter((key) => !all.includes(beginning(key)) && !all.includes(beginning(key.replace(/^no /, "")))), []);
});

test("a browser without scripts is told so in every language", () => {
  assert.match(readFileSync(path.join(folder, "shell/no-script.html"), "utf8"), /<noscript>.*lang="de".*<\/noscript>/);
});

test("what the server tells is told in German", async () => {
  // A page that is German; nothing else of a browser is needed.
  Object.assign(globalThis, { document: { documentElement: { lang: "de" } } });
  const { told } = await import("../../../web/js/words.js");
  const all = [...new Set(tellings())];
  assert.ok(all.length > 70, `${all.length}`);
  const left = all.map((text) => told(text.replaceAll(/\{\{|\}\}/g, "").replaceAll(/\{[^}]*\}/g, "7").replaceAll('\\"', '"')));
  assert.deepEqual(left.filter((words) => /\b(the|of|is|are|not|a|to|and|with|this|must|has|have|it|there|you)\b/i.test(words)), [], "not translated");
  for (const [english, german] of [
    ["best, wins in 3", "am besten, gewinnt in 3"],
    ["threw away a win in 9 for a tie: columns 1, 2 and 4 kept it", "verschenkt einen Gewinn in 9 für ein Unentschieden: besser waren die Spalten 1, 2 und 4"],
    ["looks like a slip, ~ 45% instead of ~ 52%: column 4 looks best", "sieht ungenau aus, ~ 45% statt ~ 52%: Spalte 4 sieht am besten aus"],
    ["It is not known yet what it is worth.", "Was es wert ist, ist noch nicht bekannt."],
    ["With best play it is at least a tie, with a 63% chance of winning.", "Bei bestem Spiel: mindestens unentschieden, mit 63% Gewinnaussicht."],
    ["With best play it is at most a tie, and looks worth -2 points.", "Bei bestem Spiel: höchstens unentschieden und sieht aus wie -2 Punkte."],
    ["line 2, character 1: the grid has 1 column × 3 levels, but 7x6c4 is played", "Zeile 2, Stelle 1: Das Raster hat 1 Spalte × 3 Ebenen, gespielt wird aber 7x6c4"],
    ["line 1, character 9: this is not a saved game: there is no field `colour` here: choose one of `variant`, `start`", "Zeile 1, Stelle 9: Das ist kein gespeichertes Spiel: Das Feld `colour` gibt es hier nicht, nur `variant`, `start`"],
    ["line 1, character 9: this is not a saved game: this is the number 7, not a text in quotes", "Zeile 1, Stelle 9: Das ist kein gespeichertes Spiel: Das ist die Zahl 7, kein Text in Anführungszeichen"],
    ["line 1, character 3: column 9 is off the board (1 to 7)", "Zeile 1, Stelle 3: Spalte 9 liegt neben dem Brett (1 bis 7)"],
    ["columns must be 1 or more, not 0: a variant is written as in 7x6c4 or 7x6m4", "Spalten: mindestens 1, nicht 0; eine Variante schreibt man wie 7x6c4 oder 7x6m4"],
    ["it is not red's turn", "Rot ist nicht am Zug"],
    ["This is how it loses: black has no choice; after columns 3, 5 and 5: red has two ways to complete a line, 2/3 and 6/3.", "So verliert es: Schwarz hat keine Wahl; nach den Spalten 3, 5 und 5: Rot kann auf zwei Feldern eine Linie schließen, 2/3 und 6/3."],
    ["After column 3: Red answers 1/1 with 2/1 and the other way round, and every other move in the same column. Black completes no line, and must in the end play below 5/3: 12 other moves are left, black begins, and so runs out of them first.", "Nach Spalte 3: Rot antwortet auf 1/1 mit 2/1 und umgekehrt und auf jeden anderen Zug in derselben Spalte. Schwarz schließt keine Linie und muss am Ende unter 5/3 setzen: 12 andere Züge sind übrig, Schwarz beginnt und hat darum zuerst keine mehr."],
    ["Red gives up its threat on 3/4, to wait there. Red answers every move in the same column. Black completes no line, and red gets the line 1/2, 2/2 and 3/2. A line such as 1/3, 2/3 and 3/3 comes too late: red has 1/2, 2/2 and 3/2 by then.", "Rot gibt die Drohung auf 3/4 auf, um dort zu warten. Rot antwortet auf jeden Zug in derselben Spalte. Schwarz schließt keine Linie, und Rot bekommt die Linie 1/2, 2/2 und 3/2. Eine Linie wie 1/3, 2/3 und 3/3 kommt zu spät: Rot hat bis dahin 1/2, 2/2 und 3/2."],
    ["Column 4 instead: Red's threat on 2/3, on an odd level, comes with best play and decides: in the end black runs out of other moves, of which there are 26 now, and must play below it.", "Spalte 4 dagegen: Die Drohung auf 2/3, auf einer ungeraden Ebene, entsteht bei bestem Spiel und entscheidet (Rot): Am Ende hat Schwarz keine anderen Züge mehr, jetzt sind es 26, und muss darunter setzen."],
  ]) {
    assert.equal(told(english), german);
  }
  const { players } = await (await fetch(`${server.address}/api/v1/players`)).json();
  for (const { options } of players) for (const { about } of options) assert.ok(about in DE_TOLD, about);
});

/** Words that are the same in both languages, or no words. */
const SHARED = /^(Dropline|English|Deutsch|JSON|API|Link|Auto|Orange|Pause|Computer|Analyse|Max-Connect|Connect|[\d\s.,:;·×+=~%…–()/x-]*)$/;

/**
 * What a page shows and tells, piece by piece, without what is not meant to be translated.
 * @param {import("playwright-core").Page} page
 */
const shown = (page) =>
  page.evaluate(() => {
    const pieces = /** @type {string[]} */ ([]);
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (!element || element.closest("noscript, code, script, pre, [data-language], [lang=en]")) continue;
      if (node instanceof Element) for (const name of ["aria-label", "title", "placeholder", "alt"]) pieces.push(node.getAttribute(name) ?? "");
      else pieces.push(node.textContent ?? "");
    }
    return pieces.map((piece) => piece.trim()).filter((piece) => /\p{L}{2}/u.test(piece));
  });

test("a German browser is shown no English word", async () => {
  const visitor = await Visitor.arrive(browser, server, { locale: "de-DE", expected: REFUSAL });
  const { page } = visitor;
  const german = new Set(Object.entries(DE).filter(([key, words]) => key !== words).map(([, words]) => words.trim()));
  const english = new Set(Object.entries(DE).filter(([key, words]) => key !== words && !german.has(key.trim())).map(([key]) => key.trim()));
  /** English sentences, with anything in their places. */
  const patterns = [...english].filter((key) => /\{\d\}/.test(key) && /\p{L}{3}/u.test(key.replaceAll(/\{\d\}/g, ""))).map((key) => new RegExp(`^${key.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{\d\}/g, ".*")}$`));
  const check = async (/** @type {string} */ what) => {
    const pieces = [...(await shown(page)), ...(await page.title()).split(" · ")];
    assert.ok(pieces.length > 5);
    const left = pieces.filter((piece) => !SHARED.test(piece) && !german.has(piece) && (english.has(piece) || patterns.some((pattern) => pattern.test(piece))));
    assert.deepEqual([...new Set(left)], [], what);
    // Fixed words that are in no table at all.
    const words = pieces.filter((piece) => /\b(the|your|you|this|with|and|of|to|from|is|are)\b/i.test(piece));
    assert.deepEqual([...new Set(words)], [], what);
  };
  await visitor.open("/");
  await page.getByLabel("Gegner").locator("option").first().waitFor({ state: "attached" });
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
  await check("start");
  await page.locator(".chip").first().locator("input").check();
  await page.locator("player-picker:visible select").selectOption("forecast");
  await page.locator("player-picker:visible summary").click();
  await check("options of a player");
  await page.locator("player-picker:visible select").selectOption("bad");
  await page.locator('button[type="submit"]').click();
  await page.waitForURL(/\/g\//);
  await page.locator("h1", { hasText: "Du bist am Zug" }).waitFor();
  await page.getByRole("button", { name: "Tipp" }).click();
  await page.locator(".note.best").first().waitFor();
  await check("game");
  for (let turn = 1; turn <= 4; turn++) {
    await page.locator("h1", { hasText: "Du bist am Zug" }).waitFor();
    await drop(page, 7);
    await page.waitForFunction((least) => document.querySelectorAll("move-list .move").length >= least, 2 * turn - 1);
  }
  await page.locator("h1", { hasText: "Du gewinnst" }).waitFor();
  await check("end");
  await page.getByRole("button", { name: "Einstellungen" }).click();
  await check("settings");
  await visitor.open("/analyse?v=4x4c3&m=12&t=12(3)1");
  await page.locator(".worths .tone.best").first().waitFor();
  await page.getByText("Wie ein Spieler es sieht").click();
  await page.locator("player-view tbody tr").first().waitFor();
  await check("analysis");
  for (const name of ["Ausgeben", "Einlesen"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await check(name);
    await page.getByRole("button", { name: /Fertig|Abbrechen/ }).click();
  }
  await page.getByRole("button", { name: "Aufstellen" }).click();
  await check("set-up");
  await visitor.open("/review?v=4x4c3&m=12124");
  await page.locator(".shares .share").first().waitFor();
  await check("review");
  await visitor.open("/review");
  await page.locator("h1").waitFor();
  await check("review form");
  await page.getByText("Ein anderes Spiel, nach seinen Zügen").click();
  await page.getByRole("button", { name: "Das Spiel durchsehen" }).click();
  await page.locator(".problem", { hasText: "Eine Durchsicht braucht die Züge" }).waitFor();
  await page.locator("#moves").fill("49");
  await page.getByRole("button", { name: "Das Spiel durchsehen" }).click();
  await page.locator(".problem", { hasText: "Zeile 1, Stelle 2: Spalte 9 liegt neben dem Brett (1 bis 7)." }).waitFor();
  await check("a refusal");
  await visitor.open("/embed?m=1122334");
  await page.locator("main p", { hasText: "Nach Zug 7" }).waitFor();
  await check("a game in somebody else's page");
  await visitor.open("/api");
  await page.locator(".operation").first().waitFor();
  await check("API");
  await visitor.open("/help");
  await page.locator("h1:visible", { hasText: "Hilfe" }).waitFor();
  await visitor.leave();
});

test("language, checkers and board are chosen by hand, and words, buttons and pictures agree", async () => {
  const visitor = await Visitor.arrive(browser, server);
  const { page } = visitor;
  await begin(visitor, { against: "A friend right here" });
  await drop(page, 4);
  await page.locator("h1", { hasText: "Yellow to move" }).waitFor();
  const choose = async (/** @type {string} */ label, /** @type {string} */ value) => {
    await page.locator("header button").first().click();
    await page.locator("dialog").getByLabel(label).selectOption(value);
    await page.waitForFunction(() => !document.querySelector("dialog"));
  };
  await choose("Checkers", "red,black");
  await page.locator("h1", { hasText: "Black to move" }).waitFor();
  await choose("Board", "wood");
  await page.locator("html[data-board=wood] h1", { hasText: "Black to move" }).waitFor();
  await visitor.open("/analyse?v=7x6c4&m=44");
  await checkers(page, 2);
  await page.getByRole("button", { name: "Export" }).click();
  const picture = await page.getByRole("link", { name: "Save SVG" }).getAttribute("href");
  assert.match(await (await fetch(server.address + picture)).text(), /black in column 4/);
  await page.getByRole("button", { name: "Done" }).click();
  await choose("Language", "de");
  await page.locator(".verdict", { hasText: "Rot am Zug" }).waitFor();
  await visitor.open("/");
  await page.locator(".choices-box").waitFor();
  await page.getByText("Schwarz", { exact: true }).first().waitFor({ state: "attached" });
  await visitor.leave();
});
