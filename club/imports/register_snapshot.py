"""The register with which an import compares its rows, loaded in ten queries for any size."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date

from django.utils import timezone

from club.models import (
    Card,
    CategoryAmount,
    CategorySpell,
    Club,
    Consent,
    Due,
    MemberNumber,
    Membership,
    Particulars,
    Person,
)
from club.person_names import name_key, plain
from club.register.person_data import PersonData, person_data_of


@dataclass
class KnownPerson:
    """A person of the register. `last_end` is the latest end of a membership; a member `is_open`."""

    pk: int
    full_name: str
    key: str
    written: PersonData
    number: int | None = None
    is_open: bool = False
    last_end: date | None = None
    admissions: set[date] = field(default_factory=set)


@dataclass(frozen=True)
class KnownDue:
    cents: int
    is_paid: bool


@dataclass(frozen=True)
class KnownExtras:
    """Dues, consents and cards; a year is given by its first day, people and categories by id."""

    today: date
    year_start: int
    years: dict[date, date]
    #: By the first day of the year and the category.
    amounts: dict[tuple[date, int], int]
    dues: dict[tuple[int, date], KnownDue]
    #: The current category of each member, or the last one.
    categories: dict[int, int]
    #: The last answer by person and subject of consent: its day, and whether it is a yes.
    consents: dict[tuple[int, str], tuple[date, bool]]
    #: The holder of each card, by its number and first day.
    cards: dict[tuple[str, date], int]
    #: The number of each valid card, by its holder and last day.
    live_cards: dict[tuple[int, date], str]


@dataclass(frozen=True)
class Register:
    """People by id, by codice fiscale and by name; numbers with their holders."""

    people: dict[int, KnownPerson]
    by_code: dict[str, list[KnownPerson]]
    by_name: dict[str, list[KnownPerson]]
    numbers: dict[int, int]
    categories: dict[str, int]
    category_ids: frozenset[int]
    extras: KnownExtras

    @property
    def highest(self) -> int:
        return max(self.numbers, default=0)


def load_register(club: Club) -> Register:
    """Loads the register of the club. Ten queries."""
    people = {
        person.pk: KnownPerson(
            person.pk, person.full_name, name_key(person.full_name), person_data_of(_filled(person))
        )
        for person in club.people.select_related("particulars")
    }
    memberships = Membership.objects.filter(club=club, is_mistake=False)
    for person_id, admitted_on, ended_on in memberships.values_list("person_id", "admitted_on", "ended_on"):
        _note_membership(people[person_id], admitted_on, ended_on)
    numbers = {}
    for number, person_id, is_disused in MemberNumber.objects.filter(club=club).values_list(
        "number", "person_id", "is_disused"
    ):
        numbers[number] = person_id
        if not is_disused:
            people[person_id].number = number
    by_code, by_name = defaultdict(list), defaultdict(list)
    for known in people.values():
        by_name[known.key].append(known)
        if known.written.fiscal_code:
            by_code[known.written.fiscal_code].append(known)
    categories = dict(club.categories.values_list("name", "pk"))
    return Register(
        people,
        dict(by_code),
        dict(by_name),
        numbers,
        {stem(name): pk for name, pk in categories.items()},
        frozenset(categories.values()),
        load_extras(club),
    )


def _filled(person: Person) -> Person:
    """The person, with empty particulars if there are none, so that reading them makes no query."""
    if not hasattr(person, "particulars"):
        person.particulars = Particulars(person=person)
    return person


def _note_membership(known: KnownPerson, admitted_on: date | None, ended_on: date | None) -> None:
    if admitted_on:
        known.admissions.add(admitted_on)
    if ended_on is None:
        known.is_open = True
    else:
        known.last_end = max(known.last_end or ended_on, ended_on)


def stem(category: str) -> str:
    """The category without gender and number: "Ordinari", "ordinaria" and "Socio ordinario" are the same."""
    words = [word for word in plain(category).split() if word not in ("socio", "soci", "socia", "socie")]
    return " ".join(word.rstrip("aeio") for word in words)


def load_extras(club: Club) -> KnownExtras:
    """Loads dues, consents and cards. Six queries."""
    dues = Due.objects.filter(year__club=club).select_related("year")
    amounts = CategoryAmount.objects.filter(year__club=club)
    spells = CategorySpell.objects.filter(membership__club=club).order_by("since", "pk")
    consents = Consent.objects.filter(club=club).order_by("on", "pk")
    cards = list(
        Card.objects.filter(club=club).values_list(
            "number", "valid_from", "valid_until", "person_id", "revoked_on"
        )
    )
    return KnownExtras(
        today=timezone.localdate(),
        year_start=club.year_start,
        years=dict(club.years.values_list("starts_on", "ends_on")),
        amounts={
            (starts_on, category): cents
            for starts_on, category, cents in amounts.values_list("year__starts_on", "category_id", "cents")
        },
        dues={(due.person_id, due.year.starts_on): KnownDue(due.cents, due.is_settled) for due in dues},
        categories=dict(spells.values_list("membership__person_id", "category_id")),
        consents={
            (person, about): (on, is_given)
            for person, about, on, is_given in consents.values_list("person_id", "about", "on", "is_given")
        },
        cards={(number, since): person for number, since, _until, person, _revoked in cards},
        live_cards={
            (person, until): number for number, _since, until, person, revoked in cards if revoked is None
        },
    )
