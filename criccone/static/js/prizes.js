// The prize-giving: one place at a time, last to first. The arrows move; the space bar or a tap goes on; F toggles
// full screen.

import { fitAll } from "./fit.js";

const slides = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-prize]")]);
let at = 0;

/** @param {number} next */
function show(next) {
  if (!slides[next]) return;
  at = next;
  slides.forEach((slide, each) => {
    slide.hidden = each !== at;
  });
  fitAll();
}

document.addEventListener("keydown", (event) => {
  const isOnALink = event.target instanceof HTMLAnchorElement;
  if (["ArrowRight", "ArrowDown", "PageDown"].includes(event.key)) show(at + 1);
  else if (["ArrowLeft", "ArrowUp", "PageUp"].includes(event.key)) show(at - 1);
  else if (event.key === " " || (event.key === "Enter" && !isOnALink)) show(at + 1);
  else if (event.key.toLowerCase() === "f") {
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  } else return;
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest("a");
  if (!link) return show(at + 1);
  const from = link.getAttribute("href").match(/^#posto-(\d+)$/);
  if (!from) return;
  event.preventDefault();
  // A tie can leave that place empty: then the nearest better place is shown.
  show(slides.findIndex((slide) => slide.dataset.prize && Number(slide.dataset.prize) <= Number(from[1])));
});

// Keeps the screen of the projector's computer on, if the browser can.
navigator.wakeLock?.request("screen").catch(() => {});
fitAll();
