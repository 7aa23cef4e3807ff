// Entering a smazzata: a draft kept on the device, the live tally; the saving is sending.js's.
// The form works without it (by parts and totals); nothing here knows a rule of the game but "87 in two".

import { editDeclarations } from "./declarations.js";
import { saveBySending, showMine, showRefusal, waitingFor } from "./sending.js";

const CARD_POINTS = 87;
const NOT_KEPT = new Set(["csrfmiddlewaretoken", "key", "based_on", "after", "over", "way"]);

// --- What is typed ------------------------------------------------------------------------------------

const typed = (form) => [...new FormData(form)].filter(([name, value]) => !NOT_KEPT.has(name) && value !== "");

function write(form, entries) {
  for (const field of form.elements) {
    if (!field.name || NOT_KEPT.has(field.name) || field.type === "submit") continue;
    const values = entries.filter(([name]) => name === field.name).map(([, value]) => value);
    if (field.type === "radio" || field.type === "checkbox") field.checked = values.includes(field.value);
    else field.value = values[0] ?? "";
  }
  form.querySelectorAll("details.more-tricks").forEach((more) => { more.open = more.querySelector(":checked") !== null; });
}

// --- The draft: a reload, a flat battery or a lost network loses nothing ---------------------------------

class Draft {
  constructor(name) { this.name = `criccone:smazzata:${name}`; }
  read() { try { return JSON.parse(localStorage.getItem(this.name)); } catch { return null; } }
  keep(draft) { try { localStorage.setItem(this.name, JSON.stringify(draft)); } catch { /* private window */ } }
  forget() { try { localStorage.removeItem(this.name); } catch { /* private window */ } }
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function resume(form, draft, atFirst) {
  const kept = draft.read();
  if (!kept) return;
  if (same(kept.typed, atFirst)) { draft.forget(); return; }
  write(form, kept.typed);
  // The version it was written against: if the deal changed meanwhile, saving shows both.
  form.elements.based_on.value = kept.basedOn;
  form.elements.after.value = kept.after ?? "";
  form.querySelector("[data-draft-found]").hidden = false;
}

// What this device wrote before and still waits is what the form begins with, and what a new writing corrects.
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

function deriveCardPoints(form, changed) {
  const pair = ["A-card_points", "B-card_points"].map((name) => form.elements[name]);
  if (!pair.includes(changed)) return;
  delete changed.dataset.derived;
  const other = pair.find((field) => field !== changed);
  if (other.value !== "" && !other.dataset.derived) return;
  const points = changed.value === "" ? NaN : Number(changed.value);
  const fits = Number.isInteger(points) && points >= 0 && points <= CARD_POINTS;
  other.value = fits ? CARD_POINTS - points : "";
  other.dataset.derived = "yes";
}

function start(form) {
  const draft = new Draft(form.dataset.draft);
  const answer = form.querySelector("#answer");
  const tally = form.querySelector("#tally");
  const recount = () => form.dispatchEvent(new CustomEvent("recount"));
  const declarations = editDeclarations(form);
  const atFirst = typed(form);
  const startedOn = form.elements.based_on.value;

  takeBack(form);
  resume(form, draft, atFirst);
  declarations?.show();
  recount();

  const changed = (event) => {
    delete form.dataset.held;
    if (event.target.name?.endsWith("card_points")) deriveCardPoints(form, event.target);
    draft.keep({ typed: typed(form), basedOn: form.elements.based_on.value, after: form.elements.after.value });
    recount();
  };
  form.addEventListener("input", changed);

  form.addEventListener("click", (event) => {
    const fill = event.target.closest("[data-fill]");
    if (fill) {
      for (const [name, value] of Object.entries(JSON.parse(fill.dataset.fill))) form.elements[name].value = value;
      answer.replaceChildren();
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

  const uncounted = () => tally.replaceChildren(document.getElementById("not-counted").content.cloneNode(true));
  const away = (event) => {
    event.stopPropagation(); // said here, where the thumb is: no second banner at the top
    uncounted();
  };
  form.addEventListener("htmx:sendError", away);
  form.addEventListener("htmx:timeout", away);
  addEventListener("online", recount);
  document.addEventListener("outbox:sent", recount);
  form.addEventListener("recount", () => { delete tally.dataset.counted; });
  form.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target === tally) tally.dataset.counted = "yes";
    showMine(form);
  });
  // A refusal of the table's code comes as 403 and has its own sentence; other 403s are criccone.js's.
  form.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.xhr.getResponseHeader("X-Refusal")) Object.assign(event.detail, { shouldSwap: true, isError: false });
  });
  saveBySending(form, { kept: () => draft.forget() });
  form.dataset.ready = "yes";
}

const form = document.querySelector("[data-deal]");
if (form) start(form);
