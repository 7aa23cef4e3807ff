"""A challenge of six pairs a side, three rounds in one go, as the room reads it on the wall."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.tournaments.live.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WALL = {"width": 1920, "height": 1080}
BEGUN = """
from tournaments.standings import builds
t = a_challenge(a_club("Sfida"), 6, 6, turns=3)
print(t.code)
"""
#: The score that the verbs know now: match points of the first and of the second team, and who leads.
SCORE = """
from tournaments.presenters.results import results, shown_results
t = Tournament.objects.get(code="{code}")
shown = shown_results(results(t, {{}}), {{}}).challenge
print(*(team.leading for team in shown.teams), shown.sentence, sep="|")
"""
PLAYED = """
from tournaments.standings import builds
t = Tournament.objects.get(code="{code}")
r = t.rounds.get(number={turn})
for match in r.matches.filter(table__in={tables}).select_related("round__tournament"):
    fill(match, seed={turn})
"""
OVER = """
from tournaments.standings import builds
t = Tournament.objects.get(code="{code}")
rounds.settle(t.pk, {turn}, by=JURY)
builds.build(t.pk)
"""


def shows_score(server: Server, wall: Page, code: str) -> str:
    """Waits until the wall's slide of the challenge has the score of now; returns who leads, in words."""
    first, second, sentence = server.do(SCORE.format(code=code)).split("|")
    slide = wall.locator(".slide-challenge")
    expect(slide.locator(".team-figure").nth(0)).to_have_text(first)
    expect(slide.locator(".team-figure").nth(1)).to_have_text(second)
    expect(slide.locator(".teams-lead")).to_have_text(sentence)
    return sentence


def test_the_wall_counts_a_challenge_of_three_rounds_table_by_table(
    chromium: Browser, server: Server
) -> None:
    code = server.do(BEGUN)
    wall = chromium.new_context(base_url=server.address, viewport=WALL).new_page()  # type: ignore[arg-type]
    wall.goto(f"/t/{code}/proiettore/")
    wall.keyboard.press(" ")
    for turn in (1, 2, 3):
        server.do(f'a_round(Tournament.objects.get(code="{code}"), seed={turn})')
        expect(wall.get_by_text(f"con i tavoli finiti del turno {turn}")).to_have_count(1)
        for tables in ([1, 2], [3, 4, 5, 6]):
            server.do(PLAYED.format(code=code, turn=turn, tables=tables))
            shows_score(server, wall, code)
        server.do(OVER.format(code=code, turn=turn))
        expect(wall.get_by_text(f"La sfida dopo il turno {turn}")).to_have_count(1)
        shows_score(server, wall, code)
    server.do(f'lifecycle.close(Tournament.objects.get(code="{code}").pk, by=JURY)')
    expect(wall.get_by_text("La sfida: punteggio finale")).to_have_count(1)
    assert " vince di " in shows_score(server, wall, code) or "pari" in shows_score(server, wall, code)
    assert wall.evaluate("document.documentElement.scrollWidth") <= WALL["width"]


MARATHON = """
from django.utils import timezone
from datetime import timedelta
now = timezone.localtime().replace(second=0, microsecond=0)
begun, end = now - timedelta(hours=1), now + timedelta(hours=3)
t = a_challenge(a_club("Maratona"), 2, 2, starts_at=begun.time(), plays_until=end.time())
Tournament.objects.filter(pk=t.pk).update(date=begun.date())
t.refresh_from_db()
a_round(t)
print(t.code)
"""
TIME_OVER = """
from django.utils import timezone
from datetime import timedelta
t = Tournament.objects.get(code="{code}")
past = timezone.localtime().replace(second=0, microsecond=0) - timedelta(minutes=2)
lifecycle.change(t.pk, by=JURY, plays_until=past.time())
"""


def test_the_time_of_a_marathon_runs_on_the_wall_and_on_a_phone_until_it_is_over(
    chromium: Browser, server: Server
) -> None:
    code = server.do(MARATHON)
    wall = chromium.new_context(base_url=server.address, viewport=WALL).new_page()  # type: ignore[arg-type]
    phone = chromium.new_context(
        base_url=server.address, viewport={"width": 390, "height": 844}, is_mobile=True
    ).new_page()
    wall.goto(f"/t/{code}/proiettore/")
    wall.keyboard.press(" ")
    phone.goto(f"/t/{code}/")
    clocks = wall.locator(".slide-challenge .play-clock"), phone.locator(".play-clock")
    for clock in clocks:
        expect(clock).to_have_text(re.compile(r"Tempo della sfida\s*2:5\d:\d\d"))
    server.do(TIME_OVER.format(code=code))
    for clock in clocks:
        expect(clock).to_have_text(re.compile(r"Tempo della sfida\s*finito"))
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
