"""Duplicated deals: the boards of an evening, how they are composed by hand, and how their results compare.

A *board* is one deal's cards, which several tables play. Its number follows from the set it belongs to and
from the deal's number in the match: with four deals a match, set 2 holds the boards 5 to 8. The set is
``match.boards`` where sets move from table to table (Mitchell); else it is the number of the round, because
then all tables play the same set in one round.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Final

import scoring
from scoring.game import SEATS

#: The heap of the dealer's last cards, beside the heaps of the four chairs.
LAST_CARDS: Final = "+"
#: The chairs as they are read at a table of cards.
CHAIRS: Final = ("N", "E", "S", "W")


def can_be_duplicated(game: scoring.Game) -> bool:
    """Whether two pairs play a fixed number of deals, in which the whole deck is dealt."""
    is_of_pairs = len(game.sides) == 2 and len(game.players) == len(SEATS) and not game.dummies
    return is_of_pairs and game.deals is not None and game.deals > 1


def boards_of_set(of_set: int, deals: int) -> range:
    """The numbers of the boards of a set, in the order of play."""
    return range((of_set - 1) * deals + 1, of_set * deals + 1)


def set_of_board(number: int, deals: int) -> int:
    """The set to which the board of that number belongs."""
    return (number - 1) // deals + 1


def first_dealer(of_set: int) -> str:
    """The chair that deals the first board of a set; the sets begin with each chair in turn."""
    return SEATS[(of_set - 1) % len(SEATS)]


@dataclass(frozen=True, slots=True)
class Board:
    """The cards of a board, hands by chair and in the order of the deck."""

    number: int
    dealer: str
    hands: Mapping[str, tuple[str, ...]]
    #: The dealer's last cards, which the dealer takes up after the hands are dealt.
    rest: tuple[str, ...]

    def held_by(self, chair: str) -> tuple[str, ...]:
        """The cards that this chair may hold before it discards: the dealer's with the last cards."""
        return self.hands[chair] + (self.rest if chair == self.dealer else ())


@lru_cache(maxsize=2048)
def board(game: str, boards_seed: str, number: int) -> Board:
    """The board of that number, the same on every machine: from sha256 of "seed:number"."""
    declared = scoring.GAMES[game]
    deals = declared.deals or 1
    of_set, deal = set_of_board(number, deals), (number - 1) % deals
    dealer = SEATS[(SEATS.index(first_dealer(of_set)) + deal) % len(SEATS)]
    digest = sha256(f"{boards_seed}:{number}".encode()).digest()
    player_at = dict(zip(SEATS, declared.players, strict=True))
    table = scoring.Table(game, dealer=player_at[dealer], seed=int.from_bytes(digest))
    hands = {chair: table.dealt.hands[player_at[chair]] for chair in CHAIRS}
    return Board(number, dealer, hands, table.dealt.rest)


def heaps(game: str, made: Board) -> list[tuple[str, str]]:
    """The heap of each card of a sorted deck, in its order: one pass over the deck composes the board."""
    heap_of = {card: chair for chair, hand in made.hands.items() for card in hand}
    return [(card, heap_of.get(card, LAST_CARDS)) for card in scoring.GAMES[game].deck]


# Comparing the tables that played a board.


@dataclass(frozen=True, slots=True)
class BoardScore:
    """The points of a board at one table; ``table`` tells tables of all rounds apart."""

    table: int
    north_south: int
    east_west: int

    @property
    def difference(self) -> int:
        """The points of N-S less those of E-O."""
        return self.north_south - self.east_west


def datum(scores: Sequence[BoardScore]) -> int:
    """The mean of the differences, to the nearest point; a half goes towards zero. 0 without scores.

    >>> datum([BoardScore(1, 120, 60), BoardScore(2, 80, 75)])
    32
    """
    if not scores:
        return 0
    total = sum(score.difference for score in scores)
    rounded = (2 * abs(total) + len(scores) - 1) // (2 * len(scores))
    return rounded if total > 0 else -rounded


def swings(boards: Iterable[Sequence[BoardScore]]) -> dict[int, int]:
    """For each table, the sum over the boards of its difference less the mean of that board: the points by
    which N-S did better than the others with the same cards. E-O has the same with the other sign.

    A board played at only one table adds 0.
    """
    sums: dict[int, int] = {}
    for scores in boards:
        mean = datum(scores)
        for score in scores:
            sums[score.table] = sums.get(score.table, 0) + score.difference - mean
    return sums


def against_other(scores: Sequence[BoardScore]) -> dict[int, int]:
    """In a match of two tables, the points by which N-S of each table did better than N-S of the other."""
    first, second = scores
    won = first.difference - second.difference
    return {first.table: won, second.table: -won}
