"""The manual: one tree of pages in each language, built by Sphinx into `criccone/manual/` (`make manual`).

The tag `en` builds the English one; without it the language is Italian.
No page has inline scripts or styles: the Content-Security-Policy of the program's pages forbids them.
"""

import re
import shutil
from pathlib import Path

from sphinx.application import Sphinx

HERE = Path(__file__).parent
STATIC = HERE.parent.parent / "criccone" / "static"

language = "en" if tags.has("en") else "it"  # type: ignore[name-defined]  # noqa: F821 - Sphinx gives it
project = "Criccone"
author = "Criccone"
# Read, not imported: the tools that build the manual may be installed apart from the program.
[release] = re.findall(
    r'__version__.*= "(.+)"', (HERE.parent.parent / "criccone" / "__init__.py").read_text(encoding="utf-8")
)
html_title = "Criccone: the manual" if language == "en" else "Criccone: il manuale"

extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
suppress_warnings = ["myst.header"]
exclude_patterns: list[str] = []
nitpicky = True

html_theme = "furo"
templates_path = ["_templates"]
html_static_path = ["_static"]
html_css_files = ["manuale.css"]
html_js_files = [("plurals.js", {"priority": 300}), "manuale.js"]
html_favicon = str(STATIC / "img" / "favicon.svg")
html_theme_options = {"top_of_page_buttons": []}
html_copy_source = html_show_sourcelink = html_show_sphinx = html_show_copyright = False
html_use_index = False
html_context = {"other_language": "it" if language == "en" else "en"}
smartquotes = False
highlight_language = "none"


def _copy_style(app: Sphinx, error: Exception | None) -> None:
    """Puts the colours and fonts of the program's pages beside those of the theme."""
    if error:
        return
    for folder, pattern in (("css", "tokens.css"), ("fonts", "*.woff2")):
        there = Path(app.outdir) / "_static" / folder
        there.mkdir(exist_ok=True)
        for file in (STATIC / folder).glob(pattern):
            shutil.copyfile(file, there / file.name)
    for left in ("*.map", "debug.css", "_sources", "objects.inv", ".buildinfo"):
        for path in sorted(Path(app.outdir).rglob(left)):
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def _tidied(_app: Sphinx, _page: str, _template: str, context: dict[str, object], _tree: object) -> None:
    """Removes the widths of columns, which docutils writes as styles; lets the keyboard scroll wide code."""
    if isinstance(body := context.get("body"), str):
        plain = re.sub(r'(<(?:col|table|img)\b[^>]*?) style="[^"]*"', r"\1", body)
        context["body"] = plain.replace("<pre>", '<pre tabindex="0">')
    if isinstance(tree := context.get("furo_navigation_tree"), str):
        context["furo_navigation_tree"] = tree.replace(' role="heading"', "")  # headings without a level


def setup(app: Sphinx) -> None:
    app.connect("build-finished", _copy_style)
    app.connect("html-page-context", _tidied, priority=900)  # after the theme
