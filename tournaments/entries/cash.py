"""The cash of an evening: the fees of its entries, the printed cash book, and the sums of a year."""

from collections import defaultdict
from collections.abc import Iterable, Set
from dataclasses import dataclass, field
from datetime import MAXYEAR, MINYEAR, date
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q, QuerySet, Sum
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from club.access import Right
from club.cash_book import Money, balance, locked_book, write
from club.days import day_in_words
from club.errors import NotFound
from club.models import CashBook, CashCount, CashKind, CashMovement, Club, Means, Receipt, User
from club.money import amount, euros
from club.queries import first_or_not_found
from club.typesetting import pdf
from tournaments.errors import InputRefused, TournamentError
from tournaments.locking import lock
from tournaments.models import Entry, FeePayment, Tournament
from tournaments.text.names import by_entry

#: The name of an entry in a line of the book, in every language.
CAUSE = "n. {number}"


@dataclass(frozen=True, slots=True)
class Fee:
    """The payments of an entry towards its fee, in cents."""

    entry: Entry
    amount: int
    paid: int
    # Whether less than the fee, or nothing, was collected with a reason.
    is_reduced: bool

    @property
    def left(self) -> int:
        """Cents still to be paid."""
        return 0 if self.is_reduced else max(0, self.amount - self.paid)

    @property
    def half(self) -> int:
        """One player's half of the fee; 0 once something has been paid, or if players enter alone."""
        return self.amount // 2 if not self.entry.tournament.is_individual and not self.paid else 0


def in_force(payments: QuerySet[FeePayment]) -> QuerySet[FeePayment]:
    """The payments that no counter-entry has cancelled."""
    return payments.filter(movement__cancelled_by=None)


def fees(tournament: Tournament, entries: Iterable[Entry]) -> list[Fee]:
    """The fee of each of these entries. One query."""
    lines: dict[int, list[CashMovement]] = {}
    paid = in_force(FeePayment.objects.filter(entry__tournament=tournament)).select_related("movement")
    for each in paid:
        lines.setdefault(each.entry_id, []).append(each.movement)
    return [_fee(tournament, entry, lines.get(entry.pk, [])) for entry in entries]


def _fee(tournament: Tournament, entry: Entry, lines: list[CashMovement]) -> Fee:
    entry.tournament = tournament
    paid = sum(line.cents for line in lines)
    return Fee(entry, tournament.fee_cents, paid, any(line.reason for line in lines))


@transaction.atomic
def collect(
    tournament_id: int,
    number: int,
    *,
    cents: int,
    means: Means = Means.CASH,
    reason: str = "",
    key: UUID,
    by: User,
) -> CashMovement:
    """The line of the cash book for a payment of entry `number`; idempotent by `key`.

    A part needs no reason, and the rest stays due. With a `reason` (a discount, a guest of the club) nothing
    more is due, and `cents` may be 0. Refuses more than is left, and a fee already paid, so that two desks
    cannot both take it.
    """
    book = locked_book(book_of(tournament_id).pk)
    entry = Entry.objects.select_related("tournament").filter(tournament=tournament_id, number=number).first()
    if entry is None:
        raise InputRefused("no-entry", _("Questa iscrizione non c'è più: ricarica la pagina."))
    money = Money(CashKind.FEE, cents, means, CAUSE.format(number=number), reason=reason.strip())
    if not book.movements.filter(key=key).exists():
        _verify(entry, cents, reason.strip())
    line = write(book.pk, money, key=key, by=by)
    FeePayment.objects.get_or_create(movement=line, defaults={"entry": entry})
    return line


def _verify(entry: Entry, cents: int, reason: str) -> None:
    tournament = entry.tournament
    fee = fees(tournament, [entry])[0]
    facts = {"number": entry.number, "paid": euros(fee.paid), "left": euros(fee.left)}
    if not tournament.fee_cents:
        raise TournamentError(
            "no-fee", _("Questo torneo non ha una quota d'iscrizione: scrivila nelle impostazioni.")
        )
    if fee.left == 0:
        raise TournamentError(
            "already-paid",
            by_entry(
                tournament,
                _("La coppia %(number)s ha già pagato %(paid)s."),
                _("Il giocatore %(number)s ha già pagato %(paid)s."),
            )
            % facts,
        )
    if cents > fee.left:
        raise InputRefused("more-than-left", _("Restano da pagare %(left)s: correggi l'importo.") % facts)
    if cents == 0 and not reason:
        raise InputRefused("reason-missing", _("Scrivi perché non paga."))


def delete_cancelled_payments(entry: Entry) -> None:
    """Deletes the cancelled payments of an entry that is about to be removed.

    Refused while any of its money is in the cash. The caller holds the tournament's lock.
    """
    if in_force(entry.fees.all()).exists():
        raise TournamentError(
            "fee-in-cash",
            by_entry(
                entry.tournament,
                _("La coppia %(number)s ha pagato la quota: prima annulla il pagamento nella cassa."),
                _("Il giocatore %(number)s ha pagato la quota: prima annulla il pagamento nella cassa."),
            )
            % {"number": entry.number},
        )
    entry.fees.all().delete()


