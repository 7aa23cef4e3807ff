"""The stages of a play-off, named by what is left to play; who withdrew forfeits the ones to come."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from club.models import Club
from tests.evening import FourPeople
from tests.tournaments.championships.played import WEEKENDS, a_championship, drawn, give_both
from tests.tournaments.championships.test_match_scores import write_round
from tournaments.championships import play_off, reports, teams
from tournaments.models import Championship, Fixture
from tournaments.presenters.championships import championship_page
from tournaments.text.names import PUBLIC

pytestmark = pytest.mark.usefixtures("commits")


def a_finished_group(club: Club, four: FourPeople, *, qualifiers: int) -> Championship:
    """A championship of four whose teams end in the order of their numbers."""
    championship = a_championship(club, four.organiser, of=4, qualifiers=qualifiers)
    for fixture in drawn(championship, four.organiser):
        _lose(fixture, "A" if fixture.home.number < fixture.away.number else "H", four)
    return championship


def _lose(fixture: Fixture, lost_by: str, four: FourPeople) -> None:
    reports.forfeit(fixture.pk, by=four.organiser, lost_by=lost_by, reason="Non si è presentata")


def test_one_match_beside_a_bye_is_no_final(club: Club, four: FourPeople) -> None:
    championship = a_finished_group(club, four, qualifiers=3)
    for _stage in range(2):
        for fixture in play_off.draw_stage(championship.pk, by=four.organiser):
            _lose(fixture, "A", four)
    championship.refresh_from_db()
    titles = [each.title for each in championship_page(championship, PUBLIC).rounds if each.is_play_off]
    assert titles == ["Play-off: semifinali", "Play-off: finale"]


def test_a_finalist_that_withdrew_forfeits_the_final(club: Club, four: FourPeople) -> None:
    championship = a_finished_group(club, four, qualifiers=4)
    for fixture in play_off.draw_stage(championship.pk, by=four.organiser):
        _lose(fixture, "A", four)
    teams.withdraw(championship.pk, 1, by=four.organiser, reason="Non ha più giocatori")
    with translation.override("en"):
        [final] = play_off.draw_stage(championship.pk, by=four.organiser)
    assert (final.lost_by, final.lost_reason) == ("H", "")
    championship.refresh_from_db()
    winner = championship_page(championship, PUBLIC).winner
    assert winner
    assert winner.number == 2
    address = reverse("championship_fixture", args=[club.slug, championship.code, final.pk])
    assert "La squadra si è ritirata." in Client().get(address).content.decode()


def test_a_semi_final_decided_otherwise_after_the_final_asks_for_another_final(
    club: Club, four: FourPeople
) -> None:
    championship = a_finished_group(club, four, qualifiers=4)
    semi_finals = play_off.draw_stage(championship.pk, by=four.organiser)
    for fixture in semi_finals:
        _lose(fixture, "A", four)
    [final] = play_off.draw_stage(championship.pk, by=four.organiser)
    _lose(final, "A", four)
    _lose(semi_finals[0], "H", four)
    championship.refresh_from_db()
    assert championship_page(championship, PUBLIC).winner is None
    [again] = play_off.draw_stage(championship.pk, by=four.organiser)
    assert semi_finals[0].away_id in (again.home_id, again.away_id)
    championship.refresh_from_db()
    last = championship_page(championship, PUBLIC).rounds[-1]
    assert last.title == "Play-off: finale"


def test_a_level_match_says_whose_it_is(club: Club, four: FourPeople) -> None:
    championship = a_finished_group(club, four, qualifiers=4)
    level, given_up = play_off.draw_stage(championship.pk, by=four.organiser, on=WEEKENDS[-1])
    tournament = give_both(level)
    for seed in (1, 2):
        write_round(tournament, seed, (0, 0))
    _lose(given_up, "HA", four)
    championship.refresh_from_db()
    states = [line.state_words for line in championship_page(championship, PUBLIC).rounds[-1].lines]
    assert states == [
        f"finito, da confermare; pari, va a {level.home.name}, meglio classificata",
        f"perso a tavolino da tutte e due; pari, va a {given_up.home.name}, meglio classificata",
    ]
    final = play_off.draw_stage(championship.pk, by=four.organiser) if _approved(level, four) else []
    assert [(each.home, each.away) for each in final] == [(level.home, given_up.home)]


def _approved(fixture: Fixture, four: FourPeople) -> bool:
    return reports.approve(fixture.pk, by=four.referee).approved is not None
