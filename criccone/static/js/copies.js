// Stores the pages of a table on the device, if the browser can (https, or localhost): the service worker (worker.js)
// answers with these copies when there is no network.

const SCOPE = "/tavolo/"; // the pages of an evening are stored by its document (evening_page.js)
const WAYS = ["carte", "parti", "totali"];
const LOOK_AGAIN_MS = 5000;
const WRITING_MS = 15000;
const LONGEST_PAUSE_MS = 60000;

/**
 * Asks the worker to store the table's page and the pages of its deals, each in its three ways of entering.
 * @param {string} versions of the stored deals
 * @param {string[][]} deals number, address and version of each
 */
export async function keepPages(versions, deals) {
  const { table } = document.querySelector("[data-waiting]").dataset;
  if (!table.startsWith(SCOPE)) return; // an officer's pages are not stored
  // A copy is current if it has this mark.
  const pages = [{ url: table, mark: `data-versions="${versions}"` }];
  for (const [, url, version] of deals) {
    for (const way of WAYS) {
      pages.push({ url: `${url}?modo=${way}`, mark: `data-version="${version}"` });
    }
  }
  await keepOnDevice(SCOPE, pages);
}

/**
 * Asks the worker to store these pages below its scope, and this page's files.
 * @param {string} scope
 * @param {{ url: string, mark: string }[]} pages
 */
export async function keepOnDevice(scope, pages) {
  if (!navigator.serviceWorker) return;
  const files = performance.getEntriesByType("resource").map((each) => each.name).filter((name) =>
    name.includes("/static/")
  );
  if (!await registered(scope)) return;
  const registration = await navigator.serviceWorker.ready;
  registration.active.postMessage({ files, pages });
}

/**
 * Registers the worker, with retries on a bad network; false if that fails. The outbox works without the worker too.
 * @param {string} scope
 * @returns {Promise<unknown>}
 */
async function registered(scope, pause = 500) {
  try {
    return await navigator.serviceWorker.register("/sw.js", { scope });
  } catch {
    if (pause > LONGEST_PAUSE_MS) return false;
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
    return registered(scope, pause * 2);
  }
}

/** Replaces a copy, or a page restored from the browser's memory, by the server's page as soon as the server answers,
    but not while somebody is typing. */
export function followCopy() {
  let touched = -Infinity;
  const reloadIfReached = async () => {
    if (performance.now() - touched < WRITING_MS) return;
    try {
      const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" });
      if (answer.status < 500) location.reload();
    } catch { /* still away */ }
  };
  addEventListener("pageshow", (event) => {
    if (event.persisted) reloadIfReached();
  });
  if (!("copy" in document.documentElement.dataset)) return;
  addEventListener("input", () => {
    touched = performance.now();
  });
  addEventListener("online", reloadIfReached);
  setInterval(reloadIfReached, LOOK_AGAIN_MS);
}
