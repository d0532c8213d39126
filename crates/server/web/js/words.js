// The words of the pages in the reader's language. English stands in the code; the other languages have a table each.
//
// Fixed words are looked up where they are put on the page (dom.js); sentences with something in them are marked with t: t`Column ${4} is full`.

import { DE, DE_TOLD } from "./words/de.js";

/** @typedef {"en" | "de"} Language */

/** What the script of the head has chosen. @type {Language} */
export const language = document.documentElement.lang === "de" ? "de" : "en";

/** Words or a sentence in the reader's language. @param {string} text */
export const word = (text) => (language === "de" ? (DE[text] ?? text) : text);

/**
 * A sentence with something in it; in tables its places are {0}, {1}, …
 * @param {TemplateStringsArray} strings
 * @param {...unknown} values
 */
export function t(strings, ...values) {
  const key = strings.reduce((all, part, index) => `${all}{${index - 1}}${part}`);
  return values.reduce((/** @type {string} */ text, value, index) => text.replace(`{${index}}`, () => String(value)), word(key));
}

/** What the server may tell, as patterns. */
const tellings = Object.entries(language === "de" ? DE_TOLD : {}).map(([key, words]) => ({ pattern: new RegExp(`^${key.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{\d\}/g, "(.*?)")}$`, "s"), words }));

/**
 * What the server tells in English, as far as the table has it.
 * @param {string} text
 * @returns {string}
 */
export function told(text) {
  for (const { pattern, words } of tellings) {
    const parts = pattern.exec(text);
    if (parts) return words.replaceAll(/\{(\d)\}/g, (_, place) => told(parts[Number(place) + 1]));
  }
  return word(text);
}
