// The settings of an evening: fields and options that only some games have, for the game that is chosen.

/** @param {HTMLFormElement} form */
function show(form) {
  const chosen = new FormData(form).get("game");
  if (!chosen) return;
  for (const part of form.querySelectorAll("[data-games]")) {
    const isForeign = !part.dataset.games.split(" ").includes(String(chosen));
    part.hidden = isForeign;
    if (part instanceof HTMLOptionElement) {
      part.disabled = isForeign;
      // The first option leaves the choice to the game.
      if (isForeign && part.selected) part.closest("select").selectedIndex = 0;
    } else if (isForeign) {
      for (const input of part.querySelectorAll("input")) input.value = "";
      for (const select of part.querySelectorAll("select")) select.selectedIndex = 0;
    }
  }
}

for (const form of document.forms) show(form);
document.addEventListener("change", (event) => {
  if (event.target.name === "game") show(event.target.form);
});
