"""Sentences about championships: the state of a match report, and the acts in the club's log."""

from django.utils.functional import Promise
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
    "championship.team-removed": _("ha tolto dal campionato la squadra «%(name)s»"),
    "championship.player-added": _("ha aggiunto un giocatore alla squadra «%(name)s»"),
    "championship.player-removed": _("ha tolto un giocatore dalla squadra «%(name)s»"),
    "championship.code-renewed": _("ha rinnovato il link del capitano della squadra «%(name)s»"),
    "championship.team-penalised": _("ha tolto punti alla squadra «%(name)s»"),
    "championship.penalty-revoked": _("ha ritirato una penalità della squadra «%(name)s»"),
    "championship.calendar-drawn": _("ha sorteggiato il calendario del campionato"),
    "championship.calendar-removed": _("ha eliminato il calendario del campionato"),
    "championship.play-off-drawn": _("ha preparato un turno dei play-off"),
    "fixture.moved": _("ha spostato l'incontro %(teams)s"),
    "fixture.date-proposed": _("ha proposto un'altra data per l'incontro %(teams)s"),
    "fixture.date-refused": _("ha rifiutato la nuova data dell'incontro %(teams)s"),
    "fixture.line-up-given": _("ha consegnato una formazione per l'incontro %(teams)s"),
    "fixture.line-ups-asked-again": _("ha fatto richiedere le formazioni dell'incontro %(teams)s"),
    "fixture.prepared": _("ha preparato i tavoli dell'incontro %(teams)s"),
    "fixture.confirmed": _("ha confermato il referto dell'incontro %(teams)s"),
    "fixture.contested": _("ha contestato il referto dell'incontro %(teams)s"),
    "fixture.approved": _("ha approvato il referto dell'incontro %(teams)s"),
    "fixture.forfeited": _("ha deciso a tavolino l'incontro %(teams)s"),
}
