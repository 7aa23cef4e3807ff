"""From the database to a draw and back: rows in, tables with seats out. No query in a loop."""

from collections import Counter, defaultdict
from dataclasses import asdict
from typing import cast

from django.utils import timezone

from tournaments import builds, queries
from tournaments.draw_wording import refusal_sentence
from tournaments.draws import Draw, DrawImpossible, DrawInput, DrawnTable, Entrant, Meeting, Rematches, Side
from tournaments.draws import draw as drawn_from
from tournaments.errors import TournamentError
from tournaments.models import Entry, Match, Rest, Round, Seat, Tournament


def draw(tournament: Tournament, number: int, *, seed: int) -> Round:
    """The stored draft of round `number`. The caller holds the tournament's lock."""
    entries = {
        entry.number: entry for entry in queries.in_play(tournament).prefetch_related(queries.ENTRY_PLAYERS)
    }
    given = draw_input(tournament, number, entries, seed=seed)
    try:
        drawn = drawn_from(given)
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
        Meeting(turn, *sorted(numbers))
        for (turn, _table), numbers in sorted(tables.items())
        if len(numbers) == 2
    )


def _store(tournament: Tournament, given: DrawInput, drawn: Draw, entries: dict[int, Entry]) -> Round:
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
            is_rematch=table.rematch,
            reason=asdict(table.reason),
        )
        for table in drawn.tables
    )
    Seat.objects.bulk_create(
        seat
        for match, table in zip(matches, drawn.tables, strict=True)
        for seat in _seats(round_, match, table, entries)
    )
    if drawn.rests is not None:
        Rest.objects.create(round=round_, entry=entries[drawn.rests])
    return round_


def _seats(round_: Round, match: Match, table: DrawnTable, entries: dict[int, Entry]) -> list[Seat]:
    sitting = asdict(table.seats)
    chairs = [
        ("A", "N", table.side_a, sitting["north"]),
        ("B", "E", table.side_b, sitting["east"]),
        ("A", "S", table.side_a, sitting["south"]),
        ("B", "W", table.side_b, sitting["west"]),
    ]
    return [
        Seat(
            round=round_,
            match=match,
            entry=entries[number],
            person=list(entries[number].players.all())[player].person,
            side=side,
            position=position,
        )
        for side, position, number, player in chairs
    ]
