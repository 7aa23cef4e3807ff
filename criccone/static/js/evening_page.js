// The document of an evening: it shows the entry's pages without leaving it, from the device if there is no network.
//
// The document has no data of the entry, so the browser may cache it (over plain http too). The script fetches the page
// of what the entry does now, the deals of its table and a blank form for each way of entering, and stores them until
// the evening closes or its code expires. The fragment of the address names the page shown, so that opening one needs no
// request.

import { keepOnDevice } from "./copies.js";
import { keep } from "./keep.js";
import { forgetOld, KeptPages } from "./kept_pages.js";

const PATIENCE_MS = 8000;
const AFTER_SENDING_MS = 3000; // the longest wait for a page of which the device has a copy
const LOOK_AGAIN_MS = 5000;
const RELOADED = "criccone:document-reloaded";

/** The server's data about the deals that may be entered: see views/tables/ahead.py.
 * @typedef {{ number: number, url: string, version: number, dealer: string, dealing: string }} DealAhead
 * @typedef {{ blank: string, ways: string[], deals: DealAhead[] }} Ahead
 */

const { pathname: root } = location;
const html = document.documentElement;
const main = document.getElementById("content");
const shell = main.querySelector("[data-evening]");
const kept = new KeptPages(root);
const notHere = /** @type {HTMLTemplateElement} */ (main.querySelector("[data-not-here]"));

// --- Fetching and storing ---------------------------------------------------------------------------------

/**
 * @param {Document} page
 * @returns {KeptPage}
 */
function pageFrom(page) {
  const body = page.querySelector("main");
  body.querySelectorAll("[name=csrfmiddlewaretoken]").forEach((each) => each.remove()); // the cookie has it
  return {
    title: page.title.trim(),
    club: page.querySelector(".masthead .club")?.outerHTML ?? "",
    bodyClass: page.body.className,
    mainClass: body.className,
    version: body.querySelector("[data-version]")?.dataset.version ?? "",
    html: body.innerHTML,
  };
}

class Refused extends Error {
  /** @param {KeptPage} page that says why */
  constructor(page) {
    super();
    this.page = page;
  }
}

/**
 * Fetches the page and stores it on the device. Throws what fetch throws, and Refused for a code that is not valid.
 * @param {string} path below the evening's address; "" for what the entry does now
 * @param {{ quietly?: boolean, patience?: number }} [how]
 * @returns {Promise<KeptPage>}
 */
async function fetchPage(path, { quietly = false, patience = PATIENCE_MS } = {}) {
  // X-Keep: nobody reads this response now, so the server keeps its messages for the next page that is read.
  const answer = await fetch(root + (path || "adesso/"), {
    headers: quietly ? { "X-Keep": "1" } : {},
    signal: AbortSignal.timeout?.(patience),
  });
  if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
  if (answer.redirected) return fetchPage("", { quietly, patience }); // the round is over
  const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
  const page = pageFrom(parsed);
  if (answer.status === 403) throw new Refused(page);
  if (!path) followEdition(answer.headers.get("X-Edition"));
  if (answer.ok && !parsed.querySelector("[data-closed]")) kept.keep(path, page);
  if (parsed.querySelector("[data-closed]")) kept.forget();
  return page;
}

/**
 * Reloads the document if the server has another edition of it: another language, or newer scripts.
 * @param {string | null} edition
 */
function followEdition(edition) {
  const isCurrent = edition === shell.dataset.evening;
  if (isCurrent || sessionStorage.getItem(RELOADED) === edition) return;
  sessionStorage.setItem(RELOADED, edition);
  kept.forget();
  location.reload();
}

/** @param {string | undefined} markup */
function parse(markup) {
  const parsed = document.createElement("template");
  parsed.innerHTML = markup ?? "";
  return parsed.content;
}

/** @returns {Ahead | undefined} */
function dealsAhead() {
  const data = parse(kept.read("")?.html).getElementById("deals-ahead");
  return data ? JSON.parse(data.textContent) : undefined;
}

