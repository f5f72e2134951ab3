// Forms with which somebody sits down: draws the first salt, and where the match is known also seals the
// next one, which the match page then opens (see /fairness). Without this the server draws a salt.
"use strict";
(() => {
  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const draw = () => crypto.getRandomValues(new Uint8Array(16));

  async function prepare(form) {
    const salt = hex(draw());
    form.elements.salt.value = salt;
    const { match } = form.dataset;
    if (!match || !form.elements.next || !crypto.subtle) return;
    const next = draw();
    const tag = new TextEncoder().encode("delirious/commit/v1");
    form.elements.next.value = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array([...tag, ...next]))));
    form.addEventListener("submit", () => {
      const seat = new FormData(form).get("seat");
      const kept = { turn: "joined", salt, next: hex(next), sent: true };
      try { localStorage.setItem(`delirious${match}/${seat}`, JSON.stringify(kept)); } catch { /* private window: the seal is lost, nothing else */ }
    });
  }

  for (const form of document.querySelectorAll("form[data-salt]")) prepare(form);
})();
