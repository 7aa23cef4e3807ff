// Adds up the parts of a deal without a network. Only the server checks whether they are possible.

import { totalOfParts } from "./engine.js";

/**
 * The tally with every column's total; undefined if something is missing, or on a form that does not add up parts.
 * @param {HTMLFormElement} form
 */
export function addUp(form) {
  /** @type {HTMLTemplateElement} */
  const template = document.getElementById("added-up");
  /** @type {HTMLInputElement} */
  const lastTrick = form.querySelector("[name=last_trick]:checked");
  if (!template || !lastTrick) return undefined;
  const added = template.content.cloneNode(true);
  for (const part of added.querySelectorAll("[data-column]")) {
    const { column, lastTrickPoints } = part.dataset;
    /** @type {NodeListOf<HTMLInputElement>} */
    const fields = form.querySelectorAll(`input[name^="${column}-"]`);
    if (form.elements[`${column}-card_points`].value === "") return undefined;
    const parts = [...fields].map((field) => field.value);
    const total = totalOfParts(parts, lastTrick.value === column ? Number(lastTrickPoints) : 0);
    if (total === undefined) return undefined;
    part.querySelector("[data-total]").textContent = String(total);
  }
  return added;
}
