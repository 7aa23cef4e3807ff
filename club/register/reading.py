"""The register read from its rows, in as many queries for five as for five thousand people."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet, TextChoices
from django.utils.translation import gettext_lazy as _

from club import people
from club.models import Card, CategorySpell, Club, MemberNumber, Membership, Person
from club.register import roll
from club.register.roll import Spell, Standing, State, Time


class Kind(TextChoices):
    """Whom a list of the register shows; a member and a card-holder are two things (FIELD)."""

    MEMBERS = "soci", _("soci")
    CARDS = "tesserati", _("tesserati")
    GUESTS = "ospiti", _("ospiti")
    REQUESTS = "richieste", _("richieste")
    ENDED = "usciti", _("usciti")
    ALL = "tutti", _("tutti")


@dataclass(frozen=True, slots=True)
class Book:
    """What the register of any day is made of: every person's times as a member, and the numbers in use."""

    times: dict[int, list[Time]]
    numbers: dict[int, int]

    def on(self, day: date) -> list[roll.Line]:
        """Who was a member at the end of `day`, by number."""
        return roll.on(day, (time for times in self.times.values() for time in times), self.numbers)

    def standing(self, person: int, day: date) -> Standing:
        return roll.standing_on(day, self.times.get(person, ()))


@dataclass(frozen=True, slots=True)
class Row:
    """A person in a list of the register: nothing private is in it."""

    person: Person
    number: int | None
    standing: Standing
    category: str
    card: str


def book(club: Club, *, of: Person | None = None) -> Book:
    """The whole register of the club, or one person's part of it. Three queries."""
    whose = {"person": of} if of else {"club": club}
    spells: defaultdict[int, list[Spell]] = defaultdict(list)
    found = CategorySpell.objects.filter(**{f"membership__{key}": value for key, value in whose.items()})
    for membership, category, since in found.values_list("membership_id", "category_id", "since"):
        spells[membership].append(Spell(category, since))
    times: defaultdict[int, list[Time]] = defaultdict(list)
    rows = Membership.objects.filter(**whose).values_list(
        "pk", "person_id", "requested_on", "admitted_on", "ended_on"
    )
    for pk, person, requested_on, admitted_on, ended_on in rows:
        times[person].append(Time(person, requested_on, admitted_on, ended_on, tuple(spells[pk])))
    numbers = MemberNumber.objects.filter(is_disused=False, **whose).values_list("person_id", "number")
    return Book(dict(times), dict(numbers))


def listed(club: Club, kind: Kind, day: date, letters: str, book: Book) -> list[int]:
    """The ids of those of that kind on that day: members by number, else by name. Two queries at most."""
    named = people.find(club, letters) if letters.strip() else _shown(club, kind)
    if kind is Kind.GUESTS:
        named = named.filter(is_guest=True)
    by_name = list(named.order_by("last_name", "first_name", "pk").values_list("pk", flat=True))
    if kind is Kind.MEMBERS:
        wanted = set(by_name)
        return [line.person for line in book.on(day) if line.person in wanted]
    if kind is Kind.CARDS:
        holders = set(cards(club, day).values_list("person_id", flat=True))
        return [person for person in by_name if person in holders]
    state = {Kind.REQUESTS: State.ASKED, Kind.ENDED: State.LEFT}.get(kind)
    return [person for person in by_name if state is None or book.standing(person, day).state is state]


def _shown(club: Club, kind: Kind) -> QuerySet[Person]:
    """Everybody; who was erased only among those who left, for the number and the dates that stay."""
    return club.people.all() if kind is Kind.ENDED else club.people.filter(erased_number=None)


def rows(club: Club, ids: Iterable[int], day: date, book: Book) -> list[Row]:
    """Those people as a list shows them, in that order. Three queries."""
    ids = list(ids)
    found = Person.objects.filter(club=club).in_bulk(ids)
    categories = dict(club.categories.values_list("pk", "name"))
    held = dict(cards(club, day).filter(person__in=ids).values_list("person_id", "number"))
    lines = []
    for person in ids:
        standing = book.standing(person, day)
        category = categories.get(standing.category or 0, "")
        lines.append(Row(found[person], book.numbers.get(person), standing, category, held.get(person, "")))
    return lines


def cards(club: Club, day: date) -> QuerySet[Card]:
    """The cards in force on `day`."""
    valid = Card.objects.filter(club=club, valid_from__lte=day, valid_until__gte=day)
    return valid.exclude(revoked_on__lte=day)
