// Keeps an open page fresh: the server says which part changed, the page is fetched again and its parts are
// brought up to date in place, so that what the reader typed, chose, opened or focused stays as it is.
// Without this script, or when anything here fails, a reload shows the same.
"use strict";
(() => {
  const root = document.querySelector("[data-live]");
  if (!root || !window.EventSource || !window.DOMParser) return;
  const { live, page, talkPage } = root.dataset;
  const RETRY = 5000;

  const said = document.createElement("p");
  said.className = "vh";
  said.setAttribute("role", "status");
  document.body.append(said);

  // ---- bringing one element up to date with another ----
  // Fields of a form that belong to this page as it stands.
  const OWN_FIELDS = ["from", "salt", "next"];

  function morph(old, fresh) {
    if (old.hasAttribute("data-keep")) return;
    const typed = isTyped(old);
    const chosen = old.localName === "select" ? old.value : null;
    if (!(old.localName === "input" && OWN_FIELDS.includes(old.name))) morphAttributes(old, fresh, typed);
    if (!(old.localName === "textarea" && typed)) morphChildren(old, fresh);
    if (chosen && [...old.options].some((option) => option.value === chosen)) old.value = chosen;
  }

  const isTyped = (element) =>
    ["input", "textarea"].includes(element.localName) && element.type !== "hidden" && element.value !== "";

  function morphAttributes(old, fresh, typed) {
    for (const { name } of [...old.attributes]) {
      const readers = (old.localName === "details" && name === "open") || (old.localName === "time" && name === "title");
      if (!fresh.hasAttribute(name) && !readers) old.removeAttribute(name);
    }
    for (const { name, value } of fresh.attributes) {
      if (old.getAttribute(name) === value || (typed && name === "value")) continue;
      if (old.localName === "details" && name === "open") continue;
      old.setAttribute(name, value);
    }
  }

  function morphChildren(old, fresh) {
    const ids = new Set([...fresh.children].map((child) => child.id).filter(Boolean));
    const stays = (node) => node.nodeType === Node.ELEMENT_NODE && (ids.has(node.id) || node.hasAttribute("data-keep"));
    let cursor = old.firstChild;
    for (const child of [...fresh.childNodes]) {
      const match = findMatch(old, cursor, child);
      if (!match) {
        old.insertBefore(document.importNode(child, true), cursor);
        continue;
      }
      // What stood in between is gone; moving the match instead would take the focus from what is in it.
      while (cursor !== match && !stays(cursor)) cursor = drop(cursor);
      if (match === cursor) cursor = cursor.nextSibling;
      else old.insertBefore(match, cursor);
      if (match.nodeType === Node.ELEMENT_NODE) morph(match, child);
      else if (match.data !== child.data) match.data = child.data;
    }
    while (cursor) cursor = stays(cursor) ? cursor.nextSibling : drop(cursor);
  }
  function drop(node) {
    const next = node.nextSibling;
    node.remove();
    return next;
  }

  // The node that stands for `child` among those from `cursor` on: the one of its id, or else the next that
  // looks alike and has none.
  function findMatch(old, cursor, child) {
    if (child.id) {
      const same = [...old.children].find((each) => each.id === child.id);
      return same?.localName === child.localName ? same : null;
    }
    for (let node = cursor; node; node = node.nextSibling) {
      if (node.nodeType === Node.ELEMENT_NODE && (node.id || node.hasAttribute("data-keep"))) continue;
      if (node.nodeName === child.nodeName && node.nodeType === child.nodeType) {
        const alike = node.nodeType !== Node.ELEMENT_NODE || kind(node) === kind(child);
        if (alike) return node;
      }
      // Text between elements is not looked for any further.
      if (child.nodeType !== Node.ELEMENT_NODE) return null;
    }
    return null;
  }
  const kind = (element) => ["aria-labelledby", "name"].map((name) => element.getAttribute(name)).join(" ") + element.classList[0];

  // ---- fetching and showing ----
  async function load(address) {
    const answer = await fetch(address, { headers: { Accept: "text/html" }, cache: "no-store" });
    if (answer.redirected || [401, 403, 404].includes(answer.status)) {
      // No longer for this reader: a reload says why.
      stop();
      return null;
    }
    if (!answer.ok) throw new Error(`${answer.status}`);
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  }

  /** Shows what `fresh` has of the elements that `selectors` name. False where the reader is in the middle of something. */
  function show(fresh, selectors) {
    if (!document.dispatchEvent(new CustomEvent("live:before", { cancelable: true }))) return false;
    const before = news();
    for (const selector of selectors) {
      const [old, now] = [document.querySelector(selector), fresh.querySelector(selector)];
      if (old && now) morph(old, now);
    }
    document.dispatchEvent(new CustomEvent("live:after"));
    announce(before);
    return true;
  }

  // ---- telling those who do not see it ----
  const news = () => ({
    headline: root.querySelector(".ask h1")?.textContent ?? "",
    notices: notices(),
    words: new Set([...document.querySelectorAll("#talk .said li")].map((item) => item.id)),
  });
  const notices = () => [...root.querySelectorAll(".notice:not([data-keep])")].map((each) => (each.querySelector("p") ?? each).textContent.trim());
  function announce(before) {
    const lines = notices().filter((line) => !before.notices.includes(line));
    const headline = root.querySelector(".ask h1")?.textContent ?? "";
    if (headline !== before.headline) lines.push(headline);
    const speakers = [...document.querySelectorAll("#talk .said li:not(.own)")]
      .filter((item) => !before.words.has(item.id) && !item.querySelector("details"))
      .map((item) => item.querySelector(".by b").textContent);
    if (speakers.length) lines.push(`New in talk, from ${[...new Set(speakers)].join(" and ")}`);
    if (lines.length) said.textContent = lines.join(". ");
  }

  // ---- what is to be fetched, a little later and all at once ----
  let wanted = new Set();
  let timer = null;
  let running = false;
  function want(part, delay = 80 + Math.random() * 250) {
    wanted.add(part);
    if (!timer) timer = setTimeout(refresh, delay);
  }
  async function refresh() {
    timer = null;
    if (running || document.hidden) return;
    running = true;
    const parts = wanted;
    wanted = new Set();
    let again = null;
    try {
      if (parts.has("match")) {
        const fresh = await load(page);
        if (fresh && show(fresh, ["[data-live]", ".top .mine"])) document.title = fresh.title;
        else if (fresh) again = 1000;
      } else if (document.getElementById("talk")) {
        const fresh = await load(talkPage);
        if (fresh && !show(fresh, ["#talk"])) again = 1000;
      }
    } catch {
      again = RETRY;
    }
    running = false;
    if (again) for (const part of parts) want(part, again);
    else if (wanted.size && !timer) timer = setTimeout(refresh, 100);
  }

  // ---- the stream, while the page is in sight ----
  let source = null;
  function start() {
    if (source || document.hidden) return;
    source = new EventSource(live);
    source.addEventListener("hello", (event) => {
      const now = JSON.parse(event.data);
      const seq = root.dataset.seq;
      const words = document.getElementById("talk")?.dataset.words;
      if (seq !== undefined && Number(seq) !== now.seq) want("match");
      if (words !== undefined && Number(words) !== now.words) want("talk");
    });
    source.addEventListener("match", () => { if (page !== talkPage) want("match"); });
    source.addEventListener("team-talk", () => want("talk"));
    source.addEventListener("table-talk", () => want("talk"));
    // Too many pages of this reader are open: this one is the oldest.
    source.addEventListener("crowded", rest);
    source.addEventListener("error", () => { if (source?.readyState === EventSource.CLOSED) rest(); });
  }
  function rest() {
    stop();
    setTimeout(start, 12 * RETRY);
  }
  function stop() {
    source?.close();
    source = null;
  }
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : start()));
  addEventListener("pagehide", stop);
  addEventListener("pageshow", start);
  start();

  // ---- saying something without leaving the page ----
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("form[data-talk]") || form.dataset.plain !== undefined) return;
    event.preventDefault();
    if (form.dataset.busy !== undefined) return;
    form.dataset.busy = "";
    const { submitter } = event;
    const field = form.querySelector("textarea");
    const sent = field.value;
    try {
      const body = new URLSearchParams(new FormData(form, submitter));
      const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!fresh.getElementById("talk")) throw new TypeError("another page");
      const quick = submitter?.name === "phrase";
      if (answer.ok && !quick && field.value === sent) field.value = "";
      if (!show(fresh, ["#talk"])) {
        form.elements.key.value = fresh.getElementById(form.closest(".room").id).querySelector("[name=key]").value;
        want("talk", 1000);
      }
      if (answer.ok) said.textContent = "It is said.";
    } catch (error) {
      if (error.message === "another page") {
        // It says what is wrong better than we could.
        form.dataset.plain = "";
        form.requestSubmit(submitter);
        return;
      }
      complain(form, "Nothing was sent: there is no connection. Your words are kept here; try again in a moment.");
    } finally {
      delete form.dataset.busy;
    }
  });
  function complain(form, words) {
    let line = form.querySelector("p.error");
    if (!line) {
      line = document.createElement("p");
      line.className = "error";
      line.setAttribute("role", "alert");
      form.querySelector(".say").before(line);
    }
    line.textContent = words;
  }
})();
