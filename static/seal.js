// Salts of decisions: 16 random bytes a turn, and the next one is committed to with this one (see /fairness).
// Every form with `data-seal` gets them; without this script the server draws a salt.
"use strict";
(() => {
  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const draw16 = () => hex(crypto.getRandomValues(new Uint8Array(16)));
  const memory = new Map();

  const shelf = (form) => `delirious${form.dataset.match}/${form.dataset.seat}`;
  function read(form) {
    const held = memory.get(shelf(form)) ?? null;
    try { return JSON.parse(localStorage.getItem(shelf(form))) ?? held; } catch { return held; }
  }
  function keep(form, value) {
    memory.set(shelf(form), value);
    try { localStorage.setItem(shelf(form), JSON.stringify(value)); } catch { /* private window: the seal is lost, nothing else */ }
  }
  // The salts of this turn. A retry of the turn sends the same; a turn after one that was sent opens its seal.
  function salts(form) {
    const kept = read(form);
    const { turn } = form.dataset;
    if (kept?.turn === turn) return kept;
    const fresh = kept?.sent ? { turn, salt: kept.next, next: draw16() } : { turn, salt: kept?.salt ?? draw16(), next: kept?.next ?? draw16() };
    keep(form, fresh);
    return fresh;
  }
  async function fill(form) {
    const { salt, next } = salts(form);
    form.elements.salt.value = salt;
    if (!crypto.subtle) return;
    const tag = new TextEncoder().encode("delirious/commit/v1");
    const digest = await crypto.subtle.digest("SHA-256", new Uint8Array([...tag, ...unhex(next)]));
    form.elements.next.value = hex(new Uint8Array(digest));
  }
  const fillAll = () => document.querySelectorAll("form[data-seal]").forEach(fill);

  document.addEventListener("submit", (event) => {
    if (!event.defaultPrevented && event.target.matches("form[data-seal]")) keep(event.target, { ...salts(event.target), sent: true });
  });
  document.addEventListener("live:after", fillAll);
  fillAll();
})();
