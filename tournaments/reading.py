"""What the standings are made from, as the database has it; one query whatever was played."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import CharField, F, JSONField, QuerySet, Value

import scoring
from tournaments.draws.movements import final_from, groups_of
from tournaments.models import Deal, Rest, RoundState, Ruling, Seat, Tournament
from tournaments.movements import movement_of, starters_of
from tournaments.play import Points, TablePlay, in_order
from tournaments.standings import PLAIN, Course, Facts, Given, Played, Seated
from tournaments.standings import Rest as Rested

SETTLED = (RoundState.SETTLED,)
#: With the turn that is being played: of a classifica that is told as provisional.
AND_RUNNING = (RoundState.SETTLED, RoundState.PLAYING)

#: In which every kind of row is told, with what stands where a kind has nothing to say.
COLUMNS: dict[str, Value] = {
    "id": Value(0),
    "turn": Value(0),
    "table": Value(0),
    "match": Value(0),
    "number": Value(0),
    "side": Value("", CharField()),
    "said": Value("", CharField()),
    "points": Value(0),
    "given": Value({}, JSONField()),
    "counted": Value({}, JSONField()),
}


@dataclass(frozen=True)
class Known:
    """The facts, and the digest and results version of the newest snapshot of each turn."""

    facts: Facts
    kept: Mapping[int, tuple[int, str]]


@dataclass
class Written:
    """A deal as the standings need it."""

    points: Points
    counted: Mapping[str, Any] = field(default_factory=dict)


#: The deals of each match, by (turn, table, match) and number.
Deals = Mapping[tuple[int, int, int], Mapping[int, Written]]


def known(tournament: Tournament, states: Iterable[str] = SETTLED, *, without: Ruling | None = None) -> Known:
    """Everything that the rounds in those states hold, entries by number, but for one ruling. One query."""
    rows = _rows(tournament, list(states))
    seats = [Seated(row.turn, row.match, row.side, row.number) for row in rows["seat"]]
    deals: defaultdict[tuple[int, int, int], dict[int, Written]] = defaultdict(dict)
    for row in rows["deal"]:
        deals[row.turn, row.table, row.match][row.number] = Written(row.given, row.counted)
    rests = sorted(
        (Rested(row.turn, row.number) for row in rows["rest"]), key=lambda rest: (rest.turn, rest.entry)
    )
    given = [row.as_given() for row in rows["ruling"] if without is None or row.id != without.pk]
    kept = sorted((row.turn, row.number, row.said) for row in rows["snapshot"])
    return Known(
        facts_of(tournament, seats, deals, rests, given),
        {turn: (version, digest) for turn, version, digest in kept},
    )


def facts_of(
    tournament: Tournament,
    seats: Iterable[Seated],
    deals: Deals,
    rests: Iterable[Rested],
    given: Iterable[Given],
) -> Facts:
    """The facts that follow from the rows. No query."""
    seats = tuple(seats)
    return Facts(
        seats,
        tuple(_played(tournament, seats, deals)),
        tuple(rests),
        tuple(given),
        fewest_win=tournament.rules.fewest_win,
        course=course_of(tournament),
    )


def course_of(tournament: Tournament) -> Course:
    """What the movement says of the way to the end. Three queries at most, none where it says nothing."""
    movement = movement_of(tournament)
    if not movement.is_decided_by_winning and movement.groups == 1:
        return PLAIN
    rounds = {round_.number: round_ for round_ in tournament.rounds.filter(state=RoundState.SETTLED)}
    if not rounds:
        return PLAIN
    started = starters_of(rounds[1])
    third = Seat.objects.filter(round__tournament=tournament, match__reason__code="third-place")
    return Course(
        groups=groups_of(movement, started) if movement.kind in ("girone", "groups-final") else (),
        final_from=final_from(movement, len(started)),
        passing=frozenset((turn, number) for turn, each in rounds.items() for number in each.passing),
        third_place=frozenset(third.values_list("round__number", "entry__number")),
        # As the last turn was drawn: a setting changed since has changed no table.
        shares_third=movement.is_decided_by_winning
        and not rounds[max(rounds)].movement.get("third_place", True),
    )


def result_of(
    play: TablePlay, deals: Mapping[int, Written]
) -> tuple[dict[str, int], tuple[str, ...], dict[str, int]]:
    """Of a match that is over: each side's points, who lost where the game says that, the cappotti made."""
    points = in_order({number: deal.points for number, deal in deals.items()})
    outcome = play.outcome(points) if play.game.fewest_win else None
    cappotti = Counter(
        side for deal in deals.values() if (side := scoring.cappotto_of(play.game.key, deal.counted))
    )
    return play.totals(points), outcome.losers if outcome else (), dict(sorted(cappotti.items()))


