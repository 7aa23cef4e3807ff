"""Who may get a tessera of a year, and who has one."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db import models
from django.utils.translation import gettext_lazy as _

from club import people
from club.cards.making import live
from club.dues.members import members_on
from club.dues.renewals import day_of
from club.models import Card, Category, MembershipYear, Person

#: People found by letters beside the members.
FOUND = 30


class Show(models.TextChoices):
    """Which of them are listed."""

    UNPRINTED = "da-stampare", _("da stampare")
    PRINTED = "stampate", _("già stampate")
    ALL = "tutte", _("tutte")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Whom the officer looks for: `category` is its id, `letters` find anybody of that name."""

    show: Show = Show.UNPRINTED
    category: int | None = None
    only_paid: bool = False
    letters: str = ""


@dataclass(frozen=True, slots=True)
class Holder:
    """A person of the list: the number and category of a member, none of who is no member."""

    person: Person
    number: int | None
    category: Category | None
    card: Card | None
    has_paid: bool

    @property
    def is_printed(self) -> bool:
        return self.card is not None and self.card.printed_on is not None


def holders(year: MembershipYear, wanted: Wanted, *, today: date) -> list[Holder]:
    """The members of the year, and with letters anybody of that name, by name. Eight queries."""
    found = [each for each in _everybody(year, today, wanted.letters) if _is(each, wanted)]
    return sorted(found, key=lambda each: (each.person.search_key, each.person.pk))


def _is(holder: Holder, wanted: Wanted) -> bool:
    of_category = holder.category.pk if holder.category else None
    return (
        (wanted.category is None or of_category == wanted.category)
        and (holder.has_paid or not wanted.only_paid)
        and (wanted.show is Show.ALL or holder.is_printed is (wanted.show is Show.PRINTED))
    )


def _everybody(year: MembershipYear, today: date, letters: str) -> Iterable[Holder]:
    club = year.club
    cards = live(club, year)
    paid = {due.person_id for due in year.dues.all() if due.is_settled}
    members = {member.person.pk: member for member in members_on(club, day_of(year, today))}
    if letters.strip():
        chosen = list(people.find(club, letters)[:FOUND])
    else:
        # Who has a card without being a member is listed with them.
        others = [card.person for card in cards.values() if card.person_id not in members]
        chosen = [*(member.person for member in members.values()), *others]
    for person in chosen:
        member = members.get(person.pk)
        number, category = (member.number, member.category) if member else (None, None)
        yield Holder(person, number, category, cards.get(person.pk), person.pk in paid)
