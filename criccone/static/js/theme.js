// Light or dark. A classic script in the head: it runs before the page is painted, so that the other theme never
// flashes.

(() => {
  const root = document.documentElement;
  const kept = (() => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null;
    }
  })();
  // A page in another site's frame may already have that site's theme.
  if (!root.dataset.theme && (kept === "dark" || kept === "light")) root.dataset.theme = kept;

  function switchTheme() {
    const systemDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = root.dataset.theme || (systemDark ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch { /* private window: not remembered */ }
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-theme-switch]")) switchTheme();
  });
})();
