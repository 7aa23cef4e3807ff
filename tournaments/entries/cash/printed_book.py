"""The printed cash book of an evening, to be signed and kept with the club's accounts."""

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from club.cash.cash_book import balance
from club.days import day_in_words
from club.models import CashBook, CashCount, CashKind, CashMovement
from club.money import amount
from club.typesetting import pdf
from tournaments.models import Tournament


def cash_pdf(tournament: Tournament, book: CashBook) -> bytes:
    """The PDF with every line, the sums by kind, and each count of the drawer. Three queries."""
    lines = list(book.movements.select_related("person", "receipt", "cancels", "cancelled_by"))
    return pdf(
        "cash",
        {
            "club": tournament.club.name,
            "tournament": tournament.name,
            "date": day_in_words(tournament.date),
            "venue": tournament.venue,
            "lines": [_line(line) for line in lines],
            "sums": _sums(lines),
            "balance": _balance(book),
            "counts": [_count(each) for each in book.counts.all()],
            "state": "" if book.closed_at else _("La cassa non è ancora chiusa."),
            "words": _words(),
        },
    )


def _line(line: CashMovement) -> dict[str, object]:
    counter = getattr(line, "cancelled_by", None)
    notes = [
        line.person.full_name if line.person else "",
        _("ricevuta %(number)s") % {"number": line.receipt.label} if line.receipt else "",
        _("annulla la %(number)s") % {"number": line.cancels.number} if line.cancels else "",
        _("annullata dalla %(number)s") % {"number": counter.number} if counter else "",
        line.reason,
    ]
    return {
        "number": str(line.number),
        "at": date_format(timezone.localtime(line.at), "j/n H:i"),
        # The cause of a line with a receipt already names its kind.
        "kind": line.cause if line.receipt else str(CashKind(line.kind).label),
        "cause": "" if line.receipt else line.cause,
        "note": " · ".join(note for note in notes if note),
        "means": str(line.get_means_display()),
        "amount": amount(line.cents),
        "by": line.by_name,
        "is_void": bool(line.cancels_id or counter),
    }


def _sums(lines: list[CashMovement]) -> list[dict[str, str]]:
    """The sum of each kind that has lines."""
    kinds = [kind for kind in CashKind if any(line.kind == kind for line in lines)]
    return [
        {
            "name": str(kind.label),
            "amount": amount(sum(line.cents for line in lines if line.kind == kind)),
        }
        for kind in kinds
    ]


def _balance(book: CashBook) -> list[dict[str, str]]:
    sums = balance(book)
    return [
        {"name": _("Contanti in cassa"), "amount": amount(sums.cash)},
        *([{"name": _("Con bonifico"), "amount": amount(sums.transfer)}] if sums.transfer else []),
    ]


def _count(count: CashCount) -> dict[str, str]:
    return {
        "at": date_format(timezone.localtime(count.at), "j/n/Y H:i"),
        "by": count.by_name,
        "expected": amount(count.expected_cents),
        "counted": amount(count.counted_cents),
        "difference": amount(count.difference_cents),
        "note": count.note,
    }


def _words() -> dict[str, str]:
    return {
        "title": _("Cassa della serata"),
        "number": _("N."),
        "at": _("Ora"),
        "what": _("Che cosa"),
        "means": _("Come"),
        "amount": _("Importo"),
        "by": _("Chi"),
        "counted": _("Contata"),
        "expected": _("Secondo la cassa"),
        "there": _("Contati"),
        "difference": _("Differenza di cassa"),
        "signature": _("Firma di chi ha tenuto la cassa"),
        "treasurer": _("Firma del tesoriere"),
    }
