"""A match of a championship with duplicated deals, as it is played: phones write at two tables, the boards
are compared, captains confirm, the referee corrects, captains confirm again, the referee approves."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import PATIENCE
from tests.evening import PASSWORD
from tests.tournaments.live.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "locale": "it-IT",
}
WALL: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}, "locale": "it-IT"}
MATCH = """
from tests.tournaments.championships.played import a_championship, drawn, give_both
from club.models import RoleKind
from tournaments.championships import captain_codes
from tournaments.results import codes
club = a_club("Campionati")
boss = an_officer(club, RoleKind.ORGANISER)
fixture = drawn(a_championship(club, boss, of=4, turns=1, is_duplicated=True), boss)[0]
tournament = give_both(fixture)
tables = a_round(tournament).matches.select_related("round__tournament").order_by("table")
addresses = tournament.get_absolute_url(), fixture.championship.get_absolute_url()
print(fixture.home.name, fixture.away.name, *addresses, fixture.pk, sep="|", end="|")
print(an_officer(club, RoleKind.REFEREE).email, end="|")
print(*(captain_codes.code_of(each) for each in (fixture.home, fixture.away)), sep="|", end="|")
print(*(codes.code_of(table, side) for table in tables for side in "AB"), sep="|")
"""
WRITTEN = """
from tournaments.actors import Actor
from tournaments.results import scores
for table, (a, b) in enumerate({points}, start=1):
    matches = Match.objects.select_related("round__tournament")
    match = matches.get(round__tournament__code="{code}", table=table)
    written = {{"last_trick": "A", "A": {{"total": a}}, "B": {{"total": b}}}}
    scores.enter(match, {number}, "totals", written, by=Actor.at_table(match, "A"), based_on=0)
"""
SETTLED = """
rounds.settle(Tournament.objects.get(code="{code}").pk, 1, by=JURY)
from tournaments.standings import builds
builds.build(Tournament.objects.get(code="{code}").pk)
"""
#: What tables 1 and 2 make of the four boards, N-S first: N-S is the home team at table 1, the other at 2.
FIRST = ((150, 90), (120, 130), (200, 80), (90, 160))
SECOND = ((100, 140), (180, 70), (170, 75), (110, 150))


class Match:
    """The addresses of a match that is being played."""

    def __init__(self, server: Server) -> None:
        self._server = server
        said = server.do(MATCH).split("|")
        self.home, self.away, self.evening, self.championship, self.fixture, self.referee = said[:6]
        self.captains, self.tables = said[6:8], said[8:]

    @property
    def code(self) -> str:
        return self.evening.strip("/").split("/")[-1]

    def write(self, number: int, *points: tuple[int, int]) -> None:
        """What each table makes of that board, written without a phone."""
        self._server.do(WRITTEN.format(points=points, code=self.code, number=number))

    @property
    def page(self) -> str:
        return f"{self.championship}incontri/{self.fixture}/"


@pytest.fixture
def device(chromium: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Opens an address on another device."""
    contexts: list[BrowserContext] = []

    def opened(path: str, **kind: Any) -> Page:
        context = chromium.new_context(**{**PHONE, **kind}, base_url=server.address)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()


def totals(page: Page, code: str, number: int, points: tuple[int, int]) -> None:
    """Writes a deal by its totals, without sending it."""
    page.goto(f"/tavolo/{code}/smazzate/{number}/?modo=totali")
    page.wait_for_selector("[data-deal][data-ready]")
    for side, figure in zip("AB", points, strict=True):
        page.fill(f"[name={side}-total]", str(figure))
    page.locator("label", has=page.locator("input[name=last_trick][value=A]")).tap()


def save(page: Page, *, twice: bool = False) -> None:
    button = page.locator("button.save")
    button.dblclick() if twice else button.tap()
    page.wait_for_url(lambda url: "modo=totali" not in url)


def score(first: tuple[tuple[int, int], ...]) -> str:
    """The score of the match, home first, counted from what the tables wrote."""
    home = sum(points for points, _other in first) + sum(points for _other, points in SECOND)
    away = sum(points for _other, points in first) + sum(points for points, _other in SECOND)
    return f"{home}–{away}"


