// Runs before the page is painted, so that a chosen theme never flashes the other one.
(() => {
  const kept = (() => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null;
    }
  })();
  if (kept === "dark" || kept === "light") document.documentElement.dataset.theme = kept;
})();
