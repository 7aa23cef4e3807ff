// Entering a deal: the draft, stored on the device, and the live tally; sending.js saves the deal. A heap is counted on
// the device, figures by the server. By parts or totals, the form works without this script.

import { showTapped, tapCards } from "./cards.js";
import { editDeclarations } from "./declarations.js";
import { remainder } from "./engine.js";
import { countLive } from "./live_count.js";
import { addUp } from "./parts.js";
import { moveByArrows } from "./roving.js";
import { saveBySending, showMine, showRefusal, waitingFor } from "./sending.js";

const NOT_KEPT = new Set([
  "csrfmiddlewaretoken",
  "key",
  "based_on",
  "after",
  "over",
  "way",
  "grande_in_heap",
]);

// --- What is typed ------------------------------------------------------------------------------------

/**
 * @param {HTMLFormElement} form
 * @returns {HTMLInputElement[]}
 */
const controls = (form) => /** @type {HTMLInputElement[]} */ ([...form.elements]);

/** @param {HTMLFormElement} form */
const typed = (form) =>
  /** @type {Fields} */ ([...new FormData(form)]).filter(([name, value]) =>
    !NOT_KEPT.has(name) && value !== ""
  );

/**
 * @param {HTMLFormElement} form
 * @param {Fields} entries
 */
function write(form, entries) {
  for (const field of controls(form)) {
    if (!field.name || NOT_KEPT.has(field.name) || field.type === "submit") continue;
    const values = entries.filter(([name]) => name === field.name).map(([, value]) => value);
    if (field.type === "radio" || field.type === "checkbox") field.checked = values.includes(field.value);
    else field.value = values[0] ?? "";
  }
  /** @type {NodeListOf<HTMLDetailsElement>} */
  const details = form.querySelectorAll("details.more-tricks");
  details.forEach((more) => {
    more.open = more.querySelector(":checked") !== null;
  });
}

// --- The draft, which survives a reload, a flat battery and a lost network ---------------------------------

class Draft {
  /** @param {string} name */
  constructor(name) {
    this.name = `criccone:smazzata:${name}`;
  }
  /** @returns {KeptDraft | null} */
  read() {
    try {
      return JSON.parse(localStorage.getItem(this.name));
    } catch {
      return null;
    }
  }
  /** @param {KeptDraft} draft */
  keep(draft) {
    try {
      localStorage.setItem(this.name, JSON.stringify(draft));
    } catch { /* private window */ }
  }
  forget() {
    try {
      localStorage.removeItem(this.name);
    } catch { /* private window */ }
  }
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Puts the draft back into the form; returns whether there was one.
 * @param {HTMLFormElement} form
 * @param {Draft} draft
 * @param {Fields} atFirst
 */
function resume(form, draft, atFirst) {
  const kept = draft.read();
  if (!kept) return false;
  if (same(kept.typed, atFirst)) {
    draft.forget();
    return false;
  }
  write(form, kept.typed);
  // The version on which the draft is based: if the deal has changed since, saving shows both.
  form.elements.based_on.value = kept.basedOn;
  form.elements.after.value = kept.after ?? "";
  form.querySelector("[data-draft-found]").hidden = false;
  return true;
}

/**
 * Fills the form with the figures that this device has in its outbox; saving again corrects them.
 * @param {HTMLFormElement} form
 */
function takeBack(form) {
  const { entry, isThisWay } = waitingFor(form);
  if (!entry) return;
  if (entry.state === "waiting") form.elements.after.value = entry.key;
  if (!isThisWay) return;
  write(form, entry.fields);
  form.elements.based_on.value = entry.fields.find(([name]) => name === "based_on")[1];
  if (entry.state === "refused") showRefusal(form, entry);
}

// --- The form ------------------------------------------------------------------------------------------

/**
 * Fills the only blank column of a figure whose sum over all columns is fixed.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} changed
 */
function deriveShared(form, changed) {
  const { shared, sharedPoints } = form.querySelector("[data-shared]")?.dataset ?? {};
  if (!shared || !changed.name?.endsWith(`-${shared}`)) return;
  const fields = controls(form).filter((field) => field.name?.endsWith(`-${shared}`));
  delete changed.dataset.derived;
  const open = fields.filter((field) => field !== changed && (field.value === "" || field.dataset.derived));
  if (open.length !== 1) return;
  const others = fields.filter((field) => field !== open[0]).map((field) => field.value);
  open[0].value = String(remainder(Number(sharedPoints), others) ?? "");
  open[0].dataset.derived = "yes";
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} answer
 * @param {Draft} draft
 */
function correctAtOnce(form, answer, draft) {
  form.addEventListener("htmx:afterRequest", (event) => {
    const { elt, xhr } = event.detail;
    if (elt === form && xhr?.getResponseHeader("HX-Redirect")) draft.forget();
  });
  form.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target === answer) answer.scrollIntoView({ block: "center" });
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}

