// Restores the reader's state after a part of the page has been replaced: open details, focus, input, answers being
// sent, and scroll position.

/**
 * @param {HTMLElement} old the part to be replaced
 * @returns {(next: HTMLElement) => void} to be called with the new part
 */
export function keep(old) {
  const restore = [keepOpen(old), keepTyped(old), keepSent(old), keepFocus(old), keepPlace(old)];
  return (next) => restore.forEach((each) => each(next));
}

/**
 * @param {HTMLElement} old
 * @returns {(next: HTMLElement) => void}
 */
function keepOpen(old) {
  /** @type {NodeListOf<HTMLDetailsElement>} */
  const details = old.querySelectorAll("details[id]");
  const was = new Map([...details].map((each) => [each.id, each.open]));
  return (next) =>
    next.querySelectorAll("details").forEach((each) => {
      each.open = was.get(each.id) ?? each.open;
    });
}

/**
 * The fields that the reader can change, by form and name, for choices also by value.
 * @param {HTMLElement} part
 * @returns {Map<string, HTMLInputElement>}
 */
function fieldsOf(part) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = part.querySelectorAll("input:not([type=hidden]), textarea");
  return new Map([...fields].map((field) => {
    const isChoice = field.type === "radio" || field.type === "checkbox";
    const names = [field.form?.getAttribute("action"), field.id, field.name, isChoice && field.value];
    return [names.join(" "), field];
  }));
}

/**
 * @param {HTMLElement} old
 * @returns {(next: HTMLElement) => void}
 */
function keepTyped(old) {
  const before = fieldsOf(old);
  return (next) => {
    for (const [name, field] of fieldsOf(next)) {
      const was = before.get(name);
      if (!was) continue;
      if (was.value !== was.defaultValue) field.value = was.value;
      if (was.checked !== was.defaultChecked) field.checked = was.checked;
    }
  };
}

/**
 * A function that finds a form's control in the new part: by its id, else by its position in the form.
 * @param {HTMLInputElement | HTMLButtonElement} control
 * @returns {(next: HTMLElement) => HTMLElement | null}
 */
export function findAgain(control) {
  const action = CSS.escape(control.form.getAttribute("action"));
  const place = [...control.form.elements].indexOf(control);
  return (next) => {
    /** @type {HTMLFormElement | null} */
    const form = next.querySelector(`form[action="${action}"]`);
    const named = control.id ? next.querySelector(`#${CSS.escape(control.id)}`) : null;
    return /** @type {HTMLElement | null} */ (named ?? form?.elements[place] ?? null);
  };
}

/**
 * @param {HTMLElement} old
 * @returns {(next: HTMLElement) => void}
 */
function keepFocus(old) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const button = focused instanceof HTMLButtonElement && focused.form ? findAgain(focused) : null;
  const href = focused?.getAttribute("href");
  const field = [...fieldsOf(old)].find(([, each]) => each === focused);
  const { selectionStart, selectionEnd } = field?.[1] ?? {};
  return (next) => {
    if (button) button(next)?.focus({ preventScroll: true });
    else if (field) {
      const same = fieldsOf(next).get(field[0]);
      same?.focus({ preventScroll: true });
      if (same && selectionStart !== null) same.setSelectionRange(selectionStart, selectionEnd);
    } else if (href) next.querySelector(`a[href="${CSS.escape(href)}"]`)?.focus({ preventScroll: true });
    else if (focused?.closest("details")) {
      document.getElementById(focused.closest("details").id)?.querySelector("summary").focus({
        preventScroll: true,
      });
    }
  };
}

/** @param {HTMLFormElement} form */
const seenDeals = (form) => new FormData(form).getAll("seen").join(" ");

/**
 * Keeps the button of an answer being sent (waiting.js) disabled, as long as the deals in question are the same.
 * @param {HTMLElement} old
 * @returns {(next: HTMLElement) => void}
 */
function keepSent(old) {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const sent = old.querySelectorAll("button[data-awaits]:disabled");
  return (next) =>
    sent.forEach((button) => {
      const action = CSS.escape(button.form.getAttribute("action"));
      /** @type {HTMLFormElement | null} */
      const form = next.querySelector(`form[action="${action}"]`);
      /** @type {HTMLButtonElement | null} */
      const same = form?.querySelector("button:not([type=button])");
      if (!same || seenDeals(form) !== seenDeals(button.form)) return;
      same.disabled = true;
      same.dataset.awaits = button.dataset.awaits;
    });
}

/**
 * Keeps the element at the top of the screen in place when the page grows or shrinks above it.
 * @param {HTMLElement} old
 * @returns {(next: HTMLElement) => void}
 */
function keepPlace(old) {
  if (scrollY === 0) return () => {};
  const seen = [...old.querySelectorAll("[id]")].find((each) => each.getBoundingClientRect().top >= 0);
  const top = seen?.getBoundingClientRect().top;
  return () => {
    const same = seen && document.getElementById(seen.id);
    if (same) scrollBy({ top: same.getBoundingClientRect().top - top, behavior: "instant" });
  };
}
