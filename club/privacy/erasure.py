"""Erasing a person: results stay under a neutral name, and papers that the law requires are kept apart.

The row of `Person` loses its name and keeps the results. Receipts, the dues they settle, the number and dates
of memberships and the presences in assemblies move to another row, so that no result leads to the name on a
receipt (`papers`). The logs lose the name and keep their chains (`club.history.hash_chain`).
"""

from dataclasses import dataclass, field
from datetime import date
from typing import Final

from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from club.errors import ClubError, ClubInputRefused
from club.history import log
from club.history.hash_chain import REWRITTEN
from club.history.log import lock
from club.models import (
    Attendance,
    Card,
    CashMovement,
    Club,
    ClubLogEntry,
    Consent,
    DataRequest,
    Due,
    Erasure,
    Guardian,
    Import,
    ImportRow,
    Look,
    MemberLetter,
    MemberNumber,
    Membership,
    OwnPage,
    Particulars,
    Person,
    PersonNote,
    Receipt,
    StoredAnswer,
    ToldApart,
    User,
)
from club.person_names import plain
from club.privacy import personal_data, publication, redaction
from club.privacy.papers import Kept, convocations, keep_name, papers_of
from club.privacy.redaction import NameRedactor

#: In Italian, like a club's other documents; it names nobody, so everybody may read it.
NAME: Final = "Persona cancellata n. {}"
#: The name of the row that papers move to; it has no number of its own, so that nothing links it to the
#: results.
OF_PAPERS: Final = "Socio cancellato"
PAPERS_NUMBER: Final = 0


@dataclass(frozen=True)
class Preview:
    """The rows that an erasure would keep, and those it would delete, by table."""

    kept: Kept
    goes: dict[str, int] = field(default_factory=dict)


def preview(person: Person, today: date) -> Preview:
    """The preview of an erasure; nothing is changed."""
    goes = {
        str(model._meta.verbose_name_plural): rows
        for model in (Particulars, PersonNote, DataRequest, Guardian, Consent, Card, Look)
        if (rows := model._base_manager.filter(person=person).count())
    }
    if letters := person.letters.count() - convocations(person).count():
        goes[str(MemberLetter._meta.verbose_name_plural)] = letters
    return Preview(papers_of(person, today), goes)


@transaction.atomic
def erase(person_id: int, club: Club, *, typed: str, reason: str, today: date, by: User) -> Erasure:
    """Erases the person for good; a second request returns the same erasure.

    `typed` must be the name. Refused for a member, for a pending request, and during an evening with the
    person.
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
    return _erase(club, person, reason.strip(), today, by)


@transaction.atomic
def erase_expired(person_id: int, club: Club, *, today: date) -> Erasure | None:
    """Erases the person when the retention period has passed; None if it is not possible yet."""
    person = _person(club, person_id)
    if person.erased_number is not None:
        return None
    try:
        verify(person, today)
    except ClubError:
        return None
    return _erase(club, person, str(_("tempo di conservazione finito")), today, None)


def _person(club: Club, person_id: int) -> Person:
    people = Person.objects.filter(club=club, pk=person_id).exclude(erased_number=PAPERS_NUMBER)
    person = people.select_related("club").first()
    if person is None:
        raise ClubError("unknown-person", _("Questa persona non c'è più: torna al libro soci."))
    return person


def verify(person: Person, today: date) -> None:
    """Refuses an erasure that must wait; takes the locks of the other apps before the club's."""
    for each in personal_data.contributions():
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
    """Why an erasure must wait, and the remedy; empty if it can be done."""
    try:
        with transaction.atomic():
            verify(person, today)
    except ClubError as refusal:
        return str(refusal)
    return ""


