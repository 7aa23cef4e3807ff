// "My pair": chosen by name, by number or on its page; stored on this device, and shown first.

const code = location.pathname.split("/")[2];
const KEY = `mine-${code}`;
const find = document.querySelector("[data-find]");
const mine = document.querySelector("[data-mine]");
const follow = document.querySelector("[data-follow]");

function kept() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** @param {string | null} number */
function keep(number) {
  try {
    if (number) localStorage.setItem(KEY, number);
    else localStorage.removeItem(KEY);
  } catch { /* private window: only until the page closes */ }
  show(number);
}

// --- Showing ------------------------------------------------------------------------------------------

function show(number = kept()) {
  document.querySelectorAll("[data-pair], [data-pairs]").forEach((each) => {
    const pairs = (each.dataset.pair || each.dataset.pairs).split(" ");
    each.classList.toggle("is-mine", Boolean(number) && pairs.includes(number));
  });
  if (follow) {
    follow.hidden = false;
    follow.setAttribute("aria-pressed", String(follow.dataset.follow === number));
  }
  if (!mine) return;
  const parts = number ? [tableCard(number), placeLine(number)].filter(Boolean) : [];
  mine.querySelector("[data-mine-body]").replaceChildren(...parts);
  mine.hidden = !parts.length;
  find.hidden = !pairs().length || !mine.hidden;
  find.removeAttribute("data-coming");
}

/** @param {string} number */
function tableCard(number) {
  const original = document.querySelector(`#live [data-pairs~="${number}"]`);
  const copy = original?.cloneNode(true);
  copy?.querySelectorAll("[id], [aria-labelledby]").forEach((each) => {
    each.removeAttribute("id");
    each.removeAttribute("aria-labelledby");
  });
  return copy;
}

/** @param {string} number */
function placeLine(number) {
  const row = document.querySelector(`#live tr[data-pair="${number}"]`);
  if (!row) return tableCard(number) ? null : nameLine(number);
  /** @type {Record<string, HTMLElement>} */
  const cells = {
    place: row.querySelector(".rank"),
    points: row.querySelector(".points"),
    difference: row.querySelector(".wide"),
  };
  const link = document.createElement("a");
  link.href = row.querySelector("a").href;
  link.textContent = mine.dataset.open;
  const line = document.createElement("p");
  line.className = "mine-place";
  const words = mine.dataset.place.replace(/%\((\w+)\)s/g, (_all, name) => cells[name].textContent.trim());
  line.append(`${row.querySelector(".row-link").textContent.trim()}: ${words}. `, link);
  return line;
}

/** @param {string} number */
function nameLine(number) {
  const pair = pairs().find((each) => String(each.number) === number);
  if (!pair) return null;
  const line = document.createElement("p");
  line.textContent = pair.name;
  return line;
}

// --- Searching ------------------------------------------------------------------------------------------

/** @returns {{ number: number, name: string }[]} */
function pairs() {
  return JSON.parse(document.getElementById("pairs")?.textContent || "[]");
}

/** @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * Whether every word typed begins a word of the pair's names, or is its number.
 * @param {{ number: number, name: string }} pair
 * @param {string} typed
 */
function matches(pair, typed) {
  const words = plain(pair.name).split(/[^\p{L}\d]+/u);
  return plain(typed).split(/\s+/).filter(Boolean)
    .every((start) => String(pair.number) === start || words.some((word) => word.startsWith(start)));
}

/** @param {HTMLInputElement} input */
function showOptions(input) {
  const shown = input.value.trim() ? pairs().filter((pair) => matches(pair, input.value)).slice(0, 8) : [];
  const options = shown.map((pair) => {
    const option = document.createElement("li");
    option.setAttribute("role", "option");
    option.dataset.value = String(pair.number);
    option.append(pair.name);
    const number = document.createElement("small");
    number.textContent = String(pair.number);
    option.append(number);
    return option;
  });
  document.getElementById("find-list").replaceChildren(...options);
  input.setAttribute("aria-expanded", String(options.length > 0));
  const none = find.querySelector("[data-none]");
  none.textContent = options.length || !input.value.trim() ? "" : none.dataset.none;
}

/**
 * The pair that Enter chooses where no option is marked, as on a phone: the one of that number, or the only option.
 * @param {HTMLInputElement} input
 */
function pairForEnter(input) {
  const numbers = [...document.getElementById("find-list").children].map((each) => each.dataset.value);
  return numbers.find((number) => number === input.value.trim()) || (numbers.length === 1 && numbers[0]);
}

if (find) {
  const input = find.querySelector("input");
  // Loaded only for a search, because most readers never search.
  input.addEventListener("focus", () => import("./combobox.js"), { once: true });
  input.addEventListener("input", () => showOptions(input));
  input.addEventListener("keydown", (event) => {
    const number = event.key === "Enter" && !input.hasAttribute("aria-activedescendant") &&
      pairForEnter(input);
    if (!number) return;
    event.preventDefault();
    input.dispatchEvent(new CustomEvent("chosen", { detail: { value: number } }));
    showOptions(input);
  });
  input.addEventListener("chosen", (event) => {
    keep(event.detail.value);
    input.value = "";
    mine.querySelector("button").focus({ preventScroll: true });
  });
}
mine?.querySelector("[data-forget]").addEventListener("click", () => {
  keep(null);
  find.querySelector("input").focus();
});
follow?.addEventListener(
  "click",
  () => keep(follow.dataset.follow === kept() ? null : follow.dataset.follow),
);
document.addEventListener("live:changed", () => show());

show();
