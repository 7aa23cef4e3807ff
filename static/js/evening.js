// Tells the players that their evening goes on, by a sound and a vibration if they switched them on: a table, its
// start, its end, a deal to confirm.

import { ring, RING_MS } from "./ring.js";

const SOUND = "criccone:evening-sound"; // on this device
const VIBRATION_MS = [200, 100, 200];

const isOn = () => localStorage.getItem(SOUND) === "yes";

function call() {
  navigator.vibrate?.(VIBRATION_MS);
  ring();
}

/** The moment of the evening that the page shows, and the number of deals that wait for an answer. */
function shown() {
  const { moment = "", asks = "0" } = document.querySelector("[data-moment]")?.dataset ?? {};
  return { moment, asks: Number(asks) };
}

let last = shown();
document.addEventListener("htmx:afterSwap", () => {
  const now = shown();
  if (isOn() && (now.moment !== last.moment || now.asks > last.asks)) call();
  last = now;
});

// The next page may make no sound before somebody touches it: this one sounds, then goes there.
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { xhr } = event.detail;
  const next = xhr.getResponseHeader("HX-Redirect");
  if (
    !isOn() || event.detail.requestConfig.verb !== "get" || !(next || xhr.getResponseHeader("HX-Refresh"))
  ) {
    return;
  }
  event.preventDefault();
  call();
  setTimeout(() => next ? location.assign(next) : location.reload(), RING_MS / 2);
});

/** @type {HTMLButtonElement | null} */
const button = document.querySelector("[data-evening-sound]");
const show = () => button?.setAttribute("aria-pressed", String(isOn()));
if (button) button.hidden = false;
button?.addEventListener("click", () => {
  localStorage.setItem(SOUND, isOn() ? "no" : "yes");
  if (isOn()) call(); // how it sounds; and the browser allows a sound only after a tap
  show();
});
show();
