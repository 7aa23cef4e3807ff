"""From the database to a draw and back: rows in, tables with seats out. No query in a loop."""

from collections import Counter, defaultdict
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import cast

from django.utils import timezone

from club.models import Person
from tournaments import builds, queries, substitutions
from tournaments.draw_wording import refusal_sentence
from tournaments.draws import (
    Draw,
    DrawImpossible,
    DrawInput,
    DrawnTable,
    Entrant,
    LargerTable,
    Meeting,
    Reason,
    Rematches,
    Side,
    draw_larger,
)
from tournaments.draws import draw as draw_two
from tournaments.errors import TournamentError
from tournaments.models import Entry, Match, Rest, Round, Seat, Tournament


def draw(tournament: Tournament, number: int, *, seed: int) -> Round:
    """The stored draft of round `number`. The caller holds the tournament's lock."""
    entries = {
        entry.number: entry for entry in queries.in_play(tournament).prefetch_related(queries.ENTRY_PLAYERS)
    }
    given = draw_input(tournament, number, entries, seed=seed)
    try:
        drawn = _drawn(tournament, given)
    except DrawImpossible as refusal:
        sentence = refusal_sentence(refusal.code, refusal.params)
        raise TournamentError(f"draw-{refusal.code}", sentence, **refusal.params) from refusal
    return _store(tournament, given, drawn, entries)


def draw_input(tournament: Tournament, number: int, entries: dict[int, Entry], *, seed: int) -> DrawInput:
    """All that the draw depends on; entries go by their number, so two databases make the same draw."""
    snapshot = builds.latest(tournament)
    places = {row["number"]: row["place"] for row in snapshot.rows} if snapshot else {}
    past = _past_tables(tournament)
    rested = Counter(
        Rest.objects.filter(round__tournament=tournament).values_list("entry__number", flat=True)
    )
    entrants = tuple(
        Entrant(
            id=entry.number,
            number=entry.number,
            rank=places.get(entry.number),
            rests=rested[entry.number],
            past_sides=tuple(cast("Side", side) for _turn, _table, side in past[entry.number]),
            past_tables=tuple(table for _turn, table, _side in past[entry.number]),
            fixed_table=entry.fixed_table,
        )
        for entry in entries.values()
    )
    return DrawInput(
        turn=number,
        entrants=entrants,
        meetings=_meetings(past),
        seed=seed,
        rematches=cast("Rematches", tournament.rematches),
        sizes=tuple(size // tournament.entry_size for size in tournament.rules.sizes),
    )


def drawn_numbers(round_: Round) -> set[int]:
    """The numbers of the entries that the round seats or gives a rest. Two queries."""
    seated = Seat.objects.filter(round=round_).values_list("entry__number", flat=True)
    resting = Rest.objects.filter(round=round_).values_list("entry__number", flat=True)
    return {*seated, *resting}


def _past_tables(tournament: Tournament) -> dict[int, list[tuple[int, int, str]]]:
    """For each entry's number the (turn, table, side) it has played, in order. One query."""
    past: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
    rows = (
        Seat.objects.filter(round__tournament=tournament)
        .order_by("round__number", "match__table")
        .values_list("entry__number", "round__number", "match__table", "side")
        .distinct()
    )
    for number, turn, table, side in rows:
        past[number].append((turn, table, side))
    return past


def _meetings(past: dict[int, list[tuple[int, int, str]]]) -> tuple[Meeting, ...]:
    tables: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, played in past.items():
        for turn, table, _side in played:
            tables[turn, table].append(number)
    return tuple(
        Meeting(turn, one, other)
        for (turn, _table), numbers in sorted(tables.items())
        for one, other in combinations(sorted(numbers), 2)
    )


@dataclass(frozen=True)
class Table:
    """A drawn table whatever its size: the entries side by side, and of each which player sits first."""

    number: int
    entrants: tuple[int, ...]
    firsts: tuple[int, ...]
    first_dealer: str
    distance: int
    is_rematch: bool
    reason: Reason


@dataclass(frozen=True)
class Drawn:
    tables: tuple[Table, ...]
    rests: tuple[int, ...]
    cost: int
    rematches: int


def _drawn(tournament: Tournament, given: DrawInput) -> Drawn:
    if given.sizes == (2,):
        return _of_two(tournament, draw_two(given))
    drawn = draw_larger(given)
    tables = tuple(_larger(tournament, table) for table in drawn.tables)
    return Drawn(tables, drawn.rests, drawn.cost, drawn.rematches)


def _of_two(tournament: Tournament, drawn: Draw) -> Drawn:
    tables = tuple(_table_of_two(tournament, table) for table in drawn.tables)
    rests = () if drawn.rests is None else (drawn.rests,)
    return Drawn(tables, rests, drawn.cost, drawn.rematches)


def _table_of_two(tournament: Tournament, table: DrawnTable) -> Table:
    play = tournament.play()
    side = "A" if table.first_dealer in ("N", "S") else "B"
    return Table(
        table.number,
        (table.side_a, table.side_b),
        (table.seats.north, table.seats.west) if play.of_pairs else (0, 0),
        table.first_dealer if play.of_pairs else play.positions_of(side)[0],
        table.distance,
        table.rematch,
        table.reason,
    )


def _larger(tournament: Tournament, table: LargerTable) -> Table:
    play = tournament.play(len(table.entrants))
    return Table(
        table.number,
        table.entrants,
        (0,) * len(table.entrants),
        play.positions[table.first_dealer],
        table.distance,
        bool(table.repeated),
        table.reason,
    )


def _store(tournament: Tournament, given: DrawInput, drawn: Drawn, entries: dict[int, Entry]) -> Round:
    round_ = Round.objects.create(
        tournament=tournament,
        number=given.turn,
        seed=given.seed,
        draw_input=given.as_json(),
        results_version=tournament.results_version,
        cost=drawn.cost,
        rematches=drawn.rematches,
        drawn_at=timezone.now(),
    )
    matches = Match.objects.bulk_create(
        Match(
            round=round_,
            table=table.number,
            first_dealer=table.first_dealer,
            distance=table.distance,
            is_rematch=table.is_rematch,
            reason=asdict(table.reason),
        )
        for table in drawn.tables
    )
    sitting_in = substitutions.in_force(tournament, given.turn)
    Seat.objects.bulk_create(
        seat
        for match, table in zip(matches, drawn.tables, strict=True)
        for seat in _seats(tournament, round_, match, table, entries, sitting_in)
    )
    Rest.objects.bulk_create(Rest(round=round_, entry=entries[number]) for number in drawn.rests)
    return round_


def _seats(
    tournament: Tournament,
    round_: Round,
    match: Match,
    table: Table,
    entries: dict[int, Entry],
    sitting_in: dict[tuple[int, int], Person],
) -> list[Seat]:
    """A chair for everybody: of a coppia, who sits first is drawn; a substitute has the player's."""
    play = tournament.play(len(table.entrants) * tournament.entry_size)
    seats = []
    for side, number, first in zip(play.sides, table.entrants, table.firsts, strict=True):
        players = [player.person for player in entries[number].players.all()]
        sitting = [*players[first:], *players[:first]]
        for position, person in zip(play.positions_of(side), sitting, strict=True):
            seats.append(
                Seat(
                    round=round_,
                    match=match,
                    entry=entries[number],
                    person=sitting_in.get((entries[number].pk, person.pk), person),
                    side=side,
                    position=position,
                )
            )
    return seats
