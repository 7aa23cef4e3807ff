// Keeps what the reader has done in a part of the page that htmx replaces by a newer one; and lets a player's
// page that is hidden, as in a pocket, ask seldom. An officer's page goes on asking: a table may call.

import { keep } from "./keep.js";

const HIDDEN_ASKS_AFTER_MS = 60_000;
const SETTLED_MS = 50; // once htmx has put a part in place

/** @type {((next: HTMLElement) => void) | undefined} */
let restore;

document.addEventListener("htmx:beforeSwap", (event) => {
  const { shouldSwap, target, requestConfig } = event.detail;
  restore = shouldSwap && requestConfig.elt === target ? keep(target) : undefined;
});
document.addEventListener("htmx:afterSwap", (event) => {
  const next = document.getElementById(event.detail.target.id);
  if (next) restore?.(next);
  restore = undefined;
});

// htmx drops a change that is told while the part asks for the one before: the part asks again.
/** @type {Set<string>} */
const asking = new Set();
/** @type {Set<string>} */
const changed = new Set();

document.addEventListener("htmx:beforeRequest", (event) => {
  asking.add(event.detail.requestConfig.elt.id);
});
// Before the part hears it itself, which begins a request.
document.addEventListener("sse:changed", ({ target }) => {
  if (asking.has(target.id)) changed.add(target.id);
}, { capture: true });
document.addEventListener("htmx:afterRequest", (event) => {
  const { id } = event.detail.requestConfig.elt;
  asking.delete(id);
  if (changed.delete(id)) setTimeout(() => askAgain(id), SETTLED_MS);
});

/** @param {string} id */
function askAgain(id) {
  const part = document.getElementById(id);
  if (part) htmx.trigger(part, "sse:changed");
}

let askedAt = 0;

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, triggeringEvent } = event.detail.requestConfig;
  if (triggeringEvent || !elt.matches("[data-moment]")) return;
  if (document.hidden && Date.now() - askedAt < HIDDEN_ASKS_AFTER_MS) event.preventDefault();
  else askedAt = Date.now();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) document.dispatchEvent(new Event("page:seen"));
});