def unpaid(tournament: Tournament) -> dict[int, int]:
    """The cents that each entry still owes, by its number; those who owe nothing are left out. Two queries,
    none without a fee."""
    if not tournament.fee_cents:
        return {}
    staying = tournament.entries.filter(withdrawn_at=None)
    return {fee.entry.number: fee.left for fee in fees(tournament, staying) if fee.left}


@transaction.atomic
def book_of(tournament_id: int) -> CashBook:
    """The tournament's cash book, created if nothing was written yet.

    Locks the tournament, not the club: verbs that need both lock the tournament first.
    """
    tournament = lock(tournament_id)
    if tournament.cash_book is None:
        tournament.cash_book = CashBook.objects.create(club_id=tournament.club_id)
        tournament.save(update_fields=["cash_book"])
    return tournament.cash_book


def written_book(tournament: Tournament) -> CashBook:
    """The tournament's cash book. Raises NotFound while nothing is written in it."""
    if tournament.cash_book is None:
        raise NotFound(_("In questa cassa non è ancora scritto niente."))
    return tournament.cash_book


def line_to_cancel(book: CashBook, number: int, held: Set[Right]) -> CashMovement:
    """The line of that number. Raises NotFound, and PermissionDenied for a line with a receipt to somebody
    who does not keep the accounts."""
    lines = book.movements.select_related("receipt").filter(number=number)
    line = first_or_not_found(lines, _("In questa cassa non c'è la riga %(number)s.") % {"number": number})
    if line.receipt and Right.KEEP_ACCOUNTS not in held:
        raise PermissionDenied(_("Una ricevuta la annullano il tesoriere, il segretario o il titolare."))
    return line


# The printed cash book of an evening, to be signed and kept with the club's accounts.


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
        *({"name": heading, "amount": amount(cents)} for heading, cents in sums.without_cash),
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


# The income and expenses of a year's evenings, for the treasurer.


@dataclass
class Sums:
    """Cents by kind: income positive, expenses negative.

    The float that an evening begins with is not income: it is listed apart, and in no total.
    """

    by_kind: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CashKind.values, 0))
    difference: int = 0

    def add(self, other: "Sums") -> None:
        for kind, cents in other.by_kind.items():
            self.by_kind[kind] += cents
        self.difference += other.difference

    @property
    def came_in(self) -> int:
        return sum(self.by_kind[kind] for kind in (CashKind.FEE, CashKind.DUES, CashKind.OTHER_IN))

    @property
    def went_out(self) -> int:
        return self.by_kind[CashKind.PRIZE] + self.by_kind[CashKind.OTHER_OUT]

    @property
    def result(self) -> int:
        """The evening's result, including a shortage or surplus in the drawer."""
        return self.came_in + self.went_out + self.difference


@dataclass(frozen=True)
class Evening:
    tournament: Tournament
    sums: Sums


@dataclass(frozen=True)
class Year:
    """The evenings of a calendar year that have a cash book, newest first.

    `receipts` is the sum of the year's receipts for dues, `receipts_here` of those written at a desk.
    """

    year: int
    evenings: list[Evening]
    sums: Sums
    receipts: int
    receipts_here: int

    @property
    def receipts_elsewhere(self) -> int:
        return self.receipts - self.receipts_here


def years(club: Club) -> list[int]:
    """The years with an evening that has a cash book, newest first."""
    dates = with_book(club).order_by("-date").values_list("date__year", flat=True)
    return list(dict.fromkeys(dates))


def with_book(club: Club) -> QuerySet[Tournament]:
    """The tournaments with at least one line in their cash book."""
    return club.tournaments.filter(cash_book__movements__number=1)


def totals_of(club: Club, year: int) -> Year:
    """The totals of the year's evenings. Raises NotFound for a year without a date. Four queries."""
    if not MINYEAR <= year <= MAXYEAR:
        raise NotFound(_("Il circolo non ha conti di questo periodo."))
    kept = with_book(club).filter(date__year=year).select_related("cash_book")
    tournaments = list(kept.order_by("-date", "-pk"))
    sums: defaultdict[int, Sums] = defaultdict(Sums)
    books = [tournament.cash_book_id for tournament in tournaments]
    lines = CashMovement.objects.filter(book__in=books).order_by()
    for book, kind, cents in lines.values_list("book", "kind").annotate(Sum("cents")):
        sums[book].by_kind[kind] = cents
    counts = CashCount.objects.filter(book__in=books, book__closed_at__isnull=False).order_by("number")
    for count in counts:
        sums[count.book_id].difference = count.difference_cents
    whole = Sums()
    for each in sums.values():
        whole.add(each)
    evenings = [Evening(each, sums[each.cash_book_id or 0]) for each in tournaments]
    return Year(year, evenings, whole, *_receipts(club, year))


def _receipts(club: Club, year: int) -> tuple[int, int]:
    """Cents of dues paid in the year, and of those at an evening; without receipts cancelled since.

    A receipt and its counter-entry are on the same side, whenever the cash book got its line.
    """
    days = (date(year, 1, 1), date(year, 12, 31))
    paid = Receipt.objects.filter(club=club, kind=Receipt.Kind.DUES, paid_on__range=days)
    in_cash = CashMovement.objects.filter(receipt__isnull=False).values("receipt")
    sums = paid.aggregate(
        all=Sum("cents", default=0),
        here=Sum("cents", filter=Q(pk__in=in_cash) | Q(cancels__in=in_cash), default=0),
    )
    return sums["all"], sums["here"]
