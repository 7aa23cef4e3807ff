"""Dues, consents and tessere of the register as an import sees them: in six queries for any size."""

from dataclasses import dataclass
from datetime import date

from django.utils import timezone

from club.models import Card, CategoryAmount, CategorySpell, Club, Consent, Due


@dataclass(frozen=True)
class KnownDue:
    cents: int
    is_paid: bool


@dataclass(frozen=True)
class Besides:
    """Years by the one in which they begin; people and categories by id."""

    today: date
    year_start: int
    years: dict[date, date]
    #: By the first day of the year and category.
    amounts: dict[tuple[date, int], int]
    dues: dict[tuple[int, date], KnownDue]
    #: The category of each member now, or the last one.
    categories: dict[int, int]
    #: By person and matter the last word: its day, and whether it is a yes.
    consents: dict[tuple[int, str], tuple[date, bool]]
    #: By number and first day: whose it is; by person and last day the number of the one that is good.
    cards: dict[tuple[str, date], int]
    live_cards: dict[tuple[int, date], str]


def besides(club: Club) -> Besides:
    """All of it. Six queries."""
    dues = Due.objects.filter(year__club=club).select_related("year")
    amounts = CategoryAmount.objects.filter(year__club=club)
    spells = CategorySpell.objects.filter(membership__club=club).order_by("since", "pk")
    said = Consent.objects.filter(club=club).order_by("on", "pk")
    cards = list(
        Card.objects.filter(club=club).values_list(
            "number", "valid_from", "valid_until", "person_id", "revoked_on"
        )
    )
    return Besides(
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
            for person, about, on, is_given in said.values_list("person_id", "about", "on", "is_given")
        },
        cards={(number, since): person for number, since, _until, person, _revoked in cards},
        live_cards={
            (person, until): number for number, _since, until, person, revoked in cards if revoked is None
        },
    )
