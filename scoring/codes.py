"""Codes of cards as somebody wrote them, for the decks whose sets of cards are plain sets."""

from collections.abc import Collection, Iterable, Mapping

from scoring.errors import ScoringError


def read_codes(codes: object, known: Collection[str], deck: str) -> frozenset[str]:
    """The set of cards written.

    Raises ScoringError ``cards-not-a-list``, ``unknown-card`` or ``card-twice``, naming the card by its deck.
    """
    if isinstance(codes, str | Mapping) or not isinstance(codes, Iterable):
        raise ScoringError("cards-not-a-list")
    found: set[str] = set()
    for code in codes:
        if not isinstance(code, str) or code not in known:
            raise ScoringError("unknown-card", card=code, deck=deck)
        if code in found:
            raise ScoringError("card-twice", card=code, deck=deck)
        found.add(code)
    return frozenset(found)
