"""Accusi told with a sheet of figures: whether they could be shown, and what they can be worth.

Accusi told with their cards are weighed exactly, as in the count: each a combination of just its cards, no
card with two players, no hand larger than it is, none of the discards, doubled within one player alone; a
side's figure must be their sum. Whose pile the cards end in says nothing, for any card can be captured.

A figure without cards is weighed by side: of the cricche exactly, of the sequences by steps and by a bound
(see ``may_show``); and against the other side's: no cricca is shown by both, and the sequences of both keep
a bound (see ``may_both_show``). What is refused cannot be; a large figure that passes may still be more than
any hands show.
"""

from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import Final

from scoring.answers import Feasibility
from scoring.bolognese.combinations import add_up
from scoring.bolognese.cricche import CRICCA_BITS, one_cricca
from scoring.bolognese.declarations import PlayerDeclarations, count_declarations
from scoring.bolognese.discards import verify_discards
from scoring.bolognese.grande import require_house_rule
from scoring.bolognese.pile import DealShape
from scoring.document import Document, figure, optional_text
from scoring.errors import ScoringError
from scoring.game import Game

#: Refusals of what can be read and cannot be; every other refusal is of what cannot be read.
CANNOT_BE: Final = frozenset(
    (
        "declaration-discarded",
        "declaration-extra-cards",
        "declaration-no-combination",
        "declaration-number",
        "declaration-twice",
        "declared-by-two",
        "declared-hand-too-big",
        "declared-together",
        "discard-forbidden",
        "discard-size",
    )
)
FIGURE: Final = "declarations"
#: Keys of a line of ``check`` that tell of accusi.
TOLD: Final = frozenset((FIGURE, "discards"))
#: Trumps, contatori, and re, court and assi of the suits.
_CARDS_IN_SEQUENCES: Final = 42


def refused(game: Game, written: Document, shape: DealShape, sides: Mapping[str, str]) -> Feasibility | None:
    """No, where the accusi, the discard or a side's points of accusi cannot be; None where they can.

    ``sides`` names for each side the owner of its pile, whose players' accusi count together. Raises
    ScoringError for what cannot be read.
    """
    figures = _figures(written, sides)
    house = require_house_rule(optional_text(written, "rules"))
    try:
        shown = count_declarations(game, written.get(FIGURE), house, shape.tricks)
        verify_discards(written, shape, shown)
    except ScoringError as error:
        if error.code not in CANNOT_BE:
            raise
        return Feasibility(False, error, ())
    given = written.get(FIGURE) is not None
    for side, points in figures.items():
        why = _against_list(side, points, shown, sides) if given else _alone(game, side, points, shape, sides)
        if why is not None:
            return Feasibility(False, why, ())
    why = None if given else _together(game, figures, shape, sides)
    return None if why is None else Feasibility(False, why, ())


def without_declared(figures: object) -> object:
    """One side's figures but for the accusi."""
    if not isinstance(figures, Mapping):
        return figures
    return {name: value for name, value in figures.items() if name != FIGURE}


