// What the pages do in the browser beyond htmx: theme, banners, toasts, the network, lists to pick from.
// Every page works without it; no framework, no build.

const words = document.getElementById("words").dataset;

// --- Theme ------------------------------------------------------------------------------------------

function switchTheme() {
  const root = document.documentElement;
  const systemDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = root.dataset.theme || (systemDark ? "dark" : "light");
  root.dataset.theme = now === "dark" ? "light" : "dark";
  try {
    localStorage.setItem("theme", root.dataset.theme);
  } catch { /* private window: not remembered */ }
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-theme-switch]")) switchTheme();
  event.target.closest("[data-dismiss]")?.closest(".banner")?.remove();
  if (event.target.closest("[data-print]")) print();
});

// --- Banners and toasts -----------------------------------------------------------------------------

function sign(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  svg.setAttribute("class", "sign");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `${words.signs}#${name}`);
  svg.append(use);
  return svg;
}

function showError(text, name = "avviso") {
  const banner = document.createElement("div");
  const close = document.createElement("button");
  const body = document.createElement("div");
  banner.className = "banner banner-error";
  banner.setAttribute("role", "alert");
  body.textContent = text;
  close.className = "plain";
  close.type = "button";
  close.dataset.dismiss = "";
  close.setAttribute("aria-label", words.dismiss);
  close.append(sign("no"));
  banner.append(sign(name), body, close);
  const region = document.getElementById("messages");
  region?.querySelectorAll("[data-from-script]").forEach((old) => old.remove());
  banner.dataset.fromScript = "";
  region?.prepend(banner);
  if (region && region.getBoundingClientRect().bottom < 0) showToast(text);
}

let toastTimer;
function showToast(text) {
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.append(sign("fatto"), text);
  document.getElementById("toasts").replaceChildren(toast);
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => toast.remove(), 6000);
}

// A view asks for one with the header HX-Trigger: {"toast": "Risultato salvato"}.
document.addEventListener("toast", (event) => showToast(event.detail.value));
// A live part of the page says what its arrival means: data-toast="Nuova classifica".
document.addEventListener("htmx:sseMessage", (event) => {
  const text = event.target.dataset?.toast;
  if (text) showToast(text);
});

// --- Network ----------------------------------------------------------------------------------------

addEventListener("offline", () => showError(words.offline, "rete"));
addEventListener("online", () => {
  document.querySelectorAll("#messages [data-from-script]").forEach((old) => old.remove());
  showToast(words.online);
});
document.addEventListener(
  "htmx:sendError",
  () => showError(navigator.onLine ? words.unreachable : words.offline, "rete"),
);
document.addEventListener("htmx:responseError", (event) => {
  const sentences = { 401: words.forbidden, 403: words.forbidden, 404: words.missing };
  showError(sentences[event.detail.xhr.status] || words.failed);
});

// --- Picking from a list, with the keyboard alone -----------------------------------------------------
// <div class="combo"><input role="combobox" aria-controls="x"> <ul id="x" role="listbox" class="options"></ul></div>
// The list's items come by htmx: <li role="option" data-value="7">Anna Rossi</li>; the chosen value goes
// into the input named by data-value-into, if there is one, and is forgotten as soon as the text changes.

const listOf = (input) => document.getElementById(input.getAttribute("aria-controls"));
const optionsOf = (input) => [...listOf(input).querySelectorAll('[role="option"]')];

function mark(input, option) {
  optionsOf(input).forEach((each) => each.setAttribute("aria-selected", String(each === option)));
  if (!option) return input.removeAttribute("aria-activedescendant");
  option.id ||= `option-${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  input.setAttribute("aria-activedescendant", option.id);
  option.scrollIntoView({ block: "nearest" });
}

function closeList(input) {
  listOf(input)?.replaceChildren();
  input.setAttribute("aria-expanded", "false");
  input.removeAttribute("aria-activedescendant");
}

function setValue(input, value) {
  const hidden = input.dataset.valueInto && input.form?.elements[input.dataset.valueInto];
  if (hidden) hidden.value = value;
}

function choose(input, option) {
  input.value = option.dataset.text || option.textContent.trim();
  setValue(input, option.dataset.value || "");
  closeList(input);
  input.dispatchEvent(new CustomEvent("chosen", { bubbles: true, detail: { value: option.dataset.value } }));
}

function move(input, step) {
  const options = optionsOf(input);
  const at = options.findIndex((each) => each.getAttribute("aria-selected") === "true");
  const next = at < 0 && step < 0 ? options.length - 1 : (at + step + options.length) % options.length;
  if (options.length) mark(input, options[next]);
}

document.addEventListener("keydown", (event) => {
  const input = event.target.closest?.('[role="combobox"]');
  if (!input || !optionsOf(input).length) return;
  const marked = optionsOf(input).find((each) => each.getAttribute("aria-selected") === "true");
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    move(input, event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Enter" && marked) {
    event.preventDefault();
    choose(input, marked);
  } else if (event.key === "Tab" && marked) {
    choose(input, marked);
  } else if (event.key === "Escape") {
    closeList(input);
  }
});
document.addEventListener("input", (event) => {
  if (event.target.matches?.('[role="combobox"]')) setValue(event.target, "");
});
// mousedown, not click: the input must not lose focus before the choice is made.
document.addEventListener("mousedown", (event) => {
  const option = event.target.closest?.('.options [role="option"]');
  if (!option) return;
  event.preventDefault();
  const input = document.querySelector(`[aria-controls="${option.closest('[role="listbox"]').id}"]`);
  choose(input, option);
  input.focus();
});
document.addEventListener("focusout", (event) => {
  if (event.target.matches?.('[role="combobox"]')) closeList(event.target);
});
document.addEventListener("htmx:afterSwap", (event) => {
  const input = event.target.id &&
    document.querySelector(`[role="combobox"][aria-controls="${event.target.id}"]`);
  if (!input) return;
  if (document.activeElement !== input) return closeList(input);
  input.setAttribute("aria-expanded", String(optionsOf(input).length > 0));
});
