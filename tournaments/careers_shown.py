"""What a page shows of somebody's matches: figures in words, with what each rests on."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import scoring
from tournaments.careers import Average, Best, Figures, Played, Times, figures_by_game
from tournaments.scores.shapes import FIGURE_HEADINGS


@dataclass(frozen=True)
class Line:
    """A figure with its name, a word on it, and the number of smazzate that tell it."""

    name: str
    value: str
    note: str
    of: int


@dataclass(frozen=True)
class OfGame:
    name: str
    deals: int
    lines: list[Line]
    best: Best | None


def games_of(matches: Iterable[Played]) -> list[OfGame]:
    """The figures of each game played, most smazzate first."""
    return [
        OfGame(
            scoring.GAMES[each.game].name, each.deals, [line for line in _lines(each) if line.of], each.best
        )
        for each in figures_by_game(matches)
    ]


def tenths(average: Average) -> str:
    """The average as it is written: 123,4."""
    sign = "−" if average.tenths < 0 else ""
    whole, tenth = divmod(abs(average.tenths), 10)
    return f"{sign}{formats.number_format(whole)}{formats.get_format('DECIMAL_SEPARATOR')}{tenth}"


def _lines(figures: Figures) -> Iterable[Line]:
    yield _average(_("Punti a smazzata"), figures.average)
    yield _times(_("Criccone"), figures.criccone)
    yield _average(_("Sequenze a smazzata"), figures.sequences, _sequences_note(figures))
    yield _times(_("Cappotti fatti"), figures.cappotti)
    yield _times(_("Cappotti subiti"), figures.suffered)
    yield _average(_("Accusi, in mano"), figures.declared, _declared_note(figures))
    yield _average(_("Presi con le carte"), figures.earned, _declared_note(figures, earned=True))
    for name, average in figures.parts.items():
        yield _average(_("di cui %(figure)s") % {"figure": str(FIGURE_HEADINGS[name]).lower()}, average)


def _average(name: str, average: Average, note: str = "") -> Line:
    return Line(name, tenths(average), note, average.of)


def _times(name: str, times: Times) -> Line:
    said = ngettext("%(times)s volta", "%(times)s volte", times.times) % {"times": times.times}
    return Line(name, said, "", times.of)


def _sequences_note(figures: Figures) -> str:
    if not figures.sequences.of:
        return ""
    return ngettext(
        "%(all)s in tutto, raddoppiate %(doubled)s volta",
        "%(all)s in tutto, raddoppiate %(doubled)s volte",
        figures.doubled.times,
    ) % {"all": figures.sequences.sum, "doubled": figures.doubled.times}


def _declared_note(figures: Figures, *, earned: bool = False) -> str:
    """How many of every hundred points, where there were any and accusi are written apart."""
    if figures.declared.sum + figures.earned.sum <= 0:
        return ""
    percent = figures.declared_percent
    return _("%(percent)s punti su 100") % {"percent": 100 - percent if earned else percent}
