"""Numbered receipts: issued, cancelled and printed; the words of the law, and the association's data."""

from club.receipts.association import describe
from club.receipts.issuing import Payer, Payment, cancel, issue, key_used_refusal, verify_days, write
from club.receipts.paper import chosen, receipt_pdf, receipts_matching, receipts_pdf
from club.receipts.wording import STAMP_NOTES, Stamp, legal_note, stamp_for

__all__ = [
    "STAMP_NOTES",
    "Payer",
    "Payment",
    "Stamp",
    "cancel",
    "chosen",
    "describe",
    "issue",
    "key_used_refusal",
    "legal_note",
    "receipt_pdf",
    "receipts_matching",
    "receipts_pdf",
    "stamp_for",
    "verify_days",
    "write",
]
