"""What is asked of a mutant of the check of scopone: every sheet that splits of the cards can leave, and no
other."""

from functools import cache
from itertools import product
from random import Random

from tests.scoring.mutations.asking import bare_game, refuses
from tests.scoring.scopone.plain_counter import ALL, PRIMIERA

MODULES = ("scoring.scopone.sheets", "scoring.scopone.checking")

#: Mutants that say the same, and why.
EQUIVALENT = (
    # What a split gives wrongly another gives rightly: no sheet comes, none goes.
    *(
        f"sheets: {line} [0 -> {other}]"
        for line in (
            "primiera_a = best_a + sum_a if best_a and sum_a else 0",
            "primiera_b = best_b + sum_b if best_b and sum_b else 0",
            "best_a = max((PRIMIERA[rank] for rank in held), default=0)",
            "best_b = max((PRIMIERA[rank] for rank in RANKS if rank not in held), default=0)",
            "(cards + more, a + c if a and c else 0, b + d if b and d else 0)",
            "(cards + more, a + c if a and c else 0, b + d if b and d else 0)",
        )
        for other in (1, -1)
    ),
    "sheets: int(size >= CARDS_FOR_A_POINT), [GtE -> Gt]",
    "sheets: int(len(DECK) - size >= CARDS_FOR_A_POINT), [GtE -> Gt]",
    'sheets: found.add((number + cards, number, int("7" in held), lead)) [In -> NotIn]',
    # Of eleven ranks there are no combinations.
    "sheets: for size in range(len(RANKS) + 1): [1 -> 2]",
    # Every sheet's bit one place further up.
    "sheets: found[figure][value] = found[figure].get(value, 0) | 1 << place [1 -> 2]",
    # Only who leads is read of it.
    *("sheets: found.add((cards, max(-1, min(1, primiera_a - primiera_b)))) [1 -> 2]",) * 2,
    # No figures at all can stand together; all of them cannot, and are never passed.
    "checking: for number in range(1, len(asked) + 1): [1 -> 0]",
    *("checking: for number in range(1, len(asked) + 1): [1 -> 2]",) * 2,
    # One point is not all four.
    "checking: if len(names) == 1 and names <= set(ONE_POINT): [LtE -> Lt]",
)

POINTS = ("cards", "denari", "settebello", "primiera", "scope")
NAMES = (*POINTS, "total")
COLUMNS = [(side, name) for side in "AB" for name in NAMES]


def prepare():
    """What is worked out without the engine."""
    _sheets()
    _questions()


def battery():
    """Imports the check and raises when an answer is wrong."""
    from scoring.scopone.sheets import sheets

    assert sheets() == _sheets()
    game = bare_game(ALL, POINTS)
    _sheets_are_admitted(game)
    _entries_are_near(game)
    _reasons_are_given(game)
    _figures_are_refused(game)


def _of_suit(ranks):
    """How many cards of a suit A has and the best of each side, for every way of sharing these."""
    ways = {(0, 0, 0)}
    for rank in ranks:
        worth = PRIMIERA[rank]
        ways = {(number + 1, max(a, worth), b) for number, a, b in ways} | {
            (number, a, max(b, worth)) for number, a, b in ways
        }
    return ways


def _and(one, other):
    """Two suits: a side that lacks one has no primiera."""
    return {
        (few + more, a + c if a and c else 0, b + d if b and d else 0)
        for (few, a, b), (more, c, d) in product(one, other)
    }


@cache
def _sheets():
    """Every sheet (FIGS, art. 9, 14): scope of two cards each, seventeen in all."""
    suit = _of_suit(PRIMIERA)
    others = _and(_and(suit, suit), suit)
    rest = [rank for rank in PRIMIERA if rank != "7"]
    with_seven = {(number + 1, 21, b) for number, _, b in _of_suit(rest)}
    without = {(number, a, 21) for number, a, _ in _of_suit(rest)}
    found = set()
    for settebello, denari in ((1, with_seven), (0, without)):
        for (own, a, b), (more, c, d) in product(denari, others):
            first, second = (a + c if a and c else 0), (b + d if b and d else 0)
            found.add((own + more, own, settebello, (first > second) - (first < second)))
    return frozenset(
        sheet
        for size, denari, settebello, lead in found
        for sheet in _written(size, denari, settebello, lead)
    )


