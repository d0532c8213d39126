// Elements without a framework. Words are put on the page in the reader's language.

import { address } from "./place.js";
import { t, word } from "./words.js";

/** @typedef {Node | string | number | null | undefined | false} Child */

/** Attributes that people read or hear. */
const WORDED = new Set(["aria-label", "title", "placeholder", "alt", "label"]);

/**
 * Sets an attribute, a property or a listener, by what the value is.
 * @param {Element} element
 * @param {Record<string, unknown>} props
 */
function apply(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else {
      const text = WORDED.has(name) ? word(String(value)) : name === "href" ? address(String(value)) : String(value);
      element.setAttribute(name, value === true ? "" : text);
    }
  }
}

/**
 * A new HTML element: `h("button", { class: "plain", onclick: act }, "Undo")`.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  apply(element, props);
  fill(element, ...children);
  return element;
}

/**
 * A new SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, props = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  apply(element, props);
  fill(element, ...children);
  return element;
}

/**
 * Replaces what an element holds.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  const wanted = children.filter((child) => child !== null && child !== undefined && child !== false);
  element.replaceChildren(...wanted.map((child) => (child instanceof Node ? child : word(String(child)))));
}

/**
 * The element a page cannot do without.
 * @template {Element} E
 * @param {string} selector
 * @param {new () => E} kind
 * @param {ParentNode} [within]
 * @returns {E}
 */
export function need(selector, kind, within = document) {
  const found = within.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`);
  return found;
}

/**
 * Says something to people who listen to the page instead of looking at it.
 * @param {string} text
 */
export function announce(text) {
  const region = document.querySelector("#announcements");
  if (region) region.textContent = text;
}

/**
 * Whether a key means the page: no field, dialog or list in which it has a meaning of its own has the focus.
 * @param {KeyboardEvent} event
 */
export function isFree(event) {
  const used = "input:not([type=checkbox]), select, textarea, dialog";
  return !event.ctrlKey && !event.altKey && !event.metaKey && event.target instanceof Element && !event.target.closest(used);
}

/**
 * Scrolls a box, and nothing but the box, until something in it is seen: once everything else is in its place, for where things are takes the browser long to say before.
 * @param {Element} box
 * @param {Element} part
 */
export function revealIn(box, part) {
  requestAnimationFrame(() => {
    if (!part.isConnected) return;
    const [there, here] = [part.getBoundingClientRect(), box.getBoundingClientRect()];
    if (there.top < here.top) box.scrollTop -= here.top - there.top + 8;
    else if (there.bottom > here.bottom) box.scrollTop += there.bottom - here.bottom + 8;
  });
}

/**
 * Copies a text, and says on the button that it was done.
 * @param {HTMLButtonElement} button
 * @param {string} text
 */
export async function copyFrom(button, text) {
  const label = button.textContent;
  let done = false;
  try {
    await navigator.clipboard.writeText(text);
    done = true;
  } catch {
    // Without a secure context there is no clipboard: a selected field and the old command do the same.
    const field = h("textarea", { class: "visually-hidden", "aria-hidden": "true" });
    field.value = text;
    document.body.append(field);
    field.select();
    done = document.execCommand("copy");
    field.remove();
    button.focus();
  }
  button.textContent = done ? t`Copied` : t`Copy by hand`;
  announce(done ? t`Copied.` : t`Copying is not possible here: mark the text and copy it.`);
  setTimeout(() => (button.textContent = label), 1600);
}

/**
 * Offers a text as a file.
 * @param {string} name
 * @param {Blob} blob
 */
export function download(name, blob) {
  const made = URL.createObjectURL(blob);
  h("a", { href: made, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(made), 10_000);
}
