// The ordered criteria of a ranking: buttons move the values of the selects. Without this script the selects suffice.

const list = document.querySelector("[data-criteria]");

/** @returns {HTMLElement[]} */
function rows() {
  return [...list.querySelectorAll(":scope > *")];
}

function chosen() {
  return rows().map((row) => row.querySelector("select").value).filter(Boolean);
}

/** @param {string[]} keys */
function show(keys) {
  rows().forEach((row, at) => {
    row.querySelector("select").value = keys[at] ?? "";
    row.hidden = at > keys.length;
    for (const button of row.querySelectorAll("button")) {
      const to = at + Number(button.dataset.by);
      button.disabled = at >= keys.length || to < 0 || to >= keys.length;
    }
  });
}

/**
 * @param {number} at
 * @param {number} by
 */
function move(at, by) {
  const keys = chosen();
  const [key] = keys.splice(at, 1);
  keys.splice(at + by, 0, key);
  show(keys);
  rows()[at + by].querySelector(`[data-by="${by}"]`).focus();
}

/**
 * @param {HTMLElement} row
 * @param {string} sign
 * @param {string} words
 * @param {number} by
 */
function button(row, sign, words, by) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "button button-small";
  made.textContent = sign;
  made.setAttribute("aria-label", words);
  made.dataset.by = String(by);
  made.addEventListener("click", () => move(rows().indexOf(row), by));
  row.querySelector("div").append(made);
}

if (list) {
  for (const row of rows()) {
    button(row, "↑", list.dataset.up, -1);
    button(row, "↓", list.dataset.down, 1);
    row.querySelector("select").addEventListener("change", () => show(chosen()));
  }
  show(chosen());
}
