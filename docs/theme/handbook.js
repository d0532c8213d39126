// The look that was chosen in the web app, where it serves the handbook.
try {
  const theme = localStorage.getItem("dropline-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden: the system's choice is used.
}

const MOST_FOUND = 12;

function element(name, fields, ...children) {
  const made = Object.assign(document.createElement(name), fields);
  made.append(...children);
  return made;
}

/** The index, which mdBook has made; loaded when somebody searches. */
let index;
function loadIndex() {
  index ??= new Promise((done) => {
    window.search = {};
    const onload = () => done(elasticlunr.Index.load(window.search.index));
    document.head.append(element("script", { src: "searchindex.js", onload }));
  });
  return index;
}

async function search(text, found) {
  const results = text ? (await loadIndex()).search(text, window.search.search_options) : [];
  const item = ({ ref, doc }) => element("li", {}, element("a", { href: window.search.doc_urls[ref] }, doc.breadcrumbs), element("p", {}, excerpt(doc.body, text)));
  const nothing = text ? [element("p", {}, "Nothing found.")] : [];
  found.replaceChildren(...(results.length ? [element("ul", {}, ...results.slice(0, MOST_FOUND).map(item))] : nothing));
}

/** Some words around the first place that has what was searched for. */
function excerpt(body, text) {
  const start = Math.max(0, body.toLowerCase().indexOf(text.toLowerCase()) - 60);
  return (start ? "…" : "") + body.slice(start, start + 180) + (body.length > start + 180 ? "…" : "");
}

addEventListener("DOMContentLoaded", () => {
  const here = location.pathname.split("/").pop() || "index.html";
  const contents = document.querySelector(".contents details");
  // On a phone the contents would hide the text.
  if (matchMedia("(max-width: 60rem)").matches) contents.open = false;
  for (const link of contents.querySelectorAll("a")) {
    if (link.getAttribute("href") !== here) continue;
    link.setAttribute("aria-current", "page");
    const list = document.querySelector(".contents");
    list.scrollTop = Math.max(0, link.offsetTop - list.clientHeight / 2);
  }
  // The web app is one folder up, on a server of ours and on any other host.
  const app = document.querySelector(".app");
  app.href = "../";
  app.hidden = location.protocol === "file:" || !/\/handbook\/[^/]*$/.test(location.pathname);
  const field = document.querySelector("#search");
  field.hidden = false;
  field.addEventListener("input", () => search(field.value.trim(), document.querySelector("#found")));
});
