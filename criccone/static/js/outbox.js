// Entries written here that have not reached the server yet: kept on the device, sent in order, each once.
//
// An entry is kept before it is first sent and dropped only when the server has accepted its key, so a lost
// answer, a reload or a flat battery costs only a repetition, which the server recognises by the key. Needs
// neither https nor the right time. Each entry is an item of localStorage: two tabs never overwrite each other.

const PREFIX = "criccone:outbox:";
const PATIENCE_MS = 8000;
const QUIET_MS = 2000; // an entry on its way for the first time is not yet shown as waiting
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30000;

/** Says "changed" when an entry comes, goes or is refused, in this tab or in another. */
export const changes = new EventTarget();
const changed = () => changes.dispatchEvent(new Event("changed"));
addEventListener("storage", (event) => {
  if (!event.key || event.key.startsWith(PREFIX)) changed();
});

// crypto.randomUUID exists only on https and localhost; a club's laptop answers on plain http.
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

// --- Keeping ------------------------------------------------------------------------------------------

/** @type {Map<string, Entry>} */
const inMemory = new Map(); // a device that keeps nothing still sends while the page stays open

/** Whether waiting entries would survive the closing of the page. */
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
 * Keeps the entry (url, fields, table, person, and how to show it) and sends all entries that can be sent; returns
 * this one's outcome.
 * @param {Omit<Entry, "order" | "state">} entry
 */
export async function send(entry) {
  const order = 1 + Math.max(0, ...entries().map((each) => each.order));
  justWritten.add(entry.key);
  keep({ ...entry, order, state: "waiting" });
  // This one replaces it.
  entries().filter((each) =>
    each.state === "refused" && each.url === entry.url && about(each) === about(entry)
  ).forEach(drop);
  const told = () => {
    if (justWritten.delete(entry.key)) changed();
  };
  setTimeout(told, QUIET_MS);
  const outcome = await sendAgain(entry.key);
  told();
  return outcome;
}

/**
 * The outcome of another try, for an entry that is kept already.
 * @param {string} key
 * @returns {Promise<Outcome>}
 */
export async function sendAgain(key) {
  pause = FIRST_PAUSE_MS;
  let outcomes;
  do {
    outcomes = await flush();
  } while (!outcomes.has(key) && entries().some((each) => each.key === key));
  return outcomes.get(key) ?? { kind: "sent" }; // it is gone because another tab sent it
}

// --- Sending ------------------------------------------------------------------------------------------

const csrfToken = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";
// An officer's entries go under that officer's name or not at all.
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
      await request(entry.table); // brings a new cookie
      ({ answer, html } = await post(entry));
    }
    if (answer.redirected) return { kind: "login" };
    // Acceptance always names the next page; any other success, such as a question, is no acceptance.
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
    const fields = entry.fields.filter(([name]) => name !== "short_code"); // the opponents', not to be kept here
    keep({ ...entry, fields, state: "refused", html: outcome.html, refusedAt: Date.now() });
  } else if (Boolean(entry.login) !== (outcome.kind === "login")) {
    keep({ ...entry, login: outcome.kind === "login" });
  }
}

/**
 * The deal that an entry is about: an answer names it by the version it has seen.
 * @param {Pick<Entry, "number" | "fields">} entry
 */
const about = (entry) =>
  String(entry.number ?? "") +
  entry.fields.filter(([name]) => name === "seen").map(([, seen]) => seen.split(":")[0]);

/**
 * Whether `each` must be sent before `entry`. A refused one holds back only the entries that correct it, and
 * none where the deal is decided: the server refuses these, too.
 * @param {Entry} each
 * @param {Entry} entry
 */
const holds = (each, entry) =>
  each.state !== "refused" ||
  (!each.html.includes("data-decided") &&
    entry.fields.some(([name, value]) => name === "after" && value === each.key));

/**
 * The first entry that can be sent: none after a network failure, none of that table after a server error, and
 * never an entry before the one it corrects.
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

// One tab at a time, where the browser has locks; a tab that sleeps while it holds the lock is not waited for long.
/** @param {() => Promise<Map<string, Outcome>>} work */
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

/** Sends waiting entries as far as possible; returns each entry's outcome by its key. Retries by itself. */
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
