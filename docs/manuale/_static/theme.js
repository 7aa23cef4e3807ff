// Light or dark, as chosen on the pages of the program: the colours in tokens.css follow the root's attribute,
// those of the theme the body's. A classic script at the start of the body, so that nothing flashes.

(() => {
  const root = document.documentElement;
  const follow = () => {
    const chosen = document.body.dataset.theme;
    if (chosen === "dark" || chosen === "light") root.dataset.theme = chosen;
    else delete root.dataset.theme;
  };
  let kept = null;
  try {
    kept = localStorage.getItem("theme");
  } catch { /* storage is forbidden: the system's theme */ }
  document.body.dataset.theme = kept || "auto";
  follow();
  new MutationObserver(follow).observe(document.body, { attributeFilter: ["data-theme"] });
})();
