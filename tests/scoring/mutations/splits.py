"""What is asked of a mutant of the splits: what plain enumeration of some classes gives, and real deals."""

from functools import cache
from itertools import product
from random import Random

from tests.scoring.bolognese.feasibility.plain_splits import class_results
from tests.scoring.bolognese.piles import random_pile
from tests.scoring.bolognese.plain_counter import CRICCHE, DECK, plain_side

MODULES = tuple(
    f"scoring.bolognese.feasibility.{name}" for name in ("told_aside", "suits", "splits", "trumps")
)

#: Mutants that say the same, and why.
EQUIVALENT = (
    # How much is remembered changes no answer.
    "told_aside: _REMEMBERED: Final = 150 [150 -> 151]",
    "told_aside: _REMEMBERED: Final = 150 [150 -> 149]",
    # When a class is worked out whole neither.
    "told_aside: _ONE_BY_ONE: Final = 50 [50 -> 51]",
    "told_aside: _ONE_BY_ONE: Final = 50 [50 -> 49]",
    "told_aside: if self._whole is None and len(self._known) < _ONE_BY_ONE: [Is -> IsNot]",
    "told_aside: if self._whole is None and len(self._known) < _ONE_BY_ONE: [Lt -> LtE]",
    # Any number above all points is high enough, and far enough.
    "told_aside: _SIDE_A: Final = 1000 [1000 -> 1001]",
    "told_aside: _SIDE_A: Final = 1000 [1000 -> 999]",
    "told_aside: _NOTHING: Final = 500 [500 -> 501]",
    "told_aside: _NOTHING: Final = 500 [500 -> 499]",
    # No trumps are shared so that the contatori are more than the tarocchi, or the others more than two.
    "told_aside: if 0 <= tarocchi - contatori <= 2 [0 -> -1]",
    "told_aside: if 0 <= tarocchi - contatori <= 2 [2 -> 3]",
    "suits: @lru_cache(200) [200 -> 201]",
    "suits: @lru_cache(200) [200 -> 199]",
    # No kind has so many cards that the last bit is needed; what is more than all there is adds nothing.
    "suits: _KINDS_MASK: Final = (1 << 4 * 8) - 1 [8 -> 7]",
    "suits: for choice in range(1 << len(_HONOURS)): [1 -> 2]",
    "suits: return tuple(_packed(list(_aces(number, contatori_a))) for number in range(len(SUIT_BITS) + 1)) "
    "[1 -> 2]",
    "suits: return sum(1 << ALL_HONOURS - number for number in range(ALL_HONOURS + 1) "
    "if honours >> number & 1) [1 -> 2]",
    # Any place above B's points is high enough.
    "splits: _SIDE_A: Final = 256 [256 -> 257]",
    "splits: _SIDE_A: Final = 256 [256 -> 255]",
    "splits: if 0 <= tarocchi - contatori <= 2: [0 -> -1]",
    "splits: if 0 <= tarocchi - contatori <= 2: [2 -> 3]",
    # As many honours as scartini.
    'splits: 1 for code in codes_of(WHOLE_DECK) if code[:-1] in {"6", "7", "8", "9", "10"} '
    'and code[-1] in "dcsb" [In -> NotIn]',
    "splits: return sum(1 << len(DECK) - size for size in range(len(DECK) + 1) if sizes >> size & 1) "
    "[1 -> 2]",
    # Only which is looked at first.
    "splits: everything.sort(key=lambda ranks: sum(abs(number - 2) for number in ranks)) [2 -> 3]",
    "splits: everything.sort(key=lambda ranks: sum(abs(number - 2) for number in ranks)) [2 -> 1]",
    "trumps: _REMEMBERED: Final = 200 [200 -> 201]",
    "trumps: _REMEMBERED: Final = 200 [200 -> 199]",
    # The lowest place is the Angelo's, which is there already and no number.
    "trumps: known = (given.others, 0) if angel_a else (0, given.others) [0 -> 1]",
    'trumps: head = ANGEL_BIT | contatori(holders_contatori) | (BIT["Mon"] if with_mondo else 0) [0 -> 1]',
    # There is no number beyond the last.
    "trumps: return sum(1 << _OTHERS - size for size in range(_OTHERS + 1) if sizes >> size & 1) [1 -> 2]",
)

