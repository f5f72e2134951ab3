// What a cylindrical piece reaches around the edge is shown while it is pointed at, focused, or tapped.
// Without this script all such squares are marked at once, faintly. The server alone knows what is reached.
"use strict";
(() => {
  let shown = null;

  function show(cell) {
    if (cell === shown) return;
    for (const square of document.querySelectorAll(".sq.shown")) square.classList.remove("shown");
    shown = cell;
    const board = cell?.closest(".board");
    for (const name of cell?.dataset.around.split(" ") ?? []) {
      board?.querySelector(`[data-sq="${name}"]`)?.classList.add("shown");
    }
  }

  // A square without a link or button of its own can be reached by the keyboard for its ways around.
  function reachable() {
    for (const cell of document.querySelectorAll(".sq[data-around]")) {
      if (!cell.querySelector(".act")) cell.tabIndex = 0;
    }
  }

  const origin = (event) => event.target.closest?.(".sq[data-around]") ?? null;
  const picked = () => document.querySelector(".sq.picked[data-around]");
  for (const kind of ["pointerover", "focusin", "click"]) {
    document.addEventListener(kind, (event) => show(origin(event) ?? picked()));
  }
  document.addEventListener("live:after", () => { shown = null; reachable(); });
  reachable();
  show(picked());
})();
