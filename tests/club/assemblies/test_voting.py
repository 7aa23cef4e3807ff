"""The voters of an assembly: months on the register, category, dues, minors; and what a quorum asks for."""

from datetime import date
from typing import Any

import pytest

from club.assemblies import door, voting
from club.models import Category, Club, Due, Particulars, Quorum, User, VotingRules
from tests.club.assemblies.scene import DAY, a_voter, an_assembly
from tests.club.dues.members import a_category, a_year

pytestmark = pytest.mark.django_db


def who_votes(club: Club, day: date = DAY, **rules: Any) -> list[str]:
    found = voting.roll(club, day, VotingRules(club=club, **rules))
    return [one.member.person.last_name for one in found.voters.values()]


def test_three_months_on_the_register_unless_the_statute_says_otherwise(club: Club, secretary: User) -> None:
    a_voter(club, "Vecchi", secretary)
    a_voter(club, "Giusti", secretary, admitted=date(2026, 8, 20))
    a_voter(club, "Nuovi", secretary, admitted=date(2026, 8, 21))
    assert who_votes(club) == ["Giusti", "Vecchi"]
    assert who_votes(club, months=0) == ["Giusti", "Nuovi", "Vecchi"]
    assert who_votes(club, date(2026, 8, 21), months=0) == ["Giusti", "Nuovi", "Vecchi"]
    (late,) = voting.roll(club, DAY, VotingRules(club=club)).others
    assert late.why == "è nel libro da meno di 3 mesi"


def test_a_category_without_a_vote_and_a_member_who_left_do_not_vote(club: Club, secretary: User) -> None:
    a_voter(club, "Rossi", secretary)
    Category.objects.update(votes=False)
    assert who_votes(club) == []
    (other,) = voting.roll(club, DAY, VotingRules(club=club)).others
    assert other.why == "la sua categoria non vota"
    one = club.memberships.get()
    club.memberships.filter(pk=one.pk).update(ended_on=DAY, end_cause="resignation")
    assert voting.roll(club, DAY, VotingRules(club=club)).members == 0


def test_a_minor_votes_through_the_guardian_or_not_at_all(club: Club, secretary: User) -> None:
    minor = a_voter(club, "Piccoli", secretary, born=date(2010, 5, 1), guardian="Grandi Maria")
    a_voter(club, "Compiuti", secretary, born=date(2008, 11, 20), guardian="Grandi Ugo")
    found = voting.roll(club, DAY, VotingRules(club=club))
    assert found.voters[minor.pk].guardian == "Grandi Maria, genitore"
    assert who_votes(club) == ["Compiuti", "Piccoli"]
    assert who_votes(club, minors="none") == ["Compiuti"]
    minor.guardian.delete()
    (other,) = voting.roll(club, DAY, VotingRules(club=club)).others
    assert other.why == "è minorenne, e manca chi ne ha la responsabilità"


def test_members_in_arrears_lose_the_vote_only_where_the_statute_says_so(club: Club, secretary: User) -> None:
    person = a_voter(club, "Rossi", secretary)
    year = a_year(club, by=secretary)
    Due.objects.create(year=year, person=person, category=a_category(club), cents=2500)
    assert who_votes(club) == ["Rossi"]
    assert who_votes(club, must_have_paid=True) == []


@pytest.mark.parametrize(
    ("quorum", "entitled", "needed"),
    [
        ("majority", 10, 6), ("majority", 11, 6), ("half", 11, 6), ("half", 10, 5), ("any", 10, 1),
        ("three-quarters", 10, 8), ("two-thirds", 9, 6), ("third", 10, 4), ("tenth", 3, 1), ("fifth", 0, 1),
    ],
)  # fmt: skip
def test_a_quorum_asks_for_whole_people(quorum: str, entitled: int, needed: int) -> None:
    assert voting.needed(quorum, entitled) == needed


@pytest.mark.parametrize("quorum", Quorum.values)
def test_every_quorum_can_be_counted(quorum: str) -> None:
    assert 1 <= voting.needed(quorum, 280) <= 280


@pytest.mark.parametrize(
    ("members", "own", "most"), [(499, None, 3), (500, None, 5), (499, 1, 1), (500, 0, 0)]
)
def test_three_proxies_and_five_from_500_members_unless_the_statute_says_otherwise(
    members: int, own: int | None, most: int
) -> None:
    assert VotingRules(proxies=own).most_proxies(members) == most


def test_new_rules_hold_for_assemblies_that_have_not_begun(club: Club, secretary: User, owner: User) -> None:
    person = a_voter(club, "Rossi", secretary)
    begun, coming = an_assembly(club, secretary), an_assembly(club, secretary)
    door.mark_present(club, begun.pk, person.pk, by=secretary)
    voting.write_rules(club, {"months": 6, "proxies": 1}, by=owner)
    begun.refresh_from_db()
    coming.refresh_from_db()
    assert (begun.rules.months, coming.rules.months, coming.rules.proxies) == (3, 6, 1)
    entry = club.log.get(act="voting-rules.changed")
    assert (entry.before, entry.after) == ({"months": 3, "proxies": None}, {"months": 6, "proxies": 1})
    voting.write_rules(club, {"months": 6, "proxies": 1}, by=owner)
    assert club.log.filter(act="voting-rules.changed").count() == 1


def test_who_votes_is_read_in_as_many_queries_for_many_as_for_few(
    club: Club, secretary: User, django_assert_num_queries: Any
) -> None:
    for at in range(5):
        a_voter(club, f"Socio{at}", secretary, born=date(2012, 1, 1), guardian="Grandi Maria")
    assert Particulars.objects.count() == 5
    with django_assert_num_queries(6):
        voting.roll(club, DAY, VotingRules(club=club))
