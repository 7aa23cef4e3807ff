"""Consents: every yes and every no with its day, never overwritten; the last one is in force."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.days import of_age_on, short_day
from club.errors import ClubError, ClubInputRefused
from club.history import log
from club.history.log import lock
from club.models import Club, Consent, Membership, NoticeVersion, Person, User
from club.privacy import publication
from club.privacy.guardians import birth_date, is_minor, required_guardians

About, How = Consent.About, Consent.How
#: The consents that can be withdrawn, unlike the fact that a notice was read.
WITHDRAWABLE: Final = (About.NAME, About.PHOTOS)
#: The actor, in the log, of what a person writes on the own page: no name that an erasure would leave there.
BY_ONESELF: Final = "La persona, dalla sua pagina"


@dataclass(frozen=True)
class CurrentConsent:
    """The last answer on one matter, and whether it should be asked again."""

    about: Consent.About
    last: Consent | None
    #: Given by or for a minor who has come of age since.
    came_of_age: bool = False
    #: The notice has a newer version than the one that was read.
    is_outdated: bool = False

    @property
    def is_given(self) -> bool:
        return self.last is not None and self.last.is_given

    @property
    def is_to_renew(self) -> bool:
        return self.came_of_age or self.is_outdated


def current_consents(person: Person, today: date) -> list[CurrentConsent]:
    """The consents in force, one for each matter. Three queries at most."""
    last = {one.about: one for one in person.consents.select_related("notice").order_by("on", "pk")}
    born = birth_date(person)
    adult = of_age_on(born) if born else None
    newest = NoticeVersion.objects.filter(club=person.club_id, published_on__lte=today).first()
    consents = []
    for about in About:
        one = last.get(about)
        consents.append(
            CurrentConsent(
                about,
                one,
                came_of_age=bool(one and one.is_given and adult and one.on < adult <= today),
                is_outdated=bool(about is About.NOTICE and one and newest and one.notice_id != newest.pk),
            )
        )
    return consents


@transaction.atomic
def record(
    person_id: int,
    club: Club,
    answers: Mapping[Consent.About, bool],
    *,
    on: date,
    how: str,
    today: date,
    by: User,
    key: UUID,
    document: str = "",
) -> list[Consent]:
    """Adds answers to the history and returns them; idempotent by `key`.

    Each answer carries the notice in force on that day, if there was one. The guardian answers yes for a
    minor. Refused for a future day, and for a day before the last answer.
    """
    club = lock(club.pk)
    if done := list(Consent.objects.filter(club=club, key=key)):
        return done
    person = Person.objects.filter(club=club, pk=person_id, erased_number=None).first()
    if person is None:
        raise ClubError("unknown-person", _("Questa persona non c'è più: torna al libro soci."))
    return _record(club, {person: key}, answers, on=on, how=how, today=today, by=by, document=document)


@transaction.atomic
def record_by_oneself(
    person_id: int, club: Club, about: Consent.About, *, is_given: bool, today: date, key: UUID
) -> Consent:
    """Adds the answer that a person gives on the own page, and returns it; idempotent by `key`.

    Refused for a minor, for whom the guardian answers, and for a matter that cannot be withdrawn.
    """
    club = lock(club.pk)
    if done := Consent.objects.filter(club=club, person=person_id, key=key).first():
        return done
    person = Person.objects.filter(club=club, pk=person_id, erased_number=None).first()
    if person is None or about not in WITHDRAWABLE:
        raise ClubInputRefused("unknown-matter", _("Di questo non si può rispondere qui: scrivi al circolo."))
    if is_minor(person, today):
        raise ClubError(
            "minor", _("Per un minorenne risponde chi ne ha la responsabilità: si fa con il circolo.")
        )
    _verify([person], {about: is_given}, today, today)
    consent = Consent.objects.create(
        club=club,
        person=person,
        about=about,
        is_given=is_given,
        on=today,
        how=How.PAGE,
        notice=_version_in_force(club.pk, today),
        at=timezone.now(),
        by_name=BY_ONESELF,
        key=key,
    )
    if about is About.NAME:
        _set_name_consent(club, [person], today if is_given else None)
    after = {about.value: is_given}
    log.write(club, BY_ONESELF, "consent.recorded", subject={"person": person.pk}, after=after)
    return consent


@transaction.atomic
def record_for_many(
    club: Club,
    people: Collection[int],
    answers: Mapping[Consent.About, bool],
    *,
    on: date,
    how: str,
    document: str,
    today: date,
    by: User,
    key: UUID,
) -> int:
    """Adds the same answers of many people, proved by one document; returns the number of people.

    Idempotent by `key`. All or nothing; refused like the answers of one person.
    """
    club = lock(club.pk)
    chosen = club.people.filter(pk__in=set(people), erased_number=None)
    keys = {person: uuid5(key, str(person.pk)) for person in chosen.select_related("particulars")}
    if len(keys) != len(set(people)):
        raise ClubError(
            "unknown-person", _("Qualcuno non è più fra le persone del circolo: ricarica la pagina.")
        )
    if not document.strip():
        raise ClubInputRefused("document-missing", _("Scrivi quale documento hanno firmato."))
    done = set(Consent.objects.filter(club=club, key__in=keys.values()).values_list("person_id", flat=True))
    new = {person: own for person, own in keys.items() if person.pk not in done}
    if new:
        _record(club, new, answers, on=on, how=how, today=today, by=by, document=document)
    return len(keys)


def _record(
    club: Club,
    keys: Mapping[Person, UUID],
    answers: Mapping[Consent.About, bool],
    *,
    on: date,
    how: str,
    today: date,
    by: User,
    document: str,
) -> list[Consent]:
    """The answers of these people as stored; `keys` are those under which they are written."""
    _verify(list(keys), answers, on, today)
    guardians = required_guardians(list(keys), on) if any(answers.values()) else {}
    at, name = timezone.now(), str(by)[:150]
    in_force = _version_in_force(club.pk, on)
    made = Consent.objects.bulk_create(
        Consent(
            club=club,
            person=person,
            about=about,
            is_given=is_given,
            on=on,
            how=how,
            document=document.strip()[:120],
            notice=_version(club, on) if about is About.NOTICE and in_force is None else in_force,
            guardian=guardians.get(person.pk, "") if is_given else "",
            at=at,
            by=by,
            by_name=name,
            key=key,
        )
        for person, key in keys.items()
        for about, is_given in answers.items()
    )
    if About.NAME in answers:
        _set_name_consent(club, list(keys), on if answers[About.NAME] else None)
    after = {about.value: is_given for about, is_given in answers.items()}
    log.write_many(
        club, by, (log.Act("consent.recorded", {"person": person.pk}, after=after) for person in keys)
    )
    return made


def _set_name_consent(club: Club, people: Sequence[Person], on: date | None) -> None:
    """Sets `name_consent_on` after a new last answer of these people."""
    for person in people:
        person.name_consent_on = on
    if club.people.filter(pk__in=[one.pk for one in people]).update(name_consent_on=on):
        publication.names_changed(club.pk)


def _verify(people: Sequence[Person], answers: Mapping[Consent.About, bool], on: date, today: date) -> None:
    if not answers:
        raise ClubInputRefused(
            "nothing-said", _("Segna almeno una cosa: un sì, un no o l'informativa letta.")
        )
    if on > today:
        raise ClubInputRefused("in-the-future", _("Un consenso non può essere di un giorno che deve venire."))
    later = (
        Consent.objects.filter(person__in=people, about__in=answers, on__gt=on)
        .select_related("person")
        .order_by("person__last_name", "person__first_name", "pk")
        .first()
    )
    if later:
        raise ClubInputRefused(
            "before-the-last",
            _("Su «%(what)s» di %(name)s c'è già scritto qualcosa del %(day)s: correggi la data.")
            % {
                "what": later.get_about_display(),
                "name": later.person.full_name,
                "day": short_day(later.on),
            },
        )


def _version_in_force(club_id: int, on: date) -> NoticeVersion | None:
    return NoticeVersion.objects.filter(club=club_id, published_on__lte=on).first()


def _version(club: Club, on: date) -> NoticeVersion:
    version = _version_in_force(club.pk, on)
    if version is None:
        raise ClubError(
            "no-notice",
            _("Quel giorno il circolo non aveva un'informativa: prima pubblicala, poi segna chi la legge."),
        )
    return version


def record_name_consent(
    person: Person, on: date | None, *, before: date | None, by: User | None = None
) -> None:
    """Adds to the history that the name may be public from `on`, or no longer. Does nothing if that is
    unchanged.

    For pages that ask for this consent alone and save `name_consent_on` themselves. Three queries
    at most if it changed.
    """
    if on == before:
        return
    guardians = required_guardians([person], on) if on is not None and before is None else {}
    day = on or max(timezone.localdate(), before or timezone.localdate())
    Consent.objects.create(
        club_id=person.club_id,
        person=person,
        about=About.NAME,
        is_given=on is not None,
        on=day,
        how=How.SPOKEN,
        notice=_version_in_force(person.club_id, day),
        guardian=guardians.get(person.pk, ""),
        at=timezone.now(),
        by=by,
        by_name=str(by)[:150] if by else "",
    )


def record_notice_read(person: Person, version: NoticeVersion, on: date) -> None:
    """Adds to the history that the person read that version on a page; once, and never for a minor.

    For pages without an officer, where the reader ticks a box.
    """
    if is_minor(person, on) or person.consents.filter(about=About.NOTICE, notice=version).exists():
        return
    Consent.objects.create(
        club_id=person.club_id,
        person=person,
        about=About.NOTICE,
        is_given=True,
        on=on,
        how=How.PAGE,
        notice=version,
        at=timezone.now(),
    )


def update_name_consent(person: Person) -> None:
    """Sets `name_consent_on` from the history. The caller holds the club's lock."""
    last = person.consents.filter(about=About.NAME).order_by("on", "pk").last()
    if last is None:
        return
    on = last.on if last.is_given else None
    if on != person.name_consent_on:
        person.name_consent_on = on
        person.save(update_fields=["name_consent_on"])
        publication.names_changed(person.club_id)


