"""The points counter: any heap, counted on the device, for whoever opens it."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

import scoring
from tests.browser import PATIENCE
from tests.evening import a_club
from tests.tournaments.web.tables.table import MISSING, PILE
from tests.tournaments.web.tables.test_in_a_browser import PHONE, choose, tap_cards

ADDRESS = reverse("points_counter")


def test_the_page_carries_all_that_it_counts_by_in_the_reader_s_language(client: Client) -> None:
    # Without a database: the page asks it nothing.
    for language, title, reason in (
        ("it", "Contapunti", "Ultima presa"),
        ("en", "Points counter", "Last trick"),
    ):
        page = client.get(ADDRESS, headers={"Accept-Language": language}).content.decode()
        assert f"<h1>{title}</h1>" in page
        (told,) = re.findall(r'<script id="heap-count" type="application/json">(.*)</script>', page)
        counting = json.loads(told)
        assert counting["rules"] == json.loads(json.dumps(scoring.device_rules()))
        assert reason in counting["words"]["phrases"]["last_trick"]


@pytest.mark.django_db
def test_every_page_of_the_site_leads_to_it(client: Client) -> None:
    a_club()
    assert f'href="{ADDRESS}"' in client.get(reverse("home")).content.decode()


@pytest.fixture
def counter(browser: Browser, live_server: Any) -> Any:
    context = browser.new_context(**PHONE, base_url=live_server.url)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(ADDRESS)
    page.wait_for_selector("[data-points-counter][data-ready]")
    yield page
    context.close()


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:No directory at")
def test_a_heap_is_counted_with_the_reasons_and_nothing_is_asked(counter: Page) -> None:
    requests: list[str] = []
    counter.on("request", lambda request: requests.append(request.url))
    counter.context.set_offline(True)
    tally = counter.locator("#tally")
    expect(tally).to_contain_text("Tocca quante prese")
    choose(counter, "heap", "A7")
    tap_cards(counter, [card for card in PILE if card not in ("Mo1", "Mo2")])
    choose(counter, "moors", "2")
    counter.locator("[data-run] .card-all").tap()
    tap_cards(counter, MISSING)
    heap = scoring.complete_heap(PILE, MISSING, 7, discards=False)
    deal = scoring.count("quattro-scartate", {"A": heap.cards}, "A")
    a, b = deal.points("A"), deal.points("B")
    expect(counter.locator("[data-total]")).to_have_text([str(a - 6), str(b)])
    choose(counter, "last_trick", "A")
    expect(counter.locator("[data-total]")).to_have_text([str(a), str(b)])
    counter.locator("#tally summary").tap()
    expect(tally).to_contain_text("Ultima presa: 6 punti.")
    counter.locator("label:has([name=discards])").tap()
    expect(tally).to_contain_text("Questo mazzo · 30 carte")
    counter.get_by_role("button", name="Ricomincia da capo").tap()
    expect(tally).to_contain_text("Tocca quante prese")
    assert requests == []
