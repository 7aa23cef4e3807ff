"""The pages of a match offer only what is not refused: announced, closed, late or changed meanwhile."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.evening import FourPeople, a_club, a_round, four_people
from tests.tournaments.championships.played import a_championship, drawn, give_both, play, players_of
from tournaments.championships import captain_codes, championship_service, match_dates, reports
from tournaments.models import Fixture

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> FourPeople:
    return four_people(a_club())


@pytest.fixture
def fixture(people: FourPeople) -> Fixture:
    club = people.organiser.roles.get().club
    return drawn(a_championship(club, people.organiser, of=2, legs=2), people.organiser)[0]


def at(name: str, fixture: Fixture, *more: object) -> str:
    return reverse(name, args=[fixture.championship.club.slug, fixture.championship.code, fixture.pk, *more])


def text_of(client: Client, where: str) -> str:
    return client.get(where, follow=True).content.decode()


def captain_of(fixture: Fixture, name: str = "captain") -> str:
    own = [captain_codes.code_of(fixture.home), *([fixture.pk] if name != "captain" else [])]
    return reverse(name, args=own)


def test_a_match_whose_tables_are_announced_is_not_offered_another_date(
    people: FourPeople, fixture: Fixture
) -> None:
    organiser, desk, move = (
        people.client("organiser"),
        at("championship_fixture_desk", fixture),
        at("move_fixture", fixture),
    )
    assert move in text_of(organiser, desk)
    a_round(give_both(fixture), until="published")
    assert move not in text_of(organiser, desk)
    assert match_dates.begun_words() in text_of(organiser, move).replace("&#x27;", "'")


def test_a_forfeited_match_is_not_offered_another_date(people: FourPeople, fixture: Fixture) -> None:
    organiser = people.client("organiser")
    reports.forfeit(fixture.pk, by=people.organiser, lost_by="H", reason="Non si è presentata")
    assert at("move_fixture", fixture) not in text_of(organiser, at("championship_fixture_desk", fixture))


def test_a_closed_championship_offers_nothing(people: FourPeople, fixture: Fixture) -> None:
    play(fixture)
    other = fixture.championship.fixtures.exclude(pk=fixture.pk).get()
    match_dates.propose(
        other.pk, other.away, on=timezone.localdate() + timedelta(days=9), starts_at=None, venue=""
    )
    offered = ("captain_confirm", "captain_contest", "captain_answer", "captain_line_up")
    codes = {
        name: [
            reverse(name, args=[captain_codes.code_of(fixture.home), each.pk]) for each in (fixture, other)
        ]
        for name in offered
    }
    before = text_of(Client(), captain_of(fixture))
    assert all(any(where in before for where in places) for places in codes.values())
    championship_service.close(fixture.championship_id, by=people.organiser)
    after = text_of(Client(), captain_of(fixture))
    assert not [where for places in codes.values() for where in places if where in after]
    assert "Il campionato è concluso." in after
    organiser = people.client("organiser")
    for each in (fixture, other):
        desk = text_of(organiser, at("championship_fixture_desk", each))
        for name in ("approve_fixture", "move_fixture", "forfeit_fixture"):
            assert at(name, each) not in desk, name


def test_a_captain_who_is_late_is_told_before_the_form(fixture: Fixture) -> None:
    closes_at = fixture.line_ups_close_at
    assert closes_at
    form = captain_of(fixture, "captain_line_up")
    assert "player1" in text_of(Client(), form)
    with patch.object(timezone, "now", lambda: closes_at + timedelta(minutes=1)):
        text = text_of(Client(), form)
    assert "player1" not in text
    assert "la formazione non si consegna più" in text


def test_a_form_that_was_late_is_sent_again_once_its_page_shows_the_match_as_it_is(
    people: FourPeople, fixture: Fixture
) -> None:
    organiser, move = people.client("organiser"), at("move_fixture", fixture)
    seen = {
        "date": "2031-01-09",
        "starts_at": "21:00",
        "venue": "",
        "reason": "Neve",
        "version": fixture.version,
    }
    championship = fixture.championship
    match_dates.move(
        fixture.pk, by=people.organiser, on=timezone.localdate() + timedelta(days=400), starts_at=None,
        venue="Sala nuova", reason="Prima",
    )  # fmt: skip
    championship.refresh_from_db()
    refused = organiser.post(move, seen)
    assert refused.status_code == 409
    text = refused.content.decode()
    assert "Sala nuova" in text
    assert f'name="version" value="{fixture.version + 1}"' in text
    assert organiser.post(move, {**seen, "version": fixture.version + 1}).status_code == 303


def test_a_confirmed_report_leaves_room_for_the_next_match(fixture: Fixture) -> None:
    tournament = play(fixture)
    reports.confirm(fixture.pk, fixture.home, results=tournament.results_version)
    text = text_of(Client(), captain_of(fixture))
    assert text.index("Hai confermato il referto.") < text.index("Consegna la formazione")
    assert "Più avanti" not in text


def test_a_match_has_the_rounds_of_its_championship(people: FourPeople, fixture: Fixture) -> None:
    """Another round, as an ordinary challenge may have, would be against the championship's rules."""
    tournament = play(fixture)
    text = text_of(people.client("organiser"), reverse("rounds", args=[tournament.code]))
    assert "Concludi il torneo" in text
    assert "un altro turno" not in text


def test_closing_says_what_is_left_to_decide(people: FourPeople, fixture: Fixture) -> None:
    organiser = people.client("organiser")
    where = reverse("close_championship", args=[fixture.championship.club.slug, fixture.championship.code])
    text = text_of(organiser, where)
    assert "Ci sono ancora 2 incontri da decidere." in text
    assert 'name="reason"' not in text
    reports.forfeit(fixture.pk, by=people.organiser, lost_by="H", reason="Neve")
    assert "ancora 1 incontro da decidere." in text_of(organiser, where)
    assert organiser.post(where).status_code == 303
    assert 'name="reason"' in text_of(organiser, where), "to open it again takes a reason"


def test_a_player_whom_another_desk_has_removed_is_told(people: FourPeople, fixture: Fixture) -> None:
    person = players_of(fixture.home)[4]
    club, code = fixture.championship.club, fixture.championship.code
    remove = reverse("remove_team_player", args=[club.slug, code, fixture.home.number, person.pk])
    organiser = people.client("organiser")
    for _tap in range(2):
        answer = organiser.post(remove, follow=True)
        assert answer.status_code == 200
    assert "La squadra non ha questo giocatore." in answer.content.decode()
