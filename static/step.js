// Stepping through a match with the arrow keys, and the list of its moves at the place shown.
"use strict";
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest("input, textarea, select")) return;
  const rel = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  const link = rel && document.querySelector(`.stepper a[rel="${rel}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});
// The list scrolls, not the page: on a phone the boards would leave the screen.
const here = document.querySelector('.story [aria-current="step"]');
const list = here?.closest(".story");
if (list) list.scrollTop += here.getBoundingClientRect().top - list.getBoundingClientRect().top - (list.clientHeight - here.offsetHeight) / 2;
