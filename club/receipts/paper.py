"""Receipts found by number or payer, chosen by number, and printed in two copies each."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from club import person_names
from club.errors import ClubInputRefused
from club.models import Club, Means, Receipt
from club.money import in_words, italian
from club.receipts.wording import STAMP_NOTES, Stamp
from club.typesetting import pdf


def receipts_matching(receipts: QuerySet[Receipt], letters: str) -> QuerySet[Receipt]:
    """The receipts with that number ("12", "12/2026"), or with each word in the payer's name. Without words,
    all receipts.

    The name is the person's current one: an erased person's receipts are found only by number. A payer who is
    not in the register has the name on the receipt.
    """
    words = person_names.plain(letters).split()
    if match := re.fullmatch(r"(\d{1,9})(?:/(\d{4}))?", letters.strip(), re.ASCII):
        return receipts.filter(number=int(match[1]), **({"year": int(match[2])} if match[2] else {}))
    if not words:
        return receipts
    named = Q()
    for word in words:
        named &= Q(person__search_key__startswith=word) | Q(person__search_key__contains=f" {word}")
    outside = [
        pk
        for pk, payer in receipts.filter(person=None).values_list("pk", "payer")
        if all(f" {word}" in f" {person_names.plain(payer)}" for word in words)
    ]
    return receipts.filter(named | Q(pk__in=outside))


MEANS = {
    Means.CASH: "in contanti",
    Means.TRANSFER: "con bonifico",
    Means.CARD: "con carta",
    Means.OTHER: "in altro modo",
}
DAY = "%d/%m/%Y"


#: A label as pages send it, and the most receipts of one PDF.
LABEL = re.compile(r"(\d{1,9})/(\d{4})", re.ASCII)
MOST_CHOSEN = 500


def chosen(club: Club, labels: Iterable[str]) -> list[Receipt]:
    """The receipts with those labels ("12/2026"), by number, each with its counter-entry. One query.

    Malformed labels, and those of no receipt, are left out. Refuses more than `MOST_CHOSEN`.
    """
    by_year: dict[int, set[int]] = {}
    for match in filter(None, map(LABEL.fullmatch, labels)):
        by_year.setdefault(int(match[2]), set()).add(int(match[1]))
    if sum(map(len, by_year.values())) > MOST_CHOSEN:
        raise ClubInputRefused(
            "too-many", _("Sono troppe in una volta: scegline al massimo %(most)s.") % {"most": MOST_CHOSEN}
        )
    wanted = Q(pk__in=[])
    for year, numbers in by_year.items():
        wanted |= Q(year=year, number__in=numbers)
    receipts = club.receipts.filter(wanted).select_related("person", "cancels", "cancelled_by")
    return list(receipts.order_by("year", "number"))


def receipt_pdf(receipt: Receipt) -> bytes:
    """The PDF of one receipt."""
    return receipts_pdf([receipt])


def receipts_pdf(receipts: Sequence[Receipt]) -> bytes:
    """The PDF, a page with two copies for each receipt; it queries for those read without counter-entry."""
    title = f"Ricevuta n. {receipts[0].label}" if len(receipts) == 1 else "Ricevute"
    return pdf(
        "receipt", {"language": "it", "title": title, "receipts": [_printed(each) for each in receipts]}
    )


def _printed(receipt: Receipt) -> dict[str, Any]:
    """The words of a receipt; a cancelled one names its counter-entry, a counter-entry its receipt and the
    reason."""
    counter: Receipt | None = getattr(receipt, "cancelled_by", None)
    return {
        "title": "Annullamento di ricevuta" if receipt.cancels else "Ricevuta",
        "number": receipt.label,
        "association": receipt.association,
        "association_lines": _association(receipt),
        "payer": receipt.payer,
        "payer_fiscal_code": receipt.payer_fiscal_code,
        "payer_address": receipt.payer_address,
        "amount": italian(receipt.cents),
        "words": f"{'meno ' if receipt.cents < 0 else ''}{in_words(receipt.cents)}",
        "cause": receipt.cause,
        "paid": _how_paid(receipt),
        "where": ", ".join(part for part in (receipt.place, receipt.issued_on.strftime(DAY)) if part),
        "note": "" if receipt.cancels else receipt.note,
        "stamp": STAMP_NOTES[Stamp(receipt.stamp)],
        "has_stamp": Stamp(receipt.stamp) is Stamp.DUE and not receipt.cancels,
        "cancels": receipt.cancels.label if receipt.cancels else "",
        "reason": receipt.reason,
        "cancelled_by": counter.label if counter else "",
    }


def _how_paid(receipt: Receipt) -> str:
    how = f"{MEANS[Means(receipt.means)]} il {receipt.paid_on.strftime(DAY)}"
    return f"{how}, rif. {receipt.reference}" if receipt.reference else how


def _association(receipt: Receipt) -> list[str]:
    code = receipt.association_fiscal_code
    lines = (receipt.association_address, f"C.F. {code}" if code else "", receipt.association_registration)
    return [line for line in lines if line]
