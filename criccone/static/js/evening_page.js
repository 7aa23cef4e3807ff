// The document of an evening: shows the entry's pages without leaving it, from the device where the network is away.
//
// The document itself holds nothing of the entry, so the browser may keep it (over plain http too). What the entry
// does now, the deals on its table and a blank form of each way of entering are fetched, and kept until the evening
// closes or its code is made void. A page's place is the fragment of the address: nothing is requested for it.

import { keepOnDevice } from "./copies.js";
import { keep } from "./keep.js";
import { forgetOld, KeptPages } from "./kept_pages.js";

const PATIENCE_MS = 8000;
const AFTER_SENDING_MS = 3000; // a page that the device has anyway is not waited for longer
const LOOK_AGAIN_MS = 5000;
const RELOADED = "criccone:document-reloaded";

/** What the server says of the deals that may be written: see views/tables/ahead.py.
 * @typedef {{ number: number, url: string, version: number, dealer: string, dealing: string }} DealAhead
 * @typedef {{ blank: string, ways: string[], deals: DealAhead[] }} Ahead
 */

const { pathname: root } = location;
const html = document.documentElement;
const main = document.getElementById("content");
const shell = main.querySelector("[data-evening]");
const kept = new KeptPages(root);
const notHere = /** @type {HTMLTemplateElement} */ (main.querySelector("[data-not-here]"));

// --- Fetching and keeping ---------------------------------------------------------------------------------

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
 * The server's page, kept on the device. Raises what fetch raises, and Refused for a code that opens nothing.
 * @param {string} path below the evening's address; "" for what the entry does now
 * @param {{ quietly?: boolean, patience?: number }} [how]
 * @returns {Promise<KeptPage>}
 */
async function fetched(path, { quietly = false, patience = PATIENCE_MS } = {}) {
  // X-Keep: nobody reads this answer now, so the server leaves its messages for the page that is.
  const answer = await fetch(root + (path || "adesso/"), {
    headers: quietly ? { "X-Keep": "1" } : {},
    signal: AbortSignal.timeout?.(patience),
  });
  if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
  if (answer.redirected) return fetched("", { quietly, patience }); // the round is over
  const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
  const page = pageFrom(parsed);
  if (answer.status === 403) throw new Refused(page);
  if (!path) followEdition(answer.headers.get("X-Edition"));
  if (answer.ok && !parsed.querySelector("[data-closed]")) kept.keep(path, page);
  if (parsed.querySelector("[data-closed]")) kept.forget();
  return page;
}

