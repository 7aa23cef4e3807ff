// The clocks of the round and of the challenge, in the organiser's cockpit.

import { duration } from "./duration.js";

/** Shows how much time is left, or how long ago the time ended. */
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
