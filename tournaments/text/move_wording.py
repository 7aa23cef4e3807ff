"""Sentences for tables changed by hand: the cost of a change, refusals, the usual reasons."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.core.draws import Cost, LayoutTable
from tournaments.core.play import TablePlay
from tournaments.text import draw_wording
from tournaments.text.deal_terms import side_label

# Why a change cannot be made, by the codes of `draws.tables` and `draws.changing`.
REFUSALS = {
    "unknown-change": gettext_lazy("Questo spostamento non si può fare: scegli due coppie o due tavoli."),
    "nothing-changes": gettext_lazy("Così non cambia niente: scegli due posti diversi."),
    "not-in-the-draw": gettext_lazy("La coppia %(number)s non gioca e non riposa in questo turno."),
    "no-table": gettext_lazy("In questo turno il tavolo %(table)s non c'è."),
    "calendar": gettext_lazy(
        "Questo turno segue il calendario: rifai l'abbinamento, che tiene conto di chi c'è."
    ),
}
# Refusals for entries of one player, where the sentence differs.
SINGLE_REFUSALS = {
    "unknown-change": gettext_lazy("Questo spostamento non si può fare: scegli due giocatori o due tavoli."),
    "not-in-the-draw": gettext_lazy("Il giocatore %(number)s non gioca e non riposa in questo turno."),
}

#: The usual reasons; organisers may write others.
USUAL_REASONS = (
    gettext_lazy("L'ha chiesto chi gioca"),
    gettext_lazy("Parenti o amici: meglio che non si incontrino"),
    gettext_lazy("Chi non può spostarsi o ha bisogno di quel tavolo"),
    gettext_lazy("Errore nelle iscrizioni o nei risultati"),
    gettext_lazy("Scelta della Giuria"),
)


def refusal_sentence(code: str, params: Mapping[str, Any], *, single: bool) -> str:
    """Why a change, or mending a draft, cannot be done; `single` for entries of one player."""
    sentence = (SINGLE_REFUSALS.get(code) if single else None) or REFUSALS.get(code)
    return str(sentence) % params if sentence else draw_wording.refusal_sentence(code, params, single=single)


def _rematch(one: int, other: int, turn: int) -> str:
    return _("n. %(one)s e n. %(other)s si sono già incontrati al turno %(turn)s") % {
        "one": one,
        "other": other,
        "turn": turn,
    }


def _partners(one: int, other: int, turn: int) -> str:
    return _("n. %(one)s e n. %(other)s sono già stati compagni al turno %(turn)s") % {
        "one": one,
        "other": other,
        "turn": turn,
    }


def _circle(one: int, other: int) -> str:
    return _("n. %(one)s e n. %(other)s sono dello stesso circolo") % {"one": one, "other": other}


def _return(one: int, table: int) -> str:
    return _("n. %(one)s torna al tavolo %(table)s, dove è già stato") % {"one": one, "table": table}


def _unfixed(one: int, table: int) -> str:
    return _("n. %(one)s non è al suo tavolo fisso, il %(table)s") % {"one": one, "table": table}


def costs(cost: Cost, play: TablePlay) -> list[str]:
    """Everything that speaks against a change, a sentence each without a full stop; empty for a free one."""
    return [*_of_meetings(cost), *_of_places(cost, play), *_of_rests(cost)]


def _of_meetings(cost: Cost) -> Iterator[str]:
    wordings: list[tuple[Callable[..., str], tuple[tuple[int, ...], ...]]] = [
        (_rematch, cost.rematches),
        (_partners, cost.partners_again),
        (_circle, cost.circles),
    ]
    for sentence, meetings in wordings:
        yield from (sentence(*each) for each in meetings)
    if cost.unscheduled:
        yield ngettext(
            "%(number)s incontro del calendario non si gioca",
            "%(number)s incontri del calendario non si giocano",
            cost.unscheduled,
        ) % {"number": cost.unscheduled}
    if cost.farther > 0:
        yield ngettext(
            "%(number)s posto di distanza in più", "%(number)s posti di distanza in più", cost.farther
        ) % {"number": cost.farther}


def _of_places(cost: Cost, play: TablePlay) -> Iterator[str]:
    yield from (_unfixed(*each) for each in cost.unfixed)
    yield from (_return(*each) for each in cost.returns)
    for one, at in cost.sides:
        side = side_label(play, play.sides[at]) if at < len(play.sides) else str(at + 1)
        yield _("n. %(one)s siede di nuovo dalla stessa parte (%(side)s)") % {"one": one, "side": side}


def _of_rests(cost: Cost) -> Iterator[str]:
    for one in cost.rests:
        if one in cost.unfair_rests:
            yield _("n. %(one)s riposa, e c'è chi ha riposato meno") % {"one": one}
        else:
            yield _("n. %(one)s riposa invece di giocare") % {"one": one}


def gains(cost: Cost) -> list[str]:
    """The improvements that a change brings."""
    sentences = []
    if cost.spared:
        sentences.append(
            ngettext(
                "%(number)s incontro ripetuto in meno", "%(number)s incontri ripetuti in meno", cost.spared
            )
            % {"number": cost.spared}
        )
    if cost.farther < 0:
        sentences.append(
            ngettext(
                "%(number)s posto di distanza in meno", "%(number)s posti di distanza in meno", -cost.farther
            )
            % {"number": -cost.farther}
        )
    return sentences


def summary(cost: Cost, play: TablePlay) -> str:
    """The cost in one sentence: "Costa: n. 4 e n. 7 si sono già incontrati al turno 1; 7 posti …"."""
    against, better = costs(cost, play), gains(cost)
    if against:
        return _("Costa: %(costs)s.") % {"costs": "; ".join([*against, *better])}
    if better:
        return _("Non costa niente, anzi: %(gains)s.") % {"gains": "; ".join(better)}
    return _("Non costa niente.")


def table_words(table: LayoutTable) -> str:
    """The entries of a table, by number: "4 – 7"."""
    return " – ".join(" + ".join(str(number) for number in side) for side in table.sides)
