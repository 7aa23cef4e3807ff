"""What is asked of a mutant of a heap that a table tells in part: both sides count as with the true one."""

import random

from tests.scoring.bolognese.plain_counter import plain_sequences, plain_side
from tests.scoring.mutations.asking import refuses
from tests.scoring.mutations.bolognese import RULES
from tests.scoring.mutations.playing import DECK
from tests.scoring.mutations.telling import GROUPS, NUMBERS

MODULES = ("scoring.bolognese.heap",)

#: Mutants that say the same, and why.
EQUIVALENT = ()


def battery():
    """Imports the engine and raises when an answer is wrong."""
    _heaps_are_completed()
    _heaps_are_refused()


def _told_of(pile):
    """What a table names of a heap: nothing below the figures, and what the Angelo's side lacks."""
    plain = {card for name, codes in GROUPS.items() if name.startswith("scartini") for card in codes.split()}
    run = {"Sol", "Lun", *NUMBERS}
    with_angel = pile if "Ang" in pile else {*DECK} - pile
    return pile - plain - run, run - with_angel


def _heaps_are_completed():
    from scoring.bolognese.heap import complete_heap, heap_size, idle_numbers, told_of

    chance = random.Random(11)
    for number in range(90):
        tricks, discards, rules = chance.randrange(1, 15), number % 2 == 0, RULES[number % 3]
        size = tricks * 4 + 2 * discards
        assert heap_size(tricks, discards=discards) == size
        weights = {card: chance.random() * (4 if card in DECK[:12] else 1) for card in DECK}
        pile = {*sorted(weights, key=weights.get)[-size:]}
        named, missing = _told_of(pile)
        told = told_of(sorted(pile))
        assert ({*told["cards"]}, {*told["missing"]}) == (named, missing)
        heap = complete_heap(sorted(named), sorted(missing), tricks, discards=discards, rules=rules)
        assert len(heap.cards) == size
        idle = idle_numbers(sorted(named), sorted(missing), rules=rules)
        assert {*idle} == {*heap.idle} & {*NUMBERS}
        certain = {*heap.cards} - {*heap.idle}
        assert certain == pile - {*heap.idle}
        # Any of the idle ones may fill it, and both sides count the same.
        fillings = [{*heap.cards}, certain | {*chance.sample(heap.idle, size - len(certain))}]
        for filled in fillings:
            for cards, others in ((filled, pile), ({*DECK} - filled, {*DECK} - pile)):
                assert plain_side(cards, False, rules) == plain_side(others, False, rules)
        _the_next_number_matters(pile, heap, rules)
    assert complete_heap([], [], 0, discards=True).cards == ()
    assert complete_heap([], [], 15, discards=False).cards == tuple(DECK)


def _the_next_number_matters(pile, heap, rules):
    """Were the lowest of the numbers that are not idle elsewhere, somebody would count otherwise."""
    told = [number for number in NUMBERS if number not in heap.idle]
    if told and len(told) < len(NUMBERS):
        moved = pile ^ {told[-1]}
        before = [plain_sequences(side, rules) for side in (pile, {*DECK} - pile)]
        assert [plain_sequences(side, rules) for side in (moved, {*DECK} - moved)] != before


def _heaps_are_refused():
    from scoring.bolognese.heap import complete_heap, heap_size

    for cards, missing, tricks, code in (
        (["10d"], [], 5, "heap-card"),
        (["14"], [], 5, "heap-card"),
        ([], ["Mon"], 5, "heap-missing"),
        ([], [], 16, "heap-tricks"),
        ([], [], -1, "heap-tricks"),
        ([], [], True, "heap-tricks"),
        (["Rd"], [], 0, "heap-too-many"),
        (["Rd", "Rc", "Rs", "Rb", "Qd"], [], 1, "heap-too-many"),
        ([], [], 7, "heap-too-few"),
        (["Rd"], [], 15, "heap-too-few"),
        ([], ["16"], 15, "heap-too-few"),
    ):
        asked = (cards, missing, tricks)
        refuses(code, lambda asked=asked: complete_heap(*asked, discards=False))
    # To the card: as many as there is room for, and as few as can fill it.
    plain = [card for name, codes in GROUPS.items() if name.startswith("scartini") for card in codes.split()]
    full = complete_heap(["Rd", "Rc", "Rs", "Rb"], [], 1, discards=False)
    assert {*full.cards} == {"Rd", "Rc", "Rs", "Rb"}
    assert {*full.idle} <= {*plain, *NUMBERS}
    assert len(complete_heap([], [], 5, discards=False).cards) == 20
    whole = [card for card in DECK if card not in plain and card not in {"Sol", "Lun", *NUMBERS}]
    assert complete_heap(whole, [], 15, discards=False).cards == tuple(DECK)
    assert [heap_size(tricks, discards=True) for tricks in (0, 1, 14, 15)] == [0, 6, 58, 62]
