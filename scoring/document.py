"""Reading what somebody wrote: a JSON object whose keys may hold anything."""

from collections.abc import Mapping

from scoring.errors import ScoringError

#: What was written of a deal or of its figures, key by key.
Document = Mapping[str, object]


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
    return value


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
