"""The club's calendar, read back by the library that reads calendars."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar
from pytest_django import DjangoAssertNumQueries

from club.models import Club
from tests.evening import JURY, FourPeople, a_club, a_round, a_tournament, four_people
from tournaments.errors import TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Tournament
from tournaments.rounds import rounds
from tournaments.text import calendar

pytestmark = pytest.mark.usefixtures("commits")
TODAY = timezone.localdate


@pytest.fixture
def club() -> Club:
    """One without any evening yet."""
    return a_club()


@pytest.fixture
def four(club: Club) -> FourPeople:
    return four_people(club)


def feed(club: Club) -> Any:
    answer = Client().get(f"/circoli/{club.slug}/calendario.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert b"\r\n" in answer.content
    assert max(map(len, answer.content.split(b"\r\n"))) <= 75
    return Calendar.from_ical(answer.content)


def event(club: Club) -> Any:
    (found,) = feed(club).walk("VEVENT")
    return found


def an_evening(club: Club, **fields: Any) -> Tournament:
    on = fields.pop("on", TODAY())
    return lifecycle.create(club, name="Torneo d'«Avvènto»; finale", on=on, by=JURY, **fields)


def test_an_evening_begins_at_its_hour_in_the_club_s_time_zone(club: Club) -> None:
    an_evening(club, on=date(2026, 12, 4), starts_at=time(20, 30), venue="Sala Borsa, piano 2", turns=3)
    found = event(club)

    assert found["SUMMARY"] == "Torneo d'«Avvènto»; finale"
    assert found["LOCATION"] == "Sala Borsa, piano 2"
    assert found["DTSTART"].params["TZID"] == "Europe/Rome"
    assert found.start == datetime.fromisoformat("2026-12-04T20:30:00+01:00")
    assert found.end - found.start == timedelta(hours=2, minutes=15)  # three turns of 30 and 15 (FIELD)
    assert [str(zone["TZID"]) for zone in feed(club).walk("VTIMEZONE")] == ["Europe/Rome"]
    assert found["STATUS"] == "CONFIRMED"


def test_without_an_hour_it_is_the_whole_day(club: Club) -> None:
    an_evening(club, on=date(2026, 12, 4))
    assert (event(club).start, event(club).end) == (date(2026, 12, 4), date(2026, 12, 5))


def test_in_summer_the_hour_is_that_of_summer(club: Club) -> None:
    an_evening(club, on=date(2027, 7, 2), starts_at=time(21))
    assert event(club).start.astimezone(UTC) == datetime(2027, 7, 2, 19, tzinfo=UTC)


def test_a_night_that_changes_the_hour_is_as_long_as_its_turns(club: Club) -> None:
    an_evening(club, on=date(2027, 3, 28), starts_at=time(0, 30), turns=4)
    found = event(club)
    assert found.end.astimezone(UTC) - found.start.astimezone(UTC) == timedelta(hours=3)


def test_a_change_keeps_the_uid_and_raises_the_sequence(club: Club) -> None:
    tournament = an_evening(club)
    before = event(club)
    lifecycle.change(tournament.pk, by=JURY, venue="Portico", starts_at=time(21))
    after = event(club)

    assert after["UID"] == before["UID"] == f"{tournament.code}@criccone"
    assert after["SEQUENCE"] > before["SEQUENCE"]
    assert after["LAST-MODIFIED"].dt >= before["LAST-MODIFIED"].dt
    assert after["LAST-MODIFIED"].dt == tournament.log.get(act="tournament.changed").at.replace(microsecond=0)


def test_an_evening_called_off_stays_and_says_so_and_so_when_it_is_held(club: Club) -> None:
    tournament = an_evening(club)
    sequence = event(club)["SEQUENCE"]
    lifecycle.call_off(tournament.pk, by=JURY, reason="neve")
    off = event(club)
    assert (off["STATUS"], off["SUMMARY"][:9]) == ("CANCELLED", "Annullato")
    assert off["SEQUENCE"] > sequence

    lifecycle.hold(tournament.pk, by=JURY, reason="ha smesso")
    on = event(club)
    assert (on["STATUS"], on["UID"]) == ("CONFIRMED", off["UID"])
    assert on["SEQUENCE"] > off["SEQUENCE"]


def test_the_feed_is_of_one_club_and_leaves_the_distant_past_out(club: Club) -> None:
    an_evening(a_club("Un altro"))
    an_evening(club, on=TODAY() - timedelta(days=500))
    mine = an_evening(club)
    assert event(club)["UID"] == f"{mine.code}@criccone"
    assert Client().get("/circoli/nessuno/calendario.ics").status_code == 404


def test_the_same_calendar_is_not_sent_twice_and_costs_three_queries(
    club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _each in range(20):
        an_evening(club)
    where = f"/circoli/{club.slug}/calendario.ics"
    first = Client().get(where)
    with django_assert_num_queries(3):
        again = Client().get(where, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304


def test_the_club_s_page_leads_to_the_subscription(club: Club) -> None:
    text = Client().get(f"/circoli/{club.slug}/", HTTP_HOST="localhost").content.decode()
    assert 'href="webcal://' in text
    assert f'href="/circoli/{club.slug}/calendario.ics"' in text
    assert "webcal" not in Client().get("/").content.decode()


def test_the_organiser_calls_it_off_with_a_reason(club: Club, four: FourPeople) -> None:
    tournament = an_evening(club)
    answer = four.client("organiser").post(f"/t/{tournament.code}/annulla/", {"reason": "neve"})
    assert answer.status_code == 303
    tournament.refresh_from_db()
    assert tournament.called_off_at is not None
    assert tournament.log.filter(act="tournament.called-off", reason="neve").exists()


def test_what_is_called_off_says_so_everywhere_and_is_not_drawn(club: Club, four: FourPeople) -> None:
    tournament = a_tournament(club)
    lifecycle.call_off(tournament.pk, by=JURY, reason="neve")
    for address in (f"/t/{tournament.code}/", f"/circoli/{club.slug}/"):
        assert "nnullato" in Client().get(address).content.decode()
    with pytest.raises(TournamentError, match="annullato"):
        rounds.draw(tournament.pk, by=JURY)
    with pytest.raises(TournamentError, match="già annullato"):
        lifecycle.call_off(tournament.pk, by=JURY, reason="neve")


def test_what_has_begun_is_not_called_off(club: Club) -> None:
    tournament = a_tournament(club)
    a_round(tournament, until="published")
    with pytest.raises(TournamentError, match="già cominciato"):
        lifecycle.call_off(tournament.pk, by=JURY, reason="neve")
    with pytest.raises(TournamentError, match="non è annullato"):
        lifecycle.hold(tournament.pk, by=JURY, reason="neve")


def test_a_feed_is_bounded(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calendar, "MOST_EVENINGS", 2)
    for ahead in range(3):
        an_evening(club, on=TODAY() + timedelta(days=ahead))
    assert len(feed(club).walk("VEVENT")) == 2
