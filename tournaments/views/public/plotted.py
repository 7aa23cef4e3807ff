"""The races that pages plot: the points of a match over its smazzate, the places of an evening by turn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.plots import Race, Runner, race
from tournaments.templatetags.points import figure
from tournaments.views.scorecards import DealOnSheet, SideOfTable

#: As many lines as can be told apart.
MOST_LINES = 8


@dataclass(frozen=True)
class Plotted:
    """A race with its title and the words for who cannot see it."""

    race: Race
    title: str
    told: str
    names: list[str]


def deals_race(sides: Sequence[SideOfTable], deals: Sequence[DealOnSheet]) -> Plotted | None:
    """The sums of a match after each smazzata; None before the second, where there is no race to see."""
    if len(deals) < 2:
        return None
    names = [side.short for side in sides]
    after = [[0] * len(sides), *(deal.running for deal in deals)]
    runners = [
        Runner(_short(side, place), tuple(sums[place] for sums in after)) for place, side in enumerate(sides)
    ]
    told = "; ".join(
        _("smazzata %(number)s: %(sums)s")
        % {
            "number": deal.number,
            "sums": ", ".join(
                f"{name} {figure(sum_)}" for name, sum_ in zip(names, deal.running, strict=True)
            ),
        }
        for deal in deals
    )
    steps = ["", *(str(deal.number) for deal in deals)]
    return Plotted(race(runners, steps), _("La corsa, smazzata per smazzata"), told, names)


def _short(side: SideOfTable, place: int) -> str:
    """The name at the end of a line: the seats of a coppia, the chair of who plays alone."""
    return side.short if len(side.short) <= len("posto 1") else _("posto %(number)s") % {"number": place + 1}


def places_race(
    places: Mapping[int, Sequence[int | None]], leading: Sequence[int], turns: Sequence[int]
) -> Plotted | None:
    """The places by turn of the entries that lead now; None before the second classifica."""
    if len(turns) < 2:
        return None
    shown = list(leading[:MOST_LINES])
    names = [_("n. %(number)s") % {"number": number} for number in shown]
    runners = [Runner(name, tuple(places[number])) for name, number in zip(names, shown, strict=True)]
    told = "; ".join(
        f"{name}: {', '.join('–' if place is None else str(place) for place in places[number])}"
        for name, number in zip(names, shown, strict=True)
    )
    return Plotted(
        race(runners, [pgettext("turno", "T") + str(turn) for turn in turns], first_on_top=True),
        _("I posti dopo ogni turno"),
        told,
        names,
    )
