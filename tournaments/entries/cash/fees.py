"""Entry fees: collecting them at the desk, whole or in parts, in the evening's cash book."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from club.cash.cash_book import Money, locked_book, write
from club.models import CashBook, CashKind, CashMovement, Means, User
from club.money import euros
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
