"""Why a row of the classifica is where it is: the sum behind it, criterion by criterion, and every tie.

Written out here rather than in a template: an evening has hundreds of rows, each with a line a turn.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.entry_wording import by_entry
from tournaments.format_wording import group_name
from tournaments.models import Tournament
from tournaments.standings import CRITERIA, GROUP, STAGE
from tournaments.templatetags.points import figure, signed
from tournaments.tie_wording import numbers, strength, ties

register = template.Library()

Told = Mapping[str, Any]

#: What a correction may change of a row, in the order in which it is told.
SHIFTED = ("place", "difference", "match_points", "victory_points", "scored", "conceded")


@register.simple_tag
def why(row: Told, standings: Told, tournament: Tournament) -> SafeString:
    """The paragraphs and the list of turns behind the row."""
    names = {criterion["key"]: criterion["name"] for criterion in standings["criteria"]}
    rows = standings["rows"]
    paragraphs = [
        figures(row, names),
        strength(row, names, ((each["number"], each["match_points"]) for each in rows)),
        way(row, tournament),
        *ties(row, names, tournament, rows),
        sharing(row, standings, tournament) if row["shares_with"] else "",
        movement(row, tournament),
    ]
    told = _paragraphs(paragraphs) + _turns(row, standings, names, tournament)
    return mark_safe(told)  # noqa: S308 - escaped piece by piece


@register.simple_tag
def why_in_girone(row: Told, standings: Told, tournament: Tournament) -> SafeString:
    """The same of a row of a girone's own classifica."""
    names = {criterion["key"]: criterion["name"] for criterion in standings["criteria"]}
    points = ((each["number"], each["in_group"]["match_points"]) for each in standings["rows"])
    told = [
        figures(row, names),
        strength(row, names, points),
        *ties(row, names, tournament),
        undecided(row, tournament),
    ]
    lines = f'<div id="girone-{row["number"]}">{_lines(row["per_turn"], tournament)}</div>'
    return mark_safe(_paragraphs(told) + lines)  # noqa: S308 - escaped piece by piece


def _paragraphs(sentences: Iterable[str]) -> str:
    return "".join(f"<p>{escape(each)}</p>" for each in sentences if each)


def _lines(lines: Iterable[Told], tournament: Tournament) -> str:
    told = "".join(f"<li>{escape(said_line(line, tournament))}</li>" for line in lines)
    return f'<ul class="brief">{told}</ul>'


def _turns(row: Told, standings: Told, names: Mapping[str, str], tournament: Tournament) -> str:
    """The turns; of gironi what they came to, and the final. Turn by turn they are in the girone's own table:
    of hundreds of rows nothing is written twice."""
    if not row["in_group"]:
        return _lines(row["per_turn"], tournament)
    said = escape(f"{in_girone(row, tournament)} {figures(row['in_group'], names)}")
    told = f'<p>{said} <a href="#girone-{row["number"]}">{escape(_("turno per turno"))}</a></p>'
    last = standings["group_turns"]
    final = [line for line in row["per_turn"] if last is not None and line["turn"] > last]
    return told + (_paragraphs([_("Fase finale:")]) + _lines(final, tournament) if final else "")


def in_girone(row: Told, tournament: Tournament) -> str:
    """Which girone it is of, and its place there: "Girone A, 2ª:"."""
    facts = {"girone": group_name(row["group"]), "place": row["in_group"]["place"]}
    if row["in_group"]["tied"]:
        sentence = by_entry(
            tournament,
            _("%(girone)s, %(place)sª a pari merito:"),
            _("%(girone)s, %(place)sº a pari merito:"),
        )
        return sentence % facts
    return by_entry(tournament, _("%(girone)s, %(place)sª:"), _("%(girone)s, %(place)sº:")) % facts


def way(row: Told, tournament: Tournament) -> str:
    """Where the way to the end puts it before the next, and no criterion; nothing elsewhere."""
    if row["decided_by"] == STAGE:
        return by_entry(
            tournament,
            _("È davanti a chi segue perché è andata più avanti nel tabellone."),
            _("È davanti a chi segue perché è andato più avanti nel tabellone."),
        )
    return _("È davanti a chi segue per il posto nel girone.") if row["decided_by"] == GROUP else ""


@register.filter
def shifted(shift: Told, tournament: Tournament) -> str:
    """What a correction changed of a row: "da 3ª a 1ª, differenza +10 → +35, punti fatti 520 → 545"."""
    before, after = shift["before"], shift["after"]
    changed = [(key, before[key], after[key]) for key in SHIFTED if before[key] != after[key]]
    return ", ".join(_shifted(*each, tournament) for each in changed)


def _shifted(key: str, before: int, after: int, tournament: Tournament) -> str:
    if key == "place":
        moved = by_entry(tournament, _("da %(before)sª a %(after)sª"), _("da %(before)sº a %(after)sº"))
        return moved % {"before": before, "after": after}
    if key == "difference":
        facts = {"before": signed(before), "after": signed(after)}
        return _("differenza %(before)s → %(after)s") % facts
    names = {
        "match_points": _("punti partita"),
        "victory_points": _("punti vittoria"),
        "scored": _("punti fatti"),
        "conceded": _("punti subiti"),
    }
    return f"{names[key]} {figure(before)} → {figure(after)}"


def figures(row: Told, names: Mapping[str, str]) -> str:
    """Each criterion that is a figure, with its value: "Punti partita 4 · Differenza punti +210"."""
    values = zip(names, row["values"], strict=True)
    return " · ".join(
        f"{names[key]} {said_value(key, value)}" for key, value in values if CRITERIA[key].has_figures
    )


@register.filter
def as_value(value: int, key: str) -> str:
    """A criterion's value on a page, its key after it: `{{ row.leading|as_value:key }}`."""
    return said_value(key, value)


def said_value(key: str, value: int) -> str:
    """A criterion's value as people say it: differences with their sign, what was conceded without."""
    if key == "point_difference":
        return signed(value)
    return str(abs(value) if key == "points_conceded" else value).replace("-", "−")


def sharing(row: Told, standings: Told, tournament: Tournament) -> str:
    """With whom it shares the place: no criterion tells them apart, or nobody plays for the third."""
    others = [each for each in standings["rows"] if each["number"] in row["shares_with"]]
    if all(each["values"] == row["values"] for each in others):
        return undecided(row, tournament)
    facts = {"others": numbers(row["shares_with"], tournament)}
    return _("Divide il posto con %(others)s: la finale per il terzo posto non si gioca.") % facts


def undecided(row: Told, tournament: Tournament) -> str:
    """From whom no criterion tells it apart; nothing where all do."""
    if not row["shares_with"]:
        return ""
    sentence = by_entry(
        tournament,
        _("Nessun criterio la distingue da %(others)s: dividono il posto."),
        _("Nessun criterio lo distingue da %(others)s: dividono il posto."),
    )
    return sentence % {"others": numbers(row["shares_with"], tournament)}


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
    if line.get("unplayed"):
        conceded = line["conceded"] + line["unplayed"]
        worth.append(_("come se avesse subito %(points)s") % {"points": conceded})
    return ", ".join(worth)
