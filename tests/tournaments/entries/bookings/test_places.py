"""Who gets a place, who waits, and who comes next."""

from datetime import timedelta

import pytest
from django.utils import timezone

from club.models import Club
from tests.evening import JURY
from tests.tournaments.entries.bookings.scene import (
    COUPLES,
    an_open_evening,
    ask,
    book,
    couples,
    fresh,
    kinds,
    player,
)
from tournaments import queries
from tournaments.entries import entries, guests
from tournaments.entries.bookings import confirmations, partners, periodic, places, requests
from tournaments.entries.guests import Guest
from tournaments.errors import TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Booking, Tournament

pytestmark = pytest.mark.django_db


def in_line(evening: Tournament) -> list[str]:
    return [each.last_name for each in queries.waiting_line(evening)]


def overdue(booking: Booking) -> Booking:
    Booking.objects.filter(pk=booking.pk).update(lapses_at=timezone.now() - timedelta(minutes=1))
    return booking


def test_beyond_the_limit_one_waits_in_the_order_of_the_confirmations(evening: Tournament) -> None:
    asked = [ask(evening, *names.split("/")) for names in COUPLES]
    for number in (2, 1, 3, 0):
        confirmations.confirm(asked[number].pk)
    assert [fresh(each).has_place for each in asked] == [False, True, True, False]
    assert in_line(evening) == ["Fabbri", "Rossi"]
    assert queries.position_in_line(fresh(asked[0])) == 2
    assert kinds(asked[0]) == ["confirm", "lined"]


def test_without_a_limit_everybody_has_a_place(club: Club) -> None:
    evening = an_open_evening(club)
    assert all(each.has_place for each in couples(evening, 4))
    assert places.free(evening) is None


def test_a_cancellation_gives_the_place_to_the_first_in_line_and_tells_them(evening: Tournament) -> None:
    first, _second, third, fourth = couples(evening, 4)
    confirmations.cancel(first.pk)
    assert fresh(third).has_place
    assert kinds(third) == ["confirm", "lined", "freed"]
    assert in_line(evening) == ["Fabbri"]
    assert kinds(fourth) == ["confirm", "lined"]
    assert evening.log.filter(act="booking.placed", subject={"booking": third.number}).count() == 1


def test_a_booking_that_nobody_confirms_ends_with_its_time(evening: Tournament) -> None:
    asked = ask(evening, "Rossi Mario", "Bianchi Anna")
    periodic.run_once(timezone.now())
    assert fresh(asked).is_alive, "its time is not over"
    overdue(asked)
    periodic.run_once(timezone.now())
    assert fresh(asked).end_cause == "lapsed"
    with pytest.raises(TournamentError, match="iscriviti di nuovo"):
        confirmations.confirm(asked.pk)


def test_who_confirms_too_late_is_told_even_before_the_clock_has_looked(evening: Tournament) -> None:
    held = overdue(ask(evening, "Rossi Mario", "Bianchi Anna"))
    with pytest.raises(TournamentError, match="Il tempo per confermare è passato"):
        confirmations.confirm(held.pk)


def test_a_raised_limit_moves_the_line_in_the_same_change(evening: Tournament) -> None:
    *_first, third, fourth = couples(evening, 4)
    lifecycle.change(evening.pk, by=JURY, places=3)
    assert fresh(third).has_place
    assert in_line(evening) == ["Fabbri"]
    lifecycle.change(evening.pk, by=JURY, places=None)
    assert fresh(fourth).has_place


def test_a_lowered_limit_takes_no_place_away(evening: Tournament) -> None:
    first, second = couples(evening, 2)
    lifecycle.change(evening.pk, by=JURY, places=1)
    assert fresh(first).has_place
    assert fresh(second).has_place
    waiting = book(evening, "Gallo Ivo", "Costa Lia")
    confirmations.cancel(first.pk)
    assert not fresh(waiting).has_place, "one place is taken, and there is one"