def people_who_answered(club: Club, about: Consent.About, today: date) -> set[int]:
    """The ids of the people who have said yes or no, or who have read the notice in force. Two queries at
    most.
    """
    answers = club.consents.filter(about=about)
    if about is About.NOTICE:
        answers = answers.filter(notice=_version_in_force(club.pk, today))
    return set(answers.values_list("person_id", flat=True))


@dataclass(frozen=True)
class PersonToAsk:
    """A person to be asked again, and the reason: "age", "version" or "never"."""

    person: Person
    why: str


def people_to_ask(club: Club, today: date) -> list[PersonToAsk]:
    """The people to ask again, by name, each with the first reason that applies. Four queries."""
    last: dict[tuple[int, str], Consent] = {}
    for one in club.consents.order_by("on", "pk"):
        last[one.person_id, one.about] = one
    newest = NoticeVersion.objects.filter(club=club, published_on__lte=today).first()
    members = set(
        Membership.objects.filter(club=club, ended_on=None)
        .exclude(admitted_on=None)
        .values_list("person_id", flat=True)
    )
    concerned = {person for person, _about in last} | members
    people = (
        club.people.filter(erased_number=None)
        .select_related("particulars")
        .order_by("last_name", "first_name", "pk")
    )
    asked_again = []
    for person in people:
        if person.pk in concerned and (
            why := _why(person, last, newest, today, is_member=person.pk in members)
        ):
            asked_again.append(PersonToAsk(person, why))
    return asked_again


def _why(
    person: Person,
    last: dict[tuple[int, str], Consent],
    newest: NoticeVersion | None,
    today: date,
    *,
    is_member: bool,
) -> str:
    consents = [one for about in Consent.About if (one := last.get((person.pk, about))) and one.is_given]
    born = birth_date(person)
    adult = of_age_on(born) if born else None
    if adult and adult <= today and any(one.on < adult for one in consents):
        return "age"
    read = last.get((person.pk, Consent.About.NOTICE))
    if newest and read and read.notice_id != newest.pk:
        return "version"
    return "never" if newest and read is None and is_member else ""
