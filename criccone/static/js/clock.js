// The time left in the round, by the server's clock, because a phone's own may be a day off.
// <p data-clock data-now="…" data-ends-at="…" data-left-many="mancano %s minuti" …><strong data-clock-left></strong></p>

const MINUTE = 60000;
/** @type {number} */
let server; // the server's time when the stopwatch was started; unlike a clock, nobody can change a stopwatch
/** @type {number} */
let stopwatch;

/** @param {number} time in milliseconds */
function set(time) {
  if (!Number.isFinite(time)) return;
  server = time;
  stopwatch = performance.now();
}

const now = () => server + performance.now() - stopwatch;

/**
 * @param {HTMLElement} clock
 * @param {number} left in milliseconds
 */
function words(clock, left) {
  const { leftMany, leftOne, leftNone, overNone, overOne, overMany } = clock.dataset;
  if (left > 0) {
    const minutes = Math.ceil(left / MINUTE); // "12 minutes left" until the eleventh begins
    return left < MINUTE ? leftNone : minutes === 1 ? leftOne : leftMany.replace("%s", String(minutes));
  }
  const minutes = Math.floor(-left / MINUTE);
  return minutes === 0 ? overNone : minutes === 1 ? overOne : overMany.replace("%s", String(minutes));
}

function tick() {
  document.querySelectorAll("[data-clock]").forEach((clock) => {
    if (server === undefined) set(Date.parse(clock.dataset.now));
    const left = Date.parse(clock.dataset.endsAt) - now();
    const label = clock.querySelector("[data-clock-left]");
    const text = words(clock, left);
    if (label.textContent !== text) label.textContent = text;
    clock.classList.toggle("is-over", left <= 0);
    clock.classList.toggle("is-short", left > 0 && left <= 5 * MINUTE);
  });
}

// Every response has the server's time, which corrects a phone that slept in a pocket.
document.addEventListener("htmx:afterRequest", (event) => {
  const date = event.detail.xhr?.getResponseHeader("Date");
  if (date) set(Date.parse(date));
  tick();
});
document.addEventListener("htmx:afterSwap", tick);
document.addEventListener("visibilitychange", async () => {
  const clock = document.querySelector("[data-clock]");
  if (document.hidden || !clock) return;
  try {
    const answer = await fetch(clock.dataset.ask, { cache: "no-store" });
    set(Date.parse(answer.headers.get("Date")));
  } catch { /* without the network the stopwatch goes on */ }
  tick();
});

setInterval(tick, 1000);
tick();
