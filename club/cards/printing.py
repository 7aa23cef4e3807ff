"""The list of people with and without a tessera of a year, and the printed sheets."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club import public_urls
from club.cards.issuing import valid_cards
from club.dues.members import Member, members_on
from club.dues.renewals import register_day
from club.models import Card, Category, MembershipYear, Person
from club.register import people
from club.typesetting import pdf

#: The most people found by letters who are no members.
FOUND = 30


class Show(models.TextChoices):
    """The people that the list shows."""

    UNPRINTED = "da-stampare", gettext_lazy("da stampare")
    PRINTED = "stampate", gettext_lazy("già stampate")
    ALL = "tutte", gettext_lazy("tutte")


@dataclass(frozen=True, slots=True)
class Wanted:
    """The filters of the list: `category` is an id, `letters` find anybody of that name."""

    show: Show = Show.UNPRINTED
    category: int | None = None
    only_paid: bool = False
    letters: str = ""


@dataclass(frozen=True, slots=True)
class Holder:
    """A person of the list; `number` and `category` are those of a member."""

    person: Person
    number: int | None
    category: Category | None
    card: Card | None
    has_paid: bool

    @property
    def is_printed(self) -> bool:
        return self.card is not None and self.card.printed_on is not None


def holders(year: MembershipYear, wanted: Wanted, *, today: date) -> list[Holder]:
    """The members of the year by name; with letters, anybody of that name. Eight queries."""
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
    cards = valid_cards(club, year)
    paid = {due.person_id for due in year.dues.all() if due.is_settled}
    members = {member.person.pk: member for member in members_on(club, register_day(year, today))}
    if letters.strip():
        chosen = list(people.find(club, letters)[:FOUND])
    else:
        # Card-holders who are no members are listed with them.
        others = [card.person for card in cards.values() if card.person_id not in members]
        chosen = [*(member.person for member in members.values()), *others]
    for person in chosen:
        member = members.get(person.pk)
        number, category = (member.number, member.category) if member else (None, None)
        yield Holder(person, number, category, cards.get(person.pk), person.pk in paid)


DAY = "%d/%m/%Y"


def cards_pdf(year: MembershipYear, cards: Sequence[Card], *, today: date) -> bytes:
    """The sheets, ten cards of 85.6 by 54 mm to an A4, in the order of `cards`; category and standing are
    those of `today`.
    """
    members = {member.person.pk: member for member in members_on(year.club, register_day(year, today))}
    return pdf(
        "cards",
        {
            "title": _("Tessere %(year)s") % {"year": year.label},
            "club": year.club.name,
            "city": year.club.city,
            "year": year.label,
            "cards": [_card(card, members.get(card.person_id)) for card in cards],
            "words": {"until": _("valida fino al"), "lost": _("Se la trovi, riportala al circolo.")},
        },
    )


def _card(card: Card, member: Member | None) -> dict[str, str]:
    return {
        "name": card.person.full_name,
        "number": _("Tessera n. %(number)s") % {"number": card.number},
        "standing": str(member.category or _("socio")) if member else _("tesserato"),
        "until": card.valid_until.strftime(DAY),
        "qr": public_urls.qr_svg(card.token),
    }
