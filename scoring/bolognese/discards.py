"""Checks declared cards and the discard against the piles."""

from collections.abc import Iterable, Mapping
from typing import Final

from scoring.bolognese.cards import ANGEL, BIT, CARTE_DA_5, MATTO, WHOLE_DECK, bits, codes_of, parse
from scoring.bolognese.declarations import PlayerDeclarations
from scoring.bolognese.grande import require_house_rule
from scoring.bolognese.hands import can_be_held
from scoring.bolognese.pile import DealShape
from scoring.document import Document, listed, optional_text
from scoring.errors import ScoringError

_KEPT: Final = bits(CARTE_DA_5)
#: Cards that can be laid aside: all but the carte da 5 (Barilli 3.3; Pagat, "Deal").
DISCARDABLE: Final = WHOLE_DECK & ~_KEPT


def verify_discards(
    written: Document, shape: DealShape, declared: tuple[PlayerDeclarations, ...], piles: Iterable[int] = ()
) -> None:
    """Refuses a discard that nobody could lay aside, or that contains a declared card.

    ``piles`` are the piles that may hold the discard; if any are given, one must hold all of it, since the
    Matto is paid for with a card of the tricks (Barilli 3.9). Declarations are made after the discard (Pagat,
    "Declarations"): those given by number must fit into hands without it.
    """
    discards = parse(listed(written, "discards"))
    if not discards:
        return
    count, size = discards.bit_count(), max(shape.aside)
    if count != size:
        raise ScoringError("discard-size", count=count, size=size)
    if discards & _KEPT:
        raise ScoringError("discard-forbidden", card=codes_of(discards & _KEPT)[0])
    elsewhere = [discards & ~pile for pile in piles]
    if elsewhere and all(elsewhere):
        raise ScoringError("discard-not-in-pile", cards=codes_of(min(elsewhere, key=int.bit_count)))
    _verify_none_shown(declared, discards, "declaration-discarded")
    rules = require_house_rule(optional_text(written, "rules"))
    if not can_be_shown_without(declared, discards, rules, shape.tricks):
        raise ScoringError("declared-together-discarded", cards=codes_of(discards))


def verify_in_play(
    declared: tuple[PlayerDeclarations, ...], in_play: int, rules: str, shape: DealShape
) -> None:
    """Refuses declarations of cards that are in no pile: thirty stay out in a game of one against one
    (Barilli 4.3.2)."""
    out = WHOLE_DECK & ~in_play
    if not out or not declared:
        return
    _verify_none_shown(declared, out, "declaration-out-of-play")
    if not can_be_shown_without(declared, out, rules, shape.tricks):
        raise ScoringError("declared-together-out-of-play")


def _verify_none_shown(declared: tuple[PlayerDeclarations, ...], cards: int, code: str) -> None:
    """Refuses declarations that name some of these cards: ScoringError with that code."""
    for player in declared:
        for item in player.shown:
            met = codes_of(cards & bits(item.cards))
            if met:
                raise ScoringError(code, player=player.player, cards=met)


def verify_room(piles: Mapping[str, int], discarder: str | None, shape: DealShape) -> None:
    """Refuses piles whose owners had too few cards but carte da 5 to lay aside (Barilli 3.3): ScoringError
    ``discard-from-nothing``. ``discarder`` laid aside more; None if unknown."""
    lacking: dict[str, int] = {}
    if not all(piles.values()):
        return
    for owner, pile in piles.items():
        if discarder not in (None, owner) or pile.bit_count() not in shape.sizes(discards=True):
            continue
        needed = {each: shape.laid_aside(each == owner) for each in piles}
        lacking = {
            each: number
            for each, number in needed.items()
            if (piles[each] & DISCARDABLE).bit_count() < number
        }
        if not lacking:
            return
    for owner, least in lacking.items():
        raise ScoringError("discard-from-nothing", side=owner, count=piles[owner].bit_count(), least=least)


def piles_of_discard(piles: Mapping[str, int], discarder: str | None, shape: DealShape) -> list[int]:
    """Returns the piles that may hold the larger discard; without a trick it is lost (Barilli 3.9.1)."""
    taken = {side: pile for side, pile in piles.items() if pile}
    if discarder in taken:
        return [taken[discarder]]
    sizes = shape.sizes(discards=True)
    return [pile for pile in taken.values() if len(taken) == 1 or pile.bit_count() in sizes]


#: Neither can be captured: nothing beats the Angelo, and the Matto is paid for with another card (Pagat, "The
#: Play"). Only a side that takes no trick loses the Matto (Barilli 3.9.1). So one of them that was shown in a
#: declaration tells whose pile it is in.
STAYING_BITS: Final = bits((ANGEL, MATTO))


def verify_staying(
    declared: tuple[PlayerDeclarations, ...], piles: Mapping[str, int], rules: str, hand_size: int
) -> None:
    """Refuses declarations that show the Angelo or the Matto of another pile, when all sides have cards; two
    sides may share a pile."""
    if not declared or not all(piles.values()):
        return
    for side, pile in piles.items():
        own = tuple(item for item in declared if item.player[0] == side)
        elsewhere = STAYING_BITS & ~pile & sum(set(piles.values()))
        if not can_be_shown_without(own, elsewhere, rules, hand_size):
            shown = (
                code
                for code in codes_of(elsewhere)
                if not can_be_shown_without(own, BIT[code], rules, hand_size)
            )
            raise ScoringError("declared-elsewhere", side=side, cards=tuple(shown) or codes_of(elsewhere))


def can_be_shown_without(
    declared: tuple[PlayerDeclarations, ...], cards: int, rules: str, hand_size: int
) -> bool:
    """Whether some hands show all these declarations without these cards."""
    shown = [item for player in declared for item in player.shown]
    if not cards or not shown:
        return True
    if all(item.number is None for item in shown):
        return not any(cards & bits(item.cards) for item in shown)
    return can_be_held(shown, rules, hand_size, cards)
