// Changing the tables of a draft by hand: a pair is moved onto another, or a table's number onto another's. They are
// dragged with the mouse, or with a finger by the handle; or picked up and put down with two taps, or with Space and the
// arrows. A dialog (questions.js) shows the cost of the change. Without this script there is a form.

import { ask } from "./questions.js";

const FAR_ENOUGH = 6; // pixels: a shorter way is a click
const EDGE = 70; // pixels from the border of the window in which the page scrolls by itself
const FASTEST = 14; // pixels a frame, at the very border
const CLICK_MS = 700; // how long after its pointerup a tap's click may come on a slow phone

/** @type {HTMLElement | null} */
let held = null; // the element picked up
/** @type {HTMLElement | null} */
let over = null; // the element it would change places with
/** @type {Drag | null} */
let drag = null; // the pointer that drags it: its start and its shadow
let justDragged = false;
/** @type {HTMLElement | null} */
let pressed = null; // the element under a finger, until a click follows or no longer can

/** @param {string} kind */
const movables = (kind) => [...document.querySelectorAll(`.movable[data-move="${kind}"]`)];
/** @param {HTMLElement} element */
const nameOf = (element) => element.dataset.says;

/**
 * @param {string} which
 * @param {HTMLElement} [element]
 */
function say(which, element) {
  const region = document.getElementById("moving-says");
  const words = document.getElementById("moving-words");
  if (region && words) {
    region.textContent = words.dataset[which].replace("%s", element ? nameOf(element) : "");
  }
}

/** @param {HTMLElement} element */
function pickUp(element) {
  putDown();
  held = element;
  element.classList.add("is-taken");
  element.setAttribute("aria-pressed", "true");
  say("taken", element);
}

/** @param {HTMLElement | null} element */
function point(element) {
  if (over === element) return;
  over?.classList.remove("is-over");
  over = element;
  over?.classList.add("is-over");
  if (over) say("over", over);
}

/** Puts the held element down where it was. */
function putDown() {
  held?.classList.remove("is-taken");
  held?.setAttribute("aria-pressed", "false");
  point(null);
  drag?.shadow?.remove();
  held = drag = null;
}

function giveUp() {
  const element = held;
  putDown();
  if (element) say("left", element);
}

/**
 * Requests the cost of the change, which opens in the dialog.
 * @param {HTMLElement} target
 */
function propose(target) {
  const at = document.querySelector("[data-move-at]")?.dataset.moveAt;
  const query = new URLSearchParams({
    kind: held.dataset.move,
    first: held.dataset.number,
    second: target.dataset.number,
  });
  held.focus();
  putDown();
  if (at) ask(`${at}?${query}`);
}

/** @param {HTMLElement} element */
const fits = (element) => held && element && element !== held && element.dataset.move === held.dataset.move;

// --- Pointers ---------------------------------------------------------------------------------------

/** @param {PointerEvent} event */
function startDrag(event) {
  const shadow = drag.from.cloneNode(true);
  shadow.removeAttribute("id");
  shadow.className = "movable shadow";
  shadow.setAttribute("aria-hidden", "true");
  shadow.style.width = `${drag.from.offsetWidth}px`;
  const { from, id, x, y } = drag;
  pickUp(from);
  document.body.append(shadow);
  drag = { from, id, x, y, shadow };
  follow(event);
}

/** @param {PointerEvent} event */
function follow(event) {
  drag.at = { x: event.clientX, y: event.clientY };
  drag.shadow.style.transform = `translate(${drag.at.x - 24}px, ${drag.at.y - 24}px)`;
  look();
  drag.frame ??= requestAnimationFrame(scrollAlong);
}

/** Finds the element under the pointer, after the pointer or the page has moved. */
function look() {
  const under = document.elementFromPoint(drag.at.x, drag.at.y)?.closest(".movable, .table-card");
  const target = under?.matches(".table-card") && held.dataset.move === "tables"
    ? under.querySelector("[data-move=tables]")
    : under;
  point(fits(target) ? target : null);
}

