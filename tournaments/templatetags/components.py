"""Components drawn by templates: the race of places as SVG, the menu that exports a table, the evenings
behind a place of a season, and the link from an evening to its championship.
"""

from collections.abc import Iterator, Sequence

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.exports.formats import FORMATS
from tournaments.models import Fixture, Tournament
from tournaments.presenters.races import Plotted
from tournaments.seasons.season_standings import CountedResult, SeasonRow
from tournaments.text.deal_terms import figure

register = template.Library()

#: Outlines of the marks of lines: disc, square, triangle, diamond; the next four lines have them hollow.
SHAPES = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "M-3.5-3.5h7v7h-7z",
    "M0-4.5l4.5 8h-9z",
    "M0-5l5 5l-5 5l-5-5z",
)


@register.inclusion_tag("components/race.html")
def race_plot(plotted: Plotted, name: str) -> dict[str, object]:
    """Draws a race; `name` identifies the plot on its page."""
    return {"plotted": plotted, "race": plotted.race, "name": name}


@register.simple_tag
def sign(name: str) -> SafeString:
    """Returns a sign as the component draws it; for a page that shows it on every row."""
    return render_to_string("components/sign.html", {"name": name})


@register.filter
def mark_shape(order: int) -> str:
    """Returns the outline of the marks of the line at that position, from 0."""
    return SHAPES[order % len(SHAPES)]


@register.filter
def plus(value: int, more: int) -> int:
    return value + more


@register.inclusion_tag("public/exports/menu.html")
def export_menu(table_name: str, address: str, *words: object, label: str = "") -> dict[str, str]:
    """Shows the formats in which a table is exported.

    `table_name` is for screen readers; `address` is the name of its URL and `words` the arguments before
    the format. `label` distinguishes the menu from another one beside it.
    """
    return {"table_name": table_name, "address": address, "label": label, **_files(address, words)}


@register.inclusion_tag("public/exports/row.html")
def export_row(table_name: str, address: str, *words: object) -> dict[str, str]:
    """Shows the line of a table in the list of exports; the parameters are those of `export_menu`."""
    return {"what": table_name, **_files(address, words)}


def _files(address: str, words: Sequence[object]) -> dict[str, str]:
    """The address of each format."""
    return {ending: reverse(address, args=[*words, ending]) for ending in FORMATS}


@register.simple_tag
def season_results(line: SeasonRow) -> SafeString:
    """The items of a list: day, evening, place and points of each result, struck where it does not count.

    Written here rather than in a template, because a season has thousands of them.
    """
    return mark_safe("".join(map(_item, line.evenings)))  # noqa: S308 - escaped piece by piece


def _item(result: CountedResult) -> str:
    tournament, points = result.evening.tournament, figure(result.kept.points)
    name = f'<a href="{result.address}">{escape(tournament.name)}</a>'
    if not result.kept.counted:
        name, points = f"<s>{name}</s>", f"<s>{points}</s>"
    day, notes = tournament.date, " · ".join(_notes(result))
    return (
        f'<li><time datetime="{day.isoformat()}">{day.day}/{day.month}</time>'
        f'<span>{name} <small>{notes}</small></span><span class="num">{points}</span></li>'
    )


def _notes(result: CountedResult) -> Iterator[str]:
    kept = result.kept
    place = escape(_("%(place)sº posto") % {"place": kept.place})
    yield place + ", " + escape(_("a pari merito")) if kept.tied else place
    if kept.weight > 1:
        yield escape(_("vale ×%(times)s") % {"times": kept.weight})
    if kept.withdrawn:
        yield escape(_("abbandono"))
    if result.evening.is_provisional:
        yield escape(_("provvisorio"))
    if kept.dropped:
        yield _strong(_("risultato escluso"))
    if not kept.in_prizes:
        yield _strong(_("fuori premi: sostituto per più di metà dei turni"))


def _strong(words: str) -> str:
    return f"<strong>{escape(words)}</strong>"


@register.simple_tag
def championship_match(tournament: Tournament) -> Fixture | None:
    """The match of a championship that the evening is, with the championship. One query for a challenge, none
    for other evenings."""
    if not tournament.is_challenge:
        return None
    return Fixture.objects.select_related("championship").filter(tournament=tournament.pk).first()
