"""Receipts found by what one remembers of them."""

import re

from django.db.models import Q, QuerySet

from club import people
from club.models import Receipt


def matching(receipts: QuerySet[Receipt], letters: str) -> QuerySet[Receipt]:
    """Those with the number written ("12", "12/2026"), or each word in whose payer's name; all for none.

    By the name that the person has now: of who was erased a receipt is found by its number alone.
    """
    words = people.plain(letters).split()
    if found := re.fullmatch(r"(\d{1,9})(?:/(\d{4}))?", letters.strip(), re.ASCII):
        return receipts.filter(number=int(found[1]), **({"year": int(found[2])} if found[2] else {}))
    named = Q()
    for word in words:
        named &= Q(person__search_key__startswith=word) | Q(person__search_key__contains=f" {word}")
    return receipts.filter(named)
