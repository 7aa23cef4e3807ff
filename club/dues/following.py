"""A new category of many members, and their unpaid dues of the newest open year, which may follow it."""

from collections.abc import Sequence
from datetime import date

from django.db import transaction

from club.history import log
from club.history.log import lock
from club.models import Category, Club, Due, User
from club.register import membership


@transaction.atomic
def change_category_of_many(
    club: Club,
    people: Sequence[int],
    *,
    category: Category,
    since: date,
    dues_follow: bool,
    today: date,
    by: User,
) -> tuple[int, int]:
    """Changes the category of these members; returns how many had another one, and how many dues followed.

    A due follows if it is unpaid and was not changed for this member, and if the year's amount for the
    category is not less than the part already paid.
    """
    club = lock(club.pk)
    changed = membership.change_category_of_many(
        club, people, category=category, since=since, today=today, by=by
    )
    return changed, _follow(club, people, category, by) if dues_follow else 0


def _follow(club: Club, people: Sequence[int], category: Category, by: User) -> int:
    year = club.years.filter(closed_on=None).first()
    amount = year.amounts.filter(category=category).first() if year else None
    if year is None or amount is None:
        return 0
    unpaid = year.dues.filter(person__in=set(people), receipt=None, paid_before=False, full_cents=None)
    others = (
        Due.objects.with_paid().filter(pk__in=unpaid.exclude(category=category)).select_related("category")
    )
    dues = [due for due in others.order_by("pk") if due.paid_cents <= amount.cents]
    acts = [
        log.Act(
            "due.category",
            {"person": due.person_id, "year": year.label},
            before={"category": due.category.name, "cents": due.cents},
            after={"category": category.name, "cents": amount.cents},
        )
        for due in dues
    ]
    for due in dues:
        due.category, due.cents = category, amount.cents
    Due.objects.bulk_update(dues, ["category", "cents"], batch_size=200)
    for due in dues:
        if due.paid_cents:
            due.find_receipt()
    log.write_many(club, by, acts)
    return len(dues)
