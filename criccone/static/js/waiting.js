// Shows, on the pages of a table, the entries that this device still has to send; and has pages kept for offline use.

import { go, here, isInDocument } from "./going.js";
import { changes, drop, entries, flush, isLasting, justWritten, newKey, send } from "./outbox.js";
import { followCopy, keepPages } from "./copies.js";

// Until the next day: a refusal from an earlier evening is of no use at another table.
const REFUSED_LASTS_MS = 18 * 3600 * 1000;

/** @type {HTMLElement} */
let box;
/** @type {HTMLElement} */
let list;
/** @type {Set<number>} */
let written; // the numbers of the deals that this device holds or has just sent

// --- The list -----------------------------------------------------------------------------------------

/** @param {Entry} entry */
const stateOf = (entry) => (entry.state === "waiting" && entry.login ? "login" : entry.state);

/** @param {string} html */
function sentenceOf(html) {
  const parsed = document.createElement("template");
  parsed.innerHTML = html;
  if (parsed.content.querySelector("main, title")) return box.dataset.oddly;
  const banner = parsed.content.querySelector(".banner");
  banner?.querySelectorAll("strong, p, svg, .unseen, .offers").forEach((each) => each.remove());
  return banner?.textContent.trim() ?? box.dataset.oddly;
}

/** @param {Entry} entry */
function lineOf(entry) {
  /** @type {HTMLTemplateElement} */
  const template = document.getElementById("waiting-line");
  const line = template.content.querySelector("li").cloneNode(true);
  line.dataset.key = entry.key;
  line.querySelector("[data-what]").textContent = entry.what ??
    box.dataset.dealWord.replace("{n}", String(entry.number));
  line.querySelector("[data-place]").textContent = entry.table === box.dataset.table ? "" : entry.place;
  line.querySelector("[data-figures]").textContent = entry.figures ?? "";
  line.querySelector("a").href = entry.page;
  line.classList.toggle("is-here", entry.page.split("?")[0] === here());
  line.querySelector("[data-drop]").addEventListener("click", (event) => {
    if (event.target.dataset.sure) {
      line.remove();
      drop(entry);
    }
    event.target.textContent = event.target.dataset.sure = event.target.dataset.again;
  });
  return line;
}

/**
 * @param {HTMLElement} line
 * @param {Entry} [entry]
 */
function showState(line, entry) {
  line.dataset.state = entry ? stateOf(entry) : "sent";
  if (entry?.state === "refused") {
    line.querySelector("[data-say=refused]").textContent = sentenceOf(entry.html);
    const open = line.querySelector("[data-open]");
    if (entry.html.includes("data-decided")) open.textContent = open.dataset.ask; // nothing to correct there
  }
}

function show() {
  const kept = new Map(
    entries().filter((entry) => !justWritten.has(entry.key)).map((entry) => [entry.key, entry]),
  );
  for (const line of list.querySelectorAll("li")) {
    const { key, state } = line.dataset;
    const isGone = state !== "sent" && !kept.has(key);
    // A refused entry was not stored by the server: another entry replaced it, or somebody discarded it.
    if (isGone && state === "refused") {
      line.remove();
      continue;
    }
    showState(line, kept.get(key));
    if (isGone) document.dispatchEvent(new CustomEvent("outbox:sent"));
    kept.delete(key);
  }
  for (const entry of kept.values()) {
    const line = lineOf(entry);
    showState(line, entry);
    list.append(line);
    if (entry.number && entry.table === box.dataset.table) written.add(entry.number);
  }
  enableRefused();
  lead();
}

function dropStale() {
  const stale = entries().filter((entry) =>
    entry.state === "refused" && entry.table !== box.dataset.table &&
    Date.now() - (entry.refusedAt ?? 0) > REFUSED_LASTS_MS
  );
  stale.forEach(drop);
}

