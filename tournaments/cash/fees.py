"""What entries pay at the desk: whole or in parts, up to the tournament's fee."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from club.cash.book import held
from club.cash.movements import Money, write
from club.models import CashKind, CashMovement, Means, User
from club.money import euros
from tournaments.cash.evening import book_of
from tournaments.entry_wording import by_entry
from tournaments.errors import InputRefused, TournamentError
from tournaments.models import Entry, FeePayment, Tournament

#: As a line of the book calls an entry, in every language.
CAUSE = "n. {number}"


@dataclass(frozen=True, slots=True)
class Fee:
    """What an entry has paid of its fee, in cents."""

    entry: Entry
    asked: int
    paid: int
    # Less was taken, or nothing, and the line says why.
    is_reduced: bool

    @property
    def left(self) -> int:
        """Cents still to be paid."""
        return 0 if self.is_reduced else max(0, self.asked - self.paid)

    @property
    def half(self) -> int:
        """What one of the two pays for himself, while nobody has."""
        return self.asked // 2 if self.entry.tournament.entry_size == 2 and not self.paid else 0


def live(payments: QuerySet[FeePayment]) -> QuerySet[FeePayment]:
    """Those that no counter-entry has taken back."""
    return payments.filter(movement__cancelled_by=None)


def fees(tournament: Tournament, entries: Iterable[Entry]) -> list[Fee]:
    """What each of these entries has paid. One query."""
    lines: dict[int, list[CashMovement]] = {}
    paid = live(FeePayment.objects.filter(entry__tournament=tournament)).select_related("movement")
    for each in paid:
        lines.setdefault(each.entry_id, []).append(each.movement)
    return [_fee(tournament, entry, lines.get(entry.pk, [])) for entry in entries]


def _fee(tournament: Tournament, entry: Entry, lines: list[CashMovement]) -> Fee:
    entry.tournament = tournament
    paid = sum(line.cents for line in lines)
    return Fee(entry, tournament.fee_cents, paid, any(line.reason for line in lines))


@transaction.atomic
def take(
    tournament_id: int,
    number: int,
    *,
    cents: int,
    means: Means = Means.CASH,
    reason: str = "",
    key: UUID,
    by: User,
) -> CashMovement:
    """The line of the book for what entry `number` pays; sent again with its key it is the same line.

    A part is taken without a word, and the rest is still to pay. With a `reason` it is all that will be asked
    of them (a discount, a guest of the club): `cents` may then be 0. Refused: more than is left, and what is
    paid already, so that of two desks one takes it.
    """
    book = held(book_of(tournament_id).pk)
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


def let_go(entry: Entry) -> None:
    """Parts the entry, about to be taken off the list, from lines that a counter-entry took back.

    Refused while any of its money is in the cash. The caller holds the tournament's lock.
    """
    if live(entry.fees.all()).exists():
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


def unpaid(tournament: Tournament) -> set[int]:
    """The numbers of the entries that still have something to pay. Two queries, none without a fee."""
    if not tournament.fee_cents:
        return set()
    staying = tournament.entries.filter(withdrawn_at=None)
    return {fee.entry.number for fee in fees(tournament, staying) if fee.left}
