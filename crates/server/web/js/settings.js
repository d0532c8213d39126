// Small things this browser keeps: names, choices. Without storage they last as long as the page.

/** @type {Map<string, string>} */
const here = new Map();

/** @param {string} name @returns {string | null} */
export function kept(name) {
  try {
    return localStorage.getItem(`dropline-${name}`);
  } catch {
    return here.get(name) ?? null;
  }
}

/** What is kept as JSON; nothing if there is none, or if it is damaged. @param {string} name @returns {any} */
export function keptJson(name) {
  try {
    return JSON.parse(kept(name) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
export function keepSetting(name, value) {
  try {
    localStorage.setItem(`dropline-${name}`, value);
  } catch {
    here.set(name, value);
  }
}
