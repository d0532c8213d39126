// Which tasks of which lessons this browser has done. Nothing of it leaves the browser.

import { keepSetting, keptJson } from "./settings.js";

const NAME = "lessons";

/** @returns {Record<string, number[]>} for each lesson the numbers of the tasks that are done */
function all() {
  const known = keptJson(NAME);
  if (typeof known !== "object" || known === null) return {};
  return Object.fromEntries(Object.entries(known).filter(([, tasks]) => Array.isArray(tasks)));
}

/** @param {string} id @returns {number[]} */
export const doneTasks = (id) => all()[id] ?? [];

/** @param {string} id @param {number} task counted from 1 */
export function markDone(id, task) {
  const tasks = new Set([...doneTasks(id), task]);
  keepSetting(NAME, JSON.stringify({ ...all(), [id]: [...tasks].sort((a, b) => a - b) }));
}
