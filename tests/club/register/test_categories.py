"""The kinds of member: added once, renamed under the same members."""

import pytest

from club.errors import ClubError, ClubInputRefused
from club.models import Category, Club, User
from club.register import membership
from tests.evening import a_club


def test_a_category_is_added_and_renamed_and_told(club: Club, secretary: User) -> None:
    one = membership.write_category(club, name=" socio   ordinario ", votes=True, by=secretary)
    again = membership.write_category(club, name="ordinario", votes=False, by=secretary, category_id=one.pk)
    assert (again.pk, again.name, again.votes) == (one.pk, "ordinario", False)
    assert [entry.act for entry in club.log.all()] == ["category.added", "category.changed"]


def test_one_name_is_one_category_of_a_club(club: Club, secretary: User, ordinary: Category) -> None:
    with pytest.raises(ClubError) as refusal:
        membership.write_category(club, name="ORDINARIO", votes=True, by=secretary)
    assert refusal.value.code == "category-there"
    membership.write_category(a_club("Un altro circolo"), name="ordinario", votes=True, by=secretary)


@pytest.mark.parametrize("name", ["", "  ", "x" * 61])
def test_a_category_has_a_name(club: Club, secretary: User, name: str) -> None:
    with pytest.raises(ClubInputRefused):
        membership.write_category(club, name=name, votes=True, by=secretary)


def test_another_clubs_category_is_not_written(club: Club, secretary: User, ordinary: Category) -> None:
    with pytest.raises(ClubError) as refusal:
        membership.write_category(
            a_club("Un altro circolo"), name="mio", votes=True, by=secretary, category_id=ordinary.pk
        )
    assert refusal.value.code == "unknown-category"
