"""The door of an assembly: present or represented, never both; proxies within the limit; the quorum."""

import pytest

from club.assemblies import door, voting
from club.errors import ClubError
from club.models import Attendance, Club, Person, User
from club.register.duplicates import merge
from tests.club.assemblies.scene import DAY, a_voter, an_assembly

pytestmark = pytest.mark.django_db


@pytest.fixture
def five(club: Club, secretary: User) -> list[Person]:
    return [a_voter(club, f"Socio{at}", secretary) for at in range(5)]


def refusal(act: object, *args: object, **named: object) -> str:
    with pytest.raises(ClubError) as refused:
        act(*args, **named)  # type: ignore[operator]
    return refused.value.code


def test_nobody_is_both_present_and_represented(club: Club, secretary: User, five: list[Person]) -> None:
    one = an_assembly(club, secretary)
    holder, giver, other, *_rest = five
    door.mark_present(club, one.pk, holder.pk, by=secretary)
    door.mark_present(club, one.pk, holder.pk, by=secretary)
    door.record_proxy(club, one.pk, giver=giver.pk, holder=holder.pk, by=secretary)
    door.record_proxy(club, one.pk, giver=giver.pk, holder=holder.pk, by=secretary)
    assert Attendance.objects.count() == 2
    assert refusal(door.mark_present, club, one.pk, giver.pk, by=secretary) == "represented"
    door.mark_present(club, one.pk, other.pk, by=secretary)
    for wrong, code in (
        ({"giver": giver.pk, "holder": other.pk}, "represented"),
        ({"giver": other.pk, "holder": holder.pk}, "is-there"),
        ({"giver": five[3].pk, "holder": giver.pk}, "holder-absent"),
        ({"giver": five[3].pk, "holder": five[4].pk}, "holder-absent"),
        ({"giver": five[3].pk, "holder": five[3].pk}, "own-proxy"),
    ):
        assert refusal(door.record_proxy, club, one.pk, by=secretary, **wrong) == code


def test_one_who_holds_proxies_gives_none_and_a_proxy_too_many_is_refused(
    club: Club, secretary: User, owner: User, five: list[Person]
) -> None:
    voting.write_rules(club, {"proxies": 2}, by=owner)
    one = an_assembly(club, secretary)
    holder, *givers = five
    door.mark_present(club, one.pk, holder.pk, by=secretary)
    for giver in givers[:2]:
        door.record_proxy(club, one.pk, giver=giver.pk, holder=holder.pk, by=secretary)
    with pytest.raises(ClubError, match="Socio0 Anna porta già 2 deleghe, e non può portarne altre"):
        door.record_proxy(club, one.pk, giver=givers[2].pk, holder=holder.pk, by=secretary)
    assert door.take_out(club, one.pk, holder.pk, by=secretary) == 3
    assert not Attendance.objects.exists()


def test_giver_and_taker_must_have_the_vote_and_a_minor_holds_no_proxy(
    club: Club, secretary: User, five: list[Person]
) -> None:
    late = a_voter(club, "Nuovi", secretary, admitted=DAY)
    minor = a_voter(club, "Piccoli", secretary, born=DAY.replace(year=2012), guardian="Grandi Maria")
    one = an_assembly(club, secretary)
    door.mark_present(club, one.pk, five[0].pk, by=secretary)
    assert refusal(door.mark_present, club, one.pk, late.pk, by=secretary) == "no-vote"
    wrong = {"giver": late.pk, "holder": five[0].pk}
    assert refusal(door.record_proxy, club, one.pk, by=secretary, **wrong) == "no-vote"
    assert door.mark_present(club, one.pk, minor.pk, by=secretary).through == "Grandi Maria, genitore"
    wrong = {"giver": five[1].pk, "holder": minor.pk}
    assert refusal(door.record_proxy, club, one.pk, by=secretary, **wrong) == "minor-holder"
    assert refusal(door.mark_present, club, one.pk, 10**9, by=secretary) == "not-a-member"


def test_the_quorum_is_counted_for_each_call_and_opens_the_assembly(
    club: Club, secretary: User, five: list[Person]
) -> None:
    one = an_assembly(club, secretary)
    assert refusal(door.open_call, club, one.pk, 2, by=secretary) == "too-few"
    door.mark_present(club, one.pk, five[0].pk, by=secretary)
    door.record_proxy(club, one.pk, giver=five[1].pk, holder=five[0].pk, by=secretary)
    count = door.door(one).count
    assert (count.entitled, count.in_person, count.by_proxy, count.needed_first) == (5, 1, 1, 3)
    assert (count.is_enough_first, count.is_enough_second) == (False, True)
    with pytest.raises(ClubError, match="il minimo è 3, e fra presenti e rappresentati sono 2"):
        door.open_call(club, one.pk, 1, by=secretary)
    assert door.open_call(club, one.pk, 2, by=secretary).opened_call == 2
    door.mark_present(club, one.pk, five[2].pk, by=secretary)
    assert door.door(one).count.is_enough_first
    alone = an_assembly(club, secretary, second_call_at=None)
    assert refusal(door.open_call, club, alone.pk, 2, by=secretary) == "unknown-call"


def test_another_club_s_officer_reaches_no_assembly_of_this_one(club: Club, secretary: User) -> None:
    one = an_assembly(club, secretary)
    other = Club.objects.create(name="Altro", slug="altro")
    assert refusal(door.mark_present, other, one.pk, 1, by=secretary) == "unknown-assembly"


#: By places (holder, giver, another who is there): who stays, who goes, and the attendances that are left.
JOINED = {
    "the giver goes": (0, 1, {(0, None), (2, None)}),
    "the holder goes": (1, 0, {(1, None), (2, None)}),
    "the holder goes into another": (2, 0, {(2, None), (1, 2)}),
}


@pytest.mark.parametrize(("stays", "goes", "left"), JOINED.values(), ids=JOINED)
def test_two_records_of_one_person_at_one_assembly_are_joined_into_one_attendance(
    club: Club, secretary: User, five: list[Person], stays: int, goes: int, left: set[tuple[int, int | None]]
) -> None:
    one = an_assembly(club, secretary)
    holder, giver, other = (person.pk for person in five[:3])
    door.mark_present(club, one.pk, holder, by=secretary)
    door.record_proxy(club, one.pk, giver=giver, holder=holder, by=secretary)
    door.mark_present(club, one.pk, other, by=secretary)
    merge(club, kept=five[stays].pk, gone=five[goes].pk, reason="la stessa", today=DAY, by=secretary)
    places = {person.pk: at for at, person in enumerate(five)}
    rows = Attendance.objects.values_list("person", "holder")
    assert {(places[person], places.get(by)) for person, by in rows} == left
