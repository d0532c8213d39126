// The board of dropline.widget: draws what Python shows, and tells Python what was clicked.

function button(text, title, act, enabled = true) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = text;
  element.title = title;
  element.disabled = !enabled;
  element.addEventListener("click", act);
  return element;
}

function row(kind, cells) {
  const element = document.createElement("div");
  element.className = kind;
  element.append(...cells);
  return element;
}

function render({ model, el }) {
  const board = document.createElement("div");
  board.className = "dropline-widget";
  el.append(board);
  const send = (act, column) => model.send(column === undefined ? { act } : { act, column });

  function draw() {
    const view = model.get("view");
    const columns = Array.from({ length: view.columns }, (_, index) => index + 1);
    const focused = board.contains(document.activeElement) ? document.activeElement.dataset.column : undefined;
    board.style.setProperty("--columns", view.columns);

    const values = (view.values ?? []).map((value) => {
      const cell = document.createElement("span");
      cell.textContent = value.short;
      cell.title = value.words;
      cell.classList.toggle("best", value.best);
      return cell;
    });
    const picture = document.createElement("div");
    picture.className = "picture";
    picture.innerHTML = view.svg;
    const svg = picture.querySelector("svg");
    svg.style.width = "100%";
    svg.style.height = "auto";
    svg.addEventListener("click", (event) => {
      const { left, width } = svg.getBoundingClientRect();
      const edge = 12 / svg.viewBox.baseVal.width;
      const share = ((event.clientX - left) / width - edge) / (1 - 2 * edge);
      const column = Math.min(Math.max(Math.floor(share * view.columns), 0), view.columns - 1) + 1;
      if (view.legal.includes(column)) send("play", column);
    });
    const drops = columns.map((column) => {
      const drop = button(`${column}`, `Column ${column}`, () => send("play", column), view.legal.includes(column));
      drop.dataset.column = column;
      return drop;
    });
    const message = row("message", [view.message]);
    message.setAttribute("role", "status");
    const tools = row("tools", [
      button("Undo", "Take back", () => send("undo"), view.begun),
      button("Redo", "Play again what was taken back", () => send("redo")),
      button("Restart", "Begin anew", () => send("restart"), view.begun),
      button(view.shown ? "Hide values" : "Values", "What every column is worth", () => send("values")),
    ]);
    board.replaceChildren(row("values", values), picture, row("drops", drops), message, tools);
    if (focused !== undefined) board.querySelector(`[data-column="${focused}"]`)?.focus();
  }

  model.on("change:view", draw);
  draw();
  return () => model.off("change:view", draw);
}

export default { render };
