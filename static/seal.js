// Salts: 16 random bytes a turn, and the next one is committed to with this one (see /fairness). Forms with
// `data-seal` decide, forms with `data-salt` take a seat; without this script the server draws a salt.
"use strict";
(() => {
  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const draw16 = () => hex(crypto.getRandomValues(new Uint8Array(16)));
  const memory = new Map();

  const shelf = ({ dataset }, seat = dataset.seat) => `delirious${dataset.match}/${seat}`;
  function read(form) {
    const held = memory.get(shelf(form)) ?? null;
    try { return JSON.parse(localStorage.getItem(shelf(form))) ?? held; } catch { return held; }
  }
  function keep(place, value) {
    memory.set(place, value);
    try { localStorage.setItem(place, JSON.stringify(value)); } catch { /* private window: the seal is lost, nothing else */ }
  }
  async function seal(form, next) {
    if (!crypto.subtle) return false;
    const tag = new TextEncoder().encode("delirious/commit/v1");
    const digest = await crypto.subtle.digest("SHA-256", new Uint8Array([...tag, ...unhex(next)]));
    form.elements.next.value = hex(new Uint8Array(digest));
    return true;
  }
  // The salts of this turn. A retry of the turn sends the same; a turn after one that was sent opens its seal.
  function salts(form) {
    const kept = read(form);
    const { turn } = form.dataset;
    if (kept?.turn === turn) return kept;
    const fresh = kept?.sent ? { turn, salt: kept.next, next: draw16() } : { turn, salt: kept?.salt ?? draw16(), next: kept?.next ?? draw16() };
    keep(shelf(form), fresh);
    return fresh;
  }
  function fill(form) {
    const { salt, next } = salts(form);
    form.elements.salt.value = salt;
    return seal(form, next);
  }
  // Whoever sits down has no turn yet. Where the match is known the first seal is kept for the match page.
  async function sitDown(form) {
    const kept = { turn: "joined", salt: draw16(), next: draw16(), sent: true };
    form.elements.salt.value = kept.salt;
    if (!form.dataset.match || !form.elements.next || !(await seal(form, kept.next))) return;
    form.addEventListener("submit", () => keep(shelf(form, new FormData(form).get("seat")), kept));
  }
  const fillAll = () => document.querySelectorAll("form[data-seal]").forEach(fill);

  document.addEventListener("submit", (event) => {
    if (!event.defaultPrevented && event.target.matches("form[data-seal]")) keep(shelf(event.target), { ...salts(event.target), sent: true });
  });
  document.addEventListener("live:after", fillAll);
  fillAll();
  document.querySelectorAll("form[data-salt]").forEach(sitDown);
})();
