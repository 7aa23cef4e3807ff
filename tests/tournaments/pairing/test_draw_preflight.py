"""The check before a turn: what cannot be played is not drawn, and the way out is said."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from club.models import Club
from tests.evening import JURY, FourPeople, a_round, a_tournament, four_people, settle
from tournaments.entries import entries
from tournaments.errors import TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Tournament
from tournaments.pairing import pairing_service
from tournaments.rounds import rounds
from tournaments.standings import builds

pytestmark = pytest.mark.django_db


def codes(tournament: Tournament, turn: int = 1) -> set[str]:
    return {each.code for each in pairing_service.obstacles(tournament, turn)}


def test_too_few_tables_stop_the_draw_until_there_are_enough(club: Club) -> None:
    tournament = a_tournament(club, pairs=6, tables_available=2)
    with pytest.raises(
        TournamentError, match=r"Servono 3 tavoli; disponibili: 2\. Trova altri tavoli"
    ) as stopped:
        rounds.draw(tournament.pk, by=JURY)
    assert stopped.value.code == "check-not-enough-tables"
    assert stopped.value.details == {"needed": 3, "there": 2}
    assert not tournament.rounds.exists()
    lifecycle.change(tournament.pk, by=JURY, tables_available=3)
    assert rounds.draw(tournament.pk, by=JURY).matches.count() == 3


def test_tables_are_counted_at_every_turn_not_the_first_only(club: Club) -> None:
    tournament = a_tournament(club, pairs=4, tables_available=2)
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    lifecycle.change(tournament.pk, by=JURY, tables_available=1)
    with pytest.raises(TournamentError, match="Servono 2 tavoli; disponibili: 1"):
        rounds.draw(tournament.pk, by=JURY)


def test_nobody_counts_the_tables_unless_the_club_says_how_many(club: Club) -> None:
    assert codes(a_tournament(club, pairs=20)) == set()


def test_a_fixed_table_of_two_is_refused_before_the_first_turn_not_at_the_second(club: Club) -> None:
    tournament = a_tournament(club, pairs=6)
    for number in (1, 2):
        entries.fix_table(tournament.pk, number, 3, by=JURY)
    codes = set()
    for seed in range(20):  # some of these would draw the two against each other, and go wrong a turn later
        with pytest.raises(
            TournamentError, match=r"lo stesso tavolo fisso, il 3|tavolo 3 è fisso per"
        ) as stopped:
            rounds.draw(tournament.pk, by=JURY, seed=seed)
        codes.add(stopped.value.code)
    assert codes == {"check-fixed-table-shared", "draw-table-wanted-twice"}
    entries.fix_table(tournament.pk, 2, None, by=JURY)
    rounds.draw(tournament.pk, by=JURY)


def test_what_is_only_to_be_known_stops_nothing(club: Club) -> None:
    tournament = a_tournament(club, pairs=4, turns=4)
    found = pairing_service.obstacles(tournament, 1)
    assert [(each.code, each.is_fatal) for each in found] == [
        ("more-turns-than-opponents", False),
        ("rematches-from", False),
    ]
    assert found[1].sentence == "Dal turno 3 può servire qualche incontro ripetuto."
    rounds.draw(tournament.pk, by=JURY)


def test_the_fatal_is_told_first(club: Club) -> None:
    tournament = a_tournament(club, pairs=4, turns=4, tables_available=1)
    assert [each.is_fatal for each in pairing_service.obstacles(tournament, 1)] == [True, False, False]


def test_a_club_that_allows_rematches_is_not_warned_of_them(club: Club) -> None:
    assert codes(a_tournament(club, pairs=4, turns=4, rematches="allowed")) == set()


def test_games_of_larger_tables_count_theirs(club: Club) -> None:
    tournament = lifecycle.create(
        club,
        name="Terziglio",
        on=a_tournament(club, pairs=0).date,
        by=JURY,
        game="terziglio",
        tables_available=1,
    )
    assert tournament.table_sizes == (3,)
    assert pairing_service.wanted(tournament, 7).sizes == (3,)
    assert codes(tournament) == {"too-few-entrants"}


@pytest.mark.parametrize("pairs", [8, 60])
def test_the_check_takes_one_query_and_the_draw_no_more_for_more_pairs(
    club: Club, pairs: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = a_tournament(club, pairs=pairs)
    with django_assert_num_queries(1):
        pairing_service.obstacles(tournament, 1)
    with CaptureQueriesContext(connection) as done:
        rounds.draw(tournament.pk, by=JURY)
    asked = [each["sql"] for each in done if "SAVEPOINT" not in each["sql"]]
    assert len(asked) <= 15


@pytest.mark.parametrize(("who", "sees"), [("organiser", True), ("referee", False)])
def test_the_cockpit_tells_who_runs_the_evening(client: Client, club: Club, who: str, sees: bool) -> None:
    four: FourPeople = four_people(club)
    tournament = a_tournament(club, pairs=4, turns=4, tables_available=1)
    client.force_login(getattr(four, who))
    page = client.get(f"/t/{tournament.code}/turni/").content.decode()
    assert ("Servono 2 tavoli; disponibili: 1." in page) is sees
    assert ("Dal turno 3 può servire qualche incontro ripetuto." in page) is sees


def test_a_refused_draw_says_so_over_the_turn(client: Client, club: Club) -> None:
    four: FourPeople = four_people(club)
    tournament = a_tournament(club, pairs=4, tables_available=1)
    client.force_login(four.organiser)
    answer = client.post(f"/t/{tournament.code}/turni/abbina/")
    assert answer.status_code == 409
    assert "Trova altri tavoli" in answer.content.decode()


def test_the_settings_and_the_log_know_the_tables(client: Client, club: Club) -> None:
    four: FourPeople = four_people(club)
    tournament = a_tournament(club, pairs=4)
    client.force_login(four.organiser)
    page = client.get(f"/t/{tournament.code}/impostazioni/")
    given = {name: value for name, value in page.context["form"].initial.items() if value is not None}
    answer = client.post(
        f"/t/{tournament.code}/impostazioni/", {**given, "version": 1, "tables_available": "2"}
    )
    assert answer.status_code == 303
    tournament.refresh_from_db()
    assert tournament.tables_available == 2
    assert "tavoli disponibili" in client.get(f"/t/{tournament.code}/registro/").content.decode()
