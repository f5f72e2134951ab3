// The move form made nicer: tap or drag a piece, see where it may go, and confirm. Salts are seal.js's.
// The page works without this script; everything here reads the plain form and sends the plain form.
// Moves come from the list of legal moves on the page: the server alone knows the rules.
// When live.js brings the page up to date, all of it starts anew; what was chosen is chosen again if the board
// is the same.
"use strict";
(() => {
  let table = null;
  let kept = null;
  document.addEventListener("live:before", (event) => {
    if (table?.isBusy()) { event.preventDefault(); return; }
    kept = table?.leave() ?? null;
  });
  document.addEventListener("live:after", () => { table = sit(kept); });
  table = sit(null);

function sit(before) {
  const form = document.getElementById("play");
  const listed = document.getElementById("listed");
  if (!form || !listed) return null;
  const ended = new AbortController();
  const { signal } = ended;

  const moves = [...listed.querySelectorAll("option[data-to]")].map((option) => ({
    text: option.value,
    words: option.textContent.replace(/^[^:]*: /, ""),
    // A call is one tap on a piece of the board; pieces in hand are called by buttons.
    start: option.dataset.call ?? (option.dataset.drop ? option.dataset.drop + "@" : option.dataset.from),
    to: option.dataset.to,
    call: "call" in option.dataset,
    promotion: option.dataset.promotion,
  }));
  const board = document.querySelector(".own .board");
  const squares = new Map([...board.querySelectorAll("[data-sq]")].map((cell) => [cell.dataset.sq, cell]));
  const hint = form.querySelector(".hint");
  const confirm = document.querySelector(".confirm");
  const says = confirm.querySelector("p");
  const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  // Choosing again what was chosen before moves neither the page nor the focus.
  let quiet = false;

  // ---- what can be picked up: squares by name, hand pieces by letters and "@" ----
  const sources = new Map();
  for (const start of new Set(moves.map((move) => move.start))) {
    const cell = squares.get(start) ?? handItem(start);
    if (cell) sources.set(start, cell);
  }
  function handItem(start) {
    const items = document.querySelectorAll(".own .hand [data-drop]");
    return [...items].find((item) => item.dataset.drop + "@" === start && item.querySelector(".act"));
  }
  const startOf = (element) => {
    for (const [start, cell] of sources) if (cell.contains(element)) return start;
    return null;
  };
  const squareOf = (element) => element?.closest?.(".own .board [data-sq]")?.dataset.sq ?? null;

  // ---- state: nothing, a picked piece, or a move to confirm ----
  let picked = null;
  let chosen = null;
  let asked = null;
  let undoDrawing = () => {};

  // What the server drew for the first of the two steps is drawn again from here on.
  for (const cell of squares.values()) {
    if (cell.classList.contains("picked")) picked = cell.dataset.sq;
    for (const act of cell.querySelectorAll("button.act, a[href^='#promote']")) act.remove();
  }
  const chosenItem = document.querySelector(".own .hand .picked[data-drop]");
  if (chosenItem) picked = chosenItem.dataset.drop + "@";
  for (const fieldset of form.querySelectorAll(".promote")) fieldset.remove();

  function paint() {
    for (const cell of squares.values()) {
      cell.classList.remove("picked", "to", "take");
      cell.querySelector("button.act")?.remove();
    }
    for (const [start, cell] of sources) {
      cell.classList.toggle("picked", start === picked);
      cell.classList.toggle("mine", start !== picked);
    }
    if (!picked) {
      hint.textContent = hint.dataset.first;
      return;
    }
    for (const to of new Set(moves.filter((move) => move.start === picked).map((move) => move.to))) {
      const cell = squares.get(to);
      if (!cell) continue;
      cell.classList.add(cell.querySelector(".pc") ? "take" : "to");
      const button = document.createElement("button");
      button.type = "button";
      button.className = "act";
      button.setAttribute("aria-label", `${to}: move here`);
      cell.append(button);
    }
    hint.textContent = "Now choose its square.";
  }

  function pick(start) {
    undo();
    const call = moves.find((move) => move.call && move.start === start);
    if (call) { propose(call); return; }
    picked = start;
    paint();
  }

  function undo() {
    undoDrawing();
    undoDrawing = () => {};
    chosen = null;
    picked = null;
    asked = null;
    confirm.hidden = true;
    form.querySelector(".promote")?.remove();
    paint();
  }

  // ---- a square is reached: ask what it becomes, or ask to confirm ----
  function reach(to) {
    const ways = moves.filter((move) => move.start === picked && move.to === to);
    if (ways.length === 0) return false;
    if (ways.length === 1) propose(ways[0]);
    else askPromotion(ways);
    return true;
  }

  function askPromotion(ways) {
    form.querySelector(".promote")?.remove();
    asked = ways[0].to;
    const fieldset = document.createElement("fieldset");
    fieldset.className = "promote asked";
    const legend = document.createElement("legend");
    legend.textContent = `On ${ways[0].to} it becomes a`;
    const row = document.createElement("div");
    row.className = "row";
    const army = sources.get(picked)?.querySelector(".pc")?.classList.contains("b") ? "b" : "w";
    const names = { q: "queen", r: "rook", b: "bishop", n: "knight" };
    const order = "qrbn";
    const rank = (move) => order.indexOf(move.promotion.toLowerCase());
    for (const move of [...ways].sort((a, b) => rank(a) - rank(b))) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "plain";
      const letter = move.promotion.toUpperCase();
      button.append(drawing(letter, army), ` ${names[letter.toLowerCase()] ?? letter}`);
      button.addEventListener("click", () => { fieldset.remove(); propose(move); });
      row.append(button);
    }
    fieldset.append(legend, row);
    form.append(fieldset);
    if (quiet) return;
    fieldset.scrollIntoView({ block: "nearest" });
    row.querySelector("button").focus();
  }

  function drawing(symbol, army) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", `pc ${army}`);
    svg.setAttribute("aria-hidden", "true");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `/static/pieces.svg#${symbol}`);
    svg.append(use);
    return svg;
  }

  function propose(move) {
    const from = sources.get(move.start);
    const target = squares.get(move.to);
    chosen = move;
    if (from && target && !move.call) undoDrawing = draw(from, target, move);
    picked = null;
    asked = null;
    paint();
    for (const cell of sources.values()) cell.classList.remove("mine");
    says.textContent = move.words.charAt(0).toUpperCase() + move.words.slice(1);
    confirm.hidden = false;
    if (quiet) return;
    for (const seen of [confirm, target]) seen?.scrollIntoView({ block: "nearest", behavior: reduced ? "auto" : "smooth" });
    confirm.querySelector("[data-play]").focus({ preventScroll: true });
  }

  // Shows the move on the board; gives back what takes it off again.
  function draw(from, target, move) {
    const piece = from.querySelector(".pc");
    const taken = target.querySelector(".pc");
    const shown = piece.cloneNode(true);
    if (move.promotion) shown.replaceChildren(...drawing(move.promotion.toUpperCase(), "w").childNodes);
    taken?.classList.add("gone");
    piece.classList.add("lifted");
    target.append(shown);
    target.classList.add("done", "landed");
    return () => {
      shown.remove();
      taken?.classList.remove("gone");
      piece.classList.remove("lifted");
      target.classList.remove("done", "landed");
    };
  }

  // ---- tapping, the keyboard, dragging ----
  board.closest(".own").addEventListener("click", (event) => {
    if (event.target.closest("a[href^='/players']")) return;
    const start = startOf(event.target);
    const square = squareOf(event.target);
    if (!start && !square) return;
    event.preventDefault();
    if (dragged) { dragged = false; return; }
    if (chosen) { undo(); if (!start) return; }
    if (picked && square && reach(square)) return;
    if (start && start !== picked) pick(start);
    else undo();
  }, { signal });

  let grip = null;
  let dragged = false;
  document.querySelector(".own").addEventListener("pointerdown", (event) => {
    const start = event.button === 0 ? startOf(event.target) : null;
    dragged = false;
    if (start && !chosen) grip = { start, x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null };
  }, { signal });
  document.addEventListener("dragstart", (event) => { if (event.target.closest?.(".own")) event.preventDefault(); }, { signal });
  document.addEventListener("pointermove", (event) => {
    if (!grip || event.pointerId !== grip.id) return;
    if (!grip.ghost) {
      if (Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < 7) return;
      if (picked !== grip.start) pick(grip.start);
      const piece = sources.get(grip.start).querySelector(".pc");
      const size = squares.values().next().value.getBoundingClientRect().width * 1.15;
      grip.ghost = piece.cloneNode(true);
      grip.ghost.classList.add("drag");
      grip.ghost.style.width = grip.ghost.style.height = `${size}px`;
      grip.half = size / 2;
      grip.piece = piece;
      piece.classList.add("lifted");
      document.body.append(grip.ghost);
    }
    grip.ghost.style.transform = `translate(${event.clientX - grip.half}px, ${event.clientY - grip.half}px)`;
  }, { signal });
  const letGo = (event, place) => {
    if (!grip || event.pointerId !== grip.id) return;
    const { ghost, piece } = grip;
    grip = null;
    if (!ghost) return;
    ghost.remove();
    piece.classList.remove("lifted");
    dragged = true;
    setTimeout(() => { dragged = false; });
    const square = place ? squareOf(document.elementFromPoint(event.clientX, event.clientY)) : null;
    if (!square || !reach(square)) undo();
  };
  document.addEventListener("pointerup", (event) => letGo(event, true), { signal });
  document.addEventListener("pointercancel", (event) => letGo(event, false), { signal });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && (picked || chosen)) undo(); }, { signal });

  confirm.querySelector("[data-undo]").addEventListener("click", undo, { signal });
  confirm.querySelector("[data-play]").addEventListener("click", () => {
    if (!chosen) return;
    let field = form.querySelector("input[name=move]");
    if (!field) {
      field = document.createElement("input");
      field.type = "hidden";
      field.name = "move";
      form.append(field);
    }
    field.value = chosen.text;
    form.requestSubmit();
  }, { signal });

  // ---- one submission a page: a second click does nothing ----
  const forms = [form, ...document.querySelectorAll("form.listed, form.typed")];
  let sent = false;
  for (const each of forms) {
    each.addEventListener("submit", (event) => {
      if (sent) { event.preventDefault(); return; }
      sent = true;
      setTimeout(() => { for (const button of document.querySelectorAll("[data-play], form button")) button.disabled = true; });
    }, { signal });
  }
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); }, { signal });

  paint();

  // ---- leaving for a fresher page, and coming back from an older one ----
  const pieces = () => [...squares].map(([name, cell]) => {
    const piece = cell.querySelector(".pc");
    return piece ? `${name} ${piece.getAttribute("class")} ${[...piece.querySelectorAll("use")].map((use) => use.getAttribute("href"))}` : "";
  }).join("\n");
  if (before && before.pieces === pieces()) {
    quiet = true;
    const move = moves.find((each) => each.text === before.chosen);
    if (move) propose(move);
    else if (sources.has(before.picked)) {
      pick(before.picked);
      if (before.asked) reach(before.asked);
    }
    quiet = false;
  }
  return {
    isBusy: () => sent || Boolean(grip?.ghost),
    leave() {
      const choice = { picked, asked, chosen: chosen?.text };
      undo();
      grip = null;
      ended.abort();
      return { ...choice, pieces: pieces() };
    },
  };
}
})();
