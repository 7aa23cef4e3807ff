"""What a person agreed to: every yes and every no with its day, never overwritten; what holds is the last."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club import log, publication
from club.errors import ClubError, ClubInputRefused
from club.locking import lock
from club.models import Club, Consent, Guardian, NoticeVersion, Person, User
from club.privacy import ages

About, How = Consent.About, Consent.How
#: What may be taken back; that a text was read cannot.
WITHDRAWABLE: Final = (About.NAME, About.PHOTOS)


@dataclass(frozen=True)
class Standing:
    """Of one matter: what was said last, and why it should be asked again."""

    about: Consent.About
    last: Consent | None
    #: Given by or for a minor who is of age now.
    came_of_age: bool = False
    #: The notice has a newer version than the one that was read.
    is_outdated: bool = False

    @property
    def is_given(self) -> bool:
        return self.last is not None and self.last.is_given

    @property
    def is_to_renew(self) -> bool:
        return self.came_of_age or self.is_outdated


def standing(person: Person, today: date) -> list[Standing]:
    """What holds of each matter. Three queries at most."""
    last = {one.about: one for one in person.consents.select_related("notice").order_by("on", "pk")}
    born = ages.born_on(person)
    adult = ages.of_age_on(born) if born else None
    newest = NoticeVersion.objects.filter(club=person.club_id, published_on__lte=today).first()
    told = []
    for about in About:
        one = last.get(about)
        told.append(
            Standing(
                about,
                one,
                came_of_age=bool(one and one.is_given and adult and one.on < adult <= today),
                is_outdated=bool(one and newest and one.notice_id and one.notice_id != newest.pk),
            )
        )
    return told


@transaction.atomic
def record(
    person_id: int,
    club: Club,
    said: Mapping[Consent.About, bool],
    *,
    on: date,
    how: str,
    today: date,
    by: User,
    key: UUID,
) -> list[Consent]:
    """The new lines of the history; under a key already used, those that it made.

    A yes of a minor is the guardian's. Refused for days to come, and before what was said last.
    """
    club = lock(club.pk)
    if done := list(Consent.objects.filter(club=club, key=key)):
        return done
    person = Person.objects.filter(club=club, pk=person_id, erased_number=None).first()
    if person is None:
        raise ClubError("unknown-person", _("Questa persona non c'è più: torna al libro soci."))
    _verify(person, said, on, today)
    guardian = _guardian(person, on) if any(said.values()) else ""
    at, name = timezone.now(), str(by)[:150]
    made = [
        Consent.objects.create(
            club=club,
            person=person,
            about=about,
            is_given=is_given,
            on=on,
            how=how,
            notice=_version(club, on) if about is About.NOTICE else None,
            guardian=guardian if is_given else "",
            at=at,
            by=by,
            by_name=name,
            key=key,
        )
        for about, is_given in said.items()
    ]
    derive(person)
    after = {one.about: one.is_given for one in made}
    log.write(club, by, "consent.recorded", subject={"person": person.pk}, after=after)
    return made


def _verify(person: Person, said: Mapping[Consent.About, bool], on: date, today: date) -> None:
    if not said:
        raise ClubInputRefused(
            "nothing-said", _("Segna almeno una cosa: un sì, un no o l'informativa letta.")
        )
    if on > today:
        raise ClubInputRefused("in-the-future", _("Un consenso non può essere di un giorno che deve venire."))
    _verify_order(person, said, on)


def _verify_order(person: Person, said: Mapping[Consent.About, bool], on: date) -> None:
    later = person.consents.filter(about__in=said, on__gt=on).first()
    if later:
        raise ClubInputRefused(
            "before-the-last",
            _("Su «%(what)s» c'è già scritto qualcosa del %(day)s: correggi la data.")
            % {"what": later.get_about_display(), "day": f"{later.on.day}/{later.on.month}/{later.on.year}"},
        )


def _guardian(person: Person, on: date) -> str:
    """Who said yes for a minor; empty for who speaks for themselves. Refuses where nobody does."""
    if not ages.is_minor(person, on):
        return ""
    guardian = Guardian.objects.filter(person=person).first()
    if guardian is None:
        raise ClubInputRefused(
            "guardian-missing",
            _("%(name)s è minorenne: scrivi prima chi ne ha la responsabilità, è lui a dare il consenso.")
            % {"name": person.full_name},
        )
    return f"{guardian.name}, {guardian.get_relation_display()}"[:130]


def _version(club: Club, on: date) -> NoticeVersion:
    version = NoticeVersion.objects.filter(club=club, published_on__lte=on).first()
    if version is None:
        raise ClubError(
            "no-notice",
            _("Quel giorno il circolo non aveva un'informativa: prima pubblicala, poi segna chi la legge."),
        )
    return version


def name_said(
    person: Person, on: date | None, *, before: date | None, how: str = How.SPOKEN, by: User | None = None
) -> None:
    """Writes into the history that the name may be printed from `on`, or no more; nothing if it is as before.

    For desks and pages that ask for the name alone; they save `name_consent_on` themselves. A query where
    something is said, none else.
    """
    if on == before:
        return
    guardian = _guardian(person, on) if on is not None and before is None else ""
    day = on or max(timezone.localdate(), before or timezone.localdate())
    Consent.objects.create(
        club_id=person.club_id,
        person=person,
        about=About.NAME,
        is_given=on is not None,
        on=day,
        how=how,
        guardian=guardian,
        at=timezone.now(),
        by=by,
        by_name=str(by)[:150] if by else "",
    )


def notice_read(person: Person, version: NoticeVersion, on: date) -> None:
    """Writes into the history that the person read that version on a page; once, and of no minor.

    For pages that nobody of the club stands at: whoever read it said so.
    """
    if ages.is_minor(person, on) or person.consents.filter(about=About.NOTICE, notice=version).exists():
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


def derive(person: Person) -> None:
    """Makes `name_consent_on` say what the history does. The caller holds the club's lock."""
    last = person.consents.filter(about=About.NAME).order_by("on", "pk").last()
    if last is None:
        return
    on = last.on if last.is_given else None
    if on != person.name_consent_on:
        person.name_consent_on = on
        person.save(update_fields=["name_consent_on"])
        publication.names_changed(person.club_id)
