"""Membership cards: issued, voided, checked and printed; one valid card for each person and year."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum, auto

from django.conf import settings
from django.db import models, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club import public_urls
from club.dues.members import Member, member_numbers, members_on, register_day
from club.errors import ClubError, ClubInputRefused
from club.history import log
from club.history.log import lock
from club.models import Card, Category, Club, MembershipYear, Person, User
from club.models.member import TOKEN_LENGTH, TOKEN_LETTERS
from club.register import people
from club.typesetting import pdf

#: The most cards of one print, two hundred sheets: more are a mistake.
MOST_CARDS = 2000


def year_at(years: Sequence[MembershipYear], day: date) -> MembershipYear | None:
    """The year that includes `day`, or else the newest; `years` come newest first."""
    return next(
        (year for year in years if year.starts_on <= day <= year.ends_on), years[0] if years else None
    )


def valid_cards(club: Club, year: MembershipYear) -> dict[int, Card]:
    """The valid cards of the year, by the person's id. One query."""
    of_year = Card.objects.filter(club=club, valid_until=year.ends_on, revoked_on=None)
    return {card.person_id: card for card in of_year.select_related("person")}


@transaction.atomic
def prepare_for_print(year: MembershipYear, people: Collection[int], *, today: date, by: User) -> list[Card]:
    """The cards of these people for the year, by name, all marked as printed today.

    Issues missing cards; repeated, it returns the same cards. Refused: nobody chosen, too many at once, a
    person of another club.
    """
    club = lock(year.club_id)
    chosen = list(Person.objects.filter(club=club, pk__in=set(people)))
    _verify(chosen, people)
    valid = valid_cards(club, year)
    made = _issued(club, year, [person for person in chosen if person.pk not in valid])
    cards = [valid.get(person.pk) or made[person.pk] for person in chosen]
    Card.objects.filter(pk__in=[card.pk for card in cards]).update(printed_on=today)
    log.write(
        club,
        by,
        "cards.printed",
        subject={"year": year.label},
        after={"cards": len(cards), "made": len(made)},
    )
    return cards


def _verify(chosen: Sequence[Person], wanted_ids: Collection[int]) -> None:
    if not wanted_ids:
        raise ClubInputRefused("nobody-chosen", _("Scegli almeno una persona."))
    if len(chosen) != len(set(wanted_ids)):
        raise ClubError(
            "unknown-person", _("Qualcuno non è più fra le persone del circolo: ricarica la pagina.")
        )
    if len(chosen) > MOST_CARDS:
        raise ClubInputRefused(
            "too-many-cards", _("Stampane al massimo %(most)s per volta.") % {"most": MOST_CARDS}
        )


def _issued(club: Club, year: MembershipYear, people: Sequence[Person]) -> dict[int, Card]:
    """New cards, by the person's id."""
    numbers = member_numbers(club)
    used = set(Card.objects.filter(club=club).values_list("number", "valid_from"))
    old_numbers = _guest_numbers(club, people)
    next_guest = _highest_guest(number for number, _from in used) + 1
    cards = []
    for person in people:
        base = str(numbers[person.pk]) if person.pk in numbers else old_numbers.get(person.pk, "")
        if not base:
            base, next_guest = f"T{next_guest}", next_guest + 1
        number = _free_number(base, year.starts_on, used)
        used.add((number, year.starts_on))
        cards.append(
            Card(club=club, person=person, number=number, valid_from=year.starts_on, valid_until=year.ends_on)
        )
    Card.objects.bulk_create(cards)
    return {card.person_id: card for card in cards}


def _guest_numbers(club: Club, people: Sequence[Person]) -> dict[int, str]:
    """The number on a non-member's last card: T7 stays T7 from year to year."""
    old = Card.objects.filter(club=club, person__in=people, number__startswith="T").order_by(
        "valid_from", "pk"
    )
    return {person: number.partition("/")[0] for person, number in old.values_list("person_id", "number")}


def _highest_guest(numbers: Iterable[str]) -> int:
    matches = (re.match(r"T(\d{1,9})(?:/|$)", number) for number in numbers)
    return max((int(each[1]) for each in matches if each), default=0)


def _free_number(base: str, starts_on: date, used: set[tuple[str, date]]) -> str:
    """The number, with a suffix if it is in use: "12/2" is the second card of the year."""
    number, again = base, 1
    while (number, starts_on) in used:
        again += 1
        number = f"{base}/{again}"
    return number