CLASSES = ((2, 2, 2, 2, 2), (1, 3, 0, 4, 2), (3, 1, 2, 0, 4), (4, 4, 4, 4, 4), (2, 0, 0, 0, 0))
WITH_ASIDE = (
    ((2, 3, 2, 1, 3), "Qs Cs 13 5 Mo2 10d 9d Ab"),
    ((3, 1, 2, 0, 4), "Fs 7"),
    ((4, 4, 4, 4, 4), "Fs 7"),
    ((1, 2, 3, 1, 2), "16 Lun"),
)


@cache
def prepare():
    """The classes enumerated plainly, and piles with what both sides make of them."""
    classes = [(each, class_results(*each)) for each in CLASSES]
    aside = [class_results(*ranks, known=frozenset(cards.split())) for ranks, cards in WITH_ASIDE]
    return classes, aside, list(_deals())


def _deals():
    chance = Random(16)
    for pile in (random_pile(chance) for _ in range(30)):
        if len(pile) % 2 or not 4 <= len(pile) <= 58:
            continue
        last, dealer = chance.choice("AB"), "A" if len(pile) % 4 == 2 else "B"
        told = {
            "A": plain_side(pile, last == "A"),
            "B": plain_side({*DECK} - pile, last == "B"),
        }
        yield pile, last, dealer, told


def battery():
    """Imports the splits and raises when an answer is wrong."""
    classes, aside, deals = prepare()
    _classes_are_whole(classes)
    _classes_with_cards_on_one_side_are_whole(aside)
    _deals_are_found(deals)
    _discards_are_with_who_laid_them_aside(deals)
    _piles_have_room_for_what_was_laid_aside()
    _figures_are_read()


def _told(found):
    from scoring.bolognese.feasibility.figures import each_size

    return {(a * 5, b * 5): set(each_size(sizes)) for a, row in found.items() for b, sizes in row.items()}


def _classes_are_whole(classes):
    from scoring.bolognese.feasibility.splits import class_sequences, is_seen_from_b, rank_splits

    # The most even split is itself seen from B.
    assert not any(is_seen_from_b(split) for split in rank_splits() if split.ranks == (2, 2, 2, 2, 2))

    for (tarocchi, re, *court), plain in classes:
        assert _told(class_sequences(tarocchi, (re, tuple(sorted(court))), "accademia")) == plain


