// Messages of a page: banners at its top, toasts at its foot, and the messages of a failing network or server.

const words = document.getElementById("words").dataset;

/**
 * A sign of img/signs.svg.
 * @param {string} name
 */
function sign(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  svg.setAttribute("class", "sign");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `${words.signs}#${name}`);
  svg.append(use);
  return svg;
}

/**
 * Shows an error at the top of the page, instead of the previous one.
 * @param {string} text
 * @param {string} name of its sign
 */
export function showError(text, name = "avviso") {
  const banner = document.createElement("div");
  const close = document.createElement("button");
  const body = document.createElement("div");
  banner.className = "banner banner-error";
  banner.setAttribute("role", "alert");
  body.textContent = text;
  close.className = "plain";
  close.type = "button";
  close.dataset.dismiss = "";
  close.setAttribute("aria-label", words.dismiss);
  close.append(sign("no"));
  banner.append(sign(name), body, close);
  const region = document.getElementById("messages");
  region?.querySelectorAll("[data-from-script]").forEach((old) => old.remove());
  banner.dataset.fromScript = "";
  region?.prepend(banner);
  if (region && region.getBoundingClientRect().bottom < 0) showToast(text);
}

/** @type {number} */
let toastTimer;

/**
 * Shows a sentence for some seconds.
 * @param {string} text
 */
function showToast(text) {
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.append(sign("fatto"), text);
  document.getElementById("toasts").replaceChildren(toast);
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => toast.remove(), 6000);
}

document.addEventListener("click", (event) => {
  event.target.closest("[data-dismiss]")?.closest(".banner")?.remove();
});
// A view asks for one with the header HX-Trigger: {"toast": "Risultato salvato"}.
document.addEventListener("toast", (event) => showToast(event.detail.value));
// A live part may have a message for its arrival: data-toast="Nuova classifica".
document.addEventListener("htmx:sseMessage", (event) => {
  const text = event.target.dataset?.toast;
  if (text) showToast(text);
});

// --- Network ----------------------------------------------------------------------------------------

addEventListener("offline", () => showError(words.offline, "rete"));
addEventListener("online", () => {
  document.querySelectorAll("#messages [data-from-script]").forEach((old) => old.remove());
  showToast(words.online);
});
document.addEventListener(
  "htmx:sendError",
  () => showError(navigator.onLine ? words.unreachable : words.offline, "rete"),
);
document.addEventListener("htmx:responseError", (event) => {
  /** @type {Record<number, string>} */
  const sentences = { 401: words.forbidden, 403: words.forbidden, 404: words.missing };
  showError(sentences[event.detail.xhr.status] || words.failed);
});

// --- The outbox, on pages other than a table's ----------------------------

const OUTBOX = "criccone:outbox:";

function holdsEntries() {
  try {
    return Object.keys(localStorage).some((name) => name.startsWith(OUTBOX));
  } catch {
    return false; // the browser stores nothing
  }
}

async function sendWaiting() {
  if (document.querySelector("[data-waiting], [data-evening]") || !holdsEntries()) return; // waiting.js does it there
  const { changes, entries, flush } = await import(words.outbox);
  const badge = document.createElement("a");
  badge.className = "pending";
  badge.setAttribute("role", "status");
  document.body.append(badge);
  const show = () => {
    const waiting = entries();
    badge.hidden = !waiting.length;
    badge.textContent = words.pending.replace("{n}", String(waiting.length));
    if (waiting.length) badge.href = waiting[0].page;
  };
  changes.addEventListener("changed", show);
  show();
  await flush();
}

sendWaiting();
