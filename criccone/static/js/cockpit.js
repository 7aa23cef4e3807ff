// The clocks of the round and of the challenge, in the organiser's cockpit.

import { duration } from "./duration.js";

/** Writes how long the round still lasts, or by how much it is over. */
function tick() {
  document.querySelectorAll("[data-ends-at]").forEach((clock) => {
    const seconds = Math.round((Date.parse(clock.dataset.endsAt) - Date.now()) / 1000);
    const time = duration(Math.abs(seconds));
    clock.querySelector(".number").textContent = (seconds >= 0 ? clock.dataset.left : clock.dataset.over)
      .replace("%s", time);
    clock.classList.toggle("is-over", seconds < 0);
  });
}

if (document.querySelector("#cockpit")) {
  setInterval(tick, 1000);
  document.addEventListener("htmx:afterSettle", tick);
  tick();
}
