"""The lists of the register; the number of queries does not depend on the number of people."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet, TextChoices
from django.utils.translation import gettext_lazy as _

from club.models import Card, CategorySpell, Club, MemberNumber, Membership, Person
from club.register import people, roll
from club.register.roll import Spell, Standing, State, Time


class Kind(TextChoices):
    """The people that a list shows; a card-holder is not always a member (FIELD)."""

    MEMBERS = "soci", _("soci")
    CARDS = "tesserati", _("tesserati")
    GUESTS = "ospiti", _("ospiti")
    REQUESTS = "richieste", _("richieste")
    ENDED = "usciti", _("usciti")
    ALL = "tutti", _("tutti")


@dataclass(frozen=True, slots=True)
class Book:
    """The memberships and the numbers in use, from which the register of any day can be computed."""

    times: dict[int, list[Time]]
    numbers: dict[int, int]

    def on(self, day: date) -> list[roll.Line]:
        """The members at the end of `day`, by number."""
        return roll.lines_on(day, (time for times in self.times.values() for time in times), self.numbers)

    def standing(self, person: int, day: date) -> Standing:
        return roll.standing_on(day, self.times.get(person, ()))


@dataclass(frozen=True, slots=True)
class Row:
    """A person in a list of the register, without private data."""

    person: Person
    number: int | None
    standing: Standing
    category: str
    card: str


def load_book(club: Club, *, only: Person | None = None) -> Book:
    """The memberships and numbers of the club, or of one person. Three queries."""
    owner = {"person": only} if only else {"club": club}
    spells: defaultdict[int, list[Spell]] = defaultdict(list)
    changes = CategorySpell.objects.filter(**{f"membership__{key}": value for key, value in owner.items()})
    for membership, category, since in changes.values_list("membership_id", "category_id", "since"):
        spells[membership].append(Spell(category, since))
    times: defaultdict[int, list[Time]] = defaultdict(list)
    rows = Membership.objects.filter(**owner).values_list(
        "pk", "person_id", "requested_on", "admitted_on", "ended_on"
    )
    for pk, person, requested_on, admitted_on, ended_on in rows:
        times[person].append(Time(person, requested_on, admitted_on, ended_on, tuple(spells[pk])))
    numbers = MemberNumber.objects.filter(is_disused=False, **owner).values_list("person_id", "number")
    return Book(dict(times), dict(numbers))


def person_ids(club: Club, kind: Kind, day: date, letters: str, book: Book) -> list[int]:
    """The ids of people of that kind on that day: members by number, others by name. Two queries at most."""
    named = people.find(club, letters) if letters.strip() else _shown(club, kind)
    if kind is Kind.GUESTS:
        named = named.filter(is_guest=True)
    by_name = list(named.order_by("last_name", "first_name", "pk").values_list("pk", flat=True))
    if kind is Kind.MEMBERS:
        wanted = set(by_name)
        return [line.person for line in book.on(day) if line.person in wanted]
    if kind is Kind.CARDS:
        holders = set(cards_in_force(club, day).values_list("person_id", flat=True))
        return [person for person in by_name if person in holders]
    state = {Kind.REQUESTS: State.ASKED, Kind.ENDED: State.LEFT}.get(kind)
    return [person for person in by_name if state is None or book.standing(person, day).state is state]


def _shown(club: Club, kind: Kind) -> QuerySet[Person]:
    """All people of the club; erased ones only in the list of former members, for their number and dates."""
    return club.people.all() if kind is Kind.ENDED else club.people.filter(erased_number=None)


def list_rows(club: Club, ids: Iterable[int], day: date, book: Book) -> list[Row]:
    """The rows of a list, in the order of `ids`. Three queries."""
    ids = list(ids)
    people = Person.objects.filter(club=club).in_bulk(ids)
    categories = dict(club.categories.values_list("pk", "name"))
    held = dict(cards_in_force(club, day).filter(person__in=ids).values_list("person_id", "number"))
    lines = []
    for person in ids:
        standing = book.standing(person, day)
        category = categories.get(standing.category or 0, "")
        lines.append(Row(people[person], book.numbers.get(person), standing, category, held.get(person, "")))
    return lines


def cards_in_force(club: Club, day: date) -> QuerySet[Card]:
    """The cards in force on `day`."""
    valid = Card.objects.filter(club=club, valid_from__lte=day, valid_until__gte=day)
    return valid.exclude(revoked_on__lte=day)
