// Keeps what the reader has done in a part of the page that htmx replaces by a newer one.

import { keep } from "./keep.js";

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
