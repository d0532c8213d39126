// Runs before the page is drawn (no module), so that a chosen theme does not flash.
(() => {
  const root = document.documentElement;
  root.classList.add("scripted");
  try {
    const chosen = localStorage.getItem("dropline-theme");
    if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  } catch {
    // Storage may be forbidden: the system's theme is used.
  }
})();
