"""A published draw: true ones are found true, and every way of tampering is found."""

import json
import random
from copy import deepcopy
from dataclasses import replace
from itertools import combinations

import pytest

from tests.tournaments.core.draws.test_matching import all_pairings, never_changing
from tournaments.core.draws import DrawImpossible, DrawInput, Entrant, Meeting, draw
from tournaments.core.draws.movements import Movement, drawn
from tournaments.core.draws.proofs import MOST_MATCHED, can_be_bettered, can_be_paired_cheaper
from tournaments.core.draws.publishing import published
from tournaments.core.draws.verifying import Verification, verification


def an_evening(seed: int) -> DrawInput:
    """An input in the middle of an evening: places at random, some meetings, one fixed table."""
    chance = random.Random(seed)
    size = chance.randint(5, 24)
    order = chance.sample(range(1, size + 1), size)
    met = [couple for couple in combinations(range(1, size + 1), 2) if chance.random() < 0.25]
    entrants = tuple(
        Entrant(n, n, rank=order[n - 1], rests=chance.randint(0, 1), fixed_table=3 if n == 2 else None)
        for n in range(1, size + 1)
    )
    meetings = tuple(Meeting(turn, *couple) for turn, couple in enumerate(met, 1))
    return DrawInput(len(met) + 1, entrants, meetings, chance.getrandbits(32))


def outcomes(checked: Verification) -> dict[str, str]:
    return {check.code: check.outcome for check in checked.checks}


@pytest.mark.parametrize("seed", range(40))
def test_a_true_draw_keeps_everything_and_another_algorithm_finds_none_cheaper(seed):
    given = an_evening(seed)
    data = json.loads(json.dumps(published(Movement("danish"), given, draw(given))))
    checked = verification(data)
    assert checked.is_kept
    assert set(outcomes(checked).values()) == {"kept"}


@pytest.mark.parametrize("seed", range(40))
def test_two_who_are_exchanged_are_found(seed):
    given = an_evening(seed)
    data = published(Movement("danish"), given, draw(given))
    tables = data["draw"]["tables"]
    tables[0]["side_a"], tables[1]["side_a"] = tables[1]["side_a"], tables[0]["side_a"]
    found = outcomes(verification(data))
    assert found["same-draw"] == "broken"
    assert found["everyone-once"] == "kept"


def test_a_dearer_draw_is_found_by_the_other_algorithm():
    given = DrawInput(2, tuple(Entrant(n, n, rank=n) for n in range(1, 9)), (), 1)
    data = published(Movement("danish"), given, draw(given))
    one, other = data["draw"]["tables"][0], data["draw"]["tables"][3]
    one["side_b"], other["side_b"] = other["side_b"], one["side_b"]
    assert outcomes(verification(data))["none-cheaper"] == "broken"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda data: data["draw"].update(cost=1), "figures-true"),
        (lambda data: data["draw"].update(rematches=7), "figures-true"),
        (lambda data: data["draw"].update(rests=1), "everyone-once"),
        (lambda data: data["draw"]["tables"].pop(), "everyone-once"),
        (lambda data: data["input"].update(seed=5), "same-draw"),
        (lambda data: data["input"]["entrants"][0].update(rank=8), "same-draw"),
    ],
)
def test_what_is_tampered_with_is_named(change, code):
    given = DrawInput(2, tuple(Entrant(n, n, rank=n) for n in range(1, 9)), (), 1)
    data = published(Movement("danish"), given, draw(given))
    change(data)
    assert outcomes(verification(data))[code] == "broken"


def test_one_who_rests_out_of_turn_is_found():
    given = DrawInput(2, tuple(Entrant(n, n, rank=n) for n in range(1, 8)), (), 1)
    data = published(Movement("danish"), given, draw(given))
    data["input"]["entrants"][6]["rests"] = 1
    assert outcomes(verification(data))["rests-fair"] == "broken"


@pytest.mark.parametrize(("movement", "size"), [("danish", 2), ("swiss", 2), ("larger", 3), ("rotation", 4)])
def test_a_round_missed_counts_as_a_bye_and_the_file_says_so(movement, size):
    last = size * 2 + 1
    line = (Entrant(n, n, rank=n, missed=int(n == last)) for n in range(1, last + 1))
    given = DrawInput(2, tuple(line), (), 1, sizes=(size,))
    settings = Movement(movement)
    made = drawn(settings, given)
    assert made.byes == (last - 1,)
    data = json.loads(json.dumps(published(settings, given, made)))
    assert [row.get("missed") for row in data["input"]["entrants"]] == [None] * (last - 1) + [1]
    checks = {check.code: check for check in verification(data).checks}
    assert checks["same-draw"].outcome == checks["rests-fair"].outcome == "kept"
    assert checks["rests-fair"].params == {"rests": 1, "missed": 1}


