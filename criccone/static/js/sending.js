// Saves a deal in the outbox, sends it to the server, and shows the outcome.

import { go, here } from "./going.js";
import { changes, drop, lastFor, newKey, send, sendAgain } from "./outbox.js";

const NOT_SENT = new Set(["csrfmiddlewaretoken", "key"]);
const NOT_CONTENT = new Set([...NOT_SENT, "based_on", "after", "over"]);

/**
 * The fields to send. The button is added by hand: older phones do not know FormData's second argument.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} [button]
 * @returns {Fields}
 */
const fieldsOf = (form, button) =>
  /** @type {Fields} */ ([...new FormData(form), ...(button?.name ? [[button.name, button.value]] : [])])
    .filter(([name]) => !NOT_SENT.has(name));
/** @param {Fields} fields */
const contentOf = (fields) =>
  JSON.stringify(fields.filter(([name, value]) => !NOT_CONTENT.has(name) && value !== ""));
/** @param {Fields} fields */
const isOver = (fields) => fields.some(([name]) => name === "over");

/**
 * The figures in a short text: the totals if they are counted, else the typed figures.
 * @param {HTMLFormElement} form
 */
function inWords(form) {
  const tally = form.querySelector("#tally");
  const totals = [...tally.querySelectorAll("[data-total]")].map((each) => each.textContent.trim());
  if (totals.length > 1 && tally.dataset.counted) return totals.join(" – ");
  const rows = [...form.querySelectorAll(".figures tbody tr")].map((row) => {
    const values = [...row.querySelectorAll("input")].map((field) => field.value || "0");
    return values.some((value) => value !== "0") &&
      `${row.querySelector("th").firstChild.textContent.trim()} ${values.join(" – ")}`;
  });
  const lit = form.querySelectorAll("[data-heap-cards] [type=checkbox]:checked").length;
  const cards = lit + Number(new FormData(form).get("moors"));
  return rows.filter(Boolean).join(", ") || (cards ? form.dataset.cards.replace("{n}", String(cards)) : "");
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} [button]
 * @returns {Omit<Entry, "order" | "state">}
 */
function entryOf(form, button) {
  const { table, place, person } = document.querySelector("[data-waiting]").dataset;
  const key = newKey();
  return {
    key,
    table,
    place,
    person,
    url: form.getAttribute("action"),
    number: Number(form.dataset.number),
    page: here() + (form.dataset.mode ? `?modo=${form.dataset.mode}` : ""),
    figures: inWords(form),
    fields: [...fieldsOf(form, button), ["key", key]],
  };
}

/**
 * This device's entry for the form's deal that the server has not accepted yet, and whether it has the form's way.
 * @param {HTMLFormElement} form
 */
export function waitingFor(form) {
  const entry = lastFor(form.getAttribute("action"));
  const isThisWay = entry?.fields.some(([name, value]) =>
    name === "way" && value === form.elements.way.value
  );
  return { entry, isThisWay };
}

/**
 * Saves the form whenever it is submitted, until `signal` aborts; calls `kept` as soon as the device holds the entry.
 * @param {HTMLFormElement} form
 * @param {{ kept: () => void, signal: AbortSignal }} options
 */
export function saveBySending(form, { kept, signal }) {
  const answer = form.querySelector("#answer");
  /** @type {NodeListOf<HTMLButtonElement>} */
  const saves = form.querySelectorAll(".save");
  const buttons = [...saves];

  /** @param {Outcome} outcome */
  const showOutcome = (outcome) => {
    if (outcome.kind === "sent") {
      go(outcome.next || document.querySelector("[data-waiting]").dataset.table);
    } else if (outcome.kind === "refused") showRefusal(form, outcome);
    else {
      form.dataset.held = "yes"; // nothing more to save until it is changed
      delete form.dataset.edited;
      answer.replaceChildren(); // the list of waiting entries shows it
      document.querySelector("[data-waiting]").scrollIntoView({ block: "center" });
    }
  };

  /** @param {HTMLButtonElement} by */
  const save = async (by) => {
    const fields = fieldsOf(form, by);
    const last = lastFor(form.getAttribute("action"));
    // Equal fields sent once more are a retry, not a new entry.
    if (last?.state === "waiting" && !isOver(fields) && contentOf(last.fields) === contentOf(fields)) {
      return sendAgain(last.key);
    }
    if (last?.state === "waiting") form.elements.after.value = last.key;
    const entry = entryOf(form, by);
    const outcome = send(entry);
    kept();
    form.elements.after.value = entry.key; // later entries of this page correct this one
    return outcome;
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (buttons.some((each) => each.disabled)) return;
    buttons.forEach((each) => {
      each.disabled = true;
    });
    try {
      showOutcome(await save(event.submitter));
    } finally {
      buttons.forEach((each) => {
        each.disabled = false;
      });
    }
  });
  form.addEventListener("click", (event) => {
    const entry = event.target.closest("[data-draft-forget]") && lastFor(form.getAttribute("action"));
    if (entry?.state === "refused") drop(entry);
  });
  // An entry that waited for the network may be refused while its form is still open.
  const showLateRefusal = () => {
    const { entry, isThisWay } = waitingFor(form);
    const isUntouched = !form.dataset.edited && !answer.children.length;
    if (entry?.state !== "refused" || !isThisWay || !isUntouched) return;
    showRefusal(form, entry);
    form.dispatchEvent(new CustomEvent("recount")); // the server counts again
  };
  changes.addEventListener("changed", showLateRefusal, { signal });
}

/**
 * Shows the server's refusal.
 * @param {HTMLFormElement} form
 * @param {{ html?: string }} refused
 */
export function showRefusal(form, { html }) {
  const answer = form.querySelector("#answer");
  const parsed = document.createElement("template");
  parsed.innerHTML = html;
  const isPage = parsed.content.querySelector("main, title"); // an error page, not a refusal
  /** @type {HTMLTemplateElement} */
  const oddly = document.getElementById("refused-oddly");
  answer.replaceChildren(
    isPage ? oddly.content.cloneNode(true) : parsed.content,
  );
  delete form.dataset.edited;
  delete form.dataset.held;
  showMine(form);
  answer.scrollIntoView({ block: "center" });
}

/**
 * Shows the figures of this device beside those that another device wrote.
 * @param {HTMLFormElement} form
 */
export function showMine(form) {
  const totals = [...form.querySelectorAll("[data-total]")].map((each) => each.textContent.trim());
  const mine = form.querySelector("[data-mine]");
  if (mine && totals.length) mine.textContent = totals.join(" – ");
}
