// Many controls, one Tab stop ("roving tabindex", as in a toolbar): Tab reaches the control that had the focus last, arrow
// keys move to its neighbours on the screen, Home and End to the first and the last control.

/** The visible box: the label's, if the control is inside a label. @param {HTMLElement} control */
const boxOf = (control) => (control.closest("label") ?? control).getBoundingClientRect();

/**
 * The nearest control in the next row above or below.
 * @param {HTMLElement[]} controls
 * @param {HTMLElement} from
 * @param {1 | -1} direction down or up
 */
function inNextRow(controls, from, direction) {
  const here = boxOf(from);
  /** @param {DOMRect} box */
  const down = (box) => direction * (box.top + box.height / 2 - here.top - here.height / 2);
  /** @param {DOMRect} box */
  const aside = (box) => Math.abs(box.left + box.width / 2 - here.left - here.width / 2);
  const beyond = controls.map((control) => ({ control, box: boxOf(control) }))
    .filter(({ box }) => down(box) > here.height / 2);
  const row = Math.min(...beyond.map(({ box }) => down(box))) + here.height / 2;
  return beyond.filter(({ box }) => down(box) < row).sort((one, other) =>
    aside(one.box) - aside(other.box)
  )[0]
    ?.control;
}

/**
 * Makes the links, buttons and checkboxes of the part one Tab stop.
 * @param {HTMLElement} part
 * @param {string} [first] the selector of the control that Tab reaches first; by default the first control
 */
export function moveByArrows(part, first) {
  /** @type {HTMLElement[]} */
  const controls = [...part.querySelectorAll("a[href], button, input[type=checkbox]")];
  /** @param {HTMLElement} stop */
  const stopAt = (stop) => {
    controls.forEach((each) => {
      each.tabIndex = each === stop ? 0 : -1;
    });
  };
  /** @param {HTMLElement} from @returns {Record<string, HTMLElement | undefined>} */
  const neighbours = (from) => {
    const at = controls.indexOf(from);
    return {
      ArrowLeft: controls[at - 1],
      ArrowRight: controls[at + 1],
      ArrowUp: inNextRow(controls, from, -1),
      ArrowDown: inNextRow(controls, from, 1),
      Home: controls[0],
      End: controls.at(-1),
    };
  };
  part.addEventListener("focusin", (/** @type {FocusEvent & { target: HTMLElement }} */ event) => {
    if (controls.includes(event.target)) stopAt(event.target);
  });
  part.addEventListener("keydown", (/** @type {KeyboardEvent & { target: HTMLElement }} */ event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const keys = neighbours(event.target);
    if (!(event.key in keys)) return;
    event.preventDefault(); // the page does not scroll
    keys[event.key]?.focus();
  });
  stopAt((first && part.querySelector(first)) || controls[0]);
}
