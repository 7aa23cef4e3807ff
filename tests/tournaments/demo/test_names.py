import pytest

from tournaments.demo.people import names


def test_nobody_is_named_twice():
    assert len(set(names(800, seed=3))) == 800


def test_a_longer_list_starts_with_the_shorter_one():
    assert names(40, seed=3)[:8] == names(8, seed=3)


def test_another_seed_invites_other_people():
    assert names(8, seed=3) != names(8, seed=4)


def test_regulars_are_the_same_people_in_another_order_every_evening() -> None:
    first, second = names(32, seed=3, among=40), names(32, seed=4, among=40)
    assert first != second
    assert len({*first, *second}) <= 40
    with pytest.raises(ValueError, match="32"):
        names(33, seed=3, among=32)


def test_more_people_than_there_are_names_are_refused():
    with pytest.raises(ValueError, match="names"):
        names(1_000_000, seed=3)
