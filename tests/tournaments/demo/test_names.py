import pytest

from tournaments.demo.people import names


def test_nobody_is_named_twice():
    assert len(set(names(800, seed=3))) == 800


def test_a_longer_list_starts_with_the_shorter_one():
    assert names(40, seed=3)[:8] == names(8, seed=3)


def test_another_seed_invites_other_people():
    assert names(8, seed=3) != names(8, seed=4)


def test_more_people_than_there_are_names_are_refused():
    with pytest.raises(ValueError, match="names"):
        names(1_000_000, seed=3)
