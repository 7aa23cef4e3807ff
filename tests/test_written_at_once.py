"""What the other tests find written at once is what the verbs write one by one."""

from datetime import date
from typing import Any

import pytest

from club.history.hash_chain import first_broken
from club.models import Consent, Person
from club.register import people
from tests.evening import JURY, a_club, a_round, a_tournament, fill, settle
from tournaments.entries import entries
from tournaments.models import Deal, EntryPlayer, Match, Tournament
from tournaments.rounds import rounds
from tournaments.standings.audit import recompute

ROW = ("id", "match", "entered_at", "changed_at")
ENTRY = ("id", "tournament", "at", "previous_hash", "hash")


def settled_at_once(tournament: Tournament, turn: int) -> None:
    settle(tournament, a_round(tournament, seed=turn))


def settled_by_the_verb(tournament: Tournament, turn: int) -> None:
    for match in a_round(tournament, seed=turn).matches.select_related("round__tournament"):
        fill(match, seed=turn)
    rounds.settle(tournament.pk, turn, by=JURY)


def without(row: dict[str, Any], *names: str) -> dict[str, Any]:
    """The row without these columns; of digests, which cover times, only the places."""
    kept = {name: value for name, value in row.items() if name.removesuffix("_id") not in names}
    return kept | ({"digests": sorted(kept["digests"] or ())} if "digests" in kept else {})


def stored(tournament: Tournament) -> list[list[dict[str, Any]]]:
    deals = Deal.objects.filter(match__round__tournament=tournament)
    ordered = deals.order_by("match__round__number", "match__table", "number")
    return [
        [without(row, *ROW) for row in ordered.values()],
        [without(row, *ENTRY) for row in tournament.log.order_by("number").values()],
    ]


@pytest.mark.django_db
def test_a_turn_written_at_once_is_stored_and_logged_as_the_verb_does() -> None:
    quick, slow = (a_tournament(a_club(), pairs=7) for _each in range(2))
    for turn in (1, 2):
        settled_at_once(quick, turn)
        settled_by_the_verb(slow, turn)
    assert stored(quick) == stored(slow)
    assert recompute(quick.pk).faults == recompute(slow.pk).faults == []
    assert Deal.objects.filter(match__round__tournament=quick).count() == 2 * 3 * 4
    assert first_broken(quick.log.order_by("number")) is None


def entered(tournament: Tournament) -> list[list[dict[str, Any]]]:
    of_club = Person.objects.filter(club=tournament.club).order_by("pk")
    consents = Consent.objects.filter(club=tournament.club).order_by("pk")
    return [
        [without(row, "id", "club") for row in of_club.values()],
        [without(row, "id", "club", "person", "at") for row in consents.values()],
        [without(row, "id", "tournament", "checked_in_at") for row in tournament.entries.values()],
        list(players_of(tournament)),
        [without(row, *ENTRY) for row in tournament.log.order_by("number").values()],
    ]


def players_of(tournament: Tournament) -> Any:
    players = EntryPlayer.objects.filter(tournament=tournament).order_by("pk")
    return players.values_list("entry__number", "position", "person__last_name", "person__first_name")


@pytest.mark.django_db
@pytest.mark.parametrize("present", [True, False])
def test_the_pairs_entered_at_once_are_those_that_the_desk_enters(present: bool) -> None:
    quick, slow = (a_tournament(a_club(), pairs=pairs, present=present) for pairs in (11, 0))
    for number in range(1, 12):
        agreed = None if number == 10 else date(2026, 1, 1)
        couple = [
            people.add(slow.club, last_name=f"Cognome{number:03}", first_name=first, name_consent_on=agreed)
            for first in ("Anna", "Bruno")
        ]
        entries.enter(slow.pk, couple, by=JURY, present=present)
    assert entered(quick) == entered(slow)
    assert quick.entries.filter(checked_in_at=None).count() == (0 if present else 11)
    assert first_broken(quick.log.order_by("number")) is None


@pytest.mark.django_db
def test_where_a_table_has_begun_the_verb_writes_the_rest() -> None:
    tournament = a_tournament(a_club(), pairs=4)
    round_ = a_round(tournament)
    fill(round_.matches.select_related("round__tournament")[0], seed=1)
    settle(tournament, round_)
    assert [match.deals.count() for match in Match.objects.filter(round=round_)] == [4, 4]
    assert tournament.log.filter(act="deal.entered").count() == 8
