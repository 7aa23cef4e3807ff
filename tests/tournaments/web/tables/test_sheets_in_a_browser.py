"""A whole score sheet by the keyboard of the desk: each key is counted."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from tests.browser import PATIENCE
from tests.evening import JURY
from tests.tournaments.web.tables.table import Table, totals
from tournaments.evenings import lifecycle

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:No directory at"),
]

#: The most keys besides the digits for four deals by totals, the total of the paper left out.
MOST_KEYS = 25


@pytest.fixture
def desk(browser: Browser, live_server: Any, referee: Client, table: Table) -> Iterator[Page]:
    """The laptop of the Giuria, signed in, at the sheet of the first table."""
    context = browser.new_context(
        service_workers="block",
        viewport={"width": 1280, "height": 800},
        locale="it-IT",
        base_url=live_server.url,
    )
    session = referee.cookies[settings.SESSION_COOKIE_NAME].value
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}
    context.add_cookies([cookie])  # type: ignore[list-item]
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(table.by_officer("table_sheet"))
    yield page
    context.close()


class Keys:
    """A keyboard that counts the keys besides the digits."""

    def __init__(self, page: Page) -> None:
        self.page, self.pressed = page, 0

    def type(self, *cells: object) -> None:
        """Types each cell and goes on with Enter; None leaves a cell blank."""
        for cell in cells:
            self.page.keyboard.type("" if cell is None else str(cell))
            self.press("Enter")

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.pressed += 1


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.name"))


def test_a_sheet_of_four_deals_by_totals_takes_no_more_keys_than_promised(desk: Page, table: Table) -> None:
    keys = Keys(desk)
    assert focused(desk) == "1-A-declared"
    for _deal in range(4):
        # The most keys: the last trick is always in the second column.
        keys.type(None, None, None, 6, 106, 194)
    keys.press("Enter")
    desk.wait_for_url("**/tavoli/2/foglio/?modo=totali")
    assert keys.pressed <= MOST_KEYS
    assert table.stored() == dict.fromkeys(range(1, 5), (106, 194))
    assert focused(desk) == "1-A-declared"


def test_a_sheet_begun_by_the_players_opens_at_the_first_missing_deal(
    desk: Page, table: Table, phone: Client
) -> None:
    phone.post(table.by_code("table_deal", 1), totals())
    desk.reload()
    assert focused(desk) == "2-A-declared"


def test_the_last_trick_of_the_first_column_skips_the_other(desk: Page, table: Table) -> None:
    keys = Keys(desk)
    for _deal in range(4):
        keys.type(None, None, 6, 194, 106)
    keys.type(776, 424)
    desk.wait_for_url("**/tavoli/2/foglio/?modo=totali")
    assert table.stored() == dict.fromkeys(range(1, 5), (194, 106))


def test_the_totals_of_a_match_take_two_cells_and_the_next_table_follows(desk: Page, table: Table) -> None:
    lifecycle.change(table.match.round.tournament_id, by=JURY, match_totals=True)
    desk.reload()
    desk.get_by_role("link", name="Solo la partita").click()
    desk.wait_for_url("**/tavoli/1/foglio/?modo=partita")
    keys = Keys(desk)
    assert focused(desk) == "0-A-total"
    keys.type(6000)
    expect(desk.locator("#verdict-0")).to_contain_text("Scrivi il totale di E-O.")
    keys.type(480)
    expect(desk.locator("#verdict-0")).to_contain_text("in 4 smazzate se ne fanno al massimo 5780")
    desk.locator("[name='0-A-total']").fill("650")
    desk.locator("[name='0-A-total']").focus()
    keys.press("Enter")
    keys.press("Enter")
    desk.wait_for_url("**/tavoli/2/foglio/?modo=partita")
    assert table.stored() == {0: (650, 480)}


def test_only_digits_are_taken_and_arrows_go_to_the_cell_that_lies_there(desk: Page) -> None:
    desk.keyboard.type("1a2-")
    expect(desk.locator("[name='1-A-declared']")).to_have_value("12")
    for arrow, name in (
        ("ArrowRight", "1-B-declared"),
        ("ArrowDown", "1-B-last_trick"),
        ("ArrowRight", "2-A-last_trick"),
        ("ArrowLeft", "1-B-last_trick"),
        ("ArrowUp", "1-B-declared"),
        ("Tab", "1-A-last_trick"),
    ):
        desk.keyboard.press(arrow)
        assert focused(desk) == name


def test_a_wrong_deal_is_told_beside_it_and_one_tap_writes_the_nearest_figures(
    desk: Page, table: Table
) -> None:
    keys = Keys(desk)
    keys.type(None, None, 6, 194, 106)
    expect(desk.locator("#verdict-1")).to_contain_text("possibile")
    keys.type(None, None, 6, 999, 106)
    desk.locator("#verdict-2 [data-fill]").first.wait_for()
    desk.keyboard.press("Control+Enter")
    desk.locator("#sheet-answer [role=alert]").wait_for()
    assert table.stored() == {}
    expect(desk.locator("[name='2-A-total']")).to_have_value("999")
    desk.locator("#verdict-2 [data-fill]").first.click()
    expect(desk.locator("#verdict-2")).to_contain_text("possibile")
    desk.locator("[name='2-A-total']").press("Control+Enter")
    desk.wait_for_url("**/tavoli/2/foglio/**")
    assert set(table.stored()) == {1, 2}


def test_a_network_that_goes_loses_nothing_of_the_sheet(desk: Page, table: Table) -> None:
    keys = Keys(desk)
    keys.type(None, None, 6, 194, 106)
    desk.context.set_offline(True)
    desk.keyboard.press("Control+Enter")
    desk.locator("#messages .banner").first.wait_for()
    expect(desk.locator("[name='1-A-total']")).to_have_value("194")
    desk.context.set_offline(False)
    desk.locator("[name='1-A-total']").press("Control+Enter")
    desk.wait_for_url("**/tavoli/2/foglio/**")
    assert table.stored() == {1: (194, 106)}
