"""Erasing somebody: results stay under a neutral name, and of papers what the law makes one keep.

What play knows of the person stays with the same row of `Person`, now without a name. What accounts and
register must keep (receipts, the dues that they settle, number and dates of a membership) goes to a row of
its own, so that no result leads to the name on a receipt. The logs lose the name and keep their chains
(`club.chaining`).
"""

from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club import former, log, publication
from club.chaining import REWRITTEN
from club.errors import ClubError, ClubInputRefused
from club.locking import lock
from club.models import (
    Card,
    CashMovement,
    Club,
    ClubLogEntry,
    Consent,
    Due,
    Erasure,
    Guardian,
    Import,
    ImportRow,
    Look,
    MemberNumber,
    Membership,
    Particulars,
    Person,
    Receipt,
    ToldApart,
    User,
)
from club.people import plain
from club.privacy import contributions, redacting
from club.privacy.redacting import Words

#: Italian, as the other documents of a club are; nobody's name, so everybody may read it.
NAME: Final = "Persona cancellata n. {}"
#: Under which papers and the number of the register stay; it has no number of its own to be linked by.
OF_PAPERS: Final = "Socio cancellato"
PAPERS_NUMBER: Final = 0
#: Years after the one of the last entry (art. 2220 c.c.).
PAPERS_YEARS: Final = 10
WHAT: Final = {
    "receipts": gettext_lazy("ricevute, con il nome di chi ha pagato: dieci anni, art. 2220 c.c."),
    "dues": gettext_lazy("quote a cui le ricevute si riferiscono: dieci anni, senza nome"),
    "memberships": gettext_lazy("numero e date nel libro soci: senza nome"),
    "cash": gettext_lazy("righe di cassa che dicono il nome a parole: dieci anni, art. 2220 c.c."),
}


@dataclass(frozen=True)
class Outlook:
    """What would stay of a person, by kind, and until when the law keeps it; the tables of what would go."""

    kept: dict[str, int]
    until: date | None
    goes: dict[str, int] = field(default_factory=dict)


def outlook(person: Person) -> Outlook:
    """What erasing would do; nothing is changed."""
    goes = {
        str(model._meta.verbose_name_plural): rows
        for model in (Particulars, Guardian, Consent, Card, Look)
        if (rows := model._base_manager.filter(person=person).count())
    }
    return Outlook(*_papers(person), goes)


@transaction.atomic
def erase(person_id: int, club: Club, *, typed: str, reason: str, today: date, by: User) -> Erasure:
    """The person is no more; it cannot be undone. Sent twice it is done once.

    `typed` must be the name. Refused for who is a member, or waits to be one, or plays just now.
    """
    person = _person(club, person_id)
    if person.erased_number is not None:
        return Erasure.objects.get(club=club, number=person.erased_number)
    if plain(typed) != plain(person.full_name):
        raise ClubInputRefused(
            "another-name",
            _("Per cancellare scrivi il nome com'è qui: %(name)s.") % {"name": person.full_name},
        )
    if not reason.strip():
        raise ClubInputRefused("reason-missing", _("Scrivi perché si cancella: per esempio, lo ha chiesto."))
    return _erased(club, person, reason.strip(), today, by)


@transaction.atomic
def forget(person_id: int, club: Club, *, today: date) -> Erasure | None:
    """The same when its time has come, without anybody asking; None where it cannot be done yet."""
    person = _person(club, person_id)
    if person.erased_number is not None:
        return None
    try:
        verify(person, today)
    except ClubError:
        return None
    return _erased(club, person, str(_("tempo di conservazione finito")), today, None)


def _person(club: Club, person_id: int) -> Person:
    found = Person.objects.filter(club=club, pk=person_id).exclude(erased_number=PAPERS_NUMBER)
    person = found.select_related("club").first()
    if person is None:
        raise ClubError("unknown-person", _("Questa persona non c'è più: torna al libro soci."))
    return person


def verify(person: Person, today: date) -> None:
    """Refuses where erasing must wait; takes the locks of the other apps, before the club's is taken."""
    for each in contributions.every():
        each.hold(person, today)
    open_now = Membership.objects.filter(person=person, ended_on=None).first()
    if open_now and open_now.is_request:
        raise ClubError(
            "request-waits",
            _("%(name)s ha chiesto di essere socio: prima scrivi la risposta del consiglio.")
            % {"name": person.full_name},
        )
    if open_now:
        raise ClubError(
            "still-member",
            _("%(name)s è fra i soci, e il libro soci deve dirlo: prima scrivi la fine dell'iscrizione.")
            % {"name": person.full_name},
        )
    waiting = Import.objects.exclude(state__in=(Import.State.DONE, Import.State.UNDONE))
    if ImportRow.objects.filter(person=person, of__in=waiting).exists():
        raise ClubError(
            "import-waits",
            _("%(name)s è in un foglio non ancora importato: prima scrivilo o buttalo.")
            % {"name": person.full_name},
        )


def hindrance(person: Person, today: date) -> str:
    """Why erasing must wait, with what to do first; empty where it need not."""
    try:
        with transaction.atomic():
            verify(person, today)
    except ClubError as refusal:
        return str(refusal)
    return ""