def _played(tournament: Tournament, seats: Iterable[Seated], deals: Deals) -> Iterable[Played]:
    """Every match that has been played to its end, with what its smazzate add up to."""
    people = Counter(seat.match for seat in seats)
    plays: dict[int, TablePlay] = {}
    for (turn, table, match), written in sorted(deals.items(), key=lambda each: each[0]):
        play = plays.setdefault(people[match], tournament.play(people[match]))
        if play.is_over({number: deal.points for number, deal in written.items()}):
            yield Played(turn, table, match, *result_of(play, written))


def as_given(ruling: Ruling) -> Given:
    """The ruling as the standings read it; `match` and `entry` fetched with it."""
    return Given(
        effect=ruling.effect,
        turn=ruling.turn,
        entry=ruling.entry.number,
        table=ruling.match.table if ruling.match else None,
        match=ruling.match_id,
        side=ruling.side,
        points=ruling.points,
        assigned=ruling.assigned,
    )


class _Row(NamedTuple):
    """A row of any kind, in the columns of them all; after its kind."""

    id: int
    turn: int
    # Null in the rulings that are on no match.
    table: Any
    match: Any
    number: int
    side: str
    said: str
    points: int
    given: Any
    counted: Any

    def as_given(self) -> Given:
        return Given(
            self.said, self.turn, self.number, self.table, self.match, self.side, self.points, self.given
        )


def _rows(tournament: Tournament, states: list[str]) -> dict[str, list[_Row]]:
    """The rows of each kind, in the order in which they were stored."""
    found: dict[str, list[_Row]] = defaultdict(list)
    first, *others = _queries(tournament, states)
    for kind, *row in first.union(*others, all=True):
        found[kind].append(_Row(*row))
    for rows in found.values():
        rows.sort(key=lambda row: row.id)
    return found


def _queries(tournament: Tournament, states: list[str]) -> Iterable[QuerySet[Any, Any]]:
    inside = {"round__tournament": tournament, "round__state__in": states}
    seats = Seat.objects.filter(**inside)
    yield _as("seat", seats, turn="round__number", match="match_id", side="side", number="entry__number")
    yield _as("rest", Rest.objects.filter(**inside), turn="round__number", number="entry__number")
    yield _as(
        "deal",
        Deal.objects.filter(match__round__tournament=tournament, match__round__state__in=states),
        turn="match__round__number",
        table="match__table",
        match="match_id",
        number="number",
        given="points",
        # The longest of all to read, and for one criterion alone.
        **({"counted": "counted"} if "cappotti" in tournament.criteria else {}),
    )
    turns = tournament.rounds.filter(state__in=states).order_by().values("number")
    yield _as(
        "ruling",
        tournament.rulings.filter(revoked_at__isnull=True, turn__in=turns),
        turn="turn",
        table="match__table",
        match="match_id",
        number="entry__number",
        side="side",
        said="effect",
        points="points",
        given="assigned",
    )
    yield _as(
        "snapshot", tournament.snapshots.all(), turn="round_number", number="results_version", said="digest"
    )


def _as(kind: str, rows: QuerySet[Any, Any], **told: str) -> QuerySet[Any, Any]:
    """The rows in the columns of them all."""
    said = {name: F(told[name]) if name in told else nothing for name, nothing in COLUMNS.items()}
    said["id"] = F("id")
    columns = {"u_kind": Value(kind, CharField()), **{f"u_{name}": each for name, each in said.items()}}
    in_columns: QuerySet[Any, Any] = rows.order_by().annotate(**columns).values_list(*columns)
    return in_columns
