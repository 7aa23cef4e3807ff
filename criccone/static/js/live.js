// Keeps #live current: the event stream brings the part as soon as it changes, or only says that it changed, and
// then the part is fetched; it is put in place without disturbing the reader. Where the stream does not get
// through, the script asks now and then. A page that nobody sees has no stream and costs nothing.

import { duration } from "./duration.js";
import { keep } from "./keep.js";

const POLL_MS = 8000;
const SILENCE_MS = 40000; // the server beats every 15 s
// On a poor Wi-Fi an answer may never come, and browsers wait for it for minutes.
const WORD_MS = 7000;
const PART_MS = 30000;
const FIRST_WORD_MS = 6000; // the server writes at once: after this time something in between holds the stream back

const live = () => document.getElementById("live");
/** @type {EventSource} */
let stream;
/** @type {number} */
let watchdog;
/** @type {number} */
let polling;
let missed = false;
let fetching = false;
let fetchAgain = false;

// --- Hearing ------------------------------------------------------------------------------------------

function listen() {
  stream?.close();
  if (!window.EventSource) return poll(true);
  stream = new EventSource(heardAt());
  stream.addEventListener("changed", (event) => {
    heard();
    compare(event.data);
  });
  stream.addEventListener("part", (event) => {
    heard();
    receive(event.data);
  });
  stream.addEventListener("beat", heard);
  stream.addEventListener("error", () => {
    poll(true);
    // Closed for good (the server keeps no streams, or refused): retry much later. Otherwise the browser retries.
    if (stream.readyState === EventSource.CLOSED) expect(60000);
  });
  expect(FIRST_WORD_MS);
}

// Asks for the part itself where the browser can unpack it, unless the page already shows that version.
function heardAt() {
  const { events, part, version } = live().dataset;
  const address = new URL(events, location.href);
  if (part && window.DecompressionStream) {
    address.searchParams.set("parte", part);
    address.searchParams.set("da", version);
  }
  return address;
}

function hush() {
  stream?.close();
  clearTimeout(watchdog);
  clearInterval(polling);
  polling = undefined;
}

function heard() {
  expect(SILENCE_MS);
  // The stream's heartbeat does not repeat a part that could not be fetched: that is requested until it comes.
  if (missed) return;
  poll(false);
  late(false);
}

/** @param {number} within milliseconds */
function expect(within) {
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
    const answer = await got(live().dataset.poll, WORD_MS);
    const { version } = await answer.json();
    if (version === live().dataset.version) missed = false;
    late(missed);
    compare(version);
  } catch {
    late(true);
  }
}

// The response, its body still to be read: after `patience` reading fails too.
/**
 * @param {string | URL} address
 * @param {number} patience in milliseconds
 */
async function got(address, patience) {
  const answer = await fetch(address, { cache: "no-cache", signal: AbortSignal.timeout?.(patience) });
  if (!answer.ok) throw new Error(String(answer.status));
  setClock(answer);
  return answer;
}

// --- Changing -----------------------------------------------------------------------------------------

/** @type {string} */
let told;

/** @param {string} version */
function compare(version) {
  if (version === live().dataset.version || version === told) return;
  told = version;
  // So that the phones of the room do not all ask in the same instant.
  setTimeout(refresh, Math.random() * 300);
}

let received = 0;

/** @param {string} packed the part, zipped, in base64 */
async function receive(packed) {
  const mine = ++received;
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const html = await new Response(plain).text();
  if (mine === received) show(html, mine);
}

// Puts in place only the newest part, and not while somebody selects text to copy it.
/**
 * @param {string} html
 * @param {number} mine its place among those received
 */
function show(html, mine) {
  if (mine !== received) return;
  if (isSelecting()) setTimeout(show, 3000, html, mine);
  else {
    missed = false;
    put(html);
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
    const answer = await got(address, PART_MS);
    put(await answer.text());
    missed = false;
    late(false);
    // From a server process that did not know of the change yet: fetch again.
    if (told && told !== live().dataset.version) setTimeout(refresh, 2500);
    told = undefined;
  } catch {
    told = undefined;
    missed = true;
    late(true);
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
function put(html) {
  const parsed = document.createElement("template");
  parsed.innerHTML = html;
  const next = parsed.content.getElementById("live");
  const old = live();
  if (!next || next.dataset.version === old.dataset.version) return;
  const restore = keep(old);
  old.replaceWith(next);
  document.dispatchEvent(new CustomEvent("live:changed"));
  restore(next);
  say(old, next);
}

/**
 * @param {HTMLElement} old
 * @param {HTMLElement} next
 */
function say(old, next) {
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

/** @param {boolean} is */
function late(is) {
  const mark = document.querySelector("[data-live-mark]");
  if (!mark) {
    cutOff.textContent = is ? document.getElementById("words").dataset.late : "";
    return;
  }
  if (mark.classList.contains("is-late") === is) return;
  mark.classList.toggle("is-late", is);
  const words = mark.firstElementChild;
  if (is) {
    words.dataset.usual ??= words.textContent;
    words.textContent = mark.dataset.late;
  } else if (words.dataset.usual) words.textContent = words.dataset.usual;
}

// The mark for pages that have none of their own, such as the projector's: empty while the page is current.
const cutOff = document.createElement("p");
cutOff.className = "cut-off";
cutOff.setAttribute("role", "status");
document.body.append(cutOff);

// --- Clock --------------------------------------------------------------------------------------------
// By the server's time: a phone's own clock may be minutes off.

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

// A phone taken out of the pocket asks at once, since its connection is probably dead.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) hush();
  else {
    ask();
    listen();
  }
});
addEventListener("online", () => {
  ask();
  listen();
});
addEventListener("pagehide", hush);
addEventListener("pageshow", (event) => {
  if (event.persisted) {
    ask();
    listen();
  }
});

tick();
ask();
listen();