def _classes_with_cards_on_one_side_are_whole(plain):
    from scoring.bolognese.cards import bits
    from scoring.bolognese.feasibility.figures import each_size
    from scoring.bolognese.feasibility.splits import Ranks
    from scoring.bolognese.feasibility.told_aside import class_with, sizes_with

    for (ranks, cards), told in zip(WITH_ASIDE, plain, strict=True):
        mine, known = Ranks(*ranks), bits(cards.split())
        found = class_with(mine, known, "accademia")
        assert _told(found.worked_out()) == told
        for (a, b), sizes in sorted(told.items(), key=lambda each: -max(each[1]))[:12]:
            assert set(each_size(sizes_with(mine, "A", known, "accademia", a // 5, b // 5))) == sizes
            seen_from_b = sizes_with(mine.others, "B", known, "accademia", b // 5, a // 5)
            assert {62 - size for size in each_size(seen_from_b)} == sizes
        # More than are looked up one by one.
        for a, b in product((*range(-1, 12), 22, 111), (0, 5, 9, 14)):
            assert set(each_size(found.looked_up(a, b))) == told.get((a * 5, b * 5), set())
            assert found.sizes(a, b) == found.looked_up(a, b)


def _deals_are_found(deals):
    from scoring.bolognese.feasibility.figures import Deal, Figure, Sheet
    from scoring.bolognese.feasibility.search import cells
    from scoring.bolognese.pile import PAIRS

    for pile, last, dealer, told in deals:
        deal = Deal(PAIRS, "accademia", (last,), (dealer,))
        figures = {
            Figure(side, name): value
            for side, made in told.items()
            for name, value in zip(("sequences", "cricche", "card_points"), made[:3], strict=True)
        }
        found = list(cells(Sheet(figures, deal)))
        assert any(cell.sizes >> len(pile) & 1 for cell in found)
        assert all(cell.last_tricks == (last,) for cell in found)
        ranks = tuple(len(pile & family) for family, _, _ in CRICCHE.values())
        assert any(cell.split.ranks == ranks for cell in found)
        for cell in found:
            assert cell.split.cricche_a == told["A"][1]
            assert cell.split.cricche_b == told["B"][1]
        totals = {Figure(side, "total"): sum(made) for side, made in told.items()}
        by_total = [cell for cell in cells(Sheet({**figures, **totals}, deal)) if cell.sizes >> len(pile) & 1]
        assert by_total
        assert all(not cell.sizes & cell.sizes - 1 for cell in by_total)
        wrong = {**totals, Figure("A", "total"): sum(told["A"]) + 1}
        assert not list(cells(Sheet({**figures, **wrong}, deal)))
        points = {**figures, Figure("B", "card_points"): told["B"][2] + 1}
        assert not list(cells(Sheet(points, deal)))
        fives = {**figures, Figure("A", "sequences"): told["A"][0] + 1}
        assert not list(cells(Sheet(fives, deal)))


def _discards_are_with_who_laid_them_aside(deals):
    from scoring.bolognese.cards import bits
    from scoring.bolognese.feasibility.figures import Deal, Figure, Sheet
    from scoring.bolognese.feasibility.search import cells
    from scoring.bolognese.pile import PAIRS

    def found(figures, dealer, discards, last="A"):
        deal = Deal(PAIRS, "accademia", (last,), (dealer,), aside=bits(discards))
        return cells(Sheet({Figure(*name): value for name, value in figures.items()}, deal))

    for pile, last, dealer, told in deals:
        mine = pile if dealer == "A" else {*DECK} - pile
        free = sorted(card for card in mine if card[0] != "R" and card not in ("Ang", "Mon", "Beg", "Mat"))
        figures = {(side, "sequences"): made[0] for side, made in told.items()}
        figures |= {(side, "cricche"): made[1] for side, made in told.items()}
        assert any(cell.sizes >> len(pile) & 1 for cell in found(figures, dealer, free[:2], last))
    regine = {("A", "cricche"): 28, ("B", "cricche"): 0, ("A", "card_points"): 50}
    assert any(found({**regine, ("A", "card_points"): 49}, "A", ["Qd", "6c"]))
    assert any(found(regine, "B", ["Fd", "6c"]))
    assert not any(found(regine, "B", ["Qd", "6c"]))
    all_of_a = {("A", "cricche"): 296, ("A", "total"): 939}
    assert [cell.sizes for cell in found(all_of_a, "B", ["Qd", "5"])] == [1 << 62]
    all_of_b = {("B", "cricche"): 296, ("B", "total"): 939}
    assert [cell.sizes for cell in found(all_of_b, "A", ["Qd", "5"], "B")] == [1]


def _piles_have_room_for_what_was_laid_aside():
    """Neither tarocchi nor re, and as many as each laid aside (Barilli 3.3, 4.2.1, 4.3.1)."""
    from scoring.bolognese.feasibility.figures import Deal, each_size
    from scoring.bolognese.feasibility.splits import Ranks
    from scoring.bolognese.feasibility.told_aside import sizes_laid_by
    from scoring.bolognese.pile import MILLONE_DUE, PAIRS, TERZIGLIO

    for shape, more, less in ((PAIRS, 2, 0), (TERZIGLIO, 8, 0), (MILLONE_DUE, 12, 10)):
        deal = Deal(shape, "accademia", bound=True)
        for ranks in (Ranks(4, 4, 0, 1, 2), Ranks(0, 0, 3, 1, 4), Ranks(1, 2, 4, 0, 0)):
            kept = ranks.tarocchi + ranks.re
            for side, of_a, of_b in (("A", more, less), ("B", less, more)):
                plain = [size for size in range(63) if size - kept >= of_a if 62 - size - (8 - kept) >= of_b]
                assert list(each_size(sizes_laid_by(side, deal, ranks, 0, 0))) == plain


def _figures_are_read():
    from scoring.bolognese.feasibility.figures import Deal, each_size
    from scoring.bolognese.pile import PAIRS, TERZIGLIO

    both = Deal(PAIRS, "accademia")
    assert list(each_size(both.sizes)) == [0, *range(4, 59, 2), 62]
    assert list(each_size(both.sizes_with("A"))) == [*range(4, 59, 2), 62]
    assert list(each_size(both.sizes_with("B"))) == [0, *range(4, 59, 2)]
    alone = Deal(TERZIGLIO, "accademia", pozzo=True)
    assert list(each_size(alone.sizes_with("A"))) == [*range(11, 62, 3), 62]
    assert list(each_size(alone.sizes_with("B"))) == [0, *range(3, 54, 3)]
