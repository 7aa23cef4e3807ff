"""Entries of the log, told: who did what in words, points before and after, every leaf that changed."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments import actors
from tournaments.models import LogEntry
from tournaments.scores.shapes import side_label
from tournaments.wording import act_sentence, field_name, value_words

Sides = Mapping[str, str]

# Keys whose values are sides, one letter each.
OF_SIDES = frozenset(("last_trick", "side", "lost_by", "soloist", "partner"))


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
            act_sentence(entry.act, entry.subject, single=_is_of_singles(entry)),
            figures(entry),
            changes(entry),
        )
        for entry in entries
    ]


def figures(entry: LogEntry) -> str:
    """Each side's points before and after; empty for an act without points."""
    before, after = _points(entry.before), _points(entry.after)
    sides = _sides(entry)
    told = [
        f"{sides.get(side, side)} {_from_to(before.get(side), after.get(side))}" for side in (after or before)
    ]
    return ", ".join(told)


def _sides(entry: LogEntry) -> dict[str, str]:
    """The sides of the largest table of the tournament's game, as people call them."""
    tournament = entry.tournament
    play = tournament.play(max(tournament.rules.sizes))
    return {side: side_label(play, side) for side in play.sides}


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
    sides, single = _sides(entry), _is_of_singles(entry)
    before, after = (dict(_flat(said, sides, single=single)) for said in (entry.before, entry.after))
    names = [*before, *(name for name in after if name not in before)]
    return [
        Change(_named(path, sides, single=single), before.get(path, ""), after.get(path, ""))
        for path in names
        if before.get(path) != after.get(path)
    ]


def _is_of_singles(entry: LogEntry) -> bool:
    return entry.tournament.entry_size == 1


def _named(path: tuple[str, ...], sides: Sides, *, single: bool) -> str:
    return ", ".join(sides.get(key) or field_name(key, single=single) for key in path)


def _flat(
    value: Any, sides: Sides, path: tuple[str, ...] = (), *, single: bool = False
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Each leaf with the keys that lead to it; a list is one leaf, for cards are read together."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(inner, sides, (*path, key), single=single)
    elif isinstance(value, list):
        key = path[-1] if path else ""
        yield path, ", ".join(_leaf(inner, sides, key, single=single) for inner in value)
    elif value is not None:
        yield path, _said(path[-1] if path else "", value, sides)


def _said(key: str, value: Any, sides: Sides) -> str:
    if key in OF_SIDES:
        return ", ".join(sides.get(side, side) for side in str(value))
    return value_words(key, value)


def _leaf(value: Any, sides: Sides, key: str, *, single: bool) -> str:
    if isinstance(value, dict):
        return " ".join(
            f"{field_name(inner, single=single)}: {text}" for (inner, *_rest), text in _flat(value, sides)
        )
    return value_words(key, value)
