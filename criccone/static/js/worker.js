// The service worker of the players' pages, of the points counter, of the home page and of standings: answers with the
// device's copy when the network does not answer. A POST never passes through it.
// `VERSION` (of the static files) comes with service_worker.js, which imports this.

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

// --- Files: by name, where the name depends on the content ---------------------------------------------------

/** @param {string} url */
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
  return kept ? soonOr(fresh, () => kept, event) : fresh;
}

// --- Pages: the server's, else the copy, which says that it is one ---------------------------------------------

/** @param {FetchEvent} event */
async function page(event) {
  const { request } = event;
  const cache = await pagesOf(request.url);
  // A copy is in the language in which it was read last, whatever the browser prefers.
  const kept = await cache.match(request, { ignoreVary: true }) ??
    await cache.match(request, { ignoreVary: true, ignoreSearch: true });
  const fresh = fetch(request).then((answer) => keep(request.url, answer));
  return kept ? soonOr(fresh, () => copy(kept), event) : fresh;
}

/**
 * @param {string} url
 * @param {Response} answer
 */
async function keep(url, answer) {
  if ([403, 404, 410].includes(answer.status)) await caches.delete(nameOf(url));
  const isPage = answer.ok && !answer.redirected &&
    answer.headers.get("Content-Type")?.startsWith("text/html");
  // A signed-in person's page of the club is not for the next reader of this device.
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
 * The fresh answer if it comes soon and whole, else the other.
 * @param {Promise<Response>} fresh
 * @param {() => Response | Promise<Response>} other
 * @param {FetchEvent} event
 * @returns {Promise<Response>}
 */
async function soonOr(fresh, other, event) {
  event.waitUntil(fresh.catch(() => {}));
  const late = new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
  });
  const answer = await Promise.race([fresh, late]).catch(/** @returns {undefined} */ () => undefined);
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
 * The file, and the modules or style sheets that it imports; `seen` are those looked at already.
 * @param {string} url
 * @param {Set<string>} [seen]
 */
async function keepFile(url, seen = new Set()) {
  if (seen.has(url)) return;
  seen.add(url);
  const cache = await caches.open(FILES);
  if (!await cache.match(url)) await stubbornly(() => cache.add(url));
  // A file may be here already, by a page that was shown, without all that it imports.
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
 * @param {string} mark of a page that is still good; "" to ask the server
 */
async function keepOne(url, mark) {
  const kept = await (await pagesOf(url)).match(url);
  if (mark && kept && (await kept.text()).includes(mark)) return;
  // X-Keep: nobody reads this answer now, so the server leaves its messages for the page that is.
  const answer = await stubbornly(() => fetch(url, { headers: { "X-Keep": "1" }, cache: "no-cache" }));
  if (!answer) return;
  await keepFilesOf(await answer.clone().text());
  await keep(url, answer);
}

/**
 * The work's result, retried on a network that loses much; nothing when no try succeeds.
 * @template T
 * @param {() => Promise<T>} work
 */
async function stubbornly(work) {
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
  const there = windows.find((each) => new URL(each.url).pathname === url);
  return there ? there.focus() : self.clients.openWindow(url);
}