def write_at_both_tables(match: Match, device: Callable[..., Page]) -> None:
    one, same, other = (device(f"/tavolo/{match.tables[at]}/") for at in (0, 1, 2))
    for number, (first, second) in enumerate(zip(FIRST, SECOND, strict=True), start=1):
        if number not in (1, 3):
            match.write(number, first, second)
            continue
        totals(one, match.tables[0], number, first)
        totals(other, match.tables[2], number, second)
        if number == 1:  # the other pair of table 1 writes the same deal meanwhile
            totals(same, match.tables[1], number, (140, 100))
        if number == 3:
            other.context.set_offline(True)
            other.locator("button.save").tap()
            expect(other.get_by_text("in attesa di rete")).to_be_visible()
            other.context.set_offline(False)
        save(one, twice=number == 1)
        if number == 3:
            expect(other.get_by_text("inviata", exact=True)).to_be_visible()
        else:
            save(other)
        if number == 1:
            same.locator("button.save").tap()
            expect(same.get_by_role("button", name="Metti la mia")).to_be_visible()
            same.get_by_text("Tieni quella").tap()
            one.go_back()
            expect(one.get_by_role("button", name="Salva la correzione")).to_be_visible()


def confirm(captain: Page, said: str) -> None:
    captain.reload()
    captain.get_by_role("button", name=f"Conferma {said}").tap()
    expect(captain.get_by_text("Hai confermato il referto.")).to_be_visible()


def correct(referee: Page, match: Match) -> None:
    """The first board of table 1, read wrong."""
    referee.goto(f"{match.evening}turni/1/tavoli/1/smazzate/1/?modo=totali")
    referee.fill("[name=A-total]", "110")
    referee.fill("[name=B-total]", "130")
    if referee.locator("[name=reason]").count():
        referee.fill("[name=reason]", "Letto male")
    referee.get_by_role("button", name="Guarda che cosa cambia").tap()
    referee.get_by_role("button", name="Salva la correzione").tap()
    referee.wait_for_url(lambda url: "smazzate" not in url)


def signed_in(device: Callable[..., Page], email: str) -> Page:
    page = device("/accesso/login/")
    page.fill("[name=login]", email)
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.wait_for_url("**/banco/**")
    return page


def test_a_match_from_the_first_deal_to_the_approved_report(
    server: Server, device: Callable[..., Page]
) -> None:
    match = Match(server)
    boards, wall = device(f"{match.evening}smazzate/"), device(f"{match.evening}proiettore/", **WALL)
    write_at_both_tables(match, device)
    boards.reload()
    assert boards.get_by_text("+60").count() == 0, "nobody compares a board that may still be played"
    server.do(SETTLED.format(code=match.code))
    boards.reload()
    # Board 1: +60 at table 1 and -40 at table 2.
    boards.goto(f"{match.evening}smazzate/1/")
    expect(boards.get_by_text("+100").first).to_be_visible()

    captains = [device(f"/squadra/{code}/") for code in match.captains]
    before, after = score(FIRST), score(((110, 130), *FIRST[1:]))
    for captain in captains:
        confirm(captain, before)
    referee = signed_in(device, match.referee)
    correct(referee, match)
    for captain in captains:
        captain.reload()
        expect(captain.get_by_role("button", name=f"Conferma {after}")).to_be_visible()
    home, away = after.split("–")
    for path in (match.page, match.championship):
        boards.goto(path)
        expect(boards.get_by_text(after).first).to_be_visible()
        assert boards.get_by_text(before).count() == 0
    boards.goto(f"{match.evening}smazzate/1/")
    expect(boards.get_by_text("+20").first).to_be_visible()
    boards.goto(match.evening)
    for figure in (home, away):
        expect(boards.locator(".team-figure", has_text=figure)).to_be_visible()
        expect(wall.locator(".slide-challenge .team-figure", has_text=figure)).to_be_attached()

    for captain in captains:
        confirm(captain, after)
    referee.goto(f"{match.page}banco/")
    referee.get_by_role("link", name="Approva il referto").tap()
    referee.locator("main form .button-primary").tap()
    expect(referee.get_by_role("link", name="Approva il referto")).to_have_count(0)
    boards.goto(match.page)
    expect(boards.get_by_text("approvato dall'arbitro").first).to_be_visible()
    boards.goto(match.championship)
    row = boards.locator(".standings tbody tr").first
    expect(row).to_contain_text(match.home if int(home) > int(away) else match.away)
