"""The register as an import sees it: who is in it, which numbers were given; in ten queries for any size."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date

from club.imports.known_besides import Besides, besides
from club.models import Club, MemberNumber, Membership, Particulars, Person
from club.people import plain
from club.register.duplicates import name_key
from club.register.written import Written, of


@dataclass
class Known:
    """A person of the register. `last_end` is of memberships that ended; `is_open` of one that has not."""

    pk: int
    full_name: str
    key: str
    written: Written
    number: int | None = None
    is_open: bool = False
    last_end: date | None = None
    admissions: set[date] = field(default_factory=set)


@dataclass(frozen=True)
class Register:
    """People by id, and by what they may be found: codice fiscale, name. Numbers with whose they are."""

    people: dict[int, Known]
    by_code: dict[str, list[Known]]
    by_name: dict[str, list[Known]]
    numbers: dict[int, int]
    categories: dict[str, int]
    category_ids: frozenset[int]
    besides: Besides

    @property
    def highest(self) -> int:
        return max(self.numbers, default=0)


def register(club: Club) -> Register:
    """All of it. Ten queries."""
    people = {
        person.pk: Known(person.pk, person.full_name, name_key(person.full_name), of(_filled(person)))
        for person in club.people.select_related("particulars")
    }
    for person_id, admitted_on, ended_on in Membership.objects.filter(club=club).values_list(
        "person_id", "admitted_on", "ended_on"
    ):
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
        besides(club),
    )


def _filled(person: Person) -> Person:
    """Without a query for who has no particulars."""
    if not hasattr(person, "particulars"):
        person.particulars = Particulars(person=person)
    return person


def _note_membership(known: Known, admitted_on: date | None, ended_on: date | None) -> None:
    if admitted_on:
        known.admissions.add(admitted_on)
    if ended_on is None:
        known.is_open = True
    else:
        known.last_end = max(known.last_end or ended_on, ended_on)


def stem(category: str) -> str:
    """A category whatever its gender and number: "Ordinari", "ordinaria", "Socio ordinario" are one."""
    words = [word for word in plain(category).split() if word not in ("socio", "soci", "socia", "socie")]
    return " ".join(word.rstrip("aeio") for word in words)
