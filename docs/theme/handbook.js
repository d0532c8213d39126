// What the search of mdBook asks for: all pages lie in one folder.
const path_to_root = "";
window.path_to_searchindex_js = "searchindex.js";

// The look that was chosen in the web app, where it serves the handbook.
try {
  const theme = localStorage.getItem("dropline-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden: the system's choice is used.
}

addEventListener("DOMContentLoaded", () => {
  const here = location.pathname.split("/").pop() || "index.html";
  const contents = document.querySelector(".contents details");
  // On a phone the contents would hide the text.
  if (matchMedia("(max-width: 60rem)").matches) contents.open = false;
  for (const link of contents.querySelectorAll("a")) {
    if (link.getAttribute("href") !== here) continue;
    link.setAttribute("aria-current", "page");
    if (contents.open) link.scrollIntoView({ block: "nearest" });
  }
  scrollTo(0, 0);
  document.querySelector(".app").hidden = !location.pathname.startsWith("/handbook");
});