// The page of the table is stored as what the entry does now, which is followed by the next table.
const THE_TABLE = /^turno\/\d+\/$/;
/** @param {string} url */
const pathOf = (url) => url.slice(root.length).replace(/^#/, "").replace(THE_TABLE, "");

/** Stores the blank forms and the deals of the table where the entry sits now; deletes those of other tables. */
async function keepTable() {
  const ahead = dealsAhead();
  const wanted = new Map(
    (ahead?.ways ?? []).map((way) => [`${pathOf(ahead.blank)}?modo=${way}`, "{version}"]),
  );
  for (const { url, version } of ahead?.deals ?? []) if (version) wanted.set(pathOf(url), String(version));
  kept.forget((path) => !path || wanted.has(path));
  for (const [path, version] of wanted) {
    if (kept.read(path)?.version !== version) await fetchPage(path, { quietly: true });
  }
}

/** At each new moment, caches the document and the public pages around it, if the browser can (https). */
function keepAround() {
  const moment = main.querySelector("[data-moment]")?.dataset.moment;
  if (!moment || moment === around) return;
  around = moment;
  const results = main.querySelector("[data-results]")?.getAttribute("href");
  const pages = [root, "/", ...(results ? [results] : [])];
  keepOnDevice("/", pages.map((url) => ({ url, mark: "" })));
}

/** @type {string} */
let around;

// --- Showing -----------------------------------------------------------------------------------------------

/**
 * The device's copy of that page: as it was fetched, or the blank form filled in for the deal.
 * @param {string} path
 * @returns {KeptPage | undefined}
 */
function storedPage(path) {
  const [address, query = ""] = path.split("?");
  const ahead = dealsAhead();
  const deal = ahead?.deals.find(({ url }) => pathOf(url) === address);
  if (!deal) return kept.read(path);
  const whole = kept.read(address);
  const way = new URLSearchParams(query).get("modo") ?? "";
  if (whole?.version === String(deal.version) && (!way || whole.html.includes(`data-mode="${way}"`))) {
    return whole;
  }
  const blank = kept.read(`${pathOf(ahead.blank)}?modo=${way || lastWay || ahead.ways[0]}`);
  return blank && filled(blank, deal);
}

let lastWay = "";

/**
 * The blank form, with the number, version and dealer of the deal.
 * @param {KeptPage} blank
 * @param {DealAhead} deal
 * @returns {KeptPage}
 */
function filled(blank, deal) {
  /** @param {string} text */
  const fill = (text) =>
    text.replaceAll("{deal}", String(deal.number)).replaceAll("{version}", String(deal.version));
  const part = parse(fill(blank.html));
  const dealing = part.querySelector("[data-dealer]");
  if (dealing) dealing.textContent = deal.dealing;
  const counting = part.getElementById("heap-count");
  if (counting) {
    const place = JSON.parse(counting.textContent);
    counting.textContent = JSON.stringify({ ...place, dealer: deal.dealer });
  }
  const holder = document.createElement("div");
  holder.append(part);
  return { ...blank, title: fill(blank.title), html: holder.innerHTML };
}

/**
 * @param {string} path
 * @param {KeptPage} page
 */
function show(path, page) {
  const restore = path === shown.path && shown.html && keep(main);
  closeStreams();
  document.title = page.title;
  document.querySelector(".masthead .club")?.remove();
  document.querySelector(".masthead .home").insertAdjacentHTML("afterend", page.club);
  document.body.className = page.bodyClass;
  document.body.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": csrfToken() }));
  main.className = page.mainClass;
  main.innerHTML = page.html;
  html.dataset.here = path ? `${root}#${path.split("?")[0]}` : root;
  lastWay = main.querySelector("[data-mode]")?.dataset.mode ?? lastWay;
  const box = main.querySelector("[data-waiting]");
  const deals = dealsAhead()?.deals ?? [];
  if (box) box.dataset.deals = deals.map((deal) => `${deal.number}|${deal.url}|${deal.version}`).join(" ");
  if (restore) restore(main);
  if ("htmx" in window) htmx.process(main); // else it processes the whole document once it is loaded
  if (path !== shown.path) main.focus({ preventScroll: true }); // so that a screen reader begins the new page
  document.dispatchEvent(new Event("page:shown"));
  shown = { path, html: page.html };
}

// Closes the streams of the page that goes: a browser has only six connections, and a late response to an old page
// would reload the document.
function closeStreams() {
  if (!("htmx" in window)) return;
  for (const part of main.querySelectorAll("[sse-connect], [data-moment]")) {
    htmx.trigger(part, "htmx:abort");
    htmx.trigger(part, "htmx:beforeCleanupElement");
  }
}

let shown = { path: "", html: "" };

const csrfToken = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";
const path = () => pathOf(root + decodeURI(location.hash));

// Signs that somebody is typing, or reads that a deal was refused or is waiting.
const MUST_STAY =
  "[data-deal][data-edited], [data-deal] #answer > *, .waiting-line.is-here:not([data-state=sent])";
const mustStay = () => main.querySelector(MUST_STAY) !== null;

/** Whether another phone has entered the deal that is shown, or its round is over. */
function isOutdated() {
  /** @type {HTMLFormElement | null} */
  const form = main.querySelector("form[data-deal]");
  const deal = dealsAhead()?.deals.find(({ url }) => pathOf(url) === path().split("?")[0]);
  return !deal || Boolean(form && form.elements.based_on.value !== String(deal.version));
}

/**
 * Whether that page must replace the one shown: not if they are equal, or if somebody is typing.
 * @param {string} path
 * @param {KeptPage} page
 */
function isNews(path, page) {
  if (path !== shown.path) return true;
  return page.html !== shown.html && !mustStay();
}

/**
 * Shows the page of the address: the device's copy at once if there is one, else the server's.
 * @param {{ fresh?: boolean }} [how] `fresh` requests the server's page first
 */
async function open({ fresh = false } = {}) {
  const requested = path();
  const copy = storedPage(requested);
  if (copy && !fresh) {
    show(requested, copy);
    return requested ? undefined : renew();
  }
  try {
    const page = await fetchPage(requested, { patience: copy ? AFTER_SENDING_MS : PATIENCE_MS });
    setReached(true);
    if (requested === path() && isNews(requested, page)) show(requested, page);
  } catch (problem) {
    if (problem instanceof Refused) return close(problem.page);
    setReached(false);
    if (requested !== path()) return;
    const latest = storedPage(requested); // a newer copy may have come meanwhile
    if (latest) show(requested, latest);
    else main.querySelector("[data-evening]")?.replaceChildren(notHere.content.cloneNode(true));
  }
  if (requested) return;
  keepAround();
  await keepTable().catch(() => {});
}

/** @param {KeptPage} page that explains why the code is not valid */
function close(page) {
  kept.forget();
  setReached(true);
  show("", page);
}

// --- The network -------------------------------------------------------------------------------------------

/** @type {number} */
let timer;

/** @param {boolean} isReached whether the server answered */
function setReached(isReached) {
  if (isReached) delete html.dataset.copy;
  else html.dataset.copy = navigator.serviceWorker?.controller ? "" : "plain";
  clearTimeout(timer);
  if (!isReached) timer = setTimeout(renew, LOOK_AGAIN_MS);
  document.dispatchEvent(new Event("evening:reached"));
}

let renewing = false;
let changedMeanwhile = false;

/** Fetches the page of what the entry does now; one request at a time, so that no older response replaces a newer one. */
async function renew() {
  changedMeanwhile = renewing;
  if (renewing) return;
  renewing = true;
  await renewNow();
  renewing = false;
  if (changedMeanwhile) renew();
}

/** Fetches what the entry does now, and shows it, unless a deal is shown that can still be entered. */
async function renewNow() {
  try {
    const page = await fetchPage("", { quietly: Boolean(path()) });
    setReached(true);
    if (!path() && isNews("", page)) show("", page);
    keepAround();
    await keepTable();
    if (path() && isOutdated() && !mustStay()) {
      history.replaceState(null, "", root);
      show("", page);
    }
  } catch (problem) {
    if (problem instanceof Refused) close(problem.page);
    else setReached(false);
  }
}

addEventListener("hashchange", () => {
  open();
  scrollTo(0, 0);
});
addEventListener("online", renew);
addEventListener("pageshow", (event) => {
  if (event.persisted) renew();
});
document.addEventListener("outbox:sent", renew);
document.addEventListener("evening:changed", renew);

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  const isPlain = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!link || !isPlain || !link.getAttribute("href").startsWith(root)) return;
  event.preventDefault();
  goTo(link.getAttribute("href"), {});
});

