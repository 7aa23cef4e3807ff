"""The agreement of a year's money with the receipts, the evenings' cash books and the dues."""

from dataclasses import dataclass, field
from datetime import date

from django.db.models import Q, Sum
from django.utils.translation import gettext as _

from club.models import Club, Due, Receipt


@dataclass(frozen=True)
class Agreement:
    """A sum elsewhere, and the steps that lead from it to the sum here."""

    label: str
    there: int
    here: int
    steps: list[tuple[str, int]] = field(default_factory=list)

    @property
    def agrees(self) -> bool:
        return self.there + sum(cents for _words, cents in self.steps) == self.here


def agreements(
    club: Club, days: tuple[date, date], *, receipts_here: int, evenings_here: int, in_books: int
) -> list[Agreement]:
    """What the lists elsewhere say of these days, and how it leads to the sums here. Four queries.

    `in_books` is the sum of the cash books of the evenings on these days.
    """
    issued, paid = Q(issued_on__range=days), Q(paid_on__range=days)
    sums = Receipt.objects.filter(club=club).aggregate(
        issued=Sum("cents", filter=issued, default=0),
        paid_outside=Sum("cents", filter=issued & ~paid, default=0),
        issued_outside=Sum("cents", filter=paid & ~issued, default=0),
    )
    of_receipts = [
        (_("pagate prima o dopo l'anno"), -sums["paid_outside"]),
        (_("pagate nell'anno, con ricevuta fatta fuori"), sums["issued_outside"]),
    ]
    of_evenings = [
        (
            _("quote con un altro giorno di pagamento, o annullate a cassa chiusa"),
            evenings_here - in_books,
        )
    ]
    return [
        Agreement(_("Ricevute fatte nell'anno"), sums["issued"], receipts_here, _told(of_receipts)),
        Agreement(_("Casse delle serate, senza fondo cassa"), in_books, evenings_here, _told(of_evenings)),
        *_of_dues(club, days),
    ]


def _told(steps: list[tuple[str, int]]) -> list[tuple[str, int]]:
    return [step for step in steps if step[1]]


def _of_dues(club: Club, days: tuple[date, date]) -> list[Agreement]:
    """What each membership year with payments in the period was paid in all, as on its page of dues."""
    within = Q(paid_on__range=days)
    paid = (
        Receipt.objects.filter(club=club, due__isnull=False)
        .order_by("due__year__starts_on")
        .values("due__year")
        .annotate(all=Sum("cents"), here=Sum("cents", filter=within))
    )
    with_money = {each["due__year"]: each for each in paid if each["here"] is not None}
    before = dict(
        Due.objects.filter(year__in=list(with_money), paid_before=True)
        .order_by()
        .values_list("year")
        .annotate(Sum("cents"))
    )
    agreed = []
    for year in club.years.filter(pk__in=list(with_money)).order_by("starts_on"):
        each, old = with_money[year.pk], before.get(year.pk, 0)
        steps = [
            (_("pagate prima di questo registro"), -old),
            (_("pagate fuori dall'anno"), each["here"] - each["all"]),
        ]
        label = _("Quote %(year)s pagate") % {"year": year.label}
        agreed.append(Agreement(label, each["all"] + old, each["here"], _told(steps)))
    return agreed
