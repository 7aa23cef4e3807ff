"""Reading what somebody wrote: a JSON object whose keys may hold anything."""

from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Final

from scoring.errors import ScoringError

#: What was written of a deal or of its figures, key by key.
Document = Mapping[str, object]

#: No figure of any deal, no total of any match comes near: a larger number is a slip of the hand, and would
#: only be carried about.
LARGEST: Final = 999_999
#: No key that is read is longer by far: what is longer is like none of them.
_LONGEST_KEY: Final = 40
#: "name" is not "game" misspelt, "card" is "cards".
_ALIKE: Final = 0.8


def refuse_misspelt(document: Document, known: Collection[str], passed_over: Collection[str] = ()) -> None:
    """Refuse a key that is like one that is read: what it tells would be left out without a word.

    ScoringError ``unknown-key`` with the known one. What is like none is the writer's own, a note or a number
    of the line, and is passed over.
    """
    for key in document:
        if key not in known and key not in passed_over and _like(key, known):
            raise unknown_key(key, known)


def require_keys(document: Document, known: Collection[str], passed_over: Collection[str] = ()) -> None:
    """Refuse every key that nobody reads, with the known one that is most like it, or all of them.

    ScoringError ``unknown-key``.
    """
    for key in document:
        if key not in known and key not in passed_over:
            raise unknown_key(key, known)


def unknown_key(key: object, known: Collection[str]) -> ScoringError:
    """The refusal of a key that is none of these."""
    return ScoringError("unknown-key", key=key, known=tuple(_like(key, known) or known))


def _like(key: object, known: Collection[str]) -> list[str]:
    """The known key that this one is most like, if there is any."""
    is_short = isinstance(key, str) and len(key) <= _LONGEST_KEY
    return get_close_matches(str(key).lower(), known, n=1, cutoff=_ALIKE) if is_short else []


def text(document: Document, key: str) -> str:
    """The text under a key; ScoringError ``missing-key`` or ``not-text``."""
    value = optional_text(document, key)
    if value is None:
        raise ScoringError("missing-key", key=key)
    return value


def optional_text(document: Document, key: str) -> str | None:
    """The text under a key, None when it was left out; ScoringError ``not-text``."""
    value = document.get(key)
    if value is not None and not isinstance(value, str):
        raise ScoringError("not-text", key=key)
    return value


def flag(document: Document, key: str) -> bool:
    """Yes or no, no when it was left out; ScoringError ``not-yes-or-no``."""
    value = document.get(key)
    if value is None:
        return False
    if not isinstance(value, bool):
        raise ScoringError("not-yes-or-no", key=key)
    return value


def whole(document: Document, key: str) -> int:
    """The whole number under a key, 0 when it was left out; ScoringError ``not-a-number``."""
    value = document.get(key)
    if value is None:
        return 0
    if type(value) is not int or value < 0:
        raise ScoringError("not-a-number", key=key)
    return require_bearable(value)


def figure(value: object, side: str, name: str) -> int:
    """A figure that somebody wrote; ScoringError ``figure-not-whole`` or ``number-too-large``."""
    if type(value) is not int:
        raise ScoringError("figure-not-whole", figure=name, side=side)
    return require_bearable(value)


def require_bearable(number: int) -> int:
    """The number, which may be wrong but no more than that; ScoringError ``number-too-large``."""
    if abs(number) > LARGEST:
        raise ScoringError("number-too-large", most=LARGEST)
    return number


def listed(document: Document, key: str) -> list[object] | tuple[object, ...]:
    """The list under a key, empty when it was left out; ScoringError ``not-a-list``."""
    value = document.get(key)
    if value is None:
        return ()
    if not isinstance(value, list | tuple):
        raise ScoringError("not-a-list", key=key)
    return value


def mapping(document: Document, key: str) -> Mapping[str, object]:
    """The object under a key, empty when it was left out; ScoringError ``not-an-object-there``."""
    value = document.get(key)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise ScoringError("not-an-object-there", key=key)
    return value


def sides_in_turn(
    sides: Iterable[str],
    figures: Mapping[Any, int],
    names: Iterable[str],
    named: Iterable[object] = (),
) -> list[str]:
    """The sides in an order that depends on nothing but what a sheet tells of them: sides exchanged get the
    same answer exchanged.

    First those of whom the most is told, whose answers come soonest; then those that the facts of the deal
    name, in turn; then those with the greatest ``figures``, which are by side and name, the names in this
    order.
    """
    order, facts = tuple(names), tuple(named)

    def told(side: str) -> tuple[int, list[bool], list[int]]:
        own = [figures.get((side, name), -1) for name in order]
        return own.count(-1), [fact != side for fact in facts], [-value for value in own]

    return sorted(sides, key=told)


def in_order_of(sides: Iterable[str], entry: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """An entry with its sides in that order."""
    return {side: dict(entry[side]) for side in sides if side in entry}
