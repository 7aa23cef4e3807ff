"""Lists of people of the register, searched, filtered and sorted, for pages, files and acts on many.

The number of queries does not depend on the number of people.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django.db.models import Q, TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.days import of_age_on
from club.dues.members import arrears
from club.errors import ClubInputRefused, ClubOutdated
from club.membership_cards import valid_cards, year_at
from club.models import Card, Club, Consent, Person
from club.privacy import consents
from club.register import people
from club.register.fiscal_code import tidy_code
from club.register.lists import Book, Standing, State, cards_in_force

#: The fewest signs of an e-mail address or of a codice fiscale, and the fewest digits of a telephone number.
LEAST_SIGNS: Final = 3
LEAST_DIGITS: Final = 5
#: The most digits of a register number.
LONGEST_NUMBER: Final = 10
PHONE: Final = re.compile(r"[\d\s()+./,;-]+")


class Kind(TextChoices):
    """The people that a list shows; a card-holder is not always a member (FIELD)."""

    MEMBERS = "soci", gettext_lazy("soci")
    CARDS = "tesserati", gettext_lazy("tesserati")
    GUESTS = "ospiti", gettext_lazy("ospiti")
    REQUESTS = "richieste", gettext_lazy("richieste")
    ENDED = "usciti", gettext_lazy("usciti")
    ALL = "tutti", gettext_lazy("tutti")


class Order(TextChoices):
    """The orders of a list; namesakes and equals follow by name."""

    NUMBER = "numero", gettext_lazy("numero")
    NUMBER_DOWN = "-numero", gettext_lazy("numero, dall'ultimo")
    NAME = "nome", gettext_lazy("nome")
    NAME_DOWN = "-nome", gettext_lazy("nome, dalla Z")
    CATEGORY = "categoria", gettext_lazy("categoria")
    CATEGORY_DOWN = "-categoria", gettext_lazy("categoria, dall'ultima")
    STATE = "stato", gettext_lazy("stato e data")
    STATE_DOWN = "-stato", gettext_lazy("stato e data, dall'ultima")


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """The filters of a list of people; empty values do not filter."""

    kind: Kind = Kind.MEMBERS
    letters: str = ""
    #: A category's id.
    category: int | None = None
    in_arrears: bool = False
    without_email: bool = False
    card_to_print: bool = False
    #: A matter on which the person has not answered yet.
    consent_missing: Consent.About | None = None
    minors: bool = False
    admitted_from: date | None = None
    admitted_until: date | None = None
    #: None for members by number and others by name.
    order: Order | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A person in a list of the register, without private data."""

    person: Person
    number: int | None
    standing: Standing
    category: str
    card: str


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A person with the facts that filters read."""

    pk: int
    search_key: str
    is_guest: bool
    is_erased: bool
    born_on: date | None
    email: str
    phone: str
    fiscal_code: str
    standing: Standing


Criterion = Callable[[_Candidate], bool]


def person_ids(club: Club, filters: Filters, day: date, book: Book) -> list[int]:
    """The ids of the people who match on that day, in order. Eleven queries at most."""
    candidates = _candidates(club, day, book)
    for is_wanted in _criteria(club, filters, day, book):
        candidates = [each for each in candidates if is_wanted(each)]
    return [each.pk for each in _sorted(club, candidates, filters, book)]


def list_rows(
    club: Club, ids: Iterable[int], day: date, book: Book, *, with_particulars: bool = False
) -> list[Row]:
    """The rows of a list, in the order of `ids`. Three queries."""
    ids = list(ids)
    listed = club.people.select_related("particulars") if with_particulars else club.people
    known = {person.pk: person for person in listed.filter(pk__in=ids)}
    categories = {category.pk: category.name for category in club.categories.all()}
    cards = dict(cards_in_force(club, day).filter(person__in=ids).values_list("person_id", "number"))
    rows = []
    for person in ids:
        standing = book.standing(person, day)
        category = categories.get(standing.category or 0, "")
        rows.append(Row(known[person], book.numbers.get(person), standing, category, cards.get(person, "")))
    return rows


def _candidates(club: Club, day: date, book: Book) -> list[_Candidate]:
    facts = ("born_on", "email", "phone", "fiscal_code")
    rows = club.people.order_by("search_key", "pk").values_list(
        "pk", "search_key", "is_guest", "erased_number", *(f"particulars__{name}" for name in facts)
    )
    return [
        _Candidate(
            pk, key, is_guest, erased is not None, born_on, email or "", phone or "", code or "",
            book.standing(pk, day),
        )
        for pk, key, is_guest, erased, born_on, email, phone, code in rows
    ]  # fmt: skip


def _criteria(club: Club, filters: Filters, day: date, book: Book) -> Iterator[Criterion]:
    """A test of a person for each filter in use, the cheapest first."""
    yield _kind(club, filters.kind, day)
    if filters.letters.strip():
        yield _search(club, filters.letters)
    if filters.category is not None:
        yield lambda each: each.standing.category == filters.category
    if filters.without_email:
        yield lambda each: not each.email
    if filters.minors:
        yield lambda each: each.born_on is not None and day < of_age_on(each.born_on)
    if filters.admitted_from or filters.admitted_until:
        first, last = filters.admitted_from or date.min, min(filters.admitted_until or day, day)
        yield lambda each: any(
            time.admitted_on is not None and first <= time.admitted_on <= last
            for time in book.times.get(each.pk, ())
        )
    if filters.in_arrears:
        owing = {each.person.pk for each in arrears(club, day)}
        yield lambda each: each.pk in owing
    if filters.card_to_print:
        yield _card_to_print(club, day)
    if filters.consent_missing is not None:
        answered = consents.people_who_answered(club, filters.consent_missing, day)
        yield lambda each: each.pk not in answered


def _kind(club: Club, kind: Kind, day: date) -> Criterion:
    if kind is Kind.CARDS:
        holders = set(cards_in_force(club, day).values_list("person_id", flat=True))
        return lambda each: not each.is_erased and each.pk in holders
    if kind is Kind.ENDED:
        # Only this list includes erased people, for their number and dates.
        return lambda each: each.standing.state is State.LEFT
    state = {Kind.MEMBERS: State.MEMBER, Kind.REQUESTS: State.ASKED}.get(kind)
    return lambda each: (
        not each.is_erased
        and (state is None or each.standing.state is state)
        and (each.is_guest or kind is not Kind.GUESTS)
    )


def _card_to_print(club: Club, day: date) -> Criterion:
    """Whether a member's or card-holder's card of the year of that day is still to be printed."""
    year = year_at(list(club.years.all()), day)
    if year is None:
        return lambda _each: False
    cards = valid_cards(club, year)
    printed = {person for person, card in cards.items() if card.printed_on}
    return lambda each: each.pk not in printed and (each.pk in cards or each.standing.state is State.MEMBER)


def _search(club: Club, letters: str) -> Criterion:
    """Whether a name, number, card, codice fiscale, e-mail or telephone number matches. Three queries."""
    matching = set(people.find(club, letters).values_list("pk", flat=True))
    typed = letters.strip()
    card = Q(number=typed.removeprefix("n.").strip())
    matching |= set(Card.objects.filter(card, club=club).values_list("person_id", flat=True))
    number = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < LONGEST_NUMBER else 0
    numbers = club.member_numbers.filter(number=number) if number else club.member_numbers.none()
    matching |= set(numbers.values_list("person_id", flat=True))
    if len(typed) < LEAST_SIGNS:
        return lambda each: each.pk in matching
    email, code = typed.lower(), tidy_code(typed)
    phone = phone_digits(typed) if PHONE.fullmatch(typed) else ""
    if len(phone) < LEAST_DIGITS:
        phone = ""
    return lambda each: (
        each.pk in matching
        or email in each.email.lower()
        or each.fiscal_code.startswith(code)
        or bool(phone and phone in phone_digits(each.phone))
    )


def phone_digits(text: str) -> str:
    """The digits of a telephone number, without the prefix of Italy."""
    digits = "".join(sign for sign in text if sign.isdecimal())
    if text.strip().startswith("+39") or digits.startswith("0039"):
        return digits.removeprefix("00").removeprefix("39")
    return digits


def _sorted(club: Club, candidates: list[_Candidate], filters: Filters, book: Book) -> list[_Candidate]:
    """The people in the order of the list; they come by name."""
    usual = Order.NUMBER if filters.kind is Kind.MEMBERS else Order.NAME
    order = filters.order or usual
    is_down = order.value.startswith("-")
    name = order.value.removeprefix("-")
    if name == Order.NAME:
        return candidates[::-1] if is_down else candidates
    if name == Order.CATEGORY:
        places = {category.pk: at for at, category in enumerate(club.categories.all())}
        return _sorted_by(candidates, lambda each: places.get(each.standing.category or 0), is_down=is_down)
    if name == Order.STATE:
        return _sorted_by(candidates, lambda each: _state_and_day(each.standing), is_down=is_down)
    return _sorted_by(candidates, lambda each: book.numbers.get(each.pk), is_down=is_down)


STATES: Final = tuple(State)


def _state_and_day(standing: Standing) -> tuple[int, date]:
    return STATES.index(standing.state), standing.since or date.min


def _sorted_by(
    candidates: list[_Candidate], key: Callable[[_Candidate], Any], *, is_down: bool
) -> list[_Candidate]:
    """The people with a key in its order, then those without one; equals stay in the order of names."""
    known = [each for each in candidates if key(each) is not None]
    return sorted(known, key=key, reverse=is_down) + [each for each in candidates if key(each) is None]


# The people chosen for an act: those ticked, or all who match.


@dataclass(frozen=True)
class Chosen:
    """The people of an act on many, in the order of their list."""

    ids: tuple[int, ...]

    @property
    def fingerprint(self) -> str:
        """A digest that changes with the people, so that an act is on those who were shown."""
        return hashlib.sha256(repr(self.ids).encode()).hexdigest()[:32]


def verify_shown(chosen: Chosen, shown: str) -> None:
    """Refuses an act on other people than those shown, or on nobody."""
    if not chosen.ids:
        raise ClubInputRefused("nobody-chosen", _("Scegli almeno una persona."))
    if chosen.fingerprint != shown:
        raise ClubOutdated(
            "choice-changed",
            _("Nel frattempo l'elenco è cambiato: guarda chi c'è ora e conferma."),
            current=chosen.fingerprint,
        )
