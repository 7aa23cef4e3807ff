"""Reads written documents: JSON objects with values of any type, codes of cards, declarations."""

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from scoring.errors import ScoringError

#: A deal or its figures as written, key by key.
Document = Mapping[str, object]

#: The largest number accepted: no figure or total comes near it, so a larger one is a typing mistake.
LARGEST: Final = 999_999
#: Known keys are far shorter, so a longer key cannot resemble one.
_LONGEST_KEY: Final = 40
#: From this ratio of difflib on, an unknown key counts as a misspelt known one: "card" for "cards", but not
#: "name" for "game".
_ALIKE: Final = 0.8


def refuse_misspelt(document: Document, known: Collection[str], passed_over: Collection[str] = ()) -> None:
    """Refuses a key that resembles a known one, whose value would be lost, and names this: ScoringError
    ``unknown-key``. One that resembles none is the writer's own note."""
    for key in document:
        if key not in known and key not in passed_over and _like(key, known):
            raise unknown_key(key, known)


def unknown_key(key: object, known: Collection[str]) -> ScoringError:
    """Returns the refusal of a key that is not known."""
    return ScoringError("unknown-key", key=key, known=tuple(_like(key, known) or known))


def _like(key: object, known: Collection[str]) -> list[str]:
    """Returns the known key that is most similar to this one, or an empty list."""
    is_short = isinstance(key, str) and len(key) <= _LONGEST_KEY
    return get_close_matches(str(key).lower(), known, n=1, cutoff=_ALIKE) if is_short else []


def text(document: Document, key: str) -> str:
    """Returns the text under a key; ScoringError ``missing-key`` or ``not-text``."""
    value = optional_text(document, key)
    if value is None:
        raise ScoringError("missing-key", key=key)
    return value


def optional_text(document: Document, key: str) -> str | None:
    """Returns the text under a key, None when it was left out; ScoringError ``not-text``."""
    value = document.get(key)
    if value is not None and not isinstance(value, str):
        raise ScoringError("not-text", key=key)
    return value


def flag(document: Document, key: str) -> bool:
    """Returns yes or no, no when it was left out; ScoringError ``not-yes-or-no``."""
    value = document.get(key)
    if value is None:
        return False
    if not isinstance(value, bool):
        raise ScoringError("not-yes-or-no", key=key)
    return value


def whole(document: Document, key: str) -> int:
    """Returns the whole number under a key, 0 when it was left out; ScoringError ``not-a-number``."""
    value = document.get(key)
    if value is None:
        return 0
    if type(value) is not int or value < 0:
        raise ScoringError("not-a-number", key=key)
    return require_bearable(value)


def figure(value: object, side: str, name: str) -> int:
    """Returns a figure as a whole number; ScoringError ``figure-not-whole`` or ``number-too-large``."""
    if type(value) is not int:
        raise ScoringError("figure-not-whole", figure=name, side=side)
    return require_bearable(value)


def require_bearable(number: int) -> int:
    """Returns the number unless it is absurdly large: ScoringError ``number-too-large``."""
    if abs(number) > LARGEST:
        raise ScoringError("number-too-large", most=LARGEST)
    return number


def listed(document: Document, key: str) -> list[object] | tuple[object, ...]:
    """Returns the list under a key, empty when it was left out; ScoringError ``not-a-list``."""
    value = document.get(key)
    if value is None:
        return ()
    if not isinstance(value, list | tuple):
        raise ScoringError("not-a-list", key=key)
    return value


def mapping(document: Document, key: str) -> Mapping[str, object]:
    """Returns the object under a key, empty when it was left out; ScoringError ``not-an-object-there``."""
    value = document.get(key)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise ScoringError("not-an-object-there", key=key)
    return value


def unknown_card(code: object, known: Iterable[str], **facts: str) -> ScoringError:
    """Returns the refusal of a code: unknown, or known with other capitals."""
    meant = {each.casefold(): each for each in known}.get(code.casefold()) if isinstance(code, str) else None
    if meant is None:
        return ScoringError("unknown-card", card=code, **facts)
    return ScoringError("card-in-other-case", written=code, meant=meant)


def read_codes(codes: object, known: Collection[str], deck: str) -> frozenset[str]:
    """Returns the set of cards; ScoringError ``cards-not-a-list``, ``card-twice``, and the refusals of
    ``unknown_card``, which name the card as this deck does."""
    if isinstance(codes, str | Mapping) or not isinstance(codes, Iterable):
        raise ScoringError("cards-not-a-list")
    codes_read: set[str] = set()
    for code in codes:
        if not isinstance(code, str) or code not in known:
            raise unknown_card(code, known, deck=deck)
        if code in codes_read:
            raise ScoringError("card-twice", card=code, deck=deck)
        codes_read.add(code)
    return frozenset(codes_read)


def with_the_rest(
    owners: Sequence[str], piles: Mapping[str, frozenset[str]], cards: Sequence[str], deck: str
) -> dict[str, frozenset[str]]:
    """Returns every owner's pile, the rest for a single one left out; ScoringError ``card-in-both-piles``,
    ``piles-missing``, ``cards-missing``, naming the cards."""
    rest = set(cards)
    for pile in piles.values():
        if not rest >= pile:
            raise cards_in_two(pile - rest, cards, deck)
        rest -= pile
    absent = tuple(owner for owner in owners if owner not in piles)
    if len(absent) > 1 and rest:
        raise ScoringError("piles-missing", sides=absent)
    if rest and not absent:
        raise ScoringError("cards-missing", cards=tuple(card for card in cards if card in rest), deck=deck)
    return {owner: piles.get(owner, frozenset(rest)) for owner in owners}


def cards_in_two(met: Set[str], cards: Sequence[str], deck: str) -> ScoringError:
    """Returns the refusal of cards that two piles have."""
    return ScoringError("card-in-both-piles", cards=tuple(card for card in cards if card in met), deck=deck)


@dataclass(frozen=True, slots=True)
class Declaration:
    """One declaration of a player: its family, and exactly the cards laid on the table.

    When only the number of cards is known, ``number`` holds it and ``cards`` is empty.
    """

    side: str
    player: str
    kind: str
    family: str
    cards: tuple[str, ...]
    number: int | None = None

    def __post_init__(self) -> None:
        """ScoringError ``declaration-not-understood`` when a field has the wrong type."""
        words = (self.side, self.player, self.kind, self.family)
        if not (
            all(isinstance(word, str) for word in words)
            and isinstance(self.cards, list | tuple)
            and (self.number is None or type(self.number) is int)
        ):
            raise ScoringError("declaration-not-understood")

    def as_json(self) -> dict[str, object]:
        """Returns the declaration in the form that CONTRACT fixes."""
        content = {"cards": list(self.cards)} if self.number is None else {"number": self.number}
        return {"side": self.side, "player": self.player, self.kind: self.family, **content}


def as_declaration(written: object, keys: Collection[str]) -> Document:
    """Returns it as an object; ScoringError ``declaration-not-understood`` or ``unknown-key``."""
    item = written.as_json() if isinstance(written, Declaration) else written
    if not isinstance(item, Mapping):
        raise ScoringError("declaration-not-understood")
    refuse_misspelt(item, keys)
    return item
