"""How a tie of the classifica was broken, and by which sums, in words."""

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.entry_wording import by_entry
from tournaments.models import Tournament
from tournaments.standings.criteria import OF_THE_LEVEL
from tournaments.templatetags.points import signed

Told = Mapping[str, Any]


def strength(row: Told, names: Mapping[str, str], points: Iterable[tuple[int, int]]) -> str:
    """Whose points its opponents' strength adds up: "Forza degli avversari: 4 (n. 7) + 2 (riposo)".

    `points` are the match points of everybody; nothing where the strength decides nothing.
    """
    if "opponents_strength" not in names:
        return ""
    of = dict(points)
    terms = [_met(line, row, of) for line in row["per_turn"] if line["opponents"] or line["rested"]]
    return f"{names['opponents_strength']}: {' + '.join(terms)}" if terms else ""


def _met(line: Told, row: Told, points: Mapping[int, int]) -> str:
    if line["rested"]:
        return f"{points[row['number']]} ({_('riposo')})"
    met = [points[number] for number in line["opponents"]]
    who = ", ".join(f"{_('n.')} {number}" for number in line["opponents"])
    return f"{sum(met) // len(met)} ({who})"


def ties(
    row: Told, names: Mapping[str, str], tournament: Tournament, rows: Sequence[Told] = ()
) -> Iterable[str]:
    """With whom it was level, what broke the tie, and what their own matches gave where those did.

    `rows` are those of the classifica where more may have been level than those it is told with: in a final,
    who came farther.
    """
    for step in row["ties"]:
        facts = {"others": numbers(step["level"], tournament), "criterion": names[step["criterion"]]}
        if step["criterion"] not in OF_THE_LEVEL:
            yield _("Pari con %(others)s: decide «%(criterion)s».") % facts
            continue
        before = row["values"][: list(names).index(step["criterion"])]
        level = {each["number"] for each in rows if each["values"][: len(before)] == before}
        facts |= _direct(row, level or set(step["level"]))
        yield (
            _(
                "Pari con %(others)s: decide «%(criterion)s», "
                "fra loro PP %(points)s e differenza %(difference)s."
            )
            % facts
        )


def _direct(row: Told, level: Set[int]) -> dict[str, str]:
    """What the matches against those level gave to it."""
    lines = [line for line in row["per_turn"] if not level.isdisjoint(line["opponents"])]
    return {
        "points": str(sum(line["match_points"] for line in lines)),
        "difference": signed(sum(line["scored"] - line["conceded"] for line in lines)),
    }


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
