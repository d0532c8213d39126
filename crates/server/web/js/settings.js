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

const DRAFT = "dropline-draft";

/**
 * Keeps what is unfinished on this page for when the tab shows it again: after a reload, as a change of the language makes one, or on the way back.
 * @param {() => unknown} draft nothing if nothing is unfinished
 */
export function keepDraft(draft) {
  addEventListener("pagehide", () => {
    try {
      sessionStorage.setItem(DRAFT, JSON.stringify({ at: location.href, draft: draft() }));
    } catch {
      // Storage that is full or forbidden: then it is lost.
    }
  });
}

/** What was unfinished when the tab last left this page, if that was the last page that kept something. @returns {any} */
export function keptDraft() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(DRAFT) ?? "null");
    return kept?.at === location.href ? kept.draft : null;
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
