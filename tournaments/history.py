"""Entries of the log, told: who did what in words, points before and after, every leaf that changed."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments import actors
from tournaments.models import LogEntry
from tournaments.wording import act_sentence, field_name, value_words


@dataclass(frozen=True)
class Change:
    """One thing that an act changed: its name, and what it was and is; empty where there was nothing."""

    name: str
    before: str
    after: str


@dataclass(frozen=True)
class Line:
    """An entry of the log, told."""

    entry: LogEntry
    actor: str
    sentence: str
    #: The points before and after, where the act is about points: "N-S 211 → 205, E-O 106".
    figures: str
    changes: list[Change]


def told(entries: Iterable[LogEntry]) -> list[Line]:
    """Each entry in words, in the order given."""
    return [
        Line(
            entry,
            actors.said(entry.actor_name),
            act_sentence(entry.act, entry.subject),
            figures(entry),
            changes(entry),
        )
        for entry in entries
    ]


def figures(entry: LogEntry) -> str:
    """Each side's points before and after; empty for an act without points."""
    before, after = _points(entry.before), _points(entry.after)
    told = [f"{field_name(side)} {_from_to(before.get(side), after.get(side))}" for side in (after or before)]
    return ", ".join(told)


def _points(said: Any) -> dict[str, int]:
    """The points of each side that the log keeps, however it keeps them."""
    if not isinstance(said, Mapping):
        return {}
    if isinstance(said.get("counted"), Mapping):
        return {side: counted["total"] for side, counted in said["counted"].items()}
    given = said.get("points") if isinstance(said.get("points"), Mapping) else said.get("assigned")
    return dict(given) if isinstance(given, Mapping) else {}


def _from_to(before: int | None, after: int | None) -> str:
    if before is None or before == after:
        return str(after)
    now = _("niente") if after is None else after
    return f"{before} → {now}"


def changes(entry: LogEntry) -> list[Change]:
    """What differs between before and after, in the order in which the act says it."""
    before, after = dict(_flat(entry.before)), dict(_flat(entry.after))
    names = [*before, *(name for name in after if name not in before)]
    return [
        Change(_named(path), before.get(path, ""), after.get(path, ""))
        for path in names
        if before.get(path) != after.get(path)
    ]


def _named(path: tuple[str, ...]) -> str:
    return ", ".join(field_name(key) for key in path)


def _flat(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Each leaf with the keys that lead to it; a list is one leaf, for cards are read together."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(inner, (*path, key))
    elif isinstance(value, list):
        yield path, ", ".join(_leaf(inner) for inner in value)
    elif value is not None:
        yield path, value_words(path[-1] if path else "", value)


def _leaf(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{field_name(key)}: {text}" for (key, *_rest), text in _flat(value))
    return str(value)
