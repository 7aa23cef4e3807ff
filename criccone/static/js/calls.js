// Tells officers on every page of the desk that a table calls: in the tab's title and, if switched on, by a sound.

import { ring } from "./ring.js";

const SOUND = "criccone:call-sound"; // on this device
const HEARD = "criccone:calls-heard"; // in this tab, so that a call rings only once

const title = document.title;

const isSoundOn = () => localStorage.getItem(SOUND) === "yes";

function tell() {
  const { calls = "", tables = "" } = document.getElementById("calls")?.dataset ?? {};
  const number = tables.split(" ").filter(Boolean).length;
  document.title = number ? `(${number}) ${title}` : title;
  const heard = sessionStorage.getItem(HEARD)?.split("-") ?? [];
  const open = calls.split("-").filter(Boolean);
  if (open.some((call) => !heard.includes(call)) && isSoundOn()) ring();
  sessionStorage.setItem(HEARD, open.join("-"));
}

/** @type {HTMLButtonElement | null} */
const button = document.querySelector("[data-call-sound]");
const show = () => button?.setAttribute("aria-pressed", String(isSoundOn()));
if (button) button.hidden = false;
button?.addEventListener("click", () => {
  localStorage.setItem(SOUND, isSoundOn() ? "no" : "yes");
  if (isSoundOn()) ring(); // lets the officer hear it; and browsers allow sounds only after a tap
  show();
});
show();

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id === "calls") tell();
});
