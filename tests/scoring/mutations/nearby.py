"""What is asked of a mutant of the nearest entries: a deck of few splits, all gone through."""

from functools import cache
from itertools import product

from tests.scoring.bolognese.feasibility import few_questions
from tests.scoring.bolognese.feasibility.plain_sheets import Conditions, only_few

MODULES = ("scoring.bolognese.feasibility.nearest",)

#: Mutants that say the same, and why.
EQUIVALENT = (
    # Nothing is more than all there is; more figures than there are, or none, are never changed.
    'nearest: "sequences": range(0, MOST_IN_SEQUENCES + 1, POINTS_PER_CARD), [1 -> 2]',
    'nearest: "cricche": range(MOST_IN_CRICCHE + 1), [1 -> 2]',
    'nearest: "card_points": range(CARD_POINTS_IN_ALL + 1), [1 -> 2]',
    'nearest: "total": range(MOST + LAST_TRICK_POINTS + 1), [1 -> 2]',
    "nearest: return sorted(range(MOST + LAST_TRICK_POINTS + 1), key=lambda total: abs(total - middle)) "
    "[1 -> 2]",
    "nearest: for changed in range(max(1, len(wrong)), len(sheet.figures) + 1): [1 -> 0]",
    "nearest: for changed in range(max(1, len(wrong)), len(sheet.figures) + 1): [1 -> 2]",
    # Card points that do not close cannot be.
    "nearest: return range(CARD_POINTS_IN_ALL - other, CARD_POINTS_IN_ALL - other + 1) [1 -> 2]",
    # Where nothing was written every value is as near.
    "nearest: middle = best.wanted.get(figure, 0) [0 -> 1]",
    "nearest: middle = best.wanted.get(figure, 0) [0 -> -1]",
    # The first of one; and another way to the same entries, of which those alike are offered once.
    "nearest: _look_at_values(best, sheet, free[0], feasible) [0 -> -1]",
    "nearest: if changed == 1 and not is_mixed: [1 -> 0]",
    'nearest: shows_last = any(figure.name == "total" for figure in wanted) [Eq -> NotEq]',
    "nearest: for last in lasts if shows_last else lasts[:1]: [1 -> 2]",
    # A bound that is too kind leaves nothing out.
    "nearest: return 0 [0 -> -1]",
    "nearest: return max(0, low - total, total - high - MOST_IN_SEQUENCES) [0 -> -1]",
    # Any points that are the same in all.
    *[
        "nearest: sequences = cell.sequences_a if shows_a else 0, cell.sequences_b if shows_b else 0 "
        f"[0 -> {n}]"
        for n in (1, -1)
        for _ in range(2)
    ],
    # The first of one is the last.
    "nearest: written = self.wanted[free[0]] [0 -> -1]",
    "nearest: nearest = nsmallest(OFFERED, (abs(value - written) for value in _VALUES[free[0].name])) "
    "[0 -> -1]",
)

#: Figures kept and figures written, of which every split changes at least so much as is foreseen.
FORESEEN = (
    ({}, {("A", "cricche"): 17, ("A", "card_points"): 3}),
    ({}, {("B", "sequences"): 45, ("B", "total"): 120}),
    *(
        ({("A", "card_points"): points}, {("A", "card_points"): points, (side, "total"): total})
        for points in (10, 18, 60, 70)
        for side in "AB"
        for total in (0, 939)
    ),
)


@cache
def prepare():
    """The questions, with their answers."""
    return tuple(few_questions.nearest_asked(25))


def battery():
    """Imports the nearest entries and raises when they are not the nearest."""
    _of_equal_changes_the_first_found_stay()
    _five_values_of_one_figure_are_enough()
    with only_few():
        for conditions, asked, expected in prepare():
            assert few_questions.found_nearest(conditions, asked) == expected
        for (kept, told), last in product(FORESEEN, "AB"):
            _no_split_changes_less_than_is_foreseen(last, kept, told)


def _of_equal_changes_the_first_found_stay():
    from scoring.bolognese.feasibility.figures import Figure
    from scoring.bolognese.feasibility.nearest import Best

    points = Figure("A", "card_points")
    best = Best({points: 40})
    for value in (41, 39, 42, 38, 43, 37):
        best.add({points: value})
    assert [entry[points] for entry in best.entries()] == [39, 41, 38, 42, 43]


def _five_values_of_one_figure_are_enough():
    """Of sequences, five points apart; and where two figures may change never."""
    from scoring.bolognese.feasibility.figures import Figure
    from scoring.bolognese.feasibility.nearest import Best

    free, total = Figure("A", "sequences"), Figure("B", "total")
    kept = few_questions.engine_sheet(Conditions(), {tuple(total): 177})
    for values, enough in (
        ((50, 55, 45, 60), False),
        ((50, 55, 45, 60, 40), True),
        ((50, 55, 45, 60, 65), False),
    ):
        best = Best({free: 52, total: 177})
        for value in values:
            best.add({free: value, total: 177})
        assert best.has_all_nearer(kept) is enough
        assert not best.has_all_nearer(few_questions.engine_sheet(Conditions(), {}))


def _no_split_changes_less_than_is_foreseen(last, kept, told):
    from scoring.bolognese.feasibility.figures import Figure
    from scoring.bolognese.feasibility.nearest import Best, Nearness, _entries
    from scoring.bolognese.feasibility.search import cells, splits_with_cricche, with_card_points

    wanted = {Figure(*name): value for name, value in told.items()}
    kept = few_questions.engine_sheet(Conditions(last=last, discarder="B"), kept)
    for split in splits_with_cricche(kept):
        sizes = with_card_points(kept.deal.sizes, split, kept)
        if not sizes:
            continue
        changes = (
            sum(abs(entry[figure] - value) for figure, value in wanted.items())
            for cell in cells(kept, [split])
            for entry in _entries(cell, wanted, kept.deal)
        )
        near = Nearness(Best(wanted), kept, split, sizes)
        assert near.least <= near.look_closely() <= min(changes, default=1000)
