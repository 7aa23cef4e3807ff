// Tells players, by a sound and a vibration if they switched them on, that something happens in their evening: a new
// table, its start, its end, a deal to confirm.

import { ring } from "./ring.js";

const SOUND = "criccone:evening-sound"; // on this device
const VIBRATION_MS = [200, 100, 200];

const isOn = () => localStorage.getItem(SOUND) === "yes";

function alertPlayers() {
  navigator.vibrate?.(VIBRATION_MS);
  ring();
}

/** The moment of the evening that the page shows, and the number of deals that wait for an answer. */
function shown() {
  const { moment = "", asks = "0" } = document.querySelector("[data-moment]")?.dataset ?? {};
  return { moment, asks: Number(asks) };
}

let last = shown();

function compare() {
  const now = shown();
  if (!now.moment) return; // a deal's page
  if (isOn() && last.moment && (now.moment !== last.moment || now.asks > last.asks)) alertPlayers();
  last = now;
}

document.addEventListener("htmx:afterSwap", compare);

function start() {
  compare();
  /** @type {HTMLButtonElement | null} */
  const button = document.querySelector("[data-evening-sound]");
  if (!button) return;
  const show = () => button.setAttribute("aria-pressed", String(isOn()));
  button.hidden = false;
  button.addEventListener("click", () => {
    localStorage.setItem(SOUND, isOn() ? "no" : "yes");
    if (isOn()) alertPlayers(); // lets the player hear it; and browsers allow sounds only after a tap
    show();
  });
  show();
}

document.addEventListener("page:shown", start);
start();
