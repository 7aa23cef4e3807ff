// The points counter: counts the heap that the reader taps, without an account and without a request.

import { showTapped, tapCards } from "./cards.js";
import { keepOnDevice } from "./copies.js";
import { countLive } from "./live_count.js";

/** @type {HTMLFormElement} */
const form = document.querySelector("[data-points-counter]");
const count = countLive(form, (idle) => showTapped(form, idle));

tapCards(form);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", count);
form.addEventListener("reset", () => setTimeout(count)); // after the browser has cleared the fields
count();
form.dataset.ready = "yes";

const { pathname } = location;
keepOnDevice("/impara/", [{ url: pathname, mark: "data-points-counter" }]);
