"""A race drawn as SVG: every line has its own colour, stroke and mark, and its name at the end."""

from typing import Any

from django import template

from tournaments.views.public.plotted import Plotted

register = template.Library()

#: A mark about a point, one for each line: disc, square, triangle, diamond, then the same hollow.
SHAPES = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "M-3.5-3.5h7v7h-7z",
    "M0-4.5l4.5 8h-9z",
    "M0-5l5 5l-5 5l-5-5z",
)


@register.inclusion_tag("components/race.html")
def race_plot(plotted: Plotted, name: str) -> dict[str, Any]:
    """The plot; `name` tells it from the others of its page."""
    return {"plotted": plotted, "race": plotted.race, "name": name}


@register.filter
def mark_shape(order: int) -> str:
    """The outline of the marks of the line of that order, from 0."""
    return SHAPES[order % len(SHAPES)]


@register.filter
def plus(value: int, more: int) -> int:
    return value + more
