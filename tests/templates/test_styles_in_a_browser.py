"""The browser understands every declaration of the styles: one that it does not is dropped without a word."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

STYLES = Path(__file__).resolve().parents[2] / "criccone" / "static" / "css"
DECLARATION = re.compile(r"^\s+([a-z-]+):\s([^;{}]+);", re.MULTILINE)
OTHERS = re.compile(r"/\*.*?\*/|@(?:font-face|page)[^{]*\{[^}]*\}", re.DOTALL)
#: Understood by the one browser for which each is written.
OF_ONE_BROWSER = {"-webkit-text-size-adjust", "-moz-text-size-adjust", "scrollbar-width"}


def test_chromium_understands_every_declaration(chromium: Browser) -> None:
    page = chromium.new_page()
    found = {
        (path.name, name, " ".join(value.split()))
        for path in STYLES.rglob("*.css")
        for name, value in DECLARATION.findall(OTHERS.sub("", path.read_text()))
        if name not in OF_ONE_BROWSER and "var(" not in value
    }
    assert len(found) > 1000
    drops = "all => all.filter(([, name, value]) => !CSS.supports(name, value.replace(' !important', '')))"
    dropped = page.evaluate(drops, sorted(found))
    page.close()
    assert dropped == []
