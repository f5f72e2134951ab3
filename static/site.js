// Every page: the reader's choice of dark or light, times in the browser's own zone, and a guess at that zone.
// Loaded before the page is drawn, so that the theme does not flash. Nothing here is necessary.
"use strict";
(() => {
  const root = document.documentElement;
  const read = () => { try { return localStorage.getItem("theme"); } catch { return null; } };
  const theme = read();
  if (theme === "dark" || theme === "light") root.dataset.theme = theme;

  const toggle = () => {
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* private window: for this page only */ }
  };

  document.addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll("[data-theme-toggle]")) {
      button.hidden = false;
      button.addEventListener("click", toggle);
    }
    for (const input of document.querySelectorAll("input[data-guess-zone]")) {
      if (input.value === "" || input.value === "UTC") input.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
    }
    nameTimes();
  });
  document.addEventListener("live:after", nameTimes);
  function nameTimes() {
    for (const time of document.querySelectorAll("time[datetime]")) {
      const at = new Date(time.dateTime);
      if (!Number.isNaN(at.valueOf())) time.title = at.toLocaleString(undefined, { dateStyle: "full", timeStyle: "short" });
    }
  }
})();