let leaving = new AbortController(); // removes the listeners of the previous form

/** @param {HTMLFormElement} form */
function start(form) {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const draft = new Draft(form.dataset.draft);
  const answer = form.querySelector("#answer");
  const tally = form.querySelector("#tally");
  /** @type {number | undefined} The timer of a delayed count. */
  let again;
  const countOnDevice = countLive(form, (idle) => showTapped(form, idle), signal);
  const recount = countOnDevice ?? (() => form.dispatchEvent(new CustomEvent("recount")));
  const declarations = editDeclarations(form);
  tapCards(form);
  const atFirst = typed(form);
  const startedOn = form.elements.based_on.value;

  // Removes a preview or a plain refusal, which is about other figures; the choice between two devices' deals stays.
  const clearAnswer = () => {
    form.dataset.edited = "yes";
    if (!answer.querySelector(".conflict")) answer.replaceChildren();
  };

  takeBack(form);
  if (resume(form, draft, atFirst)) clearAnswer();
  declarations?.show();
  recount();

  /** @param {Event & { target: EventTarget }} event */
  const changed = (event) => {
    delete form.dataset.held;
    clearAnswer();
    if (event.target instanceof HTMLInputElement) deriveShared(form, event.target);
    draft.keep({
      typed: typed(form),
      basedOn: form.elements.based_on.value,
      after: form.elements.after.value,
    });
    recount();
  };
  form.addEventListener("input", changed);

  form.addEventListener("click", (event) => {
    const fill = event.target.closest("[data-fill]");
    if (fill) {
      for (const [name, value] of Object.entries(JSON.parse(fill.dataset.fill))) {
        form.elements[name].value = value;
      }
      changed(event);
    }
    if (event.target.closest("[data-draft-forget]")) draft.forget();
    if (event.target.closest("[data-draft-drop]")) {
      draft.forget();
      write(form, atFirst);
      form.elements.based_on.value = startedOn;
      form.querySelector("[data-draft-found]").hidden = true;
      declarations?.show();
      recount();
    }
  });

  /** @type {HTMLTemplateElement} */
  const notCounted = document.getElementById("not-counted");
  const uncounted = () => tally.replaceChildren(addUp(form) ?? notCounted.content.cloneNode(true));
  /** @param {HtmxEvent} event */
  const away = (event) => {
    if (event.detail.elt === form) return; // a correction is not stored on the device: the banner says so
    event.stopPropagation(); // the message is here, near the thumb: no banner at the top
    uncounted();
  };
  form.addEventListener("htmx:sendError", away);
  form.addEventListener("htmx:timeout", away);
  // The server is too busy to count: the page sends the request again later.
  form.addEventListener("htmx:responseError", (event) => {
    const seconds = Number(event.detail.xhr.getResponseHeader("Retry-After"));
    if (event.detail.elt !== tally || !seconds) return;
    event.stopPropagation();
    tally.replaceChildren(); // the total shown is of other figures
    clearTimeout(again);
    again = setTimeout(recount, 1000 * seconds);
  });
  addEventListener("online", recount, { signal });
  document.addEventListener("outbox:sent", recount, { signal });
  form.addEventListener("recount", () => {
    clearTimeout(again);
    delete tally.dataset.counted;
  });
  form.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target === tally) tally.dataset.counted = "yes";
    showMine(form);
  });
  // A 403 for the table's code has a sentence of its own, which is shown here; messages.js handles other 403s.
  form.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.xhr.getResponseHeader("X-Refusal")) {
      Object.assign(event.detail, { shouldSwap: true, isError: false });
    }
  });
  // A correction of a settled round is previewed and then saved by requests of its own, without the outbox.
  if (form.dataset.number) saveBySending(form, { kept: () => draft.forget(), signal });
  else correctAtOnce(form, answer, draft);
  form.dataset.ready = "yes";
}

function startForm() {
  /** @type {HTMLFormElement | null} */
  const form = document.querySelector("[data-deal]");
  const ways = document.querySelector(".ways");
  if (ways) moveByArrows(ways, "[aria-current]");
  if (form) start(form);
}

document.addEventListener("page:shown", startForm);
startForm();