/**
 * Another language, or newer scripts: the browser's copy of the document is replaced by the server's.
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
function ahead() {
  const told = parse(kept.read("")?.html).getElementById("deals-ahead");
  return told ? JSON.parse(told.textContent) : undefined;
}

// The table of the round is what the entry does now: there the page goes on to the next table by itself.
const THE_TABLE = /^turno\/\d+\/$/;
/** @param {string} url */
const pathOf = (url) => url.slice(root.length).replace(/^#/, "").replace(THE_TABLE, "");

/** Keeps the blank forms and the stored deals of the table where the entry sits now; forgets other tables. */
async function keepTable() {
  const told = ahead();
  const wanted = new Map(
    (told?.ways ?? []).map((way) => [`${pathOf(told.blank)}?modo=${way}`, "{version}"]),
  );
  for (const { url, version } of told?.deals ?? []) if (version) wanted.set(pathOf(url), String(version));
  kept.forget((path) => !path || wanted.has(path));
  for (const [path, version] of wanted) {
    if (kept.read(path)?.version !== version) await fetched(path, { quietly: true });
  }
}

/** Keeps, where the browser can (https), the document itself and the public pages around it, as each moment begins. */
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
 * The page of that path as the device has it: as it was fetched, or the blank form with the deal's number.
 * @param {string} path
 * @returns {KeptPage | undefined}
 */
function pageHere(path) {
  const [address, query = ""] = path.split("?");
  const told = ahead();
  const deal = told?.deals.find(({ url }) => pathOf(url) === address);
  if (!deal) return kept.read(path);
  const whole = kept.read(address);
  const way = new URLSearchParams(query).get("modo") ?? "";
  if (whole?.version === String(deal.version) && (!way || whole.html.includes(`data-mode="${way}"`))) {
    return whole;
  }
  const blank = kept.read(`${pathOf(told.blank)}?modo=${way || lastWay || told.ways[0]}`);
  return blank && filled(blank, deal);
}

let lastWay = "";

/**
 * The blank form, made that deal's.
 * @param {KeptPage} blank
 * @param {DealAhead} deal
 * @returns {KeptPage}
 */
function filled(blank, deal) {
  /** @param {string} text */
  const put = (text) =>
    text.replaceAll("{deal}", String(deal.number)).replaceAll("{version}", String(deal.version));
  const part = parse(put(blank.html));
  const dealing = part.querySelector("[data-dealer]");
  if (dealing) dealing.textContent = deal.dealing;
  const counting = part.getElementById("heap-count");
  if (counting) {
    const place = JSON.parse(counting.textContent);
    counting.textContent = JSON.stringify({ ...place, dealer: deal.dealer });
  }
  const holder = document.createElement("div");
  holder.append(part);
  return { ...blank, title: put(blank.title), html: holder.innerHTML };
}

/**
 * @param {string} path
 * @param {KeptPage} page
 */
function show(path, page) {
  const restore = path === shown.path && shown.html && keep(main);
  hangUp();
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
  const deals = ahead()?.deals ?? [];
  if (box) box.dataset.deals = deals.map((deal) => `${deal.number}|${deal.url}|${deal.version}`).join(" ");
  if (restore) restore(main);
  if ("htmx" in window) htmx.process(main); // else it processes the whole document once it is loaded
  if (path !== shown.path) main.focus({ preventScroll: true }); // a screen reader goes on from the new page
  document.dispatchEvent(new Event("page:shown"));
  shown = { path, html: page.html };
}

// Else each page that was shown keeps a connection, and a browser has six; and an answer to a page that is gone
// would reload the document.
function hangUp() {
  if (!("htmx" in window)) return;
  for (const part of main.querySelectorAll("[sse-connect], [data-moment]")) {
    htmx.trigger(part, "htmx:abort");
    htmx.trigger(part, "htmx:beforeCleanupElement");
  }
}

let shown = { path: "", html: "" };

const csrfToken = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";
const path = () => pathOf(root + decodeURI(location.hash));

// Somebody writes, or reads why it was not saved, or that it waits.
const MUST_STAY =
  "[data-deal][data-edited], [data-deal] #answer > *, .waiting-line.is-here:not([data-state=sent])";
const mustStay = () => main.querySelector(MUST_STAY) !== null;

/** Whether the deal that is shown was written by another phone meanwhile, or its round is over. */
function isOutdated() {
  /** @type {HTMLFormElement | null} */
  const form = main.querySelector("form[data-deal]");
  const deal = ahead()?.deals.find(({ url }) => pathOf(url) === path().split("?")[0]);
  return !deal || Boolean(form && form.elements.based_on.value !== String(deal.version));
}

/**
 * Whether what is shown must give way to that page: not if it is the same, or if somebody is writing there.
 * @param {string} path
 * @param {KeptPage} page
 */
function isNews(path, page) {
  if (path !== shown.path) return true;
  return page.html !== shown.html && !mustStay();
}

/**
 * Shows the page of the address: at once where the device has it, else the server's.
 * @param {{ fresh?: boolean }} [how] `fresh` asks the server first
 */
async function open({ fresh = false } = {}) {
  const asked = path();
  const here = pageHere(asked);
  if (here && !fresh) {
    show(asked, here);
    return asked ? undefined : renew();
  }
  try {
    const page = await fetched(asked, { patience: here ? AFTER_SENDING_MS : PATIENCE_MS });
    reached(true);
    if (asked === path() && isNews(asked, page)) show(asked, page);
  } catch (problem) {
    if (problem instanceof Refused) return close(problem.page);
    reached(false);
    if (asked !== path()) return;
    const latest = pageHere(asked); // a newer one than `here` may have come meanwhile
    if (latest) show(asked, latest);
    else main.querySelector("[data-evening]")?.replaceChildren(notHere.content.cloneNode(true));
  }
  if (asked) return;
  keepAround();
  await keepTable().catch(() => {});
}

/** @param {KeptPage} page that says why the code opens nothing */
function close(page) {
  kept.forget();
  reached(true);
  show("", page);
}

// --- The network -------------------------------------------------------------------------------------------

/** @type {number} */
let timer;

/** @param {boolean} is whether the server answered */
function reached(is) {
  if (is) delete html.dataset.copy;
  else html.dataset.copy = navigator.serviceWorker?.controller ? "" : "plain";
  clearTimeout(timer);
  if (!is) timer = setTimeout(renew, LOOK_AGAIN_MS);
  document.dispatchEvent(new Event("evening:reached"));
}

let renewing = false;
let changedMeanwhile = false;

/** Renews what the entry does now, once at a time: an older answer never takes the place of a newer one. */
async function renew() {
  changedMeanwhile = renewing;
  if (renewing) return;
  renewing = true;
  await renewNow();
  renewing = false;
  if (changedMeanwhile) renew();
}

/** Asks what the entry does now, and shows it in place of itself or of a deal that is no longer to be written. */
async function renewNow() {
  try {
    const page = await fetched("", { quietly: Boolean(path()) });
    reached(true);
    if (!path() && isNews("", page)) show("", page);
    keepAround();
    await keepTable();
    if (path() && isOutdated() && !mustStay()) {
      history.replaceState(null, "", root);
      show("", page);
    }
  } catch (problem) {
    if (problem instanceof Refused) close(problem.page);
    else reached(false);
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

// A deal or an answer was sent: the server's page has its message.
document.addEventListener("go", (event) => {
  const url = new URL(event.detail, location.href);
  if (!url.pathname.startsWith(root)) return;
  event.preventDefault();
  const isElsewhere = Boolean(url.pathname.slice(root.length));
  goTo(url.pathname + url.search, { fresh: true });
  if (isElsewhere) fetched("", { quietly: true }).then(keepTable).catch(() => {});
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

// --- What the pages' own polls bring ---------------------------------------------------------------------------

document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { xhr } = event.detail;
  if (!xhr.getResponseHeader("HX-Redirect") && !xhr.getResponseHeader("HX-Refresh")) return;
  event.preventDefault(); // the entry's next table, or what it waits for
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
  reached(true);
  keepTable().catch(() => {});
});

for (const name of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, () => reached(false));
}

forgetOld();
html.dataset.here = root;
open();
