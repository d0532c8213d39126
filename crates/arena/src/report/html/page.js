"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const at = (id) => document.getElementById(id);
  const PAGE = 25;
  const CELL = 40;
  const state = { found: [], page: 0, game: null, ply: 0, timer: 0 };

  /** The columns of a text in the moves notation, counted from 0. */
  const columns = (text) => {
    const words = data.columns <= 9 && !/[, ]/.test(text) ? text.split("") : text.split(/[, ]+/);
    return words.filter(Boolean).map((word) => Number(word) - 1);
  };
  const element = (name, text, attributes = {}) => {
    const made = document.createElement(name);
    made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };

  for (const id of ["first", "second"]) {
    data.players.forEach((name, index) => at(id).append(element("option", name, { value: index })));
    at(id).addEventListener("change", search);
  }
  at("result").addEventListener("change", search);

  function search() {
    const first = at("first").value, second = at("second").value, result = at("result").value;
    const plays = (game, who) => who === "" || game.r === Number(who) || game.b === Number(who);
    state.found = data.games.filter((game) => {
      if (!plays(game, first) || !plays(game, second)) return false;
      if (first !== "" && first === second && game.r !== game.b) return false;
      if (result === "tie") return game.w === 0;
      if (result === "forfeit") return game.f !== undefined;
      if (result === "") return true;
      const winner = game.w === 1 ? game.r : game.w === 2 ? game.b : -1;
      if (winner < 0) return false;
      return first === "" || (winner === Number(first)) === (result === "win");
    });
    state.page = 0;
    list();
  }

  function list() {
    const pages = Math.max(1, Math.ceil(state.found.length / PAGE));
    at("count").textContent = `${state.found.length} of ${data.games.length} games`;
    at("page").textContent = `page ${state.page + 1} of ${pages}`;
    at("earlier").disabled = state.page === 0;
    at("later").disabled = state.page + 1 >= pages;
    const shown = state.found.slice(state.page * PAGE, (state.page + 1) * PAGE);
    at("list").replaceChildren(...shown.map((game) => {
      const line = element("li", "");
      const button = element("button", "");
      if (game === state.game) button.setAttribute("aria-current", "true");
      const names = element("span", "");
      names.append(
        element("span", data.players[game.r], game.w === 1 ? { class: "win" } : {}), " – ",
        element("span", data.players[game.b], game.w === 2 ? { class: "win" } : {}));
      const score = game.w === 1 ? "1 – 0" : game.w === 2 ? "0 – 1" : "½ – ½";
      button.append(element("span", `#${game.n}`), names, element("span", game.f ? `${score} f` : score));
      button.addEventListener("click", () => open(game));
      line.append(button);
      return line;
    }));
  }
  at("earlier").addEventListener("click", () => { state.page -= 1; list(); });
  at("later").addEventListener("click", () => { state.page += 1; list(); });

  function open(game, ply) {
    stop();
    state.game = game;
    game.opening = columns(game.o);
    game.all = game.opening.concat(columns(game.m));
    state.ply = ply === undefined ? game.all.length : Math.min(ply, game.all.length);
    at("title").textContent = `Game ${game.n}: ${data.players[game.r]} (red) against ${data.players[game.b]}`;
    at("moves").replaceChildren(...game.all.map((column, index) => {
      const button = element("button", String(column + 1), index < game.opening.length ? { class: "opening", title: "opening" } : {});
      button.addEventListener("click", () => go(index + 1));
      return button;
    }));
    const names = [data.players[game.r], data.players[game.b]];
    const points = game.p ? ` ${game.p[0]} to ${game.p[1]}` : "";
    const end = game.w === 0 ? "It is a tie" : `${names[game.w - 1]} wins`;
    at("outcome").textContent = game.f ? `${end}: ${game.f}.` : `${end}${points}.`;
    at("stderr").replaceChildren(...(game.e || []).flatMap((text, side) => {
      if (!text) return [];
      const details = element("details", "");
      details.append(element("summary", `Standard error of ${names[side]}`), element("pre", text));
      return [details];
    }));
    list();
    draw();
  }

  function go(ply) {
    if (!state.game) return;
    state.ply = Math.max(0, Math.min(ply, state.game.all.length));
    draw();
  }

  function stop() {
    clearInterval(state.timer);
    state.timer = 0;
    at("play").textContent = "▶▶";
  }

  /** The board after `ply` moves: a picture is a function of the game and the ply. */
  function draw() {
    const { game, ply } = state;
    const heights = new Array(data.columns).fill(0);
    const checkers = game.all.slice(0, ply).map((column, index) => ({ column, level: heights[column]++, side: index % 2 }));
    const width = data.columns * CELL + 12, height = data.levels * CELL + 12;
    const x = (column) => 6 + column * CELL + CELL / 2;
    const y = (level) => 6 + (data.levels - 1 - level) * CELL + CELL / 2;
    const parts = [`<rect width="${width}" height="${height}" rx="12" fill="var(--frame)"/>`];
    let holes = "";
    for (let column = 0; column < data.columns; column += 1) {
      for (let level = heights[column]; level < data.levels; level += 1) holes += `M${x(column)} ${y(level)}h0`;
    }
    parts.push(`<path d="${holes}" stroke="var(--hole)" stroke-width="32" stroke-linecap="round"/>`);
    const line = ply === game.all.length ? game.l || [] : [];
    for (const [column, level] of line) parts.push(`<circle cx="${x(column)}" cy="${y(level)}" r="19.5" fill="#fff"/>`);
    for (const { column, level, side } of checkers) {
      const name = side === 0 ? "red" : "black";
      const mark = side === 0
        ? `<circle cx="${x(column)}" cy="${y(level)}" r="8.5"/>`
        : `<rect x="${x(column) - 6.5}" y="${y(level) - 6.5}" width="13" height="13"/>`;
      parts.push(`<g fill="var(--${name})" stroke="var(--${name}-rim)" stroke-width="2"><circle cx="${x(column)}" cy="${y(level)}" r="15.5"/>${mark}</g>`);
    }
    const last = checkers[checkers.length - 1];
    if (last) parts.push(`<circle cx="${x(last.column)}" cy="${y(last.level)}" r="4" fill="#fff"/>`);
    const numbers = Array.from({ length: data.columns }, (_, column) =>
      `<text x="${x(column)}" y="${height + 15}" text-anchor="middle" font-size="13" fill="var(--soft)">${column + 1}</text>`);
    at("board").innerHTML = `<svg viewBox="0 0 ${width} ${height + 20}" role="img" fill="none" aria-label="Board after ${ply} moves">${parts.join("")}${numbers.join("")}</svg>`;
    const micros = ply > game.opening.length ? game.t[ply - 1 - game.opening.length] : undefined;
    const mover = (ply - 1) % 2 === 0 ? game.r : game.b;
    const time = micros === undefined ? "" : `, ${(micros / 1000).toFixed(micros < 10000 ? 3 : 0)} ms`;
    at("ply").textContent = ply === 0 ? "Start" :
      `Move ${ply} of ${game.all.length}: ${data.players[mover]} in column ${last.column + 1}${ply <= game.opening.length ? " (opening)" : time}`;
    [...at("moves").children].forEach((button, index) => {
      if (index + 1 === ply) button.setAttribute("aria-current", "true"); else button.removeAttribute("aria-current");
    });
    for (const id of ["start", "back"]) at(id).disabled = ply === 0;
    for (const id of ["next", "end"]) at(id).disabled = ply === game.all.length;
  }

  at("start").addEventListener("click", () => { stop(); go(0); });
  at("back").addEventListener("click", () => { stop(); go(state.ply - 1); });
  at("next").addEventListener("click", () => { stop(); go(state.ply + 1); });
  at("end").addEventListener("click", () => { stop(); go(state.game.all.length); });
  at("play").addEventListener("click", () => {
    if (state.timer) return stop();
    if (state.ply === state.game.all.length) go(state.game.opening.length);
    at("play").textContent = "❚❚";
    state.timer = setInterval(() => {
      go(state.ply + 1);
      if (state.ply === state.game.all.length) stop();
    }, 600);
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("select, input")) return;
    if (event.key === "ArrowLeft") { stop(); go(state.ply - 1); }
    if (event.key === "ArrowRight") { stop(); go(state.ply + 1); }
  });
  document.addEventListener("click", (event) => {
    const cell = event.target.closest("[data-first]");
    if (cell) {
      at("first").value = cell.dataset.first;
      at("second").value = cell.dataset.second;
      at("result").value = "";
      search();
      if (state.found.length) open(state.found[0]);
      at("games").scrollIntoView();
    }
    const link = event.target.closest("[data-game]");
    if (link) {
      const game = data.games.find((one) => one.n === Number(link.dataset.game));
      if (game) open(game, link.dataset.ply === undefined ? undefined : Number(link.dataset.ply));
      at("games").scrollIntoView();
    }
  });

  search();
  if (data.games.length) open(data.games[0]);
  else at("games").querySelector(".game").hidden = true;
})();
