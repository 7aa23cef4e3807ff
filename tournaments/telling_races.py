"""How the places of an evening changed from turn to turn, as the page and the files tell it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import F, OuterRef, Subquery

from tournaments import queries
from tournaments.api.serializers import EntrySerializer
from tournaments.models import Snapshot, Tournament


@dataclass(frozen=True)
class Runner:
    """An entry, and its place after each turn; None in the turns of which it has none."""

    number: int
    name: str
    places: list[int | None]


@dataclass(frozen=True)
class Race:
    """The turns that have a classifica; the runners as the newest has them."""

    turns: list[int]
    runners: list[Runner]


def race_of(tournament: Tournament, context: Mapping[str, Any]) -> Race:
    """The places after every turn, names as the context allows. Four queries."""
    classifiche = _classifiche(tournament)
    places = _places(classifiche)
    entries = EntrySerializer(queries.entries(tournament), many=True, context=context).data
    named = {entry["number"]: entry["name"] for entry in entries}
    leading = [row["number"] for row in classifiche[-1].rows] if classifiche else []
    return Race(
        [snapshot.round_number for snapshot in classifiche],
        [Runner(number, named[number], places[number]) for number in leading],
    )


def _classifiche(tournament: Tournament) -> list[Snapshot]:
    """The newest version of each turn's classifica, by turn. One query."""
    newer = Snapshot.objects.filter(tournament=tournament, round_number=OuterRef("round_number"))
    newest = newer.order_by("-results_version").values("results_version")[:1]
    return list(
        tournament.snapshots.annotate(newest=Subquery(newest))
        .filter(results_version=F("newest"))
        .order_by("round_number")
    )


def _places(classifiche: Iterable[Snapshot]) -> dict[int, list[int | None]]:
    """The place of each number after each turn; None in the turns of which it has none."""
    found = [{row["number"]: row["place"] for row in snapshot.rows} for snapshot in classifiche]
    numbers = {number for places in found for number in places}
    return {number: [places.get(number) for places in found] for number in numbers}
