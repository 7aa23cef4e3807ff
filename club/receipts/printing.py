"""A receipt on paper: the payer's copy and the club's, on one page. In Italian, as the document is."""

from club.models import Means, Receipt
from club.money import in_words, italian
from club.receipts.stamp import NOTES, Stamp
from club.typesetting import pdf

MEANS = {Means.CASH: "in contanti", Means.TRANSFER: "con bonifico"}
DAY = "%d/%m/%Y"


def receipt_pdf(receipt: Receipt) -> bytes:
    """The PDF; a receipt that was cancelled says by which one, a counter-entry says which one and why."""
    counter = Receipt.objects.filter(cancels=receipt).first()
    return pdf(
        "receipt",
        {
            "language": "it",
            "title": "Annullamento di ricevuta" if receipt.cancels else "Ricevuta",
            "number": receipt.label,
            "association": receipt.association,
            "association_lines": _association(receipt),
            "payer": receipt.payer,
            "payer_fiscal_code": receipt.payer_fiscal_code,
            "amount": italian(receipt.cents),
            "words": f"{'meno ' if receipt.cents < 0 else ''}{in_words(receipt.cents)}",
            "cause": receipt.cause,
            "paid": f"{MEANS[Means(receipt.means)]} il {receipt.paid_on.strftime(DAY)}",
            "where": ", ".join(part for part in (receipt.place, receipt.issued_on.strftime(DAY)) if part),
            "stamp": NOTES[Stamp(receipt.stamp)],
            "has_stamp": Stamp(receipt.stamp) is Stamp.DUE and not receipt.cancels,
            "cancels": receipt.cancels.label if receipt.cancels else "",
            "reason": receipt.reason,
            "cancelled_by": counter.label if counter else "",
        },
    )


def _association(receipt: Receipt) -> list[str]:
    code = receipt.association_fiscal_code
    return [line for line in (receipt.association_address, f"C.F. {code}" if code else "") if line]
