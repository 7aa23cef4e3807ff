"""Questions about a deck of few splits, with the answers that going through all of them gives."""

from itertools import product
from random import Random

from scoring.bolognese.cards import bits
from scoring.bolognese.feasibility.figures import Deal, Figure, Sheet, each_size
from scoring.bolognese.feasibility.nearest import nearest
from scoring.bolognese.feasibility.search import cells
from scoring.bolognese.feasibility.totals import totals_possible
from scoring.bolognese.pile import MILLONE_DUE, PAIRS, TERZIGLIO
from tests.scoring.bolognese.feasibility.plain_sheets import (
    FEW,
    NAMES,
    Conditions,
    agree,
    entries,
    is_possible,
    nearest_changes,
    plain_card_points,
    plain_cricche,
    plain_sizes,
    sizes_by_points,
    written,
)

CONDITIONS = (
    Conditions(last="A", discarder="B"),
    Conditions(discarder="A"),
    Conditions("terziglio", discarder="A"),
    Conditions("terziglio", pozzo=True),
    Conditions("millone-due", last="B"),
    Conditions(aside="Cd Fs", discarder="B"),
    Conditions(last="B", aside="Cd Fs"),
)
KINDS_OF_NAMES = (
    ("sequences",),
    ("total",),
    ("cricche", "card_points"),
    ("sequences", "cricche", "card_points"),
    ("sequences", "total"),
    ("card_points", "total"),
    ("sequences", "cricche", "card_points", "total"),
)
TOTALS = (("A", "total"), ("B", "total"))
CHANGES = (0, 1, -1, 5, -5, 6, -6, 10, 17, -30)


CAPPOTTO = (
    (Conditions(last="A", discarder="B"), {("A", "card_points"): 87}),
    (Conditions(last="B", discarder="B"), {("A", "card_points"): 0}),
    (Conditions(last="B", discarder="B"), {("A", "card_points"): 20}),
    (Conditions(last="B", discarder="B"), {("A", "card_points"): 99}),
    (Conditions(last="A", discarder="B"), {("A", "cricche"): 296, ("A", "total"): 939}),
)
A_HAS_LAST = Conditions(last="A", discarder="B")
#: More than all there is, and totals that are far from what their parts make.
ABSURD = (
    {("A", "sequences"): 561},
    {("A", "cricche"): 305},
    {("A", "card_points"): 95},
    {("A", "total"): 947},
    {("A", "total"): 5000, ("B", "total"): -3},
    {("A", "total"): -8, ("B", "total"): 951},
    {("A", "card_points"): 99, ("A", "total"): 5000},
    {("A", "card_points"): 40, ("B", "card_points"): 49},
    {("A", "total"): 700, ("B", "card_points"): 99, ("B", "total"): 2},
    {("A", "sequences"): 52, ("B", "total"): 177},
    {("A", "sequences"): 33, ("B", "sequences"): 71, ("B", "total"): 301},
    {("A", "card_points"): 40, ("A", "total"): 3, ("B", "card_points"): 41, ("B", "total"): 500},
)


def asked_sheets(number, seed, most_changed):
    """Sheets that a split gives, in part, and with a few figures changed."""
    chance = Random(seed)
    for _ in range(number):
        conditions = chance.choice(CONDITIONS)
        names = [name for name in NAMES if name[1] in chance.choice(KINDS_OF_NAMES)]
        names = [name for name in names if chance.random() < 0.75] or names
        made = dict(zip(NAMES, chance.choice(written(conditions))[0], strict=True))
        asked = {name: made[name] for name in NAMES if name in names}
        for name in chance.sample(list(asked), min(len(asked), chance.randrange(most_changed + 1))):
            asked[name] += chance.choice(CHANGES)
        yield conditions, asked


def cells_asked(number):
    """Sheets, and the splits that agree with each."""
    for conditions, asked in CAPPOTTO:
        yield conditions, asked, agree(conditions, asked)
    for conditions, asked in asked_sheets(number, 1, 1):
        yield conditions, asked, agree(conditions, asked)


def nearest_asked(number):
    """Sheets that cannot be, and how few figures and how little must change."""
    for conditions, asked in (*((A_HAS_LAST, each) for each in ABSURD), *asked_sheets(number, 2, 3)):
        if not is_possible(conditions, asked):
            yield conditions, asked, nearest_changes(conditions, asked)


