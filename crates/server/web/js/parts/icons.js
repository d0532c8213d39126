// Buttons with a drawn sign: fonts do not have them everywhere.

import { h, s } from "../dom.js";

const SIGNS = {
  start: "M4 4h3v16H4zM20 4v16L8 12z",
  back: "M17 4v16L5 12z",
  on: "M7 4v16l12-8z",
  end: "M17 4h3v16h-3zM4 4v16l12-8z",
};

/**
 * @param {keyof typeof SIGNS} sign
 * @param {string} label
 * @param {() => void} act
 */
export function signButton(sign, label, act) {
  const drawing = s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, s("path", { d: SIGNS[sign] }));
  return h("button", { type: "button", class: "square", "aria-label": label, title: label, onclick: act }, drawing);
}
