"""The tables of a final on a phone: however long the reason of a table, the page stays as wide as the phone."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.tournaments.live.server import serving

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"width": 390, "height": 844}
SEMI_FINALS = """
t = a_tournament(a_club("Gironi"), pairs=8, turns=5, format="groups-final", groups=2, qualifiers=2)
for seed in (1, 2, 3):
    settle(t, a_round(t, seed=seed))
a_round(t, seed=4)
print(t.code)
"""


def test_why_a_table_of_the_final_is_played_fits_the_phone(chromium: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, REDIS_URL="") as server:
        page = chromium.new_context(base_url=server.address, viewport=PHONE).new_page()
        page.goto(f"/t/{server.do(SEMI_FINALS)}/")
        assert page.locator(".table-card .chip", has_text="posto del Girone").count() == 2
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
