"""Duplicated deals of an evening: its sets, where they are played, and the officers who see their cards.

The cards are never stored: they follow from the evening's secret seed (`core.boards`). An officer who asks
for them gives a reason, which the log keeps.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import log, queries
from tournaments.actors import Actor
from tournaments.core import boards
from tournaments.core.boards import Board
from tournaments.core.draws import DrawImpossible
from tournaments.core.draws.schedules import mitchell_schedule
from tournaments.errors import TournamentError, required_reason
from tournaments.locking import lock
from tournaments.models import Tournament, closed_boards
from tournaments.models.round import movement_of, starters_of


class Use(StrEnum):
    """The uses that an officer makes of the cards of a set; the acts of the log are named after them."""

    LOOK = "looked-at"
    PRINT = "printed"
    COMPOSE = "composed"


@dataclass(frozen=True)
class BoardSet:
    """A set of boards and where it is played: the tables by round, or all tables of one round."""

    number: int
    boards: range
    #: The table that plays it in each round, where sets move; empty where all tables play it.
    tables: Mapping[int, list[int]]
    turns: int

    @property
    def moves(self) -> bool:
        return bool(self.tables)

    @property
    def last_board(self) -> int:
        return self.boards[-1]

    @property
    def tables_by_turn(self) -> list[list[int]]:
        """The tables that play it in each round, in order; empty where it rests."""
        return [self.tables.get(turn, []) for turn in range(1, self.turns + 1)]


def sets_of(tournament: Tournament) -> list[BoardSet]:
    """The sets of the evening in order, as far as they are known. At most two queries."""
    deals = tournament.rules.deals or 1
    if not closed_boards.open_together(tournament):
        numbers = range(1, tournament.turns + 1)
        return [
            BoardSet(number, boards.boards_of_set(number, deals), {}, tournament.turns) for number in numbers
        ]
    tables: defaultdict[int, dict[int, list[int]]] = defaultdict(dict)
    movement = movement_of(tournament)
    first = tournament.rounds.order_by("number").first()
    ids = starters_of(first) if first else tuple(range(queries.in_play(tournament).count()))
    try:
        planned = mitchell_schedule(ids, movement.turns, movement.sections, movement.even_way)
    except DrawImpossible:
        return []  # not enough entries yet
    for turn, each in enumerate(planned, start=1):
        for table, of_set in zip(each.tables, each.boards, strict=True):
            tables[of_set].setdefault(turn, []).append(table)
    return [
        BoardSet(number, boards.boards_of_set(number, deals), tables[number], tournament.turns)
        for number in sorted(tables)
    ]


def board_of(tournament: Tournament, number: int) -> Board:
    """The cards of a board. The caller has checked that its user may see them."""
    of_set = boards.set_of_board(number, tournament.rules.deals or 1)
    return boards.board(tournament.game, tournament.seed_of_set(of_set), number)


def deal_again(tournament: Tournament, turn: int) -> None:
    """Deals other cards for the sets that players of that round have seen: the round's own set, or all sets
    where they move. The caller holds the tournament's lock."""
    sets_move = closed_boards.open_together(tournament)
    times = dict(tournament.boards_dealt_again)
    for each in sets_of(tournament):
        if sets_move or each.number == turn:
            times[str(each.number)] = times.get(str(each.number), 0) + 1
    tournament.boards_dealt_again = times
    tournament.save(update_fields=["boards_dealt_again"])


def may_deal_again(tournament: Tournament, turn: int) -> bool:
    """Whether the boards of that round can have other cards: not where sets move, after the first round,
    because other tables have already played them."""
    return tournament.is_duplicated and (turn == 1 or not closed_boards.open_together(tournament))


@transaction.atomic
def use(tournament_id: int, of_set: int, *, by: Actor, how: Use, reason: str) -> list[Board]:
    """The cards of a set, for an officer; the log keeps the officer, the use and the reason.

    Raises TournamentError ``not-duplicated`` and ``no-set``, InputRefused ``reason-missing``.
    """
    tournament = lock(tournament_id)
    verify_duplicated(tournament)
    known = {each.number: each for each in sets_of(tournament)}
    if of_set not in known:
        raise TournamentError("no-set", _("Il mazzetto %(set)s non c'è in questa serata.") % {"set": of_set})
    log.write(tournament, by, f"boards.{how}", subject={"set": of_set}, reason=required_reason(reason))
    return [board_of(tournament, number) for number in known[of_set].boards]


def verify_duplicated(tournament: Tournament) -> None:
    """Refuses an evening at which every table plays cards of its own."""
    if not tournament.is_duplicated:
        raise TournamentError(
            "not-duplicated",
            _(
                "In questa serata ogni tavolo gioca le sue carte: le stesse per tutti si scelgono nelle "
                "impostazioni."
            ),
        )