/** Enables the buttons whose answer was refused, at once or after a wait for the network: one can answer again. */
function enableRefused() {
  const refused = new Set(entries().filter((entry) => entry.state === "refused").map((entry) => entry.key));
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = document.querySelectorAll("button[data-awaits]");
  for (const button of buttons) {
    if (refused.has(button.dataset.awaits)) button.disabled = false;
  }
}

// --- The next deal to write, which the server cannot know -------------------------------------------------

const deals = () => (box.dataset.deals || "").split(" ").filter(Boolean).map((each) => each.split("|"));

function lead() {
  const [number, url] =
    deals().find(([number, , version]) => version === "0" && !written.has(Number(number))) ?? [];
  const way = document.querySelector("[data-deal]")?.dataset.mode;
  const reachable = isInDocument() || navigator.serviceWorker?.controller ||
    !list.querySelector("[data-state=waiting]");
  box.querySelector("[data-stay]").hidden = Boolean(reachable) && isLasting();
  /** @type {HTMLTemplateElement} */
  const template = document.getElementById("waiting-next");
  const next = template.content.querySelector("a").cloneNode(true);
  next.href = url + (way ? `?modo=${way}` : "");
  next.querySelector("span").textContent = box.dataset.write.replace("{n}", number);
  const serversLink = document.querySelector("[data-write-next]"); // on the table's page
  if (serversLink) serversLink.hidden = written.has(Number(serversLink.dataset.writeNext));
  const isRefusedHere = list.querySelector(".is-here[data-state=refused]"); // it must be corrected first, on this page
  const isCopy = isInDocument() && "copy" in document.documentElement.dataset;
  const isWanted = number && (written.size || isCopy) && reachable && (!serversLink || serversLink.hidden) &&
    !isRefusedHere;
  box.querySelector("[data-next]").replaceChildren(...(isWanted ? [next] : []));
  box.hidden = !isWanted && !list.children.length;
}

// --- Answers to other devices' entries --------------------------------------------------------------------

/**
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 */
async function sendAnswer(form, button) {
  const { table, place, person } = box.dataset;
  const fields = /** @type {Fields} */ ([...new FormData(form)]).filter(([name]) =>
    !["csrfmiddlewaretoken", "key"].includes(name)
  );
  const key = newKey();
  button.disabled = true;
  button.setAttribute("autocomplete", "off"); // else Firefox keeps it disabled after a reload
  button.dataset.awaits = key;
  const outcome = await send({
    key,
    table,
    place,
    person,
    url: form.getAttribute("action"),
    page: here(),
    what: form.dataset.queue,
    figures: fields.filter(([name, value]) => ["line", "reason"].includes(name) && value).map(([, value]) =>
      value
    )
      .join(", "),
    fields: [...fields, ["key", key]],
  });
  if (outcome.kind === "sent") go(outcome.next || table);
  else if (outcome.kind === "refused") box.scrollIntoView({ block: "center" });
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-queue]")) return;
  event.preventDefault();
  /** @type {HTMLButtonElement} */
  const button = event.target.querySelector("button:not([type=button])");
  if (!button.disabled) sendAnswer(event.target, button);
});

// --- Start -----------------------------------------------------------------------------------------------

function start() {
  box = document.querySelector("[data-waiting]");
  if (!box) return;
  list = box.querySelector("ul");
  written = new Set();
  for (const name of ["offline", "unreachable"]) {
    document.getElementById("words").dataset[name] = box.dataset.away;
  }
  dropStale();
  show();
  flush();
  box.dataset.ready = "yes";
}

changes.addEventListener("changed", () => {
  if (box?.isConnected) show();
});
for (const name of ["htmx:afterSwap", "evening:reached"]) {
  document.addEventListener(name, () => {
    if (box?.isConnected) lead();
  });
}
document.addEventListener("page:shown", start);
start();
if (box && !isInDocument()) {
  followCopy();
  keepPages(box.dataset.versions, deals());
}
