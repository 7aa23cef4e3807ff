"""Why a row of the classifica is where it is: the sum behind it, criterion by criterion, and every tie.

Written out here rather than in a template: an evening has hundreds of rows, each with a line a turn.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.entry_wording import by_entry
from tournaments.models import Tournament
from tournaments.standings import CRITERIA
from tournaments.templatetags.points import signed

register = template.Library()

Told = Mapping[str, Any]


@register.simple_tag
def why(row: Told, standings: Told, tournament: Tournament) -> SafeString:
    """The paragraphs and the list of turns behind the row."""
    names = {criterion["key"]: criterion["name"] for criterion in standings["criteria"]}
    paragraphs = [figures(row, names), *ties(row, names, tournament), movement(row, tournament)]
    lines = "".join(f"<li>{escape(said_line(line, tournament))}</li>" for line in row["per_turn"])
    told = "".join(f"<p>{escape(each)}</p>" for each in paragraphs if each)
    return mark_safe(f'{told}<ul class="brief">{lines}</ul>')  # noqa: S308 - escaped piece by piece


def figures(row: Told, names: Mapping[str, str]) -> str:
    """Each criterion that is a figure, with its value: "Punti partita 4 · Differenza punti +210"."""
    values = zip(names, row["values"], strict=True)
    return " · ".join(
        f"{names[key]} {said_value(key, value)}" for key, value in values if CRITERIA[key].has_figures
    )


def said_value(key: str, value: int) -> str:
    """A criterion's value as people say it: differences with their sign, what was conceded without."""
    if key == "point_difference":
        return signed(value)
    return str(abs(value) if key == "points_conceded" else value).replace("-", "−")


def ties(row: Told, names: Mapping[str, str], tournament: Tournament) -> Iterable[str]:
    """With whom it was level, what broke the tie, and whom it still shares the place with."""
    for step in row["ties"]:
        facts = {"others": numbers(step["level"], tournament), "criterion": names[step["criterion"]]}
        yield _("Pari con %(others)s: decide «%(criterion)s».") % facts
    if row["shares_with"]:
        sentence = by_entry(
            tournament,
            _("Nessun criterio la distingue da %(others)s: dividono il posto."),
            _("Nessun criterio lo distingue da %(others)s: dividono il posto."),
        )
        yield sentence % {"others": numbers(row["shares_with"], tournament)}


def numbers(of: Sequence[int], tournament: Tournament) -> str:
    """The entries by number, a few by name of them all: "n. 3, n. 7 e altre 4"."""
    shown = ", ".join(f"{_('n.')} {number}" for number in of[:4])
    more = len(of) - 4
    if more <= 0:
        return shown
    sentence = by_entry(
        tournament,
        ngettext("%(shown)s e un'altra", "%(shown)s e altre %(more)s", more),
        ngettext("%(shown)s e un altro", "%(shown)s e altri %(more)s", more),
    )
    return sentence % {"shown": shown, "more": more}


def movement(row: Told, tournament: Tournament) -> str:
    """Where it was after the turn before; nothing where there was none."""
    places = row["movement"]
    if places is None:
        return ""
    facts = {"before": row["place"] + places, "places": abs(places)}
    if places > 0:
        return _rises(tournament, places) % facts
    if places < 0:
        return _falls(tournament, -places) % facts
    return by_entry(tournament, _("Anche prima era %(before)sª."), _("Anche prima era %(before)sº.")) % facts


def _rises(tournament: Tournament, places: int) -> str:
    return by_entry(
        tournament,
        ngettext(
            "Prima era %(before)sª: sale di un posto.",
            "Prima era %(before)sª: sale di %(places)s posti.",
            places,
        ),
        ngettext(
            "Prima era %(before)sº: sale di un posto.",
            "Prima era %(before)sº: sale di %(places)s posti.",
            places,
        ),
    )


def _falls(tournament: Tournament, places: int) -> str:
    return by_entry(
        tournament,
        ngettext(
            "Prima era %(before)sª: scende di un posto.",
            "Prima era %(before)sª: scende di %(places)s posti.",
            places,
        ),
        ngettext(
            "Prima era %(before)sº: scende di un posto.",
            "Prima era %(before)sº: scende di %(places)s posti.",
            places,
        ),
    )


def said_line(line: Told, tournament: Tournament) -> str:
    """What a turn gave: "1: contro n. 7, 620–410, PP 2"."""
    return f"{line['turn']}: {_what(line, tournament)}, {_worth(line)}"


def _what(line: Told, tournament: Tournament) -> str:
    if line["penalty"]:
        return _("penalità")
    if line["forfeited"]:
        return _("a tavolino")
    if line["rested"]:
        return _("riposo")
    met = _("contro %(others)s") % {"others": numbers(line["opponents"], tournament)}
    return f"{met} ({_('punteggio arbitrale')})" if line["assigned"] else met


def _worth(line: Told) -> str:
    points = f"{line['scored']}–{line['conceded']}".replace("-", "−")
    worth = [signed(line["scored"]) if line["penalty"] else points]
    if not line["penalty"]:
        worth.append(f"{_('PP')} {line['match_points']}")
    if "victory_points" in line:
        worth.append(f"{_('PV')} {line['victory_points']}".replace("-", "−"))
    if line.get("cappotti"):
        worth.append(f"{_('cappotti')} {line['cappotti']}")
    return ", ".join(worth)
