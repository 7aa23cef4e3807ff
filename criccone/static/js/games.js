// The settings of an evening: shows the fields and options that the chosen game has.

/** @param {HTMLFormElement} form */
function show(form) {
  const chosen = new FormData(form).get("game");
  if (!chosen) return;
  for (const part of form.querySelectorAll("[data-games]")) {
    const isForeign = !part.dataset.games.split(" ").includes(String(chosen));
    part.hidden = isForeign;
    if (part instanceof HTMLOptionElement) {
      part.disabled = isForeign;
      // The first option is the game's usual choice.
      if (isForeign && part.selected) part.closest("select").selectedIndex = 0;
    } else if (isForeign) {
      for (const input of part.querySelectorAll("input")) input.value = "";
      for (const select of part.querySelectorAll("select")) select.selectedIndex = 0;
    }
  }
}

/**
 * Hides the number of rounds in a challenge that is played until an hour.
 *
 * @param {HTMLFormElement} form
 */
function showTurns(form) {
  const turns = form.elements.namedItem("turns");
  if (!(turns instanceof HTMLInputElement) || !form.elements.namedItem("plays_until")) return;
  const sent = new FormData(form);
  turns.closest(".field").hidden = sent.get("format") === "challenge" && Boolean(sent.get("plays_until"));
}

for (const form of document.forms) {
  show(form);
  showTurns(form);
}
document.addEventListener("change", ({ target }) => {
  if (target.name === "game") show(target.form);
  if (["format", "plays_until"].includes(target.name)) showTurns(target.form);
});
