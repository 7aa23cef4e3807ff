// The outbox: entries that have not reached the server yet are stored on the device and sent in order, each once.
//
// An entry is stored before it is first sent and deleted only when the server has accepted its key. So after a lost
// response, a reload or a flat battery it is sent again, and the server recognises it by its key (idempotent). Needs
// neither https nor a correct clock. Each entry is an item of localStorage, so that two tabs never overwrite each other.

const PREFIX = "criccone:outbox:";
const PATIENCE_MS = 8000;
const QUIET_MS = 2000; // an entry being sent for the first time is shown as waiting only after this
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30000;

/** Dispatches "changed" when an entry is added, deleted or refused, in this tab or in another. */
export const changes = new EventTarget();
const changed = () => changes.dispatchEvent(new Event("changed"));
addEventListener("storage", (event) => {
  if (!event.key || event.key.startsWith(PREFIX)) changed();
});

// Not crypto.randomUUID, which exists only on https and localhost: a club's laptop may serve plain http.
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

// --- Storing ------------------------------------------------------------------------------------------

/** @type {Map<string, Entry>} */
const inMemory = new Map(); // for a browser that stores nothing: entries are sent while the page is open

/** Whether waiting entries survive the closing of the page. */
export const isLasting = () => inMemory.size === 0;

function names() {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  } catch {
    return [];
  }
}

/**
 * @param {string} name
 * @returns {Entry | null}
 */
function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

/**
 * All entries, oldest first.
 * @returns {Entry[]}
 */
export function entries() {
  /** @type {[string, Entry][]} */
  const kept = names().map((name) => [name, read(name)]);
  return [...kept.filter(([, entry]) => entry?.key), ...inMemory]
    .sort(([one], [other]) => (one < other ? -1 : 1)).map(([, entry]) => entry);
}

/** @param {Entry} entry */
const nameOf = (entry) => `${PREFIX}${String(entry.order).padStart(9, "0")}:${entry.key}`;

/** @param {Entry} entry */
function keep(entry) {
  try {
    localStorage.setItem(nameOf(entry), JSON.stringify(entry));
  } catch {
    inMemory.set(nameOf(entry), entry);
  }
  changed();
}

/** @param {Entry} entry */
export function drop(entry) {
  inMemory.delete(nameOf(entry));
  try {
    localStorage.removeItem(nameOf(entry));
  } catch { /* it was in memory alone */ }
  changed();
}

/**
 * The last entry for that address, waiting or refused.
 * @param {string} url
 */
export const lastFor = (url) => entries().filter((entry) => entry.url === url).pop();

/**
 * The keys that are being sent for the first time.
 * @type {Set<string>}
 */
export const justWritten = new Set();

/**
 * Stores the entry (url, fields, table, person, and its text) and sends all entries that can be sent. Returns the
 * outcome of this one.
 * @param {Omit<Entry, "order" | "state">} entry
 */
export async function send(entry) {
  const order = 1 + Math.max(0, ...entries().map((each) => each.order));
  justWritten.add(entry.key);
  keep({ ...entry, order, state: "waiting" });
  // This entry replaces a refused one about the same deal.
  entries().filter((each) =>
    each.state === "refused" && each.url === entry.url && about(each) === about(entry)
  ).forEach(drop);
  const showAsWaiting = () => {
    if (justWritten.delete(entry.key)) changed();
  };
  setTimeout(showAsWaiting, QUIET_MS);
  const outcome = await sendAgain(entry.key);
  showAsWaiting();
  return outcome;
}

/**
 * Sends a stored entry again and returns the outcome.
 * @param {string} key
 * @returns {Promise<Outcome>}
 */
export async function sendAgain(key) {
  pause = FIRST_PAUSE_MS;
  let outcomes;
  do {
    outcomes = await flush();
  } while (!outcomes.has(key) && entries().some((each) => each.key === key));
  return outcomes.get(key) ?? { kind: "sent" }; // another tab has sent it
}

// --- Sending ------------------------------------------------------------------------------------------

const csrfToken = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";
// An officer's entries are sent only under that officer's name.
/** @param {Entry} entry */
const isOurs = (entry) =>
  !entry.person || entry.person === document.querySelector("[data-waiting]")?.dataset.person;

/**
 * @param {string} url
 * @param {RequestInit} [options]
 */
async function request(url, options) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(url, { cache: "no-store", ...options, signal: patience.signal });
    return { answer, html: await answer.text() };
  } finally {
    clearTimeout(timer);
  }
}

/** @param {Entry} entry */
const post = (entry) =>
  request(entry.url, {
    method: "POST",
    headers: { "HX-Request": "true", "X-CSRFToken": csrfToken() },
    body: new URLSearchParams(entry.fields),
  });

