// Tells an officer that a table calls, wherever at the desk: in the tab's title, and by a sound if switched on.

const SOUND = "criccone:call-sound"; // on this device
const HEARD = "criccone:calls-heard"; // in this tab: a call rings once
const NOTES_HZ = [880, 660];
const NOTE_S = 0.22;

const title = document.title;

const isSoundOn = () => localStorage.getItem(SOUND) === "yes";

function ring() {
  const audio = new AudioContext();
  const gain = audio.createGain();
  gain.gain.value = 0.3;
  gain.connect(audio.destination);
  NOTES_HZ.forEach((frequency, place) => {
    const note = audio.createOscillator();
    note.frequency.value = frequency;
    note.connect(gain);
    note.start(audio.currentTime + place * NOTE_S);
    note.stop(audio.currentTime + (place + 1) * NOTE_S);
  });
  setTimeout(() => audio.close(), 2000 * NOTE_S * NOTES_HZ.length);
}

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
