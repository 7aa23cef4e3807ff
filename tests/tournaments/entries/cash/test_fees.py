"""Entry fees: whole, in parts, with a reason less; one desk takes each."""

from uuid import uuid4

import pytest

from club import cash_book
from club.errors import ClubError
from club.models import CashMovement, Club, RoleKind, User
from tests.club.dues.members import TODAY
from tests.evening import JURY, a_tournament, an_officer
from tournaments.entries import cash, entries
from tournaments.errors import TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import FeePayment, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def by(club: Club) -> User:
    return an_officer(club, RoleKind.ORGANISER)


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return a_tournament(club, pairs=3, fee_cents=1500)


def take(tournament: Tournament, number: int, cents: int, by: User, **said: object) -> CashMovement:
    return cash.collect(tournament.pk, number, cents=cents, key=uuid4(), by=by, **said)  # type: ignore[arg-type]


def told(tournament: Tournament) -> list[tuple[int, int, int]]:
    """Of each entry what is paid, what is left, and what half of it would be."""
    tournament.refresh_from_db()
    found = cash.fees(tournament, tournament.entries.all())
    return [(fee.paid, fee.left, fee.half) for fee in found]


def test_a_pair_pays_whole_or_each_of_the_two_a_half(tournament: Tournament, by: User) -> None:
    assert told(tournament)[0] == (0, 1500, 750)
    line = take(tournament, 1, 1500, by)
    take(tournament, 2, 750, by)
    assert told(tournament) == [(1500, 0, 0), (750, 750, 0), (0, 1500, 750)]
    assert (line.number, line.cause, line.book) == (1, "n. 1", tournament.cash_book)
    take(tournament, 2, 750, by)
    assert cash_book.balance(cash.book_of(tournament.pk)).cash == 3000


def test_less_is_enough_with_a_reason_and_may_be_nothing(tournament: Tournament, by: User) -> None:
    take(tournament, 1, 1000, by, reason="ospiti del circolo")
    take(tournament, 2, 0, by, reason="arbitri")
    assert [left for _paid, left, _half in told(tournament)] == [0, 0, 1500]


@pytest.mark.parametrize(
    ("number", "cents", "code"),
    [(1, 1500, "already-paid"), (2, 1501, "more-than-left"), (2, 0, "reason-missing"), (9, 1500, "no-entry")],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(
    tournament: Tournament, by: User, number: int, cents: int, code: str
) -> None:
    take(tournament, 1, 1500, by)
    with pytest.raises(TournamentError) as refusal:
        take(tournament, number, cents, by)
    assert refusal.value.code == code
    assert CashMovement.objects.count() == FeePayment.objects.count() == 1


def test_two_clicks_are_one_and_two_desks_are_told(tournament: Tournament, by: User) -> None:
    key = uuid4()
    first = cash.collect(tournament.pk, 1, cents=1500, key=key, by=by)
    assert cash.collect(tournament.pk, 1, cents=1500, key=key, by=by) == first
    with pytest.raises(TournamentError, match="coppia 1 ha già pagato 15,00 €"):
        take(tournament, 1, 1500, by)
    with pytest.raises(ClubError) as refusal:
        cash.collect(tournament.pk, 2, cents=1500, key=key, by=by)
    assert refusal.value.code == "key-used"


def test_a_fee_given_back_is_to_be_paid_again(tournament: Tournament, by: User) -> None:
    line = take(tournament, 1, 1500, by)
    asked = {"reason": "si sono ritirati", "key": uuid4(), "today": TODAY, "by": by}
    cash_book.cancel(line.book_id, line.number, **asked)
    assert told(tournament)[0] == (0, 1500, 750)
    take(tournament, 1, 1500, by)


def test_a_pair_that_has_paid_stays_on_the_list_until_the_money_is_back(
    tournament: Tournament, by: User
) -> None:
    line = take(tournament, 3, 1500, by)
    with pytest.raises(TournamentError, match="prima annulla il pagamento"):
        entries.remove(tournament.pk, 3, by=JURY)
    asked = {"reason": "scritta due volte", "key": uuid4(), "today": TODAY, "by": by}
    cash_book.cancel(line.book_id, line.number, **asked)
    entries.remove(tournament.pk, 3, by=JURY)
    assert tournament.entries.count() == 2
    assert CashMovement.objects.filter(cause="n. 3").count() == 2


def test_without_a_fee_there_is_nothing_to_take(club: Club, by: User) -> None:
    free = a_tournament(club, pairs=1)
    with pytest.raises(TournamentError) as refusal:
        take(free, 1, 500, by)
    assert refusal.value.code == "no-fee"
    lifecycle.change(free.pk, by=JURY, fee_cents=500)
    assert take(free, 1, 500, by).cents == 500
    assert free.log.filter(act="tournament.changed", after={"fee_cents": "500"}).exists()


def test_the_book_is_one_for_all_the_evening(tournament: Tournament, by: User) -> None:
    assert cash.book_of(tournament.pk) == cash.book_of(tournament.pk)
