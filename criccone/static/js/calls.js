// Tells an officer that a table calls, wherever at the desk: in the tab's title, and by a sound if switched on.

import { ring } from "./ring.js";

const SOUND = "criccone:call-sound"; // on this device
const HEARD = "criccone:calls-heard"; // in this tab: a call rings once

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
  if (isSoundOn()) ring(); // how it sounds; and the browser allows a sound only after a tap
  show();
});
show();

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id === "calls") tell();
});
