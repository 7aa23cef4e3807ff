// Shows the slides one after the other. Arrows move, the space bar pauses and resumes, F toggles full screen.

import { fitAll } from "./fit.js";

// A slide stays long enough to be read, but less if there are many: one round of all slides takes about four minutes.
const LONGEST_SLIDE_MS = 12000;
const SHORTEST_SLIDE_MS = 7000;
const ROUND_MS = 240000;

const slides = () => [...document.querySelectorAll("[data-slide]")];
let shown = slides()[0]?.dataset.slide;
/** @type {number} */
let timer;
let paused = false;

/** @param {HTMLElement} slide */
function show(slide) {
  if (!slide) return;
  shown = slide.dataset.slide;
  slides().forEach((each) => {
    each.hidden = each !== slide;
  });
  fitAll();
}

/** @param {1 | -1} by */
function step(by) {
  const all = slides();
  const at = all.findIndex((each) => each.dataset.slide === shown);
  show(all[(at + by + all.length) % all.length]);
  start();
}

const slideTime = () => Math.max(SHORTEST_SLIDE_MS, Math.min(LONGEST_SLIDE_MS, ROUND_MS / slides().length));

function start() {
  clearTimeout(timer);
  document.body.classList.toggle("is-paused", paused);
  if (!paused) timer = setTimeout(() => step(1), slideTime());
}

document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight" || event.key === "PageDown") step(1);
  else if (event.key === "ArrowLeft" || event.key === "PageUp") step(-1);
  else if (event.key === " ") {
    paused = !paused;
    start();
  } else if (event.key.toLowerCase() === "f") {
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  } else return;
  event.preventDefault();
});

// After a change the current slide stays, unless the evening reached its next stage: then the first slide is shown.
let stage = document.getElementById("live").dataset.news;
document.addEventListener("live:changed", () => {
  const now = document.getElementById("live").dataset.news;
  const same = now === stage && slides().find((each) => each.dataset.slide === shown);
  stage = now;
  show(same || slides()[0]);
  start();
});

// Keeps the screen of the projector's computer on, if the browser can.
const stayAwake = () => navigator.wakeLock?.request("screen").catch(() => {});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) stayAwake();
});

stayAwake();
start();
fitAll();
