"""Whom to ask again: who came of age, who read an older informativa; and members who never read one."""

from dataclasses import dataclass
from datetime import date

from club.models import Club, Consent, Membership, NoticeVersion, Person
from club.privacy import ages


@dataclass(frozen=True)
class ToAsk:
    """Somebody to be asked, and why: "age", "version" or "never"."""

    person: Person
    why: str


def to_ask(club: Club, today: date) -> list[ToAsk]:
    """By name; of who is to be asked for two reasons, the first of the three. Four queries."""
    last: dict[tuple[int, str], Consent] = {}
    for one in club.consents.order_by("on", "pk"):
        last[one.person_id, one.about] = one
    newest = NoticeVersion.objects.filter(club=club, published_on__lte=today).first()
    members = set(
        Membership.objects.filter(club=club, ended_on=None)
        .exclude(admitted_on=None)
        .values_list("person_id", flat=True)
    )
    known = {person for person, _about in last} | members
    people = (
        club.people.filter(erased_number=None)
        .select_related("particulars")
        .order_by("last_name", "first_name", "pk")
    )
    told = []
    for person in people:
        if person.pk in known and (why := _why(person, last, newest, today, is_member=person.pk in members)):
            told.append(ToAsk(person, why))
    return told


def _why(
    person: Person,
    last: dict[tuple[int, str], Consent],
    newest: NoticeVersion | None,
    today: date,
    *,
    is_member: bool,
) -> str:
    given = [one for about in Consent.About if (one := last.get((person.pk, about))) and one.is_given]
    born = ages.born_on(person)
    adult = ages.of_age_on(born) if born else None
    if adult and adult <= today and any(one.on < adult for one in given):
        return "age"
    read = last.get((person.pk, Consent.About.NOTICE))
    if newest and read and read.notice_id != newest.pk:
        return "version"
    return "never" if newest and read is None and is_member else ""
