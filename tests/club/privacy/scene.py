"""A club that keeps its people's privacy: days, a published notice, a minor."""

from collections.abc import Mapping
from datetime import date
from typing import Any
from uuid import UUID, uuid4

from club.models import Club, Consent, NoticeVersion, Person, User
from club.privacy import consents, notices
from tests.club.register.book import a_person

JANUARY, MARCH, MAY, TODAY = date(2026, 1, 10), date(2026, 3, 1), date(2026, 5, 1), date(2026, 6, 1)
About = Consent.About


def a_notice(club: Club, by: User, on: date = JANUARY, add: str = "") -> NoticeVersion:
    """The text proposed, adopted on that day; with something added it is another version."""
    last = club.notices.first()
    return notices.publish(
        club,
        italian=notices.proposed_text(club, "it") + add,
        english=notices.proposed_text(club, "en") + add,
        based_on=last.number if last else 0,
        today=on,
        by=by,
        key=uuid4(),
    )


def a_minor(club: Club, by: User) -> Person:
    """Somebody who comes of age on the 10th of April 2026."""
    return a_person(
        club, by, first_name="Luca", born_on=date(2008, 4, 10), fiscal_code="", born_in="", born_province=""
    )


def said(
    person: Person, answers: Mapping[Consent.About, bool], by: User, *, on: date = MARCH, **more: Any
) -> list[Consent]:
    key: UUID = more.pop("key", None) or uuid4()
    how = more.pop("how", "paper")
    return consents.record(
        person.pk, person.club, answers, on=on, how=how, today=TODAY, by=by, key=key, **more
    )
