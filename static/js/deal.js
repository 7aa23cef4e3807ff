// Entering a smazzata: the key of each writing, a draft kept on the device, the live tally, the network.
// The form works without it (by parts and totals); nothing here knows a rule of the game.

import { tapCards } from "./cards.js";
import { editDeclarations } from "./declarations.js";

const NOT_KEPT = new Set(["csrfmiddlewaretoken", "key", "based_on", "over", "way"]);

// crypto.randomUUID exists only on https and localhost; a club's laptop answers on plain http.
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

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
  form.elements.key.value = kept.key;
  form.querySelector("[data-draft-found]").hidden = false;
}

// --- The form ------------------------------------------------------------------------------------------

// Of the figure that all share out, the one column not written has what the others leave.
function deriveShared(form, changed) {
  const { shared, sharedPoints } = form.querySelector("[data-shared]")?.dataset ?? {};
  if (!shared || !changed.name?.endsWith(`-${shared}`)) return;
  const fields = [...form.elements].filter((field) => field.name?.endsWith(`-${shared}`));
  delete changed.dataset.derived;
  const open = fields.filter((field) => field !== changed && (field.value === "" || field.dataset.derived));
  if (open.length !== 1) return;
  const written = fields.filter((field) => field !== open[0]).map((field) => (field.value === "" ? NaN : Number(field.value)));
  const rest = Number(sharedPoints) - written.reduce((sum, points) => sum + points, 0);
  open[0].value = Number.isInteger(rest) && rest >= 0 && written.every((points) => points >= 0) ? rest : "";
  open[0].dataset.derived = "yes";
}

function start(form) {
  const draft = new Draft(form.dataset.draft);
  const answer = form.querySelector("#answer");
  const tally = form.querySelector("#tally");
  const recount = () => form.dispatchEvent(new CustomEvent("recount"));
  const declarations = editDeclarations(form);
  tapCards(form);
  const atFirst = typed(form);
  const startedOn = form.elements.based_on.value;

  form.elements.key.value = newKey();
  resume(form, draft, atFirst);
  declarations?.show();
  recount();

  const changed = (event) => {
    // A new writing: the old key may already stand for another one.
    form.elements.key.value = newKey();
    if (answer.querySelector(".foreseen")) answer.replaceChildren(); // told of other figures
    deriveShared(form, event.target);
    draft.keep({ typed: typed(form), basedOn: form.elements.based_on.value, key: form.elements.key.value });
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
      form.elements.key.value = newKey();
      form.querySelector("[data-draft-found]").hidden = true;
      declarations?.show();
      recount();
    }
  });

  const notSent = () => {
    answer.replaceChildren(document.getElementById("not-sent").content.cloneNode(true));
    answer.scrollIntoView({ block: "center" });
  };
  const uncounted = () => tally.replaceChildren(document.getElementById("not-counted").content.cloneNode(true));
  const away = (event) => {
    event.stopPropagation(); // said here, where the thumb is: no second banner at the top
    if (event.detail.elt === form) notSent(); else uncounted();
  };
  form.addEventListener("htmx:sendError", away);
  form.addEventListener("htmx:timeout", away);
  addEventListener("online", recount);
  form.addEventListener("htmx:responseError", (event) => { if (event.detail.elt === form) notSent(); });
  form.addEventListener("htmx:afterRequest", (event) => {
    const { elt, xhr } = event.detail;
    if (elt === form && xhr?.getResponseHeader("HX-Redirect")) draft.forget();
  });
  // A refusal of the table's code comes as 403 and has its own sentence; other 403s are criccone.js's.
  form.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.xhr.getResponseHeader("X-Refusal")) Object.assign(event.detail, { shouldSwap: true, isError: false });
  });
  form.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target === answer) answer.scrollIntoView({ block: "center" });
    const totals = [...form.querySelectorAll("[data-total]")].map((each) => each.textContent);
    const mine = form.querySelector("[data-mine]");
    if (mine && totals.length) mine.textContent = totals.join(" – ");
  });
}

// Without this, a page taken back by the browser's own memory would send its old key again.
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

const form = document.querySelector("[data-deal]");
if (form) start(form);