/** @param {Response} answer */
const isRefusedToken = (answer) => answer.status === 403 && !answer.headers.get("X-Refusal");

/**
 * @param {Entry} entry
 * @returns {Promise<Outcome>}
 */
async function outcomeOf(entry) {
  try {
    let { answer, html } = await post(entry);
    if (isRefusedToken(answer)) {
      await request(entry.table); // sets a new cookie
      ({ answer, html } = await post(entry));
    }
    if (answer.redirected) return { kind: "login" };
    // An accepted entry always gets the address of the next page; any other 200, such as a question, is a refusal.
    const next = answer.headers.get("HX-Redirect");
    if (answer.ok) return next ? { kind: "sent", next } : { kind: "refused", html };
    if (answer.status >= 500 || answer.status === 429) return { kind: "failed" };
    return { kind: "refused", html };
  } catch {
    return { kind: "away" };
  }
}

/**
 * @param {Entry} entry
 * @param {Outcome} outcome
 */
function settle(entry, outcome) {
  if (outcome.kind !== "away") pause = FIRST_PAUSE_MS;
  if (outcome.kind === "sent") drop(entry);
  else if (outcome.kind === "refused") {
    const fields = entry.fields.filter(([name]) => name !== "short_code"); // the opponents' code, not to be stored here
    keep({ ...entry, fields, state: "refused", html: outcome.html, refusedAt: Date.now() });
  } else if (Boolean(entry.login) !== (outcome.kind === "login")) {
    keep({ ...entry, login: outcome.kind === "login" });
  }
}

/**
 * The deals that an entry is about: one by its number, or those in the `seen` of an answer.
 * @param {Pick<Entry, "number" | "fields">} entry
 */
const about = (entry) =>
  String(entry.number ?? "") +
  entry.fields.filter(([name]) => name === "seen").map(([, seen]) => seen.split(":")[0]);

/**
 * Whether `each` must be sent before `entry`. A refused entry holds back only its corrections; not even these if the
 * deal is decided, because the server will refuse them too.
 * @param {Entry} each
 * @param {Entry} entry
 */
const holds = (each, entry) =>
  each.state !== "refused" ||
  (!each.html.includes("data-decided") &&
    entry.fields.some(([name, value]) => name === "after" && value === each.key));

/**
 * The first entry that can be sent: none of a table after a server error there, and none before the entry that it
 * corrects.
 * @param {Map<string, Outcome>} outcomes
 */
function nextToGo(outcomes) {
  const all = entries();
  const stopped = new Set(
    all.filter((each) => ["failed", "login"].includes(outcomes.get(each.key)?.kind)).map((each) =>
      each.table
    ),
  );
  return all.find((entry) =>
    entry.state === "waiting" && isOurs(entry) && !outcomes.has(entry.key) &&
    !stopped.has(entry.table) && all.find((each) => each.url === entry.url && holds(each, entry)) === entry
  );
}

/** @returns {Promise<Map<string, Outcome>>} */
async function sendAll() {
  const outcomes = new Map();
  let entry = nextToGo(outcomes);
  while (entry) {
    const outcome = await outcomeOf(entry);
    outcomes.set(entry.key, outcome);
    settle(entry, outcome);
    entry = outcome.kind === "away" ? undefined : nextToGo(outcomes);
  }
  for (const each of entries()) if (!outcomes.has(each.key)) outcomes.set(each.key, { kind: "away" });
  return outcomes;
}

/**
 * Does the work in one tab at a time, if the browser has locks; does not wait long for a sleeping tab with the lock.
 * @param {() => Promise<Map<string, Outcome>>} work
 */
async function alone(work) {
  if (!navigator.locks) return work();
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  /** @type {Promise<Map<string, Outcome>>} */
  let started;
  const run = () => {
    clearTimeout(timer);
    started = work();
    return started;
  };
  return navigator.locks.request("criccone:outbox", { signal: patience.signal }, run).catch(() =>
    started ?? work()
  );
}

let pause = FIRST_PAUSE_MS;
/** @type {number} */
let timer;
/** @type {Promise<Map<string, Outcome>>} */
let flushing;

function tryLater() {
  clearTimeout(timer);
  if (!entries().some((entry) => entry.state === "waiting" && isOurs(entry))) return;
  timer = setTimeout(flush, pause);
  pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
}

/** Sends all waiting entries that can be sent; returns their outcomes by key. Retries later by itself. */
export function flush() {
  flushing ??= alone(sendAll).finally(() => {
    flushing = undefined;
    tryLater();
  });
  return flushing;
}

function wake() {
  pause = FIRST_PAUSE_MS;
  if (entries().length) flush();
}

addEventListener("online", wake);
addEventListener("pageshow", wake);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) wake();
});
