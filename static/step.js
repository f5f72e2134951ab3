// Stepping through a match with the arrow keys.
"use strict";
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest("input, textarea, select")) return;
  const rel = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  const link = rel && document.querySelector(`.stepper a[rel="${rel}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});
const step = document.querySelector('.story [aria-current="step"]');
if (step) step.parentElement.scrollTop = step.offsetTop - step.parentElement.offsetTop - 60;
