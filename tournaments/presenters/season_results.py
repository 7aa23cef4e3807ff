"""The evenings behind a place of a season, as HTML.

Written here rather than in a template, because a season has thousands of them.
"""

from collections.abc import Iterator

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.seasons.season_page import CountedResult, SeasonRow
from tournaments.text.deal_terms import figure


def season_results(line: SeasonRow) -> SafeString:
    """The items of a list: day, evening, place and points of each result, struck where it does not count."""
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