/** Scrolls the page while the pointer rests near the border: the nearer, the faster. */
function scrollAlong() {
  if (!drag?.shadow) return;
  drag.frame = null;
  const { y } = drag.at;
  const into = y < EDGE ? y - EDGE : Math.max(0, y - innerHeight + EDGE);
  const before = scrollY;
  if (into) scrollBy({ top: Math.round((FASTEST * into) / EDGE), behavior: "instant" });
  if (scrollY === before) return;
  look();
  drag.frame = requestAnimationFrame(scrollAlong);
}

document.addEventListener("pointerdown", (event) => {
  const from = event.target.closest(".movable");
  justDragged = false;
  if (!from || event.button !== 0 || !event.isPrimary) return;
  pressed = from;
  if (event.pointerType !== "mouse" && !event.target.closest(".grip, .table-number")) return;
  drag = { from, id: event.pointerId, x: event.clientX, y: event.clientY, shadow: null };
});
document.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  if (drag.shadow) return follow(event);
  if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= FAR_ENOUGH) startDrag(event);
});
document.addEventListener("pointerup", (event) => {
  const was = pressed;
  setTimeout(() => {
    if (pressed === was) pressed = null;
  }, CLICK_MS);
  if (!drag || event.pointerId !== drag.id) return;
  if (!drag.shadow) {
    drag = null;
    return;
  }
  justDragged = true;
  if (over) propose(over);
  else giveUp();
});
document.addEventListener("pointercancel", () => {
  pressed = null;
  if (drag?.shadow) giveUp();
  else drag = null;
});
// The browser's own dragging of text and links is off.
document.addEventListener("dragstart", (event) => {
  if (event.target.closest?.(".movable")) event.preventDefault();
});
document.addEventListener("selectstart", (event) => {
  if (drag) event.preventDefault();
});

// The first tap or click picks up, the second one puts down: nobody has to drag.
document.addEventListener("click", (event) => {
  const element = event.target.closest(".movable");
  pressed = null;
  if (!element || justDragged) return;
  if (fits(element)) propose(element);
  else if (element === held) giveUp();
  else pickUp(element);
});

// --- Keyboard ---------------------------------------------------------------------------------------

/** @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && held && !document.querySelector("dialog[open]")) {
    event.preventDefault();
    return giveUp();
  }
  const element = event.target.closest?.(".movable");
  if (!element || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " " || event.key === "Enter") {
    event.preventDefault();
    if (event.repeat) return;
    justDragged = false;
    element.click();
  } else if (event.key in STEPS) {
    event.preventDefault();
    const all = movables(element.dataset.move);
    all[(all.indexOf(element) + STEPS[event.key] + all.length) % all.length].focus();
  }
});
document.addEventListener("focusin", (event) => {
  if (held && !drag?.shadow) point(fits(event.target) ? event.target : null);
});

// --- The page ---------------------------------------------------------------------------------------

// The page does not renew itself while somebody holds an element or presses one: a tap on a replaced element would be
// lost.
const isHeld = () => Boolean(held || drag || pressed);
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.id === "cockpit" && isHeld()) event.preventDefault();
});
// The response to an earlier request does not replace the tables either; the page polls again later.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.requestConfig.elt.id === "cockpit" && isHeld()) event.detail.shouldSwap = false;
});

// The view's event after the change: the dialog closes, the tables are renewed, the focus stays.
document.addEventListener("moved", async (event) => {
  /** @type {HTMLDialogElement} */
  const dialog = document.getElementById("ask");
  dialog.close();
  const cockpit = document.getElementById("cockpit");
  if (!cockpit) return location.reload();
  await htmx.ajax("GET", cockpit.dataset.at, { target: cockpit, swap: "outerHTML settle:0ms" });
  document.getElementById(event.detail.focus)?.focus();
  say("done");
});
