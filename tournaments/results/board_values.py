"""The expected result of each board among sensible players: computed in the background, kept in the cache.

A value that the cache loses is computed again, since the cards follow from the evening's seed. Values are
ready before the results open, because they are asked for while a round is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Final

from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from django.db import transaction

import scoring
from club.accounts import letters as post_office
from scoring.game import SEATS
from tournaments.core import boards
from tournaments.core.boards import Board
from tournaments.models import Tournament, closed_boards
from tournaments.results.boards import board_of, sets_of

KEPT: Final = timedelta(days=60)
#: A value that is still missing after this time is asked for again.
PATIENCE: Final = timedelta(minutes=1)
#: Deals of sensible players for a value: half a second's work, with a standard error of about 15 points.
SAMPLES: Final = 20


@dataclass(frozen=True)
class BoardValue:
    """The worth of a board's cards to each side."""

    #: The mean difference, N-S less E-O, of sensible players with these cards.
    expected: int
    #: How many of the cards that are worth most each side was dealt.
    honours: Mapping[str, int]
    #: The most that each side may declare.
    declarations: Mapping[str, int]


def values_of(tournament: Tournament, numbers: Iterable[int]) -> dict[int, BoardValue]:
    """The values that are known by now, by the board's number. No query."""
    keys = {_key(tournament, number): number for number in numbers}
    return {keys[key]: BoardValue(*stored) for key, stored in cache.get_many(keys).items()}


def find_soon(tournament: Tournament, turn: int | None = None) -> None:
    """Asks for the values of the boards of a round, or of all boards where sets move, after the commit."""
    if not tournament.is_duplicated:
        return
    numbers = [
        number
        for each in sets_of(tournament)
        if turn in (None, each.number) or closed_boards.open_together(tournament)
        for number in each.boards
    ]
    ask_for(tournament, numbers)


def ask_for(tournament: Tournament, numbers: Iterable[int]) -> None:
    """Starts a task, after the commit, that finds the missing values.

    Every reader of a board asks, so a value asked for within `PATIENCE` is not asked for again.
    """
    wanted = list(numbers)
    known = values_of(tournament, wanted)
    missing = [number for number in wanted if number not in known and _is_first(tournament, number)]
    if not missing:
        return

    def hand_over() -> None:
        if settings.CELERY_TASK_ALWAYS_EAGER:  # in the thread that sends letters, so that no page waits
            post_office.soon(lambda: find_values.delay(tournament.pk, missing))
        else:
            find_values.delay(tournament.pk, missing)

    transaction.on_commit(hand_over, robust=True)


def _is_first(tournament: Tournament, number: int) -> bool:
    """Whether nobody has asked for the value within `PATIENCE`; asks for it."""
    return bool(cache.add(f"{_key(tournament, number)}:asked", True, PATIENCE.total_seconds()))


@shared_task(name="tournaments.results.find_board_values", acks_late=False)  # type: ignore[untyped-decorator]
def find_values(tournament_id: int, numbers: list[int]) -> None:
    """Finds and keeps the values of these boards that are not kept yet."""
    tournament = Tournament.objects.get(pk=tournament_id)
    for number in numbers:
        if not values_of(tournament, [number]):  # another task may have found it meanwhile
            made = value_of(tournament, board_of(tournament, number))
            stored = (made.expected, dict(made.honours), dict(made.declarations))
            cache.set(_key(tournament, number), stored, KEPT.total_seconds())


def _key(tournament: Tournament, number: int) -> str:
    """The cache key: it names the cards, not the evening. A digest, because the seed is a secret."""
    seed = tournament.seed_of_set(boards.set_of_board(number, tournament.rules.deals or 1))
    named = f"{tournament.game}:{tournament.counted_by}:{seed}:{number}"
    return f"board-value:{sha256(named.encode()).hexdigest()}"


def value_of(tournament: Tournament, made: Board) -> BoardValue:
    """The value of a board: half a second's work."""
    game = tournament.rules
    player_at = dict(zip(SEATS, game.players, strict=True))
    hands = {player_at[chair]: made.hands[chair] for chair in SEATS}
    expected = scoring.expected(
        hands,
        game.key,
        SAMPLES,
        seed=made.number,
        dealer=player_at[made.dealer],
        rest=made.rest,
        rules=tournament.counted_by,
    )
    first, second = game.sides
    difference = round(expected[first].points - expected[second].points)
    return BoardValue(difference, honours(tournament, made), most_declared(tournament, made))


def honours(tournament: Tournament, made: Board) -> dict[str, int]:
    """How many of the cards that are worth most each side was dealt, the dealer's last cards with them."""
    tricks = tournament.rules.tricks
    worth_most = tricks.honours if tricks else frozenset[str]()
    return {
        side: sum(
            card in worth_most
            for chair, player in zip(SEATS, tournament.rules.players, strict=True)
            if player[0] == side
            for card in made.held_by(chair)
        )
        for side in tournament.rules.sides
    }


def most_declared(tournament: Tournament, made: Board) -> dict[str, int]:
    """The most points that each side may declare with these cards, the dealer before discarding; 0 where
    nothing is declared.

    The engine counts every combination at its largest. Piles must consist of whole tricks, so the dealer's
    extra small cards go to the other side: declarations do not depend on who takes them.
    """
    game = tournament.rules
    chairs = dict(zip(game.players, SEATS, strict=True))
    dealer = game.players[SEATS.index(made.dealer)][0]
    place = {card: at for at, card in enumerate(game.deck)}
    held = {
        side: [card for player in game.players_of(side) for card in made.held_by(chairs[player])]
        for side in game.sides
    }
    lent = sorted(held[dealer], key=place.__getitem__)[-len(made.rest) :]
    piles = {
        side: [card for card in cards if card not in lent] + (lent if side != dealer else [])
        for side, cards in held.items()
    }
    counted = scoring.count(
        game.key,
        piles,
        dealer if "last_trick" in game.figures else None,
        dealer=dealer,
        declarations=_declarable(tournament, made, chairs),
        rules=tournament.counted_by,
    )
    return {side: each.figures.get(game.declared_figure or "") or 0 for side, each in counted.sides.items()}


def _declarable(tournament: Tournament, made: Board, chairs: Mapping[str, str]) -> list[scoring.Declaration]:
    """Everything that the players may show: the dealer with the last cards, before discarding."""
    return [
        shown
        for player, chair in chairs.items()
        for shown in scoring.declarable(
            tournament.game, player, made.held_by(chair), rules=tournament.counted_by
        )
    ]
