from collections.abc import Iterable, Sequence
from typing import Any

from django import template

from tournaments.scores import shapes

register = template.Library()


@register.filter
def seat_name(position: str) -> str:
    """A chair in words: Nord, or "posto 3" for who plays alone."""
    return shapes.seat_name(position)


@register.filter
def at(items: Sequence[Any], place: int) -> Any:
    """The item at that place, from 0."""
    return items[place]


@register.filter
def paired(first: Iterable[Any], second: Iterable[Any]) -> list[tuple[Any, Any]]:
    """Both, item by item: `{% for side, points in sides|paired:totals %}`."""
    return list(zip(first, second, strict=True))
