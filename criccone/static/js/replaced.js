// Restores what the reader did in a part of the page (see keep.js) after htmx has replaced the part. Makes a player's
// page poll seldom while it is hidden; an officer's page polls as always, because a table may call.

import { keep } from "./keep.js";

const HIDDEN_POLL_MS = 60_000;
const SETTLED_MS = 50; // htmx needs this long after it has replaced a part

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

// htmx drops a change event that comes while the part's last request is under way: then the part sends another one.
/** @type {Set<string>} */
const asking = new Set();
/** @type {Set<string>} */
const changed = new Set();

document.addEventListener("htmx:beforeRequest", (event) => {
  asking.add(event.detail.requestConfig.elt.id);
});
// In the capture phase, before the part itself gets the event and sends a request.
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
  if (document.hidden && Date.now() - askedAt < HIDDEN_POLL_MS) event.preventDefault();
  else askedAt = Date.now();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) document.dispatchEvent(new Event("page:seen"));
});
