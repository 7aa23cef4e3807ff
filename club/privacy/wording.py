"""What the club's log says of privacy, in words."""

from typing import Any, Final

from django.utils.translation import gettext_lazy

from club.chaining import REWRITTEN

ACTS: Final = {
    "notice.published": gettext_lazy("ha pubblicato l'informativa sui dati personali"),
    "consent.recorded": gettext_lazy("ha scritto i consensi"),
    "guardian.written": gettext_lazy("ha scritto chi è responsabile di un minorenne"),
    "dossier.taken": gettext_lazy("ha scaricato il fascicolo di tutti i dati"),
    "person.erased": gettext_lazy("ha cancellato una persona"),
    "retention.chosen": gettext_lazy("ha cambiato per quanto tempo si conservano i dati"),
    "retention.applied": gettext_lazy("ha buttato i dati scaduti"),
    "requests.forgotten": gettext_lazy("ha tolto i motivi delle richieste non accolte"),
}
FIELDS: Final = {
    "version": gettext_lazy("versione"),
    "notice": gettext_lazy("informativa letta"),
    "name": gettext_lazy("nome nei risultati"),
    "photos": gettext_lazy("fotografie"),
    "kept": gettext_lazy("che cosa resta"),
    "papers": gettext_lazy("ricevute senza più il nome"),
    "members": gettext_lazy("soci usciti"),
    "guests": gettext_lazy("recapiti degli ospiti"),
    "requests": gettext_lazy("richieste non accolte"),
    "looks": gettext_lazy("consultazioni"),
    "invitations": gettext_lazy("inviti"),
    REWRITTEN: gettext_lazy("righe riscritte senza il nome"),
}
KEPT: Final = {
    "receipts": gettext_lazy("ricevute"),
    "dues": gettext_lazy("quote"),
    "memberships": gettext_lazy("iscrizioni"),
    "cash": gettext_lazy("righe di cassa"),
}


def value(field: str, said: Any) -> str | None:
    """The value in words where it is one of these; None for the others."""
    if field == REWRITTEN and isinstance(said, dict):
        return ", ".join(said) or "0"
    if field == "kept" and isinstance(said, dict):
        return ", ".join(f"{KEPT.get(kind, kind)}: {rows}" for kind, rows in said.items()) or "0"
    return None
