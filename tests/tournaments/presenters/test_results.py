"""What the results page is made of: the same as each part read by itself, in as many queries at any size."""

import json
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from club.models import Club
from club.register import people
from tests.evening import JURY, a_club, a_round, a_tournament, fill, settle
from tests.tournaments.evenings.rotation.evening import a_rotation
from tests.tournaments.evenings.rotation.evening import playing as playing_rotation
from tournaments import queries
from tournaments.entries import entries, substitutions
from tournaments.models import Match, Tournament
from tournaments.presenters import as_data
from tournaments.presenters.results import Results, results, shown_results
from tournaments.presenters.standings import StandingsSource
from tournaments.presenters.tables import shown_table
from tournaments.presenters.tournaments import shown_entries
from tournaments.standings import builds

PUBLIC = {"full_names": False, "drafts": False}
OFFICER = {"full_names": True, "drafts": True}


def plainly(tournament: Tournament, context: dict[str, Any]) -> Results:
    """Each part read by itself."""
    tournament = queries.tournament(tournament.code)
    entries = shown_entries(queries.entries(tournament), context)
    snapshot = tournament.snapshots.order_by("-round_number", "-results_version").first()
    rounds = queries.visible_rounds(tournament, drafts=context["drafts"])
    current = queries.with_tables(rounds).order_by("-number").first()
    given = snapshot and StandingsSource(
        snapshot,
        tournament,
        {entry.number: entry for entry in entries},
        _before(tournament, snapshot.round_number, snapshot.results_version),
        queries.out_of_prizes(tournament),
        queries.expelled(tournament),
        is_behind=bool(current and current.state == "settled" and current.number > snapshot.round_number),
    )
    entrants = list(queries.entries(tournament))
    matches = current.matches.all() if current else []
    seats = {match.pk: shown_table(match, context).seats for match in matches}
    deals = {match.pk: list(match.deals.all()) for match in matches} if current else None
    version = queries.live_version(tournament)
    return Results(tournament, given, current, version, entries, entrants, seats, deals)


def _before(tournament: Tournament, turn: int, known_at: int) -> dict[int, int]:
    older = tournament.snapshots.filter(round_number=turn - 1, results_version__lte=known_at)
    before = older.order_by("-results_version").first()
    return {row["number"]: row["place"] for row in before.rows} if before else {}


def as_text(given: Results, context: dict[str, Any]) -> str:
    whole = as_data({"results": shown_results(given, context), "entries": given.entries})
    return json.dumps(whole, indent=1, default=str)


def verify_same(tournament: Tournament) -> str:
    """Fails where the two ways differ, for the public or for an officer; what the public reads."""
    for context in (OFFICER, PUBLIC):
        found = as_text(results(queries.tournament(tournament.code), context), context)
        assert found == as_text(plainly(tournament, context), context)
    return found


def before_any_turn(club: Club) -> Tournament:
    return a_tournament(club, pairs=10)


def with_nobody(club: Club) -> Tournament:
    return a_tournament(club, pairs=0)


def a_draft_beside_a_classifica(club: Club) -> Tournament:
    tournament = _settled(a_tournament(club, pairs=7))
    a_round(tournament, seed=2, until="draft")
    return tournament


def half_played_with_a_rest(club: Club) -> Tournament:
    tournament = _settled(a_tournament(club, pairs=11))
    for match in a_round(tournament, seed=2).matches.select_related("round__tournament")[:3]:
        fill(match)
    return tournament


def settled_and_not_built(club: Club) -> Tournament:
    tournament = _settled(a_tournament(club, pairs=6))
    settle(tournament, a_round(tournament, seed=2))
    return tournament


def a_substitute_and_a_pair_gone(club: Club) -> Tournament:
    tournament = a_tournament(club, pairs=8, turns=2)
    match = _first(tournament, a_round(tournament).number)
    somebody = people.add(club, last_name="Riserva", first_name="Ada", name_consent_on=date(2026, 1, 1))
    substitutions.substitute(match, "N", somebody, by=JURY, reason="Mal di testa")
    for each in tournament.rounds.get().matches.select_related("round__tournament"):
        fill(each)
    entries.withdraw(tournament.pk, 3, withdrawn=True, by=JURY)
    return tournament


