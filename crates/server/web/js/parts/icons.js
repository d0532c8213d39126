// Buttons with a drawn sign: fonts do not have them everywhere.

import { h, s } from "../dom.js";

const SIGNS = {
  start: "M4 4h3v16H4zM20 4v16L8 12z",
  back: "M17 4v16L5 12z",
  on: "M7 4v16l12-8z",
  end: "M17 4h3v16h-3zM4 4v16l12-8z",
  sound: "M4 9h4l6-5v16l-6-5H4zM16.5 8.5a5 5 0 0 1 0 7l1.4 1.4a7 7 0 0 0 0-9.8z",
  silence: "M4 9h4l6-5v16l-6-5H4zM16 9.4 17.4 8 19.5 10.1 21.6 8 23 9.4 20.9 11.5 23 13.6 21.6 15 19.5 12.9 17.4 15 16 13.6 18.1 11.5z",
  settings: "M4 6h9v2H4zM17 6h3v2h-3zM14 4h2v6h-2zM4 16h3v2H4zM11 16h9v2h-9zM8 14h2v6H8z",
};

/** @param {keyof typeof SIGNS} sign */
export const drawSign = (sign) => s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, s("path", { d: SIGNS[sign] }));

/**
 * @param {keyof typeof SIGNS} sign
 * @param {string} label
 * @param {() => void} act
 */
export function signButton(sign, label, act) {
  return h("button", { type: "button", class: "square", "aria-label": label, title: label, onclick: act }, drawSign(sign));
}
