// Keeps #live current: hears of a change by an event stream, fetches the part again and puts it in place
// without disturbing who is reading. Where the stream does not get through, it asks now and then instead.

const POLL_MS = 8000;
const SILENCE_MS = 40000; // the server beats every 15 s
const FIRST_WORD_MS = 6000; // it speaks at once: later than this, something in between holds the stream back

const live = () => document.getElementById("live");
let stream;
let watchdog;
let polling;
let fetching = false;
let fetchAgain = false;

// --- Hearing ------------------------------------------------------------------------------------------

function listen() {
  stream?.close();
  if (!window.EventSource) return poll(true);
  stream = new EventSource(live().dataset.events);
  stream.addEventListener("changed", (event) => { heard(); compare(event.data); });
  stream.addEventListener("beat", heard);
  stream.addEventListener("error", () => {
    poll(true);
    // Closed for good (the server keeps no streams, or refused): try again much later. Else the browser does.
    if (stream.readyState === EventSource.CLOSED) expect(60000);
  });
  expect(FIRST_WORD_MS);
}

function heard() {
  poll(false);
  late(false);
  expect(SILENCE_MS);
}

function expect(within) {
  clearTimeout(watchdog);
  watchdog = setTimeout(() => { poll(true); listen(); }, within);
}

function poll(on) {
  if (on === Boolean(polling)) return;
  clearInterval(polling);
  polling = on ? setInterval(ask, POLL_MS) : undefined;
  if (on) ask();
}

async function ask() {
  try {
    const answer = await fetch(live().dataset.poll, { cache: "no-cache" });
    if (!answer.ok) throw new Error(answer.status);
    setClock(answer);
    late(false);
    compare((await answer.json()).version);
  } catch {
    late(true);
  }
}

// --- Changing -----------------------------------------------------------------------------------------

function compare(version) {
  if (version === live().dataset.version) return;
  // Not all the phones of the room in the same instant.
  setTimeout(refresh, Math.random() * 600);
}

async function refresh() {
  if (fetching) { fetchAgain = true; return; }
  if (isSelecting()) { setTimeout(refresh, 3000); return; }
  fetching = true;
  try {
    const address = new URL(location.href);
    address.searchParams.set("fragment", "1");
    const answer = await fetch(address, { cache: "no-cache" });
    if (!answer.ok) throw new Error(answer.status);
    setClock(answer);
    put(await answer.text());
  } catch {
    late(true);
    poll(true);
  } finally {
    fetching = false;
    if (fetchAgain) { fetchAgain = false; refresh(); }
  }
}

function isSelecting() {
  const selection = getSelection();
  return !selection.isCollapsed && live().contains(selection.anchorNode);
}

function put(html) {
  const parsed = document.createElement("template");
  parsed.innerHTML = html;
  const next = parsed.content.getElementById("live");
  const old = live();
  if (!next || next.dataset.version === old.dataset.version) return;
  const restore = [keepOpen(old), keepFocus(old), keepPlace(old)];
  old.replaceWith(next);
  document.dispatchEvent(new CustomEvent("live:changed"));
  restore.forEach((each) => each(next));
  say(old, next);
}

function keepOpen(old) {
  const open = [...old.querySelectorAll("details[open]")].map((each) => each.id);
  return (next) => next.querySelectorAll("details").forEach((each) => { each.open = open.includes(each.id); });
}

function keepFocus(old) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const href = focused?.getAttribute("href");
  return (next) => {
    if (href) next.querySelector(`a[href="${CSS.escape(href)}"]`)?.focus({ preventScroll: true });
    else if (focused?.closest("details")) document.getElementById(focused.closest("details").id)?.querySelector("summary").focus({ preventScroll: true });
  };
}

// What is at the top of the screen stays there, whatever grew or shrank above it.
function keepPlace(old) {
  if (scrollY === 0) return () => {};
  const seen = [...old.querySelectorAll("[id]")].find((each) => each.getBoundingClientRect().top >= 0);
  const top = seen?.getBoundingClientRect().top;
  return () => {
    const same = seen && document.getElementById(seen.id);
    if (same) scrollBy({ top: same.getBoundingClientRect().top - top, behavior: "instant" });
  };
}

function say(old, next) {
  if (next.dataset.headline && next.dataset.news !== old.dataset.news) {
    document.dispatchEvent(new CustomEvent("toast", { detail: { value: next.dataset.headline } }));
  }
  const mark = next.querySelector("[data-live-mark]");
  if (!mark) return;
  const words = mark.firstElementChild;
  const usual = words.textContent;
  words.textContent = mark.dataset.fresh;
  setTimeout(() => { words.textContent = usual; }, 4000);
}

function late(is) {
  const mark = document.querySelector("[data-live-mark]");
  if (!mark || mark.classList.contains("is-late") === is) return;
  mark.classList.toggle("is-late", is);
  const words = mark.firstElementChild;
  if (is) { words.dataset.usual = words.textContent; words.textContent = mark.dataset.late; }
  else if (words.dataset.usual) words.textContent = words.dataset.usual;
}

// --- Clock --------------------------------------------------------------------------------------------
// By the server's time: a phone's own clock may be minutes away.

let skew = 0;

function setClock(answer) {
  const now = Date.parse(answer.headers.get("date"));
  if (now) skew = now - Date.now();
}

function tick() {
  document.querySelectorAll("[data-ends-at]").forEach((clock) => {
    const left = Math.ceil((Date.parse(clock.dataset.endsAt) - Date.now() - skew) / 1000);
    const words = clock.querySelector("[data-left]");
    if (words) words.textContent = words.dataset.left;
    clock.classList.toggle("is-over", left <= 0);
    clock.classList.toggle("is-short", left > 0 && left <= 300);
    clock.querySelector("strong").textContent = left <= 0 ? clock.dataset.over
      : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  });
}

setInterval(tick, 1000);
document.addEventListener("live:changed", tick);

// A phone taken out of the pocket looks at once, and its connection is likely dead.
document.addEventListener("visibilitychange", () => { if (!document.hidden) { ask(); listen(); } });
addEventListener("online", () => { ask(); listen(); });
addEventListener("pagehide", () => stream?.close());
addEventListener("pageshow", (event) => { if (event.persisted) { ask(); listen(); } });

tick();
ask();
listen();