def names_by_number(club: Club) -> Tournament:
    Club.objects.filter(pk=club.pk).update(unnamed=Club.Unnamed.NUMBER)
    club.refresh_from_db()
    return half_played_with_a_rest(club)


def a_knockout_where_some_pass(club: Club) -> Tournament:
    tournament = _settled(a_tournament(club, pairs=6, format="knockout"))
    a_round(tournament, seed=2)
    return tournament


def gironi_and_their_first_final(club: Club) -> Tournament:
    """Where a table's two come from follows from what the turn was drawn from, which comes with it."""
    tournament = a_tournament(club, pairs=10, format="groups-final", groups=5, qualifiers=1)
    _settled(tournament)
    a_round(tournament, seed=2)
    return tournament


def partners_who_change(club: Club) -> Tournament:
    tournament = a_rotation(club, players=9)
    playing_rotation(tournament)
    return tournament


EVENINGS: list[Callable[[Club], Tournament]] = [
    before_any_turn, with_nobody, a_draft_beside_a_classifica, half_played_with_a_rest, settled_and_not_built,
    a_substitute_and_a_pair_gone, names_by_number, a_knockout_where_some_pass, gironi_and_their_first_final,
    partners_who_change,
]  # fmt: skip


def _settled(tournament: Tournament) -> Tournament:
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    tournament.refresh_from_db()
    return tournament


def _first(tournament: Tournament, turn: int) -> Match:
    return Match.objects.select_related("round__tournament").get(
        round__tournament=tournament, round__number=turn, table=1
    )


@pytest.mark.django_db
@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.__name__)
def test_the_page_shows_what_each_part_shows_by_itself(
    evening: Callable[[Club], Tournament],
) -> None:
    told = verify_same(evening(a_club()))
    assert "Cognome010" not in told  # of the tenth pair nobody agreed to a name


@pytest.mark.django_db
def test_a_substitute_is_named_at_the_table_and_not_among_the_pairs() -> None:
    told = json.loads(verify_same(a_substitute_and_a_pair_gone(a_club())))
    seats = [seat["name"] for table in told["results"]["round"]["tables"] for seat in table["seats"]]
    assert "Riserva Ada" in seats
    assert all("Riserva Ada" not in entry["players"] for entry in told["entries"])
    assert [entry["number"] for entry in told["entries"] if entry["withdrawn"]] == [3]


@pytest.mark.django_db
def test_a_draft_is_read_for_an_officer_alone() -> None:
    tournament = a_draft_beside_a_classifica(a_club())
    seen = [queries.current_round(tournament, drafts=drafts) for drafts in (False, True)]
    assert [(round_.number, round_.state) for round_ in seen if round_] == [(1, "settled"), (2, "draft")]


@pytest.mark.django_db
def test_somebody_s_other_evening_does_not_come_along() -> None:
    club = a_club()
    here = half_played_with_a_rest(club)
    there = a_tournament(club, pairs=4)
    settle(there, a_round(there))
    assert len(results(there, PUBLIC).entries) == 4
    assert len(results(here, PUBLIC).entries) == 11
    verify_same(here)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("pairs", [8, pytest.param(200, marks=pytest.mark.slow)])
def test_the_results_page_takes_nine_queries_to_make_whatever_the_size(client: Client, pairs: int) -> None:
    tournament = _settled(a_tournament(a_club(), pairs=pairs + 1))
    for match in a_round(tournament, seed=2).matches.select_related("round__tournament")[:3]:
        fill(match)
    client.get(f"/t/{tournament.code}/")  # the first visit only brings the cookie
    for page in ("", "?fragment", "proiettore/"):
        cache.clear()
        with CaptureQueriesContext(connection) as asked:
            assert client.get(f"/t/{tournament.code}/{page}").status_code == 200
        assert len(asked) == 9, page
