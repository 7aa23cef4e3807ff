"""Pairing: checks that the evening can be drawn to its end, and stores a draft of the entries present."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import cast

from django.db.models import Prefetch
from django.utils import timezone

from club.models import Person
from tournaments import queries
from tournaments.core.draws import (
    Draw,
    DrawImpossible,
    DrawInput,
    DrawnTable,
    Finding,
    Movement,
    Wanted,
    drawn,
    findings,
)
from tournaments.core.draws.advising import Movement as AdvisedMovement
from tournaments.core.draws.schedules import EvenWay
from tournaments.core.play import TablePlay
from tournaments.errors import TournamentError
from tournaments.models import Entry, EntryPlayer, Match, Rest, Round, Seat, Tournament
from tournaments.models.round import movement_of
from tournaments.pairing.draw_inputs import draw_input
from tournaments.text.draw_wording import finding_remedy, finding_sentence, refusal_sentence

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
    verify(tournament, number, [entry.fixed_table for entry in entries.values()])
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


# The check before a round: whether this evening can be drawn to its end, at the tables of the room.


@dataclass(frozen=True)
class Obstacle:
    """A finding in words, with its remedy."""

    code: str
    is_fatal: bool
    sentence: str
    remedy: str


def obstacles(tournament: Tournament, turn: int) -> list[Obstacle]:
    """The obstacles to round `turn` and later ones, fatal ones first. One query."""
    fixed = list(queries.in_play(tournament).values_list("fixed_table", flat=True))
    return in_words(findings_ahead(tournament, turn, fixed))


def in_words(draw_findings: tuple[Finding, ...]) -> list[Obstacle]:
    """The findings in sentences, fatal ones first."""
    sentences = [
        Obstacle(
            each.code, each.is_fatal, finding_sentence(each.code, each.params), finding_remedy(each.code)
        )
        for each in draw_findings
    ]
    return sorted(sentences, key=lambda each: not each.is_fatal)


def verify(tournament: Tournament, turn: int, fixed: Sequence[int | None]) -> None:
    """Refuses the draw if a finding is fatal, with its remedy; `fixed` as for `findings_ahead`."""
    for each in findings_ahead(tournament, turn, fixed):
        if each.is_fatal:
            sentence = f"{finding_sentence(each.code, each.params)} {finding_remedy(each.code)}"
            raise TournamentError(f"check-{each.code}", sentence, **each.params)


def findings_ahead(tournament: Tournament, turn: int, fixed: Sequence[int | None]) -> tuple[Finding, ...]:
    """The findings from round `turn` on; `fixed` has the fixed table of each present entry, or None."""
    return findings(wanted(tournament, len(fixed), tuple(table for table in fixed if table), turn=turn))


def wanted(
    tournament: Tournament, entries: int, fixed_tables: tuple[int, ...] = (), *, turn: int = 1
) -> Wanted:
    """The input of `draws.findings` for the tournament with that number of entries."""
    return Wanted(
        entries=entries,
        turns=tournament.turns,
        turn_minutes=tournament.turn_minutes,
        tables=tournament.tables_available,
        sizes=tournament.table_sizes,
        are_singles=tournament.format == "rotation",
        avoids_rematches=tournament.rematches == Tournament.Rematches.AVOIDED,
        fixed_tables=fixed_tables,
        movement=cast("AdvisedMovement", tournament.format),
        groups=tournament.groups,
        legs=2 if tournament.is_double else 1,
        qualifiers=tournament.qualifiers,
        sections=tournament.sections,
        even_way=cast("EvenWay", tournament.even_way),
        turn=turn,
        smaller_team=smaller_team(tournament, entries) if tournament.is_challenge else None,
    )


def smaller_team(tournament: Tournament, entries: int) -> int | None:
    """The number of entries of the smaller team; None unless `entries` is the number of those present, and
    while some have no team. One query."""
    teams = list(queries.in_play(tournament).values_list("team", flat=True))
    return min(teams.count(1), teams.count(2)) if len(teams) == entries and None not in teams else None
