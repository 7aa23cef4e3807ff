"""Sentences about championships: the state of a match report, and the acts in the club's log."""

from collections.abc import Sequence
from datetime import date

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

REPORTS: dict[str, str | Promise] = {
    "": "",
    "waiting": _("finito, da confermare"),
    "contested": _("contestato: decide l'arbitro"),
    "confirmed": _("confermato dai capitani"),
    "approved": _("approvato dall'arbitro"),
}

#: Acts on championships in the club's log.
ACTS: dict[str, str | Promise] = {
    "championship.created": _("ha creato il campionato"),
    "championship.changed": _("ha cambiato il campionato"),
    "championship.closed": _("ha concluso il campionato"),
    "championship.reopened": _("ha riaperto il campionato"),
    "championship.deleted": _("ha eliminato il campionato"),
    "championship.team-entered": _("ha iscritto al campionato la squadra «%(name)s»"),
    "championship.team-changed": _("ha cambiato la squadra «%(name)s»"),
    "championship.team-withdrawn": _("ha segnato il ritiro della squadra «%(name)s»"),
    "championship.team-annulled": _(
        "ha segnato il ritiro della squadra «%(name)s» e annullato i suoi risultati"
    ),
    "championship.team-removed": _("ha tolto dal campionato la squadra «%(name)s»"),
    "championship.player-added": _("ha aggiunto un giocatore alla squadra «%(name)s»"),
    "championship.player-removed": _("ha tolto un giocatore dalla squadra «%(name)s»"),
    "championship.code-renewed": _("ha rinnovato il link del capitano della squadra «%(name)s»"),
    "championship.captain-written": _("ha mandato il link al capitano della squadra «%(name)s»"),
    "championship.captain-not-written": _("non fa più scrivere al capitano della squadra «%(name)s»"),
    "championship.team-penalised": _("ha tolto punti alla squadra «%(name)s»"),
    "championship.penalty-revoked": _("ha ritirato una penalità della squadra «%(name)s»"),
    "championship.calendar-drawn": _("ha sorteggiato il calendario del campionato"),
    "championship.calendar-removed": _("ha eliminato il calendario del campionato"),
    "championship.play-off-drawn": _("ha preparato un turno dei play-off"),
    "fixture.moved": _("ha spostato l'incontro %(teams)s"),
    "fixture.sides-swapped": _("ha invertito il campo dell'incontro %(teams)s"),
    "fixture.date-proposed": _("ha proposto un'altra data per l'incontro %(teams)s"),
    "fixture.proposal-lapsed": _("ha fatto cadere la proposta di un'altra data per l'incontro %(teams)s"),
    "fixture.date-refused": _("ha rifiutato la nuova data dell'incontro %(teams)s"),
    "fixture.line-up-given": _("ha consegnato una formazione per l'incontro %(teams)s"),
    "fixture.line-ups-asked-again": _("ha fatto richiedere le formazioni dell'incontro %(teams)s"),
    "fixture.prepared": _("ha preparato i tavoli dell'incontro %(teams)s"),
    "fixture.confirmed": _("ha confermato il referto dell'incontro %(teams)s"),
    "fixture.contested": _("ha contestato il referto dell'incontro %(teams)s"),
    "fixture.approved": _("ha approvato il referto dell'incontro %(teams)s"),
    "fixture.forfeited": _("ha deciso a tavolino l'incontro %(teams)s"),
}


def lapse_sentence(team: str, day: date) -> str:
    """The warning that an open proposal of a captain lapses when the match is moved."""
    return gettext("«%(team)s» ha proposto il %(day)s: se sposti l'incontro, la proposta cade.") % {
        "team": team,
        "day": date_format(day, "j/n/Y"),
    }


def overfull_sentence(
    room: str, takes: int, days: Sequence[date], rounds: Sequence[int], others: Sequence[str]
) -> str:
    """The days and rounds in which a room has more matches at once than it can take, and the club's other
    evenings there."""
    when = [date_format(day, "j/n/Y") for day in days]
    when += [gettext("%(number)sª giornata") % {"number": number} for number in rounds]
    sentence = ngettext(
        "In «%(room)s», che tiene un incontro alla volta, ce ne sono di più: %(when)s. Spostane qualcuno, o "
        "cambia sala.",
        "In «%(room)s», che tiene %(takes)s incontri alla volta, ce ne sono di più: %(when)s. Spostane "
        "qualcuno, o cambia sala.",
        takes,
    ) % {"room": room, "takes": takes, "when": ", ".join(when)}
    if not others:
        return sentence
    beside = ", ".join(f"«{name}»" for name in others)
    return sentence + " " + gettext("Negli stessi giorni la sala ha: %(evenings)s.") % {"evenings": beside}


def extra_breaks_sentence(extra: int) -> str:
    """The number of breaks that the rooms cost: teams at home, or away, twice in a row."""
    return ngettext(
        "Per rispettare le sale, una volta più del necessario una squadra gioca due giornate di fila in "
        "casa, o due fuori.",
        "Per rispettare le sale, %(extra)s volte più del necessario una squadra gioca due giornate di fila "
        "in casa, o due fuori.",
        extra,
    ) % {"extra": extra}