def test_those_at_the_desk_take_places_too_and_give_them_back(evening: Tournament) -> None:
    entry = guests.enter(evening.pk, [Guest("Serra", "Pio"), Guest("Serra", "Zoe")], by=JURY)
    couples(evening, 1)
    waiting = book(evening, "Gallo Ivo", "Costa Lia")
    assert in_line(evening) == ["Gallo"]
    entries.withdraw(evening.pk, entry.number, withdrawn=True, by=JURY)
    assert fresh(waiting).has_place
    another = book(evening, "Fabbri Leo", "Riva Eva")
    assert in_line(evening) == ["Fabbri"]
    entries.withdraw(evening.pk, entry.number, withdrawn=False, by=JURY)
    confirmations.cancel(waiting.pk)
    assert in_line(evening) == ["Fabbri"], "the coppia that came back has the place"
    entries.remove(evening.pk, entry.number, by=JURY)
    assert fresh(another).has_place


def test_who_is_alone_takes_no_place_until_joined(evening: Tournament) -> None:
    alone, other = book(evening, "Serra Pio"), book(evening, "Longo Zoe")
    assert places.taken(evening) == 0
    couples(evening, 1)
    pair = partners.join(evening.pk, alone.number, other.number, by=JURY)
    assert (pair.has_place, places.taken(evening)) == (True, 2)
    assert pair.names == "Serra Pio – Longo Zoe"
    assert kinds(alone)[-1] == kinds(other)[-1] == "joined"


def test_two_joined_when_all_is_full_wait_at_the_end_of_the_line(evening: Tournament) -> None:
    couples(evening, 3)
    alone, other = book(evening, "Serra Pio"), book(evening, "Longo Zoe")
    partners.join(evening.pk, alone.number, other.number, by=JURY)
    assert in_line(evening) == ["Gallo", "Serra"]


@pytest.mark.parametrize("leaver", [0, 1])
def test_one_of_two_joined_leaves_and_the_other_looks_again(evening: Tournament, leaver: int) -> None:
    two = [book(evening, "Serra Pio"), book(evening, "Longo Zoe")]
    couples(evening, 1)
    partners.join(evening.pk, two[0].number, two[1].number, by=JURY)
    waiting = book(evening, "Gallo Ivo", "Costa Lia")
    confirmations.cancel(two[leaver].pk)
    other = fresh(two[1 - leaver])
    assert (other.looks_for_partner, other.joined_to, other.partner_name) == (True, None, "")
    assert kinds(other)[-1] == "split"
    assert fresh(waiting).has_place
    assert list(partners.looking(evening)) == [other]


def test_who_was_alone_and_found_a_partner_takes_a_place(evening: Tournament) -> None:
    alone = book(evening, "Serra Pio")
    found = confirmations.change_partner(alone.pk, player("Longo Zoe"))
    assert (found.has_place, found.looks_for_partner, found.names) == (True, False, "Serra Pio – Longo Zoe")
    assert kinds(alone)[-1] == "placed"


def test_nobody_is_called_to_a_table_once_the_evening_has_begun(evening: Tournament) -> None:
    first, _second, third = couples(evening, 3)
    Tournament.objects.filter(pk=evening.pk).update(date=timezone.localdate() - timedelta(days=1))
    confirmations.cancel(first.pk, by=JURY, reason="non sono venuti")
    assert not fresh(third).has_place


def test_single_players_enter_where_everybody_plays_alone(club: Club) -> None:
    evening = an_open_evening(club, format="rotation", places=1)
    first, second = book(evening, "Rossi Mario"), book(evening, "Verdi Ugo")
    assert (first.has_place, first.looks_for_partner, second.line) == (True, False, 1)
    with pytest.raises(TournamentError, match="ognuno gioca da solo"):
        ask(evening, "Gallo Ivo", "Costa Lia")


def test_numbers_are_never_given_twice(evening: Tournament) -> None:
    first = ask(evening, "Rossi Mario", "Bianchi Anna")
    confirmations.cancel(first.pk)
    assert ask(evening, "Rossi Mario", "Bianchi Anna").number == first.number + 1


def test_more_bookings_than_any_room_holds_are_refused(
    evening: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "MOST", 1)
    book(evening, "Rossi Mario", "Bianchi Anna")
    with pytest.raises(TournamentError, match="troppe"):
        ask(evening, "Verdi Ugo", "Neri Ada")
