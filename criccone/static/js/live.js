// Keeps #live current. The event stream brings the new part, or only announces it, and then the script fetches it;
// the part is replaced without disturbing the reader. Where the stream does not get through, the script polls.
// A hidden page has no stream and costs nothing.

import { duration } from "./duration.js";
import { keep } from "./keep.js";

const POLL_MS = 8000;
const SILENCE_TIMEOUT_MS = 40000; // the server beats every 15 s
// On poor Wi-Fi a response may never come, and browsers would wait for minutes.
const VERSION_TIMEOUT_MS = 7000;
const PART_TIMEOUT_MS = 30000;
const FIRST_EVENT_MS = 6000; // the server sends at once: after this time something blocks the stream

const live = () => document.getElementById("live");
/** @type {EventSource} */
let stream;
/** @type {number} */
let watchdog;
/** @type {number} */
let polling;
let isMissing = false;
let fetching = false;
let fetchAgain = false;

// --- The stream ------------------------------------------------------------------------------------------

function listen() {
  stream?.close();
  if (!window.EventSource) return poll(true);
  stream = new EventSource(streamAddress());
  stream.addEventListener("changed", (event) => {
    confirmStream();
    compare(event.data);
  });
  stream.addEventListener("part", (event) => {
    confirmStream();
    receive(event.data);
  });
  stream.addEventListener("beat", confirmStream);
  stream.addEventListener("error", () => {
    poll(true);
    // Closed for good (the server keeps no streams, or refused): retry much later. Else the browser itself retries.
    if (stream.readyState === EventSource.CLOSED) expectEvent(60000);
  });
  expectEvent(FIRST_EVENT_MS);
}

// Requests parts, not only versions, if the browser can unpack them; `da` is the version that the page shows.
function streamAddress() {
  const { events, part, version } = live().dataset;
  const address = new URL(events, location.href);
  if (part && window.DecompressionStream) {
    address.searchParams.set("parte", part);
    address.searchParams.set("da", version);
  }
  return address;
}

function disconnect() {
  stream?.close();
  clearTimeout(watchdog);
  clearInterval(polling);
  polling = undefined;
}

function confirmStream() {
  expectEvent(SILENCE_TIMEOUT_MS);
  // A beat does not repeat a part that could not be fetched: polling goes on until the part comes.
  if (isMissing) return;
  poll(false);
  markLate(false);
}

/** @param {number} within milliseconds */
function expectEvent(within) {
  clearTimeout(watchdog);
  watchdog = setTimeout(() => {
    poll(true);
    listen();
  }, within);
}

/** @param {boolean} on */
function poll(on) {
  if (on === Boolean(polling)) return;
  clearInterval(polling);
  polling = on ? setInterval(ask, POLL_MS) : undefined;
  if (on) ask();
}

async function ask() {
  try {
    const answer = await fetchFresh(live().dataset.poll, VERSION_TIMEOUT_MS);
    const { version } = await answer.json();
    if (version === live().dataset.version) isMissing = false;
    markLate(isMissing);
    compare(version);
  } catch {
    markLate(true);
  }
}

/**
 * The response, with its body still to be read; `patience` limits both.
 * @param {string | URL} address
 * @param {number} patience in milliseconds
 */
async function fetchFresh(address, patience) {
  const answer = await fetch(address, { cache: "no-cache", signal: AbortSignal.timeout?.(patience) });
  if (!answer.ok) throw new Error(String(answer.status));
  setClock(answer);
  return answer;
}

// --- The part -----------------------------------------------------------------------------------------

/** @type {string} The version that was announced and is being fetched. */
let announced;

/** @param {string} version */
function compare(version) {
  if (version === live().dataset.version || version === announced) return;
  announced = version;
  // A random delay, so that the phones in the room do not all send requests at once.
  setTimeout(refresh, Math.random() * 300);
}

let received = 0;

/** @param {string} packed the part: gzip, in base64 */
async function receive(packed) {
  const order = ++received;
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const html = await new Response(plain).text();
  if (order === received) show(html, order);
}

