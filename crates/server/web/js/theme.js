// Runs before the page is drawn (no module), so that a chosen look does not flash.
(() => {
  const root = document.documentElement;
  root.classList.add("scripted");
  const kept = (/** @type {string} */ name) => {
    try {
      return localStorage.getItem(`dropline-${name}`);
    } catch {
      // Storage may be forbidden: the system's choice is used.
      return null;
    }
  };
  const theme = kept("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  root.dataset.checkers = kept("checkers") ?? "red,yellow";
  root.dataset.board = kept("board") ?? "blue";
  const language = kept("language") ?? navigator.language;
  root.lang = language.startsWith("de") ? "de" : "en";
})();
