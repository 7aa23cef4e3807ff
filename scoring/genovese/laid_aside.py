"""The discard told with a deal: what may be in it, and in which pile it is (Maillard, "Scarto", "Coprire lo
scarto")."""

from collections.abc import Mapping

from scoring.document import Document, listed
from scoring.errors import ScoringError
from scoring.genovese.camps import Camps
from scoring.genovese.cards import BAGATTO, DECK_NAME, RE, TRUMPS, in_deck_order, parse
from scoring.genovese.forms import Form


def verify_laid_aside(
    form: Form, camps: Camps, piles: Mapping[str, frozenset[str]], last: str | None, written: Document
) -> None:
    """Refuse a discard, where one was told, that the dealer could not lay aside, or that is in no one pile.

    A Matto is covered with a card of a later trick, so that the discard is still there. Raises ScoringError
    ``discard-size``, ``re-not-discarded``, ``bagatto-not-alone``, ``discard-not-in-pile``, and whatever says
    that a code is no card.
    """
    discards = parse(listed(written, "discards"))
    if not discards:
        return
    if len(discards) != form.discard_size:
        raise ScoringError("discard-size", count=len(discards), size=form.discard_size)
    if discards.intersection(RE):
        raise ScoringError("re-not-discarded")
    # Another trump beside it shows that it was not the only one.
    if BAGATTO in discards and len(discards.intersection(TRUMPS)) > 1:
        raise ScoringError("bagatto-not-alone")
    elsewhere = [discards - pile for pile in _piles_of_discard(form, camps, piles, last)]
    if elsewhere and all(elsewhere):
        fewest = min(elsewhere, key=len)
        raise ScoringError("discard-not-in-pile", cards=in_deck_order(fewest), deck=DECK_NAME)


def camp_of_discard(
    form: Form, camps: Camps, piles: Mapping[str, frozenset[str]], last: str | None
) -> str | None:
    """The camp that has the discard: the dealer's, or the last trick's when the dealer's took none; by a
    pile's size, where nobody says who dealt. None where nobody can tell, or nothing was laid aside."""
    if not form.discard_size:
        return None
    dealer = camps.dealer
    owner = dealer if dealer is None or piles[dealer] else last
    if owner is not None or not form.odd_discard:
        return owner
    odd = (camp for camp, pile in piles.items() if len(pile) % form.trick_size == form.discard_size)
    return next(odd)


def _piles_of_discard(
    form: Form, camps: Camps, piles: Mapping[str, frozenset[str]], last: str | None
) -> list[frozenset[str]]:
    camp = camp_of_discard(form, camps, piles, last)
    return [pile for pile in piles.values() if pile] if camp is None else [piles[camp]]