def _figures(written: Document, sides: Mapping[str, str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for side in sides:
        figures = written.get(side)
        value = figures.get(FIGURE) if isinstance(figures, Mapping) else None
        if value is None:
            continue
        found[side] = figure(value, side, FIGURE)
    return found


def _against_list(
    side: str, points: int, shown: tuple[PlayerDeclarations, ...], sides: Mapping[str, str]
) -> ScoringError | None:
    listed = sum(item.total for item in shown if sides[item.player[0]] == sides[side])
    if points == listed:
        return None
    return ScoringError("declared-otherwise", side=side, points=points, listed=listed)


def _alone(
    game: Game, side: str, points: int, shape: DealShape, sides: Mapping[str, str]
) -> ScoringError | None:
    if may_show(points, _players(game, side, sides), shape.tricks):
        return None
    return ScoringError("declared-by-nobody", side=side, points=points)


def _together(
    game: Game, figures: Mapping[str, int], shape: DealShape, sides: Mapping[str, str]
) -> ScoringError | None:
    """Why two sides' figures cannot stand together; None with one side's only."""
    by_owner = {sides[side]: side for side in figures}
    if len(by_owner) < 2:
        return None
    first, second = by_owner.values()
    numbers = _players(game, first, sides), _players(game, second, sides)
    if may_both_show((figures[first], figures[second]), numbers, shape.tricks):
        return None
    return ScoringError(
        "declared-by-nobody-together",
        side=first,
        points=figures[first],
        other=second,
        others=figures[second],
    )


def _players(game: Game, side: str, sides: Mapping[str, str]) -> int:
    return sum(sides[player[0]] == sides[side] for player in game.players)


def may_show(points: int, players: int, hand_size: int) -> bool:
    """Whether so many points of accusi pass for one or two players of a side.

    Nothing that can be shown is refused. The cricche are exact: each is one player's, doubled within him
    alone, in no more cards than a hand. Of the sequences only this is asked: steps of five from ten, up to
    what so many cards can make; so a large figure may pass that no two hands show.
    """
    return bool(_rests(points, players, hand_size))


def may_both_show(points: tuple[int, int], players: tuple[int, int], hand_size: int) -> bool:
    """Whether the points of two sides pass together, each of which passes alone.

    Nothing that can be shown is refused: the cricche of the one are of other families than those of the
    other, and the sequences of both are within what the cards of all can make.
    """
    firsts, seconds = (_rests(each, number, hand_size) for each, number in zip(points, players, strict=True))
    most = _most_in_sequences(min(sum(players) * hand_size, _CARDS_IN_SEQUENCES))
    return any(
        not shown & other and rest + remains <= most
        for (shown, rest), (other, remains) in product(firsts.items(), seconds.items())
    )


def _rests(points: int, players: int, hand_size: int) -> dict[int, int]:
    """The least that is left to sequences, by the families of the cricche shown (bit i for the i-th)."""
    most = _most_in_sequences(players * hand_size)
    found: dict[int, int] = {}
    for shown, sums in _cricche_by_families(players, hand_size).items():
        rests = [points - cricche for cricche in sums if _passes(points - cricche, most)]
        if rests:
            found[shown] = min(rests)
    return found


def _passes(rest: int, most: int) -> bool:
    return rest == 0 or (rest % 5 == 0 and 10 <= rest <= most)


def _most_in_sequences(cards: int) -> int:
    """Above what those cards can make in sequences.

    The two contatori are in seven sequences at most, the assi and the Moors in two, other cards in one; each
    of seven sequences counts its cards but one, times five, doubled (Barilli 2.4).
    """
    return 2 * 5 * (7 * 2 + 2 * 8 + (cards - 10) - 7)


@cache
def _cricche_by_families(players: int, hand_size: int) -> dict[int, frozenset[int]]:
    """What a side's players can show in cricche, by the families shown (bit i for the i-th): of four cards
    alike only one player shows three."""
    ways = [(None, 0), *product(range(players), (3, 4))]
    sums: dict[int, set[int]] = {}
    for chosen in product(ways, repeat=len(CRICCA_BITS)):
        hands = [_hand(chosen, player) for player in range(players)]
        if all(sum(sizes.values()) <= hand_size for sizes in hands):
            shown = sum(1 << place for place, (who, _) in enumerate(chosen) if who is not None)
            sums.setdefault(shown, set()).add(sum(_worth(tuple(sizes.items())) for sizes in hands))
    return {shown: frozenset(found) for shown, found in sums.items()}


def _hand(chosen: tuple[tuple[int | None, int], ...], player: int) -> dict[str, int]:
    return {family: size for family, (who, size) in zip(CRICCA_BITS, chosen, strict=True) if who == player}


@cache
def _worth(sizes: tuple[tuple[str, int], ...]) -> int:
    found = [one_cricca(family, _lowest(CRICCA_BITS[family], size)) for family, size in sizes]
    return add_up(tuple(item for item in found if item is not None)).total


def _lowest(cards: int, size: int) -> int:
    while cards.bit_count() > size:
        cards &= cards - 1
    return cards
