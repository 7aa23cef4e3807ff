"""What a table says of a heap is enough: whatever fills it, both sides count the same."""

import random
from collections.abc import Iterator

import pytest

import scoring
from scoring.bolognese.cards import NUMBERS
from scoring.bolognese.heap import complete_heap, heap_entry, heap_size

GAME = "quattro-scartate"
PILES = 1000


def random_heap(chance: random.Random) -> tuple[list[str], int, bool]:
    """A pile of a size that tricks can make, each card with a luck of its side's own."""
    tricks, discards = chance.randint(1, 14), chance.random() < 0.5
    size = heap_size(tricks, discards=discards)
    luck = chance.choice([1, 1, 3, 9])
    weights = {
        card: chance.random() * (luck if card in ("Ang", *NUMBERS[:6]) else 1) for card in scoring.DECK
    }
    return sorted(weights, key=weights.__getitem__)[-size:], tricks, discards


def counted(pile: list[str], side: str, rules: str) -> dict[str, object]:
    return scoring.count(GAME, {side: pile}, side, rules=rules).as_json()


def heaps(seed: int, number: int) -> Iterator[tuple[list[str], int, bool]]:
    chance = random.Random(seed)
    return (random_heap(chance) for _each in range(number))


@pytest.mark.parametrize("rules", scoring.HOUSE_RULES)
def test_a_heap_told_and_completed_counts_as_the_true_one_for_both_sides(rules: str) -> None:
    for pile, tricks, discards in heaps(1, PILES):
        told = heap_entry(pile)
        heap = complete_heap(told["cards"], told["missing"], tricks, discards=discards, rules=rules)
        assert counted(list(heap.cards), "A", rules) == counted(pile, "A", rules)


@pytest.mark.parametrize("rules", scoring.HOUSE_RULES)
def test_whatever_idle_cards_fill_the_heap_both_sides_count_the_same(rules: str) -> None:
    chance = random.Random(2)
    for pile, tricks, discards in heaps(3, PILES):
        told = heap_entry(pile)
        heap = complete_heap(told["cards"], told["missing"], tricks, discards=discards, rules=rules)
        certain = [card for card in heap.cards if card not in heap.idle]
        filled = [*certain, *chance.sample(heap.idle, len(heap.cards) - len(certain))]
        assert counted(filled, "B", rules) == counted(pile, "B", rules)


@pytest.mark.parametrize("rules", scoring.HOUSE_RULES)
def test_nothing_below_the_break_needs_to_be_told(rules: str) -> None:
    """Only the missing numbers that are not idle are said: the count is the same."""
    for pile, tricks, discards in heaps(4, PILES):
        told = heap_entry(pile)
        whole = complete_heap(told["cards"], told["missing"], tricks, discards=discards, rules=rules)
        needed = [card for card in told["missing"] if card not in whole.idle]
        heap = complete_heap(told["cards"], needed, tricks, discards=discards, rules=rules)
        assert heap.idle == whole.idle
        assert counted(list(heap.cards), "A", rules) == counted(pile, "A", rules)


@pytest.mark.parametrize(
    ("missing", "idle"),
    [
        # Angelo, Mondo, Sole, Luna and no contatore: the first number missing is the scavezzo (Barilli 2.4).
        (["14"], NUMBERS[3:]),
        ([], ()),
        (["16"], NUMBERS[1:]),
        # Without Sole and Luna the Angelo and the Mondo alone still make nothing.
        (["Sol", "Lun"], NUMBERS),
    ],
    ids=["2.4-scavezzo", "2.4-whole", "2.4-at-the-16", "2.3-no-grande"],
)
def test_below_the_scavezzo_nothing_matters(missing: list[str], idle: tuple[str, ...]) -> None:
    cards = ["Ang"] if "Sol" in missing else ["Ang", "Mon"]
    heap = complete_heap(cards, missing, 5, discards=False)
    assert [card for card in heap.idle if card in NUMBERS] == list(idle)


def test_with_a_contatore_the_scavezzo_is_the_second_number_missing() -> None:
    heap = complete_heap(["Ang", "Mon", "Mat"], ["14", "11", "8"], 5, discards=False)
    assert [card for card in heap.idle if card in NUMBERS] == list(NUMBERS[6:])


def test_two_numbers_together_break_it_only_while_both_are_missing() -> None:
    heap = complete_heap(["Ang", "Mon", "Mat"], ["14", "13"], 5, discards=False)
    assert [card for card in heap.idle if card in NUMBERS] == list(NUMBERS[4:])


@pytest.mark.parametrize("missing", [["Sol", "Lun"], ["Sol", "Lun", "16"], ["Sol", "Lun", "16", "12"]])
def test_where_a_house_rule_shuts_out_the_16_no_number_matters(missing: list[str]) -> None:
    heap = complete_heap(["Ang", "Mon", "Mat"], missing, 5, discards=False, rules="laghi-sole-luna")
    assert [card for card in heap.idle if card in NUMBERS] == list(NUMBERS)


@pytest.mark.parametrize("tricks", [0, 15])
def test_a_cappotto_needs_no_card(tricks: int) -> None:
    assert len(complete_heap([], [], tricks, discards=True).cards) == (62 if tricks else 0)


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ((["10d"], [], 5), "heap-card"),
        ((["14"], [], 5), "heap-card"),
        (([], ["Mon"], 5), "heap-missing"),
        (([], [], 16), "heap-tricks"),
        ((["Rd"], [], 0), "heap-too-many"),
        ((["Rd", "Rc", "Rs", "Rb", "Qd"], [], 1), "heap-too-many"),
        (([], [], 7), "heap-too-few"),
        ((["Rd", "Rd"], [], 7), "card-twice"),
    ],
)
def test_what_cannot_be_a_heap_is_refused_in_a_sentence(
    told: tuple[list[str], list[str], int], code: str
) -> None:
    cards, missing, tricks = told
    with pytest.raises(scoring.ScoringError) as refused:
        complete_heap(cards, missing, tricks, discards=False)
    assert refused.value.code == code
    assert refused.value.message("it").endswith(".")
    assert refused.value.message("en").endswith(".")


@pytest.mark.parametrize("seed", range(100))
def test_played_deals_are_told_by_either_heap(seed: int) -> None:
    deal = scoring.generate_deal(seed)
    won = [trick.winner[0] for trick in deal.tricks]
    for side in "AB":
        told = heap_entry(deal.piles[side])
        heap = complete_heap(
            told["cards"], told["missing"], won.count(side), discards=side == deal.dealer_side
        )
        assert counted(list(heap.cards), side, "accademia") == counted(deal.piles[side], side, "accademia")
