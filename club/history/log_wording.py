"""The entries of a club's log as sentences: the act, and each changed field."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django.apps import apps
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.days import short_day
from club.history.hash_chain import REWRITTEN
from club.models import (
    Assembly,
    CashKind,
    Category,
    Club,
    ClubLogEntry,
    EndCause,
    Means,
    Membership,
    Particulars,
    Person,
    Quorum,
    RoleKind,
    VotingRules,
)
from club.money import euros

ACTS: Final = {
    "person.added": gettext_lazy("ha aggiunto la persona al libro"),
    "person.corrected": gettext_lazy("ha corretto i dati"),
    "person.rating-refused": gettext_lazy("ha scritto l'opposizione al punteggio da giocatore"),
    "person.rating-allowed": gettext_lazy("ha tolto l'opposizione al punteggio da giocatore"),
    "person.merged": gettext_lazy("ha unito due schede della stessa persona"),
    "person.told-apart": gettext_lazy("ha confermato che sono due omonimi"),
    "note.written": gettext_lazy("ha scritto una nota"),
    "note.corrected": gettext_lazy("ha corretto una nota"),
    "note.removed": gettext_lazy("ha tolto una nota"),
    "own-page.opened": gettext_lazy("ha dato un collegamento alla pagina personale"),
    "own-page.sent": gettext_lazy("ha scritto una lettera con il collegamento alla pagina personale"),
    "own-page.closed": gettext_lazy("ha annullato il collegamento alla pagina personale"),
    "data-request.asked": gettext_lazy("ha chiesto di correggere i suoi dati"),
    "data-request.done": gettext_lazy("ha accolto una richiesta di correzione"),
    "data-request.aside": gettext_lazy("ha messo da parte una richiesta di correzione"),
    "membership.requested": gettext_lazy("ha scritto la richiesta di iscrizione"),
    "membership.admitted": gettext_lazy("ha scritto l'ammissione"),
    "membership.refused": gettext_lazy("ha scritto che il consiglio non ammette"),
    "membership.ended": gettext_lazy("ha scritto la fine dell'iscrizione"),
    "membership.end-undone": gettext_lazy("ha annullato la fine dell'iscrizione"),
    "membership.category": gettext_lazy("ha cambiato la categoria"),
    "membership.amended": gettext_lazy("ha corretto date o delibera"),
    "membership.mistaken": gettext_lazy("ha scritto che l'iscrizione era scritta per errore"),
    "membership.mistake-undone": gettext_lazy("ha scritto che l'iscrizione vale"),
    "category.added": gettext_lazy("ha aggiunto una categoria"),
    "category.changed": gettext_lazy("ha cambiato una categoria"),
    "category.removed": gettext_lazy("ha tolto una categoria"),
    "roles.changed": gettext_lazy("ha cambiato gli incarichi"),
    "roles.left": gettext_lazy("ha lasciato gli incarichi"),
    "roles.invited": gettext_lazy("ha mandato un invito"),
    "roles.invited-again": gettext_lazy("ha mandato di nuovo un invito"),
    "roles.invitation-withdrawn": gettext_lazy("ha ritirato un invito"),
    "roles.accepted": gettext_lazy("ha accettato un invito"),
    "publication.frames": gettext_lazy("ha cambiato i siti che mostrano i risultati in un riquadro"),
    "webhook.added": gettext_lazy("ha aggiunto un avviso a un programma"),
    "webhook.changed": gettext_lazy("ha cambiato un avviso a un programma"),
    "webhook.removed": gettext_lazy("ha tolto un avviso a un programma"),
    "webhook.switched-off": gettext_lazy("ha spento un avviso a un programma che non risponde da giorni"),
    "second-factor.required": gettext_lazy("ha chiesto a tutti il secondo fattore"),
    "second-factor.free": gettext_lazy("non chiede più il secondo fattore"),
    "year.opened": gettext_lazy("ha aperto un anno sociale"),
    "year.closed": gettext_lazy("ha chiuso l'anno sociale"),
    "year.reopened": gettext_lazy("ha riaperto l'anno sociale"),
    "year.removed": gettext_lazy("ha tolto un anno sociale aperto da un foglio"),
    "year.amounts": gettext_lazy("ha cambiato le quote dell'anno"),
    "year.renewed": gettext_lazy("ha rinnovato i soci per l'anno"),
    "year.renewal-undone": gettext_lazy("ha annullato il rinnovo dei soci per l'anno"),
    "reminders.changed": gettext_lazy("ha cambiato il testo dei solleciti o come si paga"),
    "reminders.sent": gettext_lazy("ha mandato solleciti a soci morosi"),
    "reminders.returned": gettext_lazy("ha scritto che una lettera è tornata indietro"),
    "receipts.sent": gettext_lazy("ha mandato ricevute per e-mail"),
    "receipt.issued": gettext_lazy("ha fatto una ricevuta"),
    "receipt.cancelled": gettext_lazy("ha annullato una ricevuta"),
    "due.not-paid": gettext_lazy("ha scritto che la quota, segnata come pagata prima, non lo è"),
    "due.written": gettext_lazy("ha scritto la quota di un socio"),
    "due.changed": gettext_lazy("ha cambiato l'importo di una quota"),
    "due.category": gettext_lazy("ha cambiato la categoria di una quota"),
    "due.exempt": gettext_lazy("ha esentato da una quota"),
    "due.cancelled": gettext_lazy("ha annullato una quota"),
    "due.restored": gettext_lazy("ha ripristinato una quota"),
    "association.changed": gettext_lazy("ha cambiato i dati dell'associazione"),
    "presentation.changed": gettext_lazy("ha cambiato la presentazione o l'avviso del circolo"),
    "picture.changed": gettext_lazy("ha cambiato l'immagine del circolo"),
    "picture.removed": gettext_lazy("ha tolto l'immagine del circolo"),
    "import.written": gettext_lazy("ha importato un foglio di soci"),
    "import.undone": gettext_lazy("ha annullato un'importazione"),
    "person.imported": gettext_lazy("ha importato i dati da un foglio"),
    "list.taken": gettext_lazy("ha scaricato un elenco"),
    "cash.written": gettext_lazy("ha scritto una riga di cassa"),
    "cash.cancelled": gettext_lazy("ha annullato una riga di cassa"),
    "cash.counted": gettext_lazy("ha contato e chiuso la cassa"),
    "cash.reopened": gettext_lazy("ha riaperto la cassa"),
    "cards.printed": gettext_lazy("ha stampato tessere"),
    "card.voided": gettext_lazy("ha annullato una tessera"),
    "club.handed-over": gettext_lazy("ha scaricato l'archivio del circolo, da consegnare"),
    "club.restored": gettext_lazy("ha ripristinato il circolo da un archivio"),
    "notice.published": gettext_lazy("ha pubblicato l'informativa sui dati personali"),
    "consent.recorded": gettext_lazy("ha scritto i consensi"),
    "guardian.written": gettext_lazy("ha scritto chi è responsabile di un minorenne"),
    "dossier.taken": gettext_lazy("ha scaricato il fascicolo di tutti i dati"),
    "voting-rules.changed": gettext_lazy("ha cambiato le regole del voto in assemblea"),
    "assembly.added": gettext_lazy("ha scritto un'assemblea"),
    "assembly.changed": gettext_lazy("ha cambiato un'assemblea"),
    "assembly.removed": gettext_lazy("ha tolto un'assemblea scritta per errore"),
    "assembly.convened": gettext_lazy("ha convocato un'assemblea"),
    "assembly.delivered": gettext_lazy("ha scritto come sono partite le convocazioni su carta"),
    "assembly.present": gettext_lazy("ha segnato presente un socio in assemblea"),
    "assembly.proxy": gettext_lazy("ha scritto una delega in assemblea"),
    "assembly.taken-out": gettext_lazy("ha tolto una presenza o una delega in assemblea"),
    "assembly.opened": gettext_lazy("ha aperto un'assemblea"),
    "minutes.written": gettext_lazy("ha salvato il verbale di un'assemblea"),
    "minutes.approved": gettext_lazy("ha scritto che il verbale di un'assemblea è approvato"),
    "person.erased": gettext_lazy("ha cancellato una persona"),
    "retention.chosen": gettext_lazy("ha cambiato per quanto tempo si conservano i dati"),
    "retention.applied": gettext_lazy("ha buttato i dati scaduti"),
    "requests.forgotten": gettext_lazy("ha tolto i motivi delle richieste non accolte"),
}
#: Labels of the fields in `before` and `after`; the other labels come from the models.
FIELDS: Final = {
    "on": gettext_lazy("data"),
    "since": gettext_lazy("dal"),
    "category": gettext_lazy("categoria"),
    "fields": gettext_lazy("che cosa"),
    "moved": gettext_lazy("passato dall'altra scheda"),
    "written_twice": gettext_lazy("iscrizioni scritte due volte"),
    "dues_gone": gettext_lazy("quote non pagate tolte"),
    "dues_joined": gettext_lazy("quote pagate unite"),
    "roles": gettext_lazy("incarichi"),
    "requires_second_factor": gettext_lazy("secondo fattore"),
    "year": gettext_lazy("anno sociale"),
    "due_on": gettext_lazy("da pagare entro"),
    "dues": gettext_lazy("quote scritte"),
    "by_email": gettext_lazy("per e-mail"),
    "on_paper": gettext_lazy("su carta"),
    "exempted_on": gettext_lazy("delibera del"),
    "receipt": gettext_lazy("ricevuta"),
    "receipts": gettext_lazy("ricevute"),
    "cancelled_by": gettext_lazy("annullata dalla"),
    "people": gettext_lazy("persone"),
    "digest": gettext_lazy("impronta del file"),
    "consents": gettext_lazy("consensi"),
    "list": gettext_lazy("elenco"),
    "format": gettext_lazy("formato"),
    "rows": gettext_lazy("righe"),
    "cash_kind": gettext_lazy("che cosa"),
    "cents": gettext_lazy("importo"),
    "means": gettext_lazy("modo"),
    "expected_cents": gettext_lazy("secondo la cassa"),
    "counted_cents": gettext_lazy("contati"),
    "cards": gettext_lazy("tessere"),
    "made": gettext_lazy("di cui nuove"),
    "card": gettext_lazy("tessera"),
    "made_at": gettext_lazy("archivio del"),
    "tournaments": gettext_lazy("tornei"),
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
    "call": gettext_lazy("convocazione"),
    "there": gettext_lazy("presenti e rappresentati"),
    "entitled": gettext_lazy("aventi diritto al voto"),
    "at_desk": gettext_lazy("al banco delle iscrizioni"),
    REWRITTEN: gettext_lazy("righe riscritte senza il nome"),
}
#: The kinds of rows that stay after an erasure.
KEPT: Final = {
    "book": gettext_lazy("nome nel libro soci"),
    "assemblies": gettext_lazy("presenze in assemblea"),
    "letters": gettext_lazy("convocazioni"),
    "minutes": gettext_lazy("verbali"),
    "receipts": gettext_lazy("ricevute"),
    "dues": gettext_lazy("quote"),
    "memberships": gettext_lazy("iscrizioni"),
    "cash": gettext_lazy("righe di cassa"),
}


@dataclass(frozen=True)
class ValueChange:
    """A change by an act: the name of the field, and its values before and after, empty for none."""

    name: str
    before: str
    after: str


@dataclass(frozen=True)
class Line:
    """An entry of the log, as text."""

    entry: ClubLogEntry
    actor: str
    sentence: str
    changes: list[ValueChange]


def changes_text(changes: Iterable[ValueChange]) -> str:
    """The changes on one line: "via: – → Via Indipendenza 3; CAP: 40121 → 40126"."""
    return "; ".join(f"{one.name}: {one.before or '–'} → {one.after or '–'}" for one in changes)


def log_lines(entries: Iterable[ClubLogEntry]) -> list[Line]:
    """The entries as text; the log stores no private value, so the text holds none."""
    return [Line(entry, entry.actor_name, act_sentence(entry.act), list(changes(entry))) for entry in entries]


def act_sentence(act: str) -> str:
    """The sentence of an act, without actor and time; an unknown act is named by its code."""
    return str(ACTS.get(act) or _("ha fatto: %(act)s") % {"act": act})


def changes(entry: ClubLogEntry) -> Iterator[ValueChange]:
    """The changed fields, in the order of `FIELDS`: a database does not keep the order of JSON keys."""
    before, after = entry.before or {}, entry.after or {}
    places = {name: place for place, name in enumerate(FIELDS)}
    for name in sorted({*before, *after}, key=lambda name: (places.get(name, len(places)), name)):
        if before.get(name) != after.get(name):
            yield ValueChange(_name(name), _value(name, before.get(name)), _value(name, after.get(name)))


def _name(field: str) -> str:
    if field in FIELDS:
        return str(FIELDS[field])
    for model in (Membership, Particulars, Person, Category, Club, Assembly, VotingRules):
        if field in {one.name for one in model._meta.fields}:
            return str(model._meta.get_field(field).verbose_name)  # type: ignore[union-attr]
    return field


def _value(field: str, value: Any) -> str:
    """The value as text; empty for None."""
    if value is None:
        return ""
    if field.endswith("cents"):
        return euros(int(value))
    if field in CHOICES and value:
        return str(CHOICES[field](value).label)
    if field in COUNTS and isinstance(value, dict):
        return COUNTS[field](value)
    if field == "fields" and value:
        return ", ".join(_name(name) for name in value)
    if field == "roles" and value:
        return ", ".join(str(RoleKind(kind).label) for kind in value)
    if isinstance(value, bool):
        return _("sì") if value else _("no")
    return _day(str(value)) if value else ""


def _moved(rows: dict[str, int]) -> str:
    return ", ".join(f"{_model(label)} ({count})" for label, count in rows.items())


def _kept(rows: dict[str, int]) -> str:
    return ", ".join(f"{KEPT.get(kind, kind)}: {count}" for kind, count in rows.items()) or "0"


def _rewritten(hashes: dict[str, str]) -> str:
    return ", ".join(hashes) or "0"


VOTING: Final = {"first_quorum": Quorum, "second_quorum": Quorum, "minors": VotingRules.Minors}
#: The fields whose value is a choice of a model.
CHOICES: Final = {"cash_kind": CashKind, "means": Means, "end_cause": EndCause, **VOTING}
#: The fields whose value is a dictionary, with the function that formats it.
COUNTS: Final[dict[str, Callable[[Any], str]]] = {"moved": _moved, "kept": _kept, REWRITTEN: _rewritten}


def _model(label: str) -> str:
    return str(apps.get_model(label)._meta.verbose_name)


def _day(text: str) -> str:
    """An ISO date as people write it; any other text unchanged."""
    try:
        return short_day(date.fromisoformat(text))
    except ValueError:
        return text
