"""Pairing: makes a stored draft from the entries present, with tables, seats and byes."""

from dataclasses import asdict

from django.db.models import Prefetch
from django.utils import timezone

from club.models import Person
from tournaments import queries
from tournaments.core.draws import Draw, DrawImpossible, DrawInput, DrawnTable, Movement, drawn
from tournaments.core.play import TablePlay
from tournaments.errors import TournamentError
from tournaments.models import Entry, EntryPlayer, Match, Rest, Round, Seat, Tournament
from tournaments.models.round import movement_of
from tournaments.pairing import draw_preflight
from tournaments.pairing.draw_inputs import draw_input
from tournaments.text.draw_wording import refusal_sentence

#: The codes of `DrawImpossible` for a tournament in which nothing is left to play.
DECIDED = ("already-decided", "after-the-last-turn", "too-few-finalists")


def draw(tournament: Tournament, number: int, *, seed: int, last: Round | None) -> Round:
    """The stored draft of round `number`, after `last`. The caller holds the lock, and sets the version."""
    players = Prefetch("players", queryset=EntryPlayer.objects.select_related("person"))
    entries = {entry.number: entry for entry in queries.in_play(tournament).prefetch_related(players)}
    movement = movement_of(tournament)
    given = draw_input(tournament, number, entries, seed=seed, last=last)
    try:
        made = drawn(movement, given)
    except DrawImpossible as refusal:
        sentence = refusal_sentence(refusal.code, refusal.params, single=tournament.is_individual)
        raise TournamentError(f"draw-{refusal.code}", sentence, **refusal.params) from refusal
    # Checked after the draw, whose own refusals are better: they name the two entries that it cannot seat.
    draw_preflight.verify(tournament, number, [entry.fixed_table for entry in entries.values()])
    return store(tournament, movement, given, made, entries)


def is_decided(tournament: Tournament, last: Round) -> bool:
    """Whether nothing is left to draw after `last` is settled, because withdrawals decided a knock-out.

    No query outside knock-outs, or while the standings are being built.
    """
    movement = movement_of(tournament)
    if not movement.is_decided_by_winning or not tournament.standings_are_current:
        return False
    entries = {entry.number: entry for entry in queries.in_play(tournament)}
    try:
        drawn(movement, draw_input(tournament, last.number + 1, entries, seed=0, last=last))
    except DrawImpossible as refusal:
        return refusal.code in DECIDED
    return False


def store(
    tournament: Tournament, movement: Movement, given: DrawInput, drawn: Draw, entries: dict[int, Entry]
) -> Round:
    """The stored draft. One query for each kind of row, and one for the substitutions."""
    round_ = Round.objects.create(
        tournament=tournament,
        number=given.turn,
        seed=given.seed,
        draw_input=given.as_json(),
        movement=movement.as_json(),
        passing=list(drawn.passing),
        idle=list(drawn.idle),
        results_version=tournament.results_version,
        cost=drawn.cost,
        rematches=drawn.rematches,
        drawn_at=timezone.now(),
    )
    matches = Match.objects.bulk_create(
        Match(
            round=round_,
            table=table.number,
            first_dealer=_first_dealer(_play(tournament, table), table),
            distance=table.distance,
            is_rematch=table.is_rematch,
            reason=asdict(table.reason),
            boards=table.board,
        )
        for table in drawn.tables
    )
    sitting_in = queries.substitutes_in_force(tournament, given.turn)
    Seat.objects.bulk_create(
        seat
        for match, table in zip(matches, drawn.tables, strict=True)
        for seat in _seats(tournament, round_, match, table, entries, sitting_in)
    )
    Rest.objects.bulk_create(Rest(round=round_, entry=entries[number]) for number in drawn.byes)
    return round_


def drawn_numbers(round_: Round) -> set[int]:
    """The numbers of the entries of the round: with a table, with a bye, passing or idle. Two queries."""
    seated = Seat.objects.filter(round=round_).values_list("entry__number", flat=True)
    resting = Rest.objects.filter(round=round_).values_list("entry__number", flat=True)
    return {*seated, *resting, *round_.passing, *round_.idle}


def _play(tournament: Tournament, table: DrawnTable) -> TablePlay:
    return tournament.play(len(table.entrants) * tournament.entry_size)


def _first_dealer(play: TablePlay, table: DrawnTable) -> str:
    """The seat of the first dealer; a side of a single player has only one."""
    side, place = table.first_dealer
    return play.positions_of(play.sides[side])[place if play.of_pairs else 0]


def _seats(
    tournament: Tournament,
    round_: Round,
    match: Match,
    table: DrawnTable,
    entries: dict[int, Entry],
    sitting_in: dict[tuple[int, int], Person],
) -> list[Seat]:
    """The seats of a table. The draw decides which player of a pair sits first; a substitute has the player's
    seat."""
    play = _play(tournament, table)
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