def totals_asked(number):
    """Totals of one side or of both, and whether some split gives them."""
    chance = Random(3)
    for conditions in CONDITIONS:
        known = sorted(entries(conditions, TOTALS))
        tried = [known[0], known[-1], *chance.sample(known, number)]
        tried += [(a + chance.choice(CHANGES), b + chance.choice(CHANGES)) for a, b in tried]
        tried += largest_only(conditions) if conditions.aside else []
        for pair in tried:
            yield _with_answer(conditions, dict(zip(TOTALS, pair, strict=True)))
        for value in (0, 939, tried[2][0], -1, 940, 938):
            for name in TOTALS:
                yield _with_answer(conditions, {name: value})
    # Less than nothing without the last trick, too.
    for pair in (*product(range(0, 11, 2), repeat=2), (5, 300), (300, -1), *without_sequences()):
        yield _with_answer(Conditions(last="A", discarder="B"), dict(zip(TOTALS, pair, strict=True)))


def _with_answer(conditions, asked):
    return conditions, asked, is_possible(conditions, asked)


def largest_only(conditions):
    """Totals that only the largest piles give that can go with their cards of value and sequences."""
    largest, others = set(), set()
    for each, (ranks, a, b, size, _) in written(conditions):
        pair = each[NAMES.index(TOTALS[0])], each[NAMES.index(TOTALS[1])]
        at_most = max(sizes_by_points(ranks, "", "A")[a, b])
        (largest if size == at_most else others).add(pair)
    return sorted(largest - others)[:8]


def without_sequences():
    """What cricche and card points are worth by themselves, with the last trick A's."""
    for ranks in FEW:
        others = [4 - number for number in ranks]
        for size in plain_sizes("quattro-scartate", discards=False):
            points = plain_card_points(ranks, size)
            yield plain_cricche(ranks) + points + 6, plain_cricche(others) + 87 - points


def engine_sheet(conditions, asked):
    shapes = {"quattro-scartate": PAIRS, "millone-due": MILLONE_DUE, "terziglio": TERZIGLIO}
    deal = Deal(
        shapes[conditions.game],
        "accademia",
        tuple(conditions.last),
        tuple(conditions.discarder),
        conditions.pozzo,
        bits(conditions.aside.split()),
    )
    return Sheet({Figure(*name): value for name, value in asked.items()}, deal)


def found_splits(conditions, asked):
    """The splits that the search tells, each class by its first where only sequences are asked."""
    sheet = engine_sheet(conditions, asked)
    return [
        (tuple(cell.split.ranks), cell.sequences_a, cell.sequences_b, size, last)
        for cell in cells(sheet)
        for size in each_size(cell.sizes)
        for last in cell.last_tricks
        if sheet.deal.sizes_with(last) >> size & 1
    ]


def are_possible(conditions, asked):
    """Whether the table of totals has these."""
    return totals_possible(engine_sheet(conditions, asked))


def cells_are(conditions, asked, expected):
    """Raises unless the search tells all of the splits expected, each once."""
    found = found_splits(conditions, asked)
    if not conditions.aside and all(name == "sequences" for _, name in asked):
        assert {_class(*split) for split in found} == {_class(*split) for split in expected}
    else:
        assert sorted(found) == sorted(expected)


def _class(ranks, *others):
    """Where nothing but sequences is asked, one split of the court stands for all that are like it."""
    tarocchi, re, *court = ranks
    return (tarocchi, re, *sorted(court), *others)


def found_nearest(conditions, asked):
    """How many figures the nearest entries change, by how much, and whether all of them can be."""

    def feasible(sheet):
        return is_possible(conditions, {tuple(name): value for name, value in sheet.figures.items()})

    sheet = engine_sheet(conditions, asked)
    found = [{tuple(name): value for name, value in entry.items()} for entry in nearest(sheet, feasible)]
    changed = {sum(entry[name] != asked[name] for name in asked) for entry in found}
    costs = [sum(abs(entry[name] - asked[name]) for name in asked) for entry in found]
    assert all(list(entry) == list(asked) and is_possible(conditions, entry) for entry in found)
    assert len({tuple(entry.values()) for entry in found}) == len(found)
    (fewest,) = changed
    return fewest, costs
