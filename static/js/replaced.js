// Keeps what the reader has done in a part of the page that htmx replaces by a newer one; and lets a player's
// page that is hidden, as in a pocket, ask seldom. An officer's page goes on asking: a table may call.

import { keep } from "./keep.js";

const HIDDEN_ASKS_AFTER_MS = 60_000;

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
