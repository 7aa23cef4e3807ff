// Served by the program, the pages have a way back to it. Opened as files they have none, and a search shows the
// titles that it finds without the text around: browsers let no page read other files.
/* global DOCUMENTATION_OPTIONS */
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
else {
  document.addEventListener("DOMContentLoaded", () => {
    for (const way of document.querySelectorAll(".program")) way.hidden = false;
  });
}