def _erased(club: Club, person: Person, reason: str, today: date, by: User | None) -> Erasure:
    verify(person, today)
    club = lock(club.pk)
    highest = Erasure.objects.filter(club=club).aggregate(highest=Max("number"))["highest"] or 0
    number = highest + 1
    words = Words(person, NAME.format(number))
    kept, until = _papers(person)
    for each in contributions.every():
        each.anonymise(person, words, by)
    papers = _set_papers_apart(club, person, kept)
    _throw_away(person)
    _rename(person, number, today)
    erasure = Erasure.objects.create(
        club=club,
        number=number,
        on=today,
        by=by,
        by_name=str(by)[:150] if by else log.NOBODY,
        reason=words.cleaned(reason, is_theirs=True)[:300],
        kept=kept,
        kept_until=until,
    )
    _write(club, person, papers, words, erasure, by)
    publication.names_changed(club.pk)
    return erasure


def _papers(person: Person) -> tuple[dict[str, int], date | None]:
    """What must stay, by kind, and the last day on which the law asks for it."""
    receipts = Receipt.objects.filter(person=person)
    movements = _naming(person)
    found = {
        "receipts": receipts.count(),
        "dues": Due.objects.filter(person=person, receipts__isnull=False).distinct().count(),
        "memberships": Membership.objects.filter(person=person).exclude(admitted_on=None).count(),
        "cash": len(movements),
    }
    years = [one.at.year for one in movements]
    years += receipts.order_by("-year").values_list("year", flat=True)[:1]
    until = date(max(years) + PAPERS_YEARS, 12, 31) if years else None
    return {kind: rows for kind, rows in found.items() if rows}, until


def _naming(person: Person) -> list[CashMovement]:
    """The lines of the cash books that say the name in words: nobody may edit them."""
    words = Words(person, "")
    lines = CashMovement.objects.filter(book__club=person.club_id).exclude(cause="", reason="")
    return [one for one in lines if any(words.cleaned(text) != text for text in (one.cause, one.reason))]


def _set_papers_apart(club: Club, person: Person, kept: dict[str, int]) -> Person | None:
    """The row that papers belong to from now on, if any must stay; the other dues and requests are gone."""
    Due.objects.filter(person=person, receipts=None).delete()
    Membership.objects.filter(person=person, admitted_on=None).delete()
    CashMovement.objects.filter(person=person).update(person=None)
    numbers = MemberNumber.objects.filter(person=person)
    if not (kept.keys() - {"cash"} or numbers.exists()):
        return None
    papers = Person.objects.create(club=club, last_name=OF_PAPERS, first_name="", erased_number=PAPERS_NUMBER)
    for model in (Receipt, Due, Membership):
        model._base_manager.filter(person=person).update(person=papers)
    numbers.update(person=papers)
    return papers


def _throw_away(person: Person) -> None:
    for model in (Particulars, Guardian, Consent, Look, Card):
        model._base_manager.filter(person=person).delete()
    ToldApart.objects.filter(Q(first=person) | Q(second=person)).delete()
    ImportRow.objects.filter(person=person).update(person=None, made={})


def _rename(person: Person, number: int, today: date) -> None:
    person.last_name, person.first_name, person.search_key = NAME.format(number), "", ""
    person.is_guest, person.name_consent_on, person.erased_number = True, today, number
    person.save(
        update_fields=[
            "last_name",
            "first_name",
            "search_key",
            "is_guest",
            "name_consent_on",
            "erased_number",
        ]
    )


def _write(
    club: Club, person: Person, papers: Person | None, words: Words, erasure: Erasure, by: User | None
) -> None:
    """The act, with what the entries that lost the name hash to now."""
    gone, time_of = _keys_of(club, person), former.time_of(club)
    about = ("person", "other", "gone")
    # What the register wrote of the person is of the papers now; nothing leads from them to the results.
    instead = papers.pk if papers else 0

    def now(entry: ClubLogEntry) -> dict[str, Any]:
        said, time = entry.subject, time_of(entry.number)
        theirs = {name for name in about if said.get(name) in gone.get(time, ())}
        # What was written elsewhere keeps its keys: what they mean here is said beside.
        moved = {} if time else dict.fromkeys(theirs, instead)
        return {
            "subject": {**said, **moved},
            "before": words.cleaned_all(entry.before),
            "after": words.cleaned_all(entry.after),
            "reason": words.cleaned(entry.reason, is_theirs=bool(theirs))[:300],
        }

    rewritten = redacting.rewrite(club.log.order_by("number"), now)
    former.means_now(club, person.pk, instead)
    log.write(
        club,
        by,
        "person.erased",
        subject={"erased": erasure.number},
        after={"kept": erasure.kept, REWRITTEN: rewritten},
        reason=erasure.reason,
    )


def _keys_of(club: Club, person: Person) -> dict[int, set[int]]:
    """The keys of the person, and of the rows found to be the same person, by the time they are said in."""
    keys, time_of = former.keys_of(club, person.pk), former.time_of(club)
    merged = club.log.filter(former.mentions(club, Person, person.pk, "person"), act="person.merged")
    for number, subject in merged.values_list("number", "subject"):
        keys[time_of(number)].add(subject["gone"])
    return keys
