// Sets projected text as large as its box allows without cutting it.

/** @param {Element} part */
const isWide = (part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1;
// Only boxes are measured for their height, because letters reach beyond a tight line of text.
/** @param {Element} part */
const isHigh = (part) => part.scrollHeight > part.clientHeight + 1;

/**
 * Sets the font size of each visible box with `data-fit`, between the size in the style sheet and the share of the
 * window's height that the attribute gives.
 */
export function fitAll() {
  document.querySelectorAll("[data-fit]").forEach((box) => {
    if (box.offsetParent) fit(/** @type {HTMLElement} */ (box));
  });
}

/** @param {HTMLElement} box */
function fit(box) {
  box.style.fontSize = "";
  const rows = [box, ...box.querySelectorAll("li")];
  const texts = [...rows, ...box.querySelectorAll(".names, .who, .names span")];
  let fits = parseFloat(getComputedStyle(box).fontSize);
  let over = innerHeight * Number(box.dataset.fit);
  while (over - fits > 0.5) {
    const size = (fits + over) / 2;
    box.style.fontSize = `${size}px`;
    if (rows.some(isHigh) || texts.some(isWide)) over = size;
    else fits = size;
  }
  box.style.fontSize = `${fits}px`;
}

addEventListener("resize", fitAll);
document.fonts?.ready.then(fitAll);
