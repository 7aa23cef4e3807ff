"""The filters of the club's lists."""

from typing import Any, Final

import django_filters
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _
from django_filters.rest_framework import FilterSet

from club import selection
from club.api.parsing import MOST
from club.api.query_values import DayFilter, MomentFilter, TruthFilter
from club.imports import preview
from club.models import Consent, Due, ImportRow, Person, Receipt
from club.person_names import plain
from club.receipts import receipts_matching
from club.register.changes import people_changed
from club.selection import Filters, Kind

#: The range of a whole number that the database can store.
WHOLE: Final[dict[str, Any]] = {"min_value": 0, "max_value": MOST, "decimal_places": 0}
#: The kinds of people by their name in the API.
KINDS = {
    "members": Kind.MEMBERS,
    "card-holders": Kind.CARDS,
    "guests": Kind.GUESTS,
    "requests": Kind.REQUESTS,
    "former": Kind.ENDED,
    "all": Kind.ALL,
}


class RegisterFilter(FilterSet):
    """The people of the register on a day, as the page of the register filters them."""

    kind = django_filters.ChoiceFilter(
        choices=[(word, kind.label) for word, kind in KINDS.items()],
        label="members, card-holders, guests, requests, former or all; without it, members.",
    )
    letters = django_filters.CharFilter(
        label="The beginning of names, a number, a codice fiscale, an e-mail address, a telephone number."
    )
    day = DayFilter(label="The day of the register; without it, today.")
    category = django_filters.NumberFilter(label="The id of a category.", **WHOLE)
    in_arrears = TruthFilter(label="Only people with overdue dues.")
    without_email = TruthFilter(label="Only people without an e-mail address.")
    card_to_print = TruthFilter(label="Only people whose card is still to be printed.")
    consent_missing = django_filters.ChoiceFilter(
        choices=Consent.About.choices, label="Only people who have not answered on this matter."
    )
    minors = TruthFilter(label="Only people under eighteen on that day.")
    admitted_from = DayFilter(label="Only members admitted on that day or later.")
    admitted_until = DayFilter(label="Only members admitted by that day.")
    updated_since = MomentFilter(
        label="Only people of whom the club's log has an act on their data, memberships, consents or "
        "guardian at or after this time."
    )

    def filter_queryset(self, queryset: QuerySet[Person]) -> QuerySet[Person]:
        """The people who match, by their ids: the register is computed from memberships, not by a query."""
        request: Any = self.request
        given, view = self.form.cleaned_data, request.parser_context["view"]
        view.day = given["day"] or view.today
        chosen = set(selection.person_ids(view.club, _filters(given), view.day, view.book))
        if given["updated_since"] is not None:
            chosen &= people_changed(view.club, given["updated_since"])
        return queryset.filter(pk__in=chosen)


def _filters(given: dict[str, Any]) -> Filters:
    missing = given["consent_missing"]
    return Filters(
        kind=KINDS[given["kind"] or "members"],
        letters=given["letters"] or "",
        category=None if given["category"] is None else int(given["category"]),
        in_arrears=bool(given["in_arrears"]),
        without_email=bool(given["without_email"]),
        card_to_print=bool(given["card_to_print"]),
        consent_missing=Consent.About(missing) if missing else None,
        minors=bool(given["minors"]),
        admitted_from=given["admitted_from"],
        admitted_until=given["admitted_until"],
    )


class ReceiptFilter(FilterSet):
    """The receipts of a calendar year, by payer or number."""

    year = django_filters.NumberFilter(field_name="year", label=_("anno"), **WHOLE)
    person = django_filters.NumberFilter(field_name="person", label="The id of the payer.", **WHOLE)
    kind = django_filters.ChoiceFilter(field_name="kind", choices=Receipt.Kind.choices)
    letters = django_filters.CharFilter(method="matching", label="Words of the payer's name, or a number.")

    def matching(self, queryset: QuerySet[Receipt], _name: str, letters: str) -> QuerySet[Receipt]:
        return receipts_matching(queryset, letters)


class DueFilter(FilterSet):
    """The dues of a year, by name and by whether something is owed."""

    letters = django_filters.CharFilter(method="matching", label="The beginning of names.")
    owed = TruthFilter(method="owing", label="Whether something is still owed.")

    def matching(self, queryset: QuerySet[Due], _name: str, letters: str) -> QuerySet[Due]:
        words = plain(letters).split()
        condition = Q()
        for word in words:
            condition &= Q(person__search_key__startswith=word) | Q(person__search_key__contains=f" {word}")
        return queryset.filter(condition)

    def owing(self, queryset: QuerySet[Due], _name: str, is_owed: bool) -> QuerySet[Due]:
        owed = Q(receipt=None, paid_before=False, cents__gt=F("paid_sum"))
        return queryset.filter(owed if is_owed else ~owed)


class OpeningFilter(FilterSet):
    """The openings of one officer."""

    officer = django_filters.CharFilter(field_name="officer_name", label="The name of the officer.")


class ImportRowFilter(FilterSet):
    """The rows of an import: those that a problem stops, those with a warning, or all."""

    show = django_filters.ChoiceFilter(
        method="of_kind", choices=[(kind, kind) for kind in preview.KINDS], label="barred, warned or all."
    )

    def of_kind(self, queryset: QuerySet[ImportRow], _name: str, kind: str) -> QuerySet[ImportRow]:
        return queryset.filter(**preview.KINDS[kind])