def _erase(club: Club, person: Person, reason: str, today: date, by: User | None) -> Erasure:
    verify(person, today)
    club = lock(club.pk)
    highest = Erasure.objects.filter(club=club).aggregate(highest=Max("number"))["highest"] or 0
    number = highest + 1
    words = NameRedactor(person, NAME.format(number))
    kept = papers_of(person, today)
    for each in personal_data.contributions():
        each.anonymise(person, words, by)
    # Stored answers may contain the name, so a repeated request does not get one after this.
    StoredAnswer.objects.all().delete()
    papers = _move_papers(club, person, kept)
    _delete_data(person)
    notes = PersonNote.objects.filter(person__club=club)
    requests = DataRequest.objects.filter(person__club=club)
    for rows in (notes, requests):
        redaction.clean_texts(rows.order_by("pk"), ["text"], words, is_theirs=False)
    _rename(person, number, today)
    erasure = Erasure.objects.create(
        club=club,
        number=number,
        on=today,
        by=by,
        by_name=str(by)[:150] if by else log.NOBODY,
        reason=words.cleaned(reason, is_theirs=True)[:300],
        kept=kept.rows,
        kept_until=kept.last_day,
    )
    _write(club, person, papers, words, erasure, by)
    publication.names_changed(club.pk)
    return erasure


def _move_papers(club: Club, person: Person, kept: Kept) -> Person | None:
    """Moves the papers that must stay to a row of their own, and returns it; deletes other dues and
    requests.
    """
    Due.objects.filter(person=person, receipts=None).delete()
    Membership.objects.filter(person=person, admitted_on=None).delete()
    CashMovement.objects.filter(person=person).update(person=None)
    numbers = MemberNumber.objects.filter(person=person)
    if not (kept.rows.keys() - {"cash", "minutes"} or numbers.exists()):
        return None
    papers = Person.objects.create(club=club, last_name=OF_PAPERS, first_name="", erased_number=PAPERS_NUMBER)
    for model in (Receipt, Due, Membership, Attendance):
        model._base_manager.filter(person=person).update(person=papers)
    Attendance.objects.filter(holder=person).update(holder=papers)
    convocations(person).update(person=papers, text="")
    Due.objects.filter(person=papers).update(reason="")
    Membership.objects.filter(person=papers).update(signed_by="")
    Attendance.objects.filter(person=papers).update(through="")
    if "book" in kept.until:
        keep_name(person, papers, kept.until["book"])
    numbers.update(person=papers)
    return papers


def _delete_data(person: Person) -> None:
    for model in (Particulars, PersonNote, OwnPage, DataRequest, Guardian, Consent, Look, Card, MemberLetter):
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
    club: Club, person: Person, papers: Person | None, words: NameRedactor, erasure: Erasure, by: User | None
) -> None:
    """Rewrites the log entries that hold the name, and logs the erasure with their new hashes."""
    former_keys, time_of = _keys_of(club, person), log.moves_since(club)
    about = ("person", "other", "gone")
    # Log entries about the person now point to the row of the papers: nothing leads from them to the results.
    instead = papers.pk if papers else 0

    def new_fields(entry: ClubLogEntry) -> dict[str, object]:
        subject, time = entry.subject, time_of(entry.number)
        theirs = {name for name in about if subject.get(name) in former_keys.get(time, ())}
        # Entries from before a move keep their keys; `log.redirect` changes the rows these lead to.
        moved = {} if time else dict.fromkeys(theirs, instead)
        return {
            "subject": {**subject, **moved},
            "before": words.cleaned_all(entry.before),
            "after": words.cleaned_all(entry.after),
            "reason": words.cleaned(entry.reason, is_theirs=bool(theirs))[:300],
        }

    rewritten = redaction.rewrite(club.log.order_by("number"), new_fields)
    log.redirect(club, person.pk, instead)
    log.write(
        club,
        by,
        "person.erased",
        subject={"erased": erasure.number},
        after={"kept": erasure.kept, REWRITTEN: rewritten},
        reason=erasure.reason,
    )


def _keys_of(club: Club, person: Person) -> dict[int, set[int]]:
    """The keys of the person and of rows merged into it, by the number of moves since."""
    keys, time_of = log.keys_by_move(club, person.pk), log.moves_since(club)
    merged = club.log.filter(log.mentions(club, Person, person.pk, "person"), act="person.merged")
    for number, subject in merged.values_list("number", "subject"):
        keys[time_of(number)].add(subject["gone"])
    return keys
