// Navigation of the players' pages: to another page, or within the document of an evening (evening_page.js).

/** Whether this page is shown in the document of an evening. */
export const isInDocument = () => "here" in document.documentElement.dataset;

/** The address of the page that is shown, without its query. */
export const here = () => document.documentElement.dataset.here ?? location.pathname;

/**
 * Opens the page at that address.
 * @param {string} url
 */
export function go(url) {
  const isOurs = document.dispatchEvent(new CustomEvent("go", { detail: url, cancelable: true }));
  if (isOurs) location.assign(url);
}
