// The service worker of the players' pages, the points counter, the home page and the standings: answers with the
// device's copy if the network does not answer. It leaves POST requests to the browser.
// service_worker.js imports this script and sets `VERSION` (of the static files), `STATIC` and `ICON`.

const FOLDERS = ["/tavolo/", "/serata/", "/impara/"];
const STANDINGS = /^\/t\/[^/]+\/$/;
const FILES = `files-${self.VERSION}`;
const PAGES = `pages-${self.VERSION}-`;
const LEARNING = `learning-${self.VERSION}`;
const PUBLIC = `public-${self.VERSION}`;
const TABLES_KEPT = 2;
const TRIES = 5;
const PATIENCE_MS = 5000;

/** @param {string} path */
const isPublic = (path) => path === "/" || STANDINGS.test(path);
/** @param {string} path */
const isKept = (path) => isPublic(path) || FOLDERS.some((folder) => path.startsWith(folder));
/**
 * The cache of a page: each table and each evening has its own, by its code.
 * @param {string} url
 */
function nameOf(url) {
  const { pathname } = new URL(url);
  const [, folder, code] = pathname.split("/");
  if (isPublic(pathname)) return PUBLIC;
  return folder === "impara" ? LEARNING : PAGES + code;
}
/** @param {string} url */
const pagesOf = (url) => caches.open(nameOf(url));

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  const forgetOld = async () => {
    const isOld = (/** @type {string} */ name) =>
      ![FILES, LEARNING, PUBLIC].includes(name) && !name.startsWith(PAGES);
    const old = (await caches.keys()).filter(isOld);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(forgetOld());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith(self.STATIC)) event.respondWith(file(event));
  else if (request.mode === "navigate" && isKept(pathname)) event.respondWith(page(event));
});

// --- Static files --------------------------------------------------------------------------------------------

/** Whether the name has a hash of the content, so that the file never changes. @param {string} url */
const namesContent = (url) => /\.[0-9a-f]{12}\./.test(url);

/** @param {FetchEvent} event */
async function file(event) {
  const cache = await caches.open(FILES);
  const kept = await cache.match(event.request);
  if (kept && namesContent(event.request.url)) return kept;
  const fresh = fetch(event.request).then(async (answer) => {
    if (answer.ok) await cache.put(event.request, answer.clone());
    return answer;
  });
  return kept ? freshOr(fresh, () => kept, event) : fresh;
}

// --- Pages: the server's, else the copy, which is marked data-copy --------------------------------------------

/** @param {FetchEvent} event */
async function page(event) {
  const { request } = event;
  const cache = await pagesOf(request.url);
  // The copy keeps the language in which the page was read last, whatever the browser prefers now.
  const kept = await cache.match(request, { ignoreVary: true }) ??
    await cache.match(request, { ignoreVary: true, ignoreSearch: true });
  const fresh = fetch(request).then((answer) => keep(request.url, answer));
  return kept ? freshOr(fresh, () => copy(kept), event) : fresh;
}

/**
 * @param {string} url
 * @param {Response} answer
 */
async function keep(url, answer) {
  if ([403, 404, 410].includes(answer.status)) await caches.delete(nameOf(url));
  const isPage = answer.ok && !answer.redirected &&
    answer.headers.get("Content-Type")?.startsWith("text/html");
  // A page for a signed-in person must not be shown to the next reader on this device.
  const isPrivate = isPublic(new URL(url).pathname) &&
    answer.headers.get("Cache-Control")?.includes("no-store");
  if (isPage && !isPrivate) await (await pagesOf(url)).put(url, answer.clone());
  return answer;
}

/** @param {Response} kept */
async function copy(kept) {
  const headers = new Headers(kept.headers);
  headers.delete("Content-Length");
  headers.delete("Content-Encoding");
  return new Response((await kept.text()).replace("<html ", "<html data-copy "), { headers });
}

/**
 * The fresh answer if it comes soon and without a server error, else the other.
 * @param {Promise<Response>} fresh
 * @param {() => Response | Promise<Response>} other
 * @param {FetchEvent} event
 * @returns {Promise<Response>}
 */
async function freshOr(fresh, other, event) {
  event.waitUntil(fresh.catch(() => {}));
  const timeout = new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
  });
  const answer = await Promise.race([fresh, timeout]).catch(/** @returns {undefined} */ () => undefined);
  return answer && answer.status < 500 ? answer : other();
}

// --- Pages and files to keep ---------------------------------------------------------------------------------

self.addEventListener("message", (event) => event.waitUntil(keepAll(event.data)));

/** @param {{ files: string[], pages: { url: string, mark: string }[] }} asked */
async function keepAll({ files, pages }) {
  for (const url of files) await keepFile(url);
  for (const { url, mark } of pages) {
    if (isKept(url)) await keepOne(new URL(url, location.origin).href, mark);
  }
  const tables = (await caches.keys()).filter((name) => name.startsWith(PAGES));
  await Promise.all(tables.slice(0, -TABLES_KEPT).map((name) => caches.delete(name)));
}

/**
 * Keeps the file, and the modules or style sheets that it imports; `seen` are the files of this run.
 * @param {string} url
 * @param {Set<string>} [seen]
 */
async function keepFile(url, seen = new Set()) {
  if (seen.has(url)) return;
  seen.add(url);
  const cache = await caches.open(FILES);
  if (!await cache.match(url)) await withRetries(() => cache.add(url));
  // A page may have loaded this file earlier, but not everything that it imports.
  const text = /\.(js|css)$/.test(url) && await (await cache.match(url))?.text();
  for (const [, module, sheet] of (text || "").matchAll(/from "(\.\/[^"]+)"|@import url\("([^"]+)"\)/g)) {
    await keepFile(new URL(module ?? sheet, url).href, seen);
  }
}

/** @param {string} html */
async function keepFilesOf(html) {
  const names = new Set([...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name));
  for (const name of names) {
    if (name.startsWith(self.STATIC)) await keepFile(new URL(name.split("#")[0], location.origin).href);
  }
}

/**
 * @param {string} url
 * @param {string} mark the text in a copy that is still good; "" to fetch the page in any case
 */
async function keepOne(url, mark) {
  const kept = await (await pagesOf(url)).match(url);
  if (mark && kept && (await kept.text()).includes(mark)) return;
  // X-Keep: nobody reads this page now, so the server keeps its messages for the next page that is read.
  const answer = await withRetries(() => fetch(url, { headers: { "X-Keep": "1" }, cache: "no-cache" }));
  if (!answer) return;
  await keepFilesOf(await answer.clone().text());
  await keep(url, answer);
}

/**
 * The work's result, with retries for a poor network; undefined if no try succeeds.
 * @template T
 * @param {() => Promise<T>} work
 */
async function withRetries(work) {
  for (let left = TRIES; left > 0; left -= 1) {
    try {
      return await work();
    } catch {
      await new Promise((resolve) => {
        setTimeout(resolve, 200);
      });
    }
  }
  return undefined;
}

// --- Notices -----------------------------------------------------------------------------------------------

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  const options = { body, tag, renotify: true, icon: self.ICON, data: { url } };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.url));
});

/** @param {string} url */
async function openPage(url) {
  const windows = await self.clients.matchAll({ type: "window" });
  const open = windows.find((each) => new URL(each.url).pathname === url);
  return open ? open.focus() : self.clients.openWindow(url);
}
