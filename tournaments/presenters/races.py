"""How points change over the deals of a match, and places over the rounds; the prize-giving."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import F, OuterRef, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments import queries
from tournaments.core.plots import Race, Runner, race
from tournaments.models import Snapshot, Tournament
from tournaments.presenters import Reading
from tournaments.presenters.scorecards import DealOnSheet, SideOfTable
from tournaments.presenters.standings import shown_standings, standings_after
from tournaments.presenters.standings_reasons import criterion_value
from tournaments.presenters.tournaments import shown_entries
from tournaments.text.deal_terms import figure
from tournaments.text.names import PUBLIC


@dataclass(frozen=True)
class EveningRunner:
    """An entry, and its place after each round; None where it has none."""

    number: int
    name: str
    places: list[int | None]


@dataclass(frozen=True)
class EveningRace:
    """The rounds that have standings; the runners in the order of the newest standings."""

    turns: list[int]
    runners: list[EveningRunner]


def race_of(tournament: Tournament, reading: Reading) -> EveningRace:
    """The places after every round, names as the reading allows. Two queries."""
    snapshots = _snapshots(tournament)
    places = _places(snapshots)
    entries = queries.entry_rows(tournament.entries.all())
    named = {entry.number: entry.name for entry in shown_entries(entries, reading)}
    leading = [row["number"] for row in snapshots[-1].rows] if snapshots else []
    return EveningRace(
        [snapshot.round_number for snapshot in snapshots],
        [EveningRunner(number, named[number], places[number]) for number in leading],
    )


def _snapshots(tournament: Tournament) -> list[Snapshot]:
    """The newest version of the standings of each round, in order. One query."""
    newer = Snapshot.objects.filter(tournament=tournament, round_number=OuterRef("round_number"))
    newest = newer.order_by("-results_version").values("results_version")[:1]
    return list(
        tournament.snapshots.annotate(newest=Subquery(newest))
        .filter(results_version=F("newest"))
        .order_by("round_number")
    )


def _places(snapshots: Iterable[Snapshot]) -> dict[int, list[int | None]]:
    """The place of each number after each round; None where it has none."""
    places_by_version = [{row["number"]: row["place"] for row in snapshot.rows} for snapshot in snapshots]
    numbers = {number for places in places_by_version for number in places}
    return {number: [places.get(number) for places in places_by_version] for number in numbers}


#: More lines cannot be told apart.
MOST_LINES = 8


@dataclass(frozen=True)
class Plotted:
    """A race with its title and its text for screen readers."""

    race: Race
    title: str
    description: str
    names: list[str]


def deals_race(sides: Sequence[SideOfTable], deals: Sequence[DealOnSheet]) -> Plotted | None:
    """The sums of a match after each deal; None before the second deal."""
    if len(deals) < 2:
        return None
    names = [side.short for side in sides]
    after = [[0] * len(sides), *(deal.running for deal in deals)]
    runners = [
        Runner(_short(side, place), tuple(sums[place] for sums in after)) for place, side in enumerate(sides)
    ]
    description = "; ".join(
        _("smazzata %(number)s: %(sums)s")
        % {
            "number": deal.number,
            "sums": ", ".join(
                f"{name} {figure(sum_)}" for name, sum_ in zip(names, deal.running, strict=True)
            ),
        }
        for deal in deals
    )
    steps = ["", *(str(deal.number) for deal in deals)]
    return Plotted(race(runners, steps), _("La corsa, smazzata per smazzata"), description, names)


def _short(side: SideOfTable, place: int) -> str:
    """Returns the label at the end of a line: the seats of a pair, the chair of a single player."""
    return side.short if len(side.short) <= len("posto 1") else _("posto %(number)s") % {"number": place + 1}


def places_race(
    places: Mapping[int, Sequence[int | None]], leading: Sequence[int], turns: Sequence[int]
) -> Plotted | None:
    """The places by round of the entries that lead now; None before the second standings."""
    if len(turns) < 2:
        return None
    shown = list(leading[:MOST_LINES])
    names = [_("n. %(number)s") % {"number": number} for number in shown]
    runners = [Runner(name, tuple(places[number])) for name, number in zip(names, shown, strict=True)]
    description = "; ".join(
        f"{name}: {', '.join('–' if place is None else str(place) for place in places[number])}"
        for name, number in zip(names, shown, strict=True)
    )
    return Plotted(
        race(runners, [pgettext("turno", "T") + str(turn) for turn in turns], first_on_top=True),
        _("I posti dopo ogni turno"),
        description,
        names,
    )


# The prize-giving: the places of the final standings, last to first, with public names.


@dataclass(frozen=True)
class Awarded:
    """An entry with its players' public names."""

    number: int
    players: list[str]
    out_of_prizes: bool
    #: The name of its team in a challenge; else empty.
    team: str = ""


@dataclass(frozen=True)
class AwardedPlace:
    """A place with the entries that share it, and their value of the first criterion."""

    place: int
    entries: list[Awarded]
    points: str


@dataclass(frozen=True)
class PrizeGiving:
    """The places, the last one first, and the name of the criterion that gives their points."""

    places: list[AwardedPlace]
    criterion: str


def prize_giving(tournament: Tournament) -> PrizeGiving | None:
    """The final standings without entries that withdrew; None until they are final. At most five queries."""
    source = standings_after(tournament, dict(PUBLIC)) if tournament.is_final else None
    if source is None:
        return None
    shown = shown_standings(source)
    leading = shown.criteria[0]
    staying = [row for row in shown.rows if not row.withdrawn]
    places = [
        AwardedPlace(
            place,
            [
                Awarded(entry.number, entry.players, row.out_of_prizes, tournament.team_name(entry.team))
                for row in rows
                for entry in [source.entries[row.number]]
            ],
            str(criterion_value(leading.key, rows[0].leading)),
        )
        for place, rows in ((place, list(same)) for place, same in groupby(staying, lambda row: row.place))
    ]
    return PrizeGiving(places[::-1], leading.name)
