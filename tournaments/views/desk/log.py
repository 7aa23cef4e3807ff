"""The log as people read it: every act in words, newest first, and whether the chain holds."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from club.access import Right
from tournaments import actors, log
from tournaments.models import LogEntry, Tournament
from tournaments.views.access import officers
from tournaments.views.desk import pages
from tournaments.wording import act_sentence, field_name

A_PAGE = 100


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
    changes: list[Change]


@never_cache
@require_safe
@officers(Right.ENTER_RESULTS)
def show(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A page of the log. The whole chain is verified each time: a hundred thousand acts take a second."""
    broken = log.first_broken(tournament.log.order_by("number").iterator())
    found = Paginator(tournament.log.order_by("-number"), A_PAGE).get_page(request.GET.get("pagina"))
    lines = [_line(entry) for entry in found]
    return pages.page(request, tournament, "log.html", "log", lines=lines, found=found, broken=broken)


def _line(entry: LogEntry) -> Line:
    return Line(entry, actors.said(entry.actor_name), act_sentence(entry.act, entry.subject), changes(entry))


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
        yield path, str(value)


def _leaf(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{field_name(key)}: {text}" for (key, *_rest), text in _flat(value))
    return str(value)