def _written(size, denari, settebello, lead):
    a = (int(size > 20), int(denari > 5), settebello, int(lead > 0))
    b = (int(size < 20), int(denari < 5), 1 - settebello, int(lead < 0))
    for mine in range(min(17, size // 2) + 1):
        for theirs in range(min(17 - mine, (40 - size) // 2) + 1):
            yield (*a, mine, sum(a) + mine, *b, theirs, sum(b) + theirs)


@cache
def _questions():
    """Sheets in part, and all that the same figures can be."""
    chance, found = Random(16), []
    fixed = [
        {("A", "cards"): 1, ("B", "cards"): 1},
        {("A", "settebello"): 0, ("B", "settebello"): 0},
        {("A", "scope"): 18},
        {("A", "scope"): 9, ("B", "scope"): 9},
        {("A", "total"): 0, ("B", "total"): 0},
        {("A", "total"): 5, ("A", "scope"): 0},
        {("B", "cards"): 7, ("B", "primiera"): 3},
    ]
    drawn = [
        {each: chance.randrange(4) for each in chance.sample(COLUMNS, 1 + turn % 5)} for turn in range(40)
    ]
    for asked in (*fixed, *drawn):
        places = [COLUMNS.index(each) for each in asked]
        found.append((asked, frozenset(tuple(sheet[place] for place in places) for sheet in _sheets())))
    return found


def _as_written(asked):
    return {side: {name: value for (of, name), value in asked.items() if of == side} for side in "AB"}


def _sheets_are_admitted(game):
    from scoring.scopone.checking import check_scopone

    for asked, every in _questions():
        assert check_scopone(game, _as_written(asked)).possible is (tuple(asked.values()) in every)
    assert check_scopone(game, {"A": {"cards": None}, "dealer": "B", "last_trick": None}).possible


def _entries_are_near(game):
    from scoring.scopone.checking import check_scopone

    for asked, every in _questions():
        found = check_scopone(game, _as_written(asked))
        if found.possible:
            assert (found.why, found.nearest) == (None, ())
            continue
        told = [tuple(entry[side][name] for side, name in asked) for entry in found.nearest]
        assert {*told} <= every

        def cost(row, asked=asked):
            changes = [abs(new - old) for new, old in zip(row, asked.values(), strict=True)]
            return sum(map(bool, changes)), sum(changes)

        fewest = min(map(cost, every))[0]
        assert [cost(row) for row in told] == sorted(cost(row) for row in every if cost(row)[0] == fewest)[:5]


def _reasons_are_given(game):
    from scoring.scopone.checking import check_scopone

    for figures, code, told in (
        ({"A": {"cards": 1, "scope": 2}, "B": {"cards": 1}}, "point-of-both", "cards"),
        ({"A": {"settebello": 0}, "B": {"settebello": 0, "scope": 1}}, "point-of-nobody", "settebello"),
        ({"A": {"scope": 18, "cards": 1}}, "impossible-figure", ("scope A 18",)),
        ({"A": {"scope": 9}, "B": {"scope": 9}}, "impossible-together", ("scope A 9", "scope B 9")),
        ({"A": {"total": 0}, "B": {"total": 0}}, "impossible-together", ("total A 0", "total B 0")),
        ({"A": {"total": 5, "scope": 0, "cards": 1}}, "impossible-together", ("scope A 0", "total A 5")),
    ):
        found = check_scopone(game, figures)
        assert found.why.code == code
        assert told in found.why.params.values()
        turned = {"B" if side == "A" else "A": told for side, told in figures.items()}
        assert check_scopone(game, turned).why.code == code


def _figures_are_refused(game):
    from scoring.scopone.checking import check_scopone

    for figures, code in (
        ({"A": {"sequences": 1}}, "unknown-figure"),
        ({"A": {"total": "1"}}, "figure-not-whole"),
        ({"A": 4}, "figures-not-an-object"),
        ({"C": {"total": 1}}, "unknown-side"),
        ({"A": {"total": 1}, "dealer": "N"}, "unknown-side"),
        ({"A": {"total": 1}, "dealers": 3}, "unknown-key"),
    ):
        refuses(code, lambda figures=figures: check_scopone(game, figures))