def test_under_the_rules_before_a_round_missed_was_no_bye():
    given = DrawInput(2, tuple(Entrant(n, n, rank=n, missed=int(n == 5)) for n in range(1, 6)), (), 1)
    settings = Movement("danish", rules=3)
    made = drawn(settings, given)
    assert made.byes == (5,)
    assert verification(json.loads(json.dumps(published(settings, given, made)))).is_kept


@pytest.mark.parametrize("movement", ["swiss", "larger", "rotation"])
def test_the_other_movements_are_made_again(movement):
    given = DrawInput(1, tuple(Entrant(n, n) for n in range(1, 14)), (), 9)
    if movement != "swiss":
        given = replace(given, sizes=(4,))
    settings = Movement(movement)
    data = json.loads(json.dumps(published(settings, given, drawn(settings, given))))
    assert verification(data).is_kept
    tampered = deepcopy(data)
    tampered["draw"]["tables"][0]["number"] = 17
    assert outcomes(verification(tampered))["same-draw"] == "broken"


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"criccone": "draw", "format": 3},
        {"criccone": "draw", "format": 2},
        {"criccone": "draw", "format": 2, "movement": "danish", "input": {"format": 1}, "draw": {}},
        {"criccone": "draw", "format": 1, "movement": {"kind": "danish"}, "input": {}, "draw": {}},
        {"criccone": "draw", "format": 1, "movement": ["danish"], "input": {}, "draw": {"tables": []}},
        {"criccone": "draw", "format": 1, "movement": "waltz"},
        {"criccone": "draw", "format": 1, "movement": "danish"},
        {"criccone": "draw", "format": 1, "movement": "danish", "input": {"format": 1}, "draw": {}},
        {"criccone": "draw", "format": 1, "movement": "danish", "input": [], "draw": []},
    ],
)
def test_anything_else_is_not_a_published_draw(data):
    with pytest.raises(DrawImpossible) as refused:
        verification(data)
    assert refused.value.code == "unknown-format"


class TestProof:
    @pytest.mark.parametrize("seed", range(6))
    def test_of_all_pairings_only_the_cheapest_cannot_be_bettered(self, seed):
        chance = random.Random(seed)
        couples = list(combinations(range(8), 2))
        penalties = {couple: (1, chance.randint(1, 4)) for couple in couples if chance.random() < 0.4}

        def cost(pairing: list[tuple[int, int]]) -> tuple[int, ...]:
            terms = [(*penalties.get((i, j), (0, 0)), j - i, (j - i) ** 2) for i, j in pairing]
            return tuple(map(sum, zip(*terms, strict=True)))

        pairings = list(all_pairings(tuple(range(8))))
        least = min(map(cost, pairings))
        for pairing in pairings:
            assert can_be_bettered(8, penalties, pairing) is (cost(pairing) > least)

    def test_a_classifica_that_never_changes_is_proven_too(self):
        penalties = never_changing(60, turns=5)
        turn_six = [couple for couple, (_met, turn) in penalties.items() if turn == 5]
        assert can_be_bettered(60, penalties, turn_six) is True

    def test_where_it_would_take_too_long_it_is_not_known(self, monkeypatch):
        monkeypatch.setattr("tournaments.core.draws.proofs.MOST_STEPS", 10)
        penalties = never_changing(20, turns=3)
        pairing = [(i, i + 1) for i in range(0, 20, 2)]
        assert can_be_bettered(20, penalties, pairing) is None


def test_a_pairing_that_leaves_somebody_over_can_be_bettered():
    assert can_be_paired_cheaper(4, lambda i, j: (j - i,), [(0, 1)]) is True
    assert can_be_paired_cheaper(4, lambda i, j: (j - i,), [(1, 0), (2, 3)]) is False


def test_more_than_can_be_matched_in_time_is_not_known():
    couples = [(at, at + 1) for at in range(0, MOST_MATCHED + 2, 2)]
    assert can_be_paired_cheaper(MOST_MATCHED + 2, lambda i, j: (j - i,), couples) is None