// After a deal or an answer was sent: the server's page has the message.
document.addEventListener("go", (event) => {
  const url = new URL(event.detail, location.href);
  if (!url.pathname.startsWith(root)) return;
  event.preventDefault();
  const isElsewhere = Boolean(url.pathname.slice(root.length));
  goTo(url.pathname + url.search, { fresh: true });
  if (isElsewhere) fetchPage("", { quietly: true }).then(keepTable).catch(() => {});
});

/**
 * @param {string} url below the evening's address
 * @param {{ fresh?: boolean }} how
 */
function goTo(url, how) {
  if (pathOf(url) !== path()) history.pushState(null, "", root + (pathOf(url) && `#${pathOf(url)}`));
  scrollTo(0, 0);
  open(how);
}

// --- Responses to the polls of the pages ---------------------------------------------------------------------------

document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { xhr } = event.detail;
  if (!xhr.getResponseHeader("HX-Redirect") && !xhr.getResponseHeader("HX-Refresh")) return;
  event.preventDefault(); // it would leave the document; the entry has another table, or waits
  renew();
});

document.addEventListener("htmx:afterSwap", (event) => {
  const { target, xhr } = event.detail;
  const page = kept.read("");
  if (!page || !["table", "between"].includes(target.id)) return;
  const holder = document.createElement("div");
  holder.innerHTML = page.html;
  for (const part of parse(xhr.responseText).querySelectorAll(":scope > [id]")) {
    part.removeAttribute("hx-swap-oob");
    holder.querySelector(`#${part.id}`)?.replaceWith(part);
  }
  kept.keep("", { ...page, html: holder.innerHTML });
  if (!shown.path) shown.html = holder.innerHTML;
  setReached(true);
  keepTable().catch(() => {});
});

for (const name of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, () => setReached(false));
}

forgetOld();
html.dataset.here = root;
open();
