"""What is asked of a mutant of the search and of the totals: a deck of few splits, all gone through."""

from functools import cache

from tests.scoring.bolognese.feasibility import few_questions
from tests.scoring.bolognese.feasibility.plain_sheets import Conditions, only_few

MODULES = tuple(f"scoring.bolognese.feasibility.{name}" for name in ("search", "totals"))

#: Mutants that say the same, and why.
EQUIVALENT = (
    # No pile that a deal can leave has 31 cards, nor 63.
    "search: return (size + (size > len(DECK) // 2)) // 2 [Gt -> GtE]",
    "search: for size in range(len(DECK) + 1): [1 -> 2]",
    "search: every = range(len(DECK) + 1) [1 -> 2]",
    "search: return points is not None and (points < 0 or points % POINTS_PER_CARD != 0) [0 -> -1]",
    # How much is remembered changes no answer, nor when; and the lowest place binds nothing.
    "search: _SHEETS: Final = 4 [4 -> 5]",
    "search: _SHEETS: Final = 4 [4 -> 3]",
    "search: _AT_FIRST: Final = 100 [100 -> 101]",
    "search: _AT_FIRST: Final = 100 [100 -> 99]",
    "search: yield from _agreeing(tuple(sheet.figures.items()), replace(sheet.deal, aside=0, bound=True)) "
    "[0 -> 1]",
    "search: yield from _agreeing(tuple(sheet.figures.items()), replace(sheet.deal, aside=0, bound=True)) "
    "[0 -> -1]",
    # A row has 187 places at most, and may have any number more.
    "totals: WIDTH: Final = MOST // POINTS_PER_CARD + 2 [2 -> 3]",
    "totals: WIDTH: Final = MOST // POINTS_PER_CARD + 2 [2 -> 1]",
    # A side with a trick has some card points, and who leaves it one has not all of them.
    *["totals: if not (0 <= a <= MOST and 0 <= b <= MOST): [LtE -> Lt]"] * 4,
    *["totals: if not (0 <= a <= MOST and 0 <= b <= MOST): [0 -> 1]"] * 2,
    # All the cards are in one class only, which is seen from the other side; no size is looked up beyond.
    "totals: turns = [0] * (len(DECK) + 2) [2 -> 3]",
    "totals: turns = [0] * (len(DECK) + 2) [2 -> 1]",
    "totals: for turn in turns[:-1]: [1 -> 2]",
    # The sequences of a class are those of any of its splits.
    "totals: places = _by_size(sequences_of(together[0], rules)) [0 -> -1]",
    # What passes here wrongly is refused where the cards laid aside are looked at.
    "totals: if row is None or not row.get(fives_b, 0) >> size & 1: [0 -> 1]",
    "totals: if row is None or not row.get(fives_b, 0) >> size & 1: [0 -> -1]",
)


@cache
def prepare():
    """The questions, with their answers."""
    return tuple(few_questions.cells_asked(50)), tuple(few_questions.totals_asked(15))


def battery():
    """Imports the search and the totals and raises when an answer is wrong."""
    cells, totals = prepare()
    with only_few():
        for conditions, asked, expected in cells:
            few_questions.cells_are(conditions, asked, expected)
        for conditions, asked, expected in totals:
            assert few_questions.are_possible(conditions, asked) is expected
        _only_the_splits_named_are_looked_at()


def _only_the_splits_named_are_looked_at():
    """Also where the discards are known."""
    from scoring.bolognese.feasibility.search import cells
    from scoring.bolognese.feasibility.splits import rank_splits

    sheet = few_questions.engine_sheet(Conditions(aside="Cd Fs", discarder="B"), {("A", "total"): 100})
    last = next(split for split in reversed(rank_splits()) if next(cells(sheet, [split]), None))
    assert {cell.split for cell in cells(sheet, [last])} == {last}