/**
 * Shows the part if it is the newest one, once nobody is selecting text in the old one.
 * @param {string} html
 * @param {number} order its place among the parts received
 */
function show(html, order) {
  if (order !== received) return;
  if (isSelecting()) setTimeout(show, 3000, html, order);
  else {
    isMissing = false;
    replacePart(html);
  }
}

async function refresh() {
  if (fetching) {
    fetchAgain = true;
    return;
  }
  if (isSelecting()) {
    setTimeout(refresh, 3000);
    return;
  }
  fetching = true;
  try {
    const address = new URL(location.href);
    address.searchParams.set("fragment", "1");
    const answer = await fetchFresh(address, PART_TIMEOUT_MS);
    replacePart(await answer.text());
    isMissing = false;
    markLate(false);
    // An older version, from a server process that does not know of the change yet: fetch again.
    if (announced && announced !== live().dataset.version) setTimeout(refresh, 2500);
    announced = undefined;
  } catch {
    announced = undefined;
    isMissing = true;
    markLate(true);
    poll(true);
  } finally {
    fetching = false;
    if (fetchAgain) {
      fetchAgain = false;
      refresh();
    }
  }
}

function isSelecting() {
  const selection = getSelection();
  return !selection.isCollapsed && live().contains(selection.anchorNode);
}

/** @param {string} html */
function replacePart(html) {
  const parsed = document.createElement("template");
  parsed.innerHTML = html;
  const next = parsed.content.getElementById("live");
  const old = live();
  if (!next || next.dataset.version === old.dataset.version) return;
  const restore = keep(old);
  old.replaceWith(next);
  document.dispatchEvent(new CustomEvent("live:changed"));
  restore(next);
  showNews(old, next);
}

/**
 * @param {HTMLElement} old
 * @param {HTMLElement} next
 */
function showNews(old, next) {
  if (next.dataset.headline && next.dataset.news !== old.dataset.news) {
    document.dispatchEvent(new CustomEvent("toast", { detail: { value: next.dataset.headline } }));
  }
  const mark = next.querySelector("[data-live-mark]");
  if (!mark) return;
  const words = mark.firstElementChild;
  words.dataset.usual = words.textContent;
  words.textContent = mark.dataset.fresh;
  setTimeout(() => {
    if (!mark.classList.contains("is-late")) words.textContent = words.dataset.usual;
  }, 4000);
}

/** @param {boolean} isLate */
function markLate(isLate) {
  const mark = document.querySelector("[data-live-mark]");
  if (!mark) {
    cutOff.textContent = isLate ? document.getElementById("words").dataset.late : "";
    return;
  }
  if (mark.classList.contains("is-late") === isLate) return;
  mark.classList.toggle("is-late", isLate);
  const words = mark.firstElementChild;
  if (isLate) {
    words.dataset.usual ??= words.textContent;
    words.textContent = mark.dataset.late;
  } else if (words.dataset.usual) words.textContent = words.dataset.usual;
}

// The mark on pages without one of their own, such as the projector's; empty while the page is current.
const cutOff = document.createElement("p");
cutOff.className = "cut-off";
cutOff.setAttribute("role", "status");
document.body.append(cutOff);

// --- Clock --------------------------------------------------------------------------------------------
// It shows the server's time, because a phone's clock may be minutes off.

let skew = 0;

/** @param {Response} answer */
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
    clock.querySelector("strong").textContent = left <= 0 ? clock.dataset.over : duration(left);
  });
}

setInterval(tick, 1000);
document.addEventListener("live:changed", tick);

// A phone taken out of the pocket polls at once, because its connection is probably dead.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) disconnect();
  else {
    ask();
    listen();
  }
});
addEventListener("online", () => {
  ask();
  listen();
});
addEventListener("pagehide", disconnect);
addEventListener("pageshow", (event) => {
  if (event.persisted) {
    ask();
    listen();
  }
});

tick();
ask();
listen();