@transaction.atomic
def void(club: Club, card_id: int, *, reason: str, today: date, by: User) -> Card:
    """Voids a card; the next print replaces a lost one. Repeating it changes nothing."""
    club = lock(club.pk)
    card = Card.objects.filter(club=club, pk=card_id).select_related("person").first()
    if card is None:
        raise ClubError("unknown-card", _("Questa tessera non c'è: ricarica la pagina."))
    if card.revoked_on:
        return card
    if not reason.strip():
        raise ClubInputRefused("reason-missing", _("Scrivi perché annulli la tessera."))
    card.revoked_on, card.revoked_because = today, reason.strip()[:200]
    card.save(update_fields=["revoked_on", "revoked_because"])
    log.write(
        club,
        by,
        "card.voided",
        subject={"person": card.person_id, "card": card.number},
        after={"card": card.number},
        reason=card.revoked_because,
    )
    return card


TOKEN = re.compile(f"[{TOKEN_LETTERS}]{{{TOKEN_LENGTH}}}")


class Reading(Enum):
    """The result of checking a code."""

    GOOD = auto()
    UNKNOWN = auto()
    #: A card of another club, whose people must not be named here.
    OTHER_CLUB = auto()
    VOID = auto()
    EXPIRED = auto()
    NOT_YET = auto()


@dataclass(frozen=True, slots=True)
class Check:
    """A checked code; `card` is None unless it is a card of this club."""

    reading: Reading
    card: Card | None = None


def token_in(text: str) -> str:
    """The token in a typed text, alone or at the end of its address, whatever its case and spaces.

    "" if there is none.
    A hand scanner with another keyboard's layout types other signs for those of an address.
    """
    typed = "".join(text.split()).upper()
    match = re.fullmatch(f"(?:.*TESSERA\\W({TOKEN.pattern})\\W?)|({TOKEN.pattern})", typed)
    return (match[1] or match[2]) if match else ""


def card_of_token(text: str) -> Card | None:
    """The card of that token, unless it is void. One query."""
    return Card.objects.filter(token=token_in(text), revoked_on=None).select_related("club").first()


def code_content(card: Card) -> str:
    """The text in a card's code: the URL of the evening, or the token if the site has no address."""
    return f"{settings.SITE_URL}/tessera/{card.token}/" if settings.SITE_URL else card.token


def check_card(club: Club, text: str, today: date) -> Check:
    """Checks the text of a code for `club` on that day. One query."""
    token = token_in(text)
    card = Card.objects.filter(token=token).select_related("person").first() if token else None
    if card is None:
        return Check(Reading.UNKNOWN)
    if card.club_id != club.pk:
        return Check(Reading.OTHER_CLUB)
    if card.revoked_on:
        return Check(Reading.VOID, card)
    if card.valid_until < today:
        return Check(Reading.EXPIRED, card)
    return Check(Reading.NOT_YET if card.valid_from > today else Reading.GOOD, card)


#: The most people found by a part of a name.
MOST_FOUND = 30


class Show(models.TextChoices):
    """The people that the list shows."""

    UNPRINTED = "da-stampare", gettext_lazy("da stampare")
    PRINTED = "stampate", gettext_lazy("già stampate")
    ALL = "tutte", gettext_lazy("tutte")


@dataclass(frozen=True, slots=True)
class Wanted:
    """The filters of the list: `category` is an id, `letters` find all people of that name."""

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


def holders(year: MembershipYear, choice: Wanted, *, today: date) -> list[Holder]:
    """The members of the year by name; with letters, all people of that name. Eight queries."""
    shown = [each for each in _everybody(year, today, choice.letters) if _is_shown(each, choice)]
    return sorted(shown, key=lambda each: (each.person.search_key, each.person.pk))


def _is_shown(holder: Holder, choice: Wanted) -> bool:
    of_category = holder.category.pk if holder.category else None
    return (
        (choice.category is None or of_category == choice.category)
        and (holder.has_paid or not choice.only_paid)
        and (choice.show is Show.ALL or holder.is_printed is (choice.show is Show.PRINTED))
    )


def _everybody(year: MembershipYear, today: date, letters: str) -> Iterable[Holder]:
    club = year.club
    cards = valid_cards(club, year)
    paid = {due.person_id for due in year.dues.all() if due.is_settled}
    members = {member.person.pk: member for member in members_on(club, register_day(year, today))}
    if letters.strip():
        chosen = list(people.find(club, letters)[:MOST_FOUND])
    else:
        # Card-holders who are not members are listed with them.
        others = [card.person for card in cards.values() if card.person_id not in members]
        chosen = [*(member.person for member in members.values()), *others]
    for person in chosen:
        member = members.get(person.pk)
        number, category = (member.number, member.category) if member else (None, None)
        yield Holder(person, number, category, cards.get(person.pk), person.pk in paid)


DAY = "%d/%m/%Y"


def cards_pdf(year: MembershipYear, cards: Sequence[Card], *, today: date) -> bytes:
    """The sheets, ten cards of 85.6 by 54 mm to an A4, with the category and standing of `today`."""
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
        "qr": public_urls.qr_svg(code_content(card)),
    }
