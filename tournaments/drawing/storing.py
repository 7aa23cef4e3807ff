"""A draw written down: the round with its tables, everybody's chair and the rests."""

from dataclasses import asdict

from django.utils import timezone

from club.models import Person
from tournaments import substitutions
from tournaments.drawing.tables import Alike, Table
from tournaments.draws import DrawInput, Movement
from tournaments.models import Entry, Match, Rest, Round, Seat, Tournament


def store(
    tournament: Tournament,
    movement: Movement,
    given: DrawInput,
    drawn: Alike,
    entries: dict[int, Entry],
    *,
    version: int,
) -> Round:
    """The draft. A query for each kind of row, and one for the substitutions."""
    round_ = Round.objects.create(
        tournament=tournament,
        number=given.turn,
        seed=given.seed,
        draw_input=given.as_json(),
        movement=movement.as_json(),
        passing=list(drawn.passing),
        idle=list(drawn.idle),
        version=version,
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
            boards=table.boards,
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


def drawn_numbers(round_: Round) -> set[int]:
    """The numbers of the entries that the round knows of: at a table, at rest, or at none. Two queries."""
    seated = Seat.objects.filter(round=round_).values_list("entry__number", flat=True)
    resting = Rest.objects.filter(round=round_).values_list("entry__number", flat=True)
    return {*seated, *resting, *round_.passing, *round_.idle}


def _seats(
    tournament: Tournament,
    round_: Round,
    match: Match,
    table: Table,
    entries: dict[int, Entry],
    sitting_in: dict[tuple[int, int], Person],
) -> list[Seat]:
    """A chair for everybody: of a coppia, who sits first is drawn; a substitute has the player's."""
    play = tournament.play(sum(map(len, table.sides)) * tournament.entry_size)
    seats = []
    for side, numbers, first in zip(play.sides, table.sides, table.firsts, strict=True):
        players = [
            (entries[number], player.person) for number in numbers for player in entries[number].players.all()
        ]
        sitting = [*players[first:], *players[:first]]
        for position, (entry, person) in zip(play.positions_of(side), sitting, strict=True):
            seats.append(
                Seat(
                    round=round_,
                    match=match,
                    entry=entry,
                    person=sitting_in.get((entry.pk, person.pk), person),
                    side=side,
                    position=position,
                )
            )
    return seats
