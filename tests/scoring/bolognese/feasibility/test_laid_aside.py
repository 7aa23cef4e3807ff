"""A discard that nobody told: in the pile of who laid it aside (Barilli 3.3), and shown by nobody."""

from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest

from scoring import DECK, GAMES, check
from scoring.bolognese.cards import bits
from scoring.bolognese.feasibility.accusi import Accusi
from scoring.bolognese.feasibility.figures import Deal, Figure, Sheet, read_figures
from scoring.bolognese.feasibility.lacking import Shown
from scoring.bolognese.feasibility.laid_aside import leave_a_discard
from scoring.bolognese.feasibility.shown import Seats
from scoring.bolognese.feasibility.totals import remembered
from scoring.bolognese.grande import ACCADEMIA
from scoring.bolognese.pile import PAIRS, TERZIGLIO
from tests.scoring.bolognese.feasibility.plain_sheets import plain_card_points, plain_cricche, plain_sizes
from tests.scoring.bolognese.feasibility.shown_hands import shown
from tests.scoring.bolognese.plain_counter import CRICCHE, plain_sequences, plain_side

GAME = "quattro-scartate"
#: A has the four re and two regine, and no other card.
REGINE = {"A": {"cricche": 34, "card_points": 25}, "B": {"cricche": 172}}
KEPT = {"Ang", "Mon", "Beg", "Mat", "Rd", "Rc", "Rs", "Rb"}
#: One of each kind of card that may be laid aside and can be in an accuso; the suits are alike.
OTHERS = [card for card in DECK if card not in KEPT and not (card[-1] in "dcsb" and card[:-1] in "1098076")]


def beside(points, **facts):
    return check(GAME, {**REGINE, "B": {**REGINE["B"], "declarations": points}}, dealer="A", **facts)


def test_only_four_re_and_two_regine_give_these_figures():
    """Every way the cards of value can fall, with every size of the dealer's pile."""
    found = [
        (ranks, size)
        for ranks in product(range(5), repeat=5)
        for size in plain_sizes(GAME, discards=True)
        if sum(ranks) <= size <= 42 + sum(ranks)
        if plain_cricche(ranks) == 34 and plain_cricche([4 - number for number in ranks]) == 172
        if plain_card_points(ranks, size) == 25
    ]
    assert found == [((0, 4, 2, 0, 0), 6)]


def test_who_has_nothing_else_to_lay_aside_laid_aside_the_regine():
    """Re are never laid aside, so that nobody showed three regine."""
    found = beside(14)
    assert (found.possible, found.why.code) == (False, "declared-must-be-discarded")
    assert check(GAME, REGINE, dealer="A").possible


@pytest.mark.parametrize("points", [0, 10, 12, 13, 17, 24])
def test_accusi_of_other_cards_pass(points):
    assert beside(points).possible


def test_what_is_offered_changes_one_figure_and_can_be():
    found = beside(14)
    assert [entry["B"]["declarations"] for entry in found.nearest[:3]] == [13, 15, 12]
    assert any(entry["A"] != REGINE["A"] for entry in found.nearest)
    for entry in found.nearest:
        assert check(GAME, entry, dealer="A").possible
        told = [(side, name) for side in "AB" for name in entry[side]]
        wanted = {**REGINE, "B": {**REGINE["B"], "declarations": 14}}
        assert sum(entry[side][name] != wanted[side][name] for side, name in told) == 1


@pytest.mark.parametrize(
    ("told", "possible"),
    [
        pytest.param(shown("B1", "cricca", "regine", "Qd Qc Qs"), False, id="by its cards"),
        pytest.param({"side": "B", "player": "B1", "cricca": "regine", "number": 3}, False, id="by number"),
        pytest.param(shown("B1", "cricca", "cavalli", "Cd Cc Cs"), True, id="of other cards"),
        pytest.param(shown("A1", "cricca", "re", "Rd Rc Rs"), True, id="of what is never laid aside"),
        pytest.param(shown("B2", "sequence", "danari", "Rd Qd Cd"), True, id="one regina, not the others"),
        pytest.param({"side": "B", "player": "B2", "sequence": "coppe", "number": 5}, True, id="a suit"),
    ],
)
def test_accusi_of_a_list_leave_a_discard_or_do_not(told, possible):
    found = check(GAME, REGINE, dealer="A", declarations=[told])
    assert found.possible is possible
    if not possible:
        assert found.why.code == "declared-must-be-discarded"
        assert found.nearest
        assert all(check(GAME, entry, dealer="A", declarations=[told]).possible for entry in found.nearest)


def test_two_sequences_that_take_three_regine_leave_one():
    """Danari and coppe of one player, spade of another: of two regine laid aside one would be theirs."""
    told = [
        shown("B1", "sequence", "danari", "Rd Qd Cd"),
        shown("B1", "sequence", "coppe", "Rc Qc Cc"),
        shown("B2", "sequence", "spade", "Rs Qs Cs"),
    ]
    assert check(GAME, REGINE, dealer="A", declarations=told[:2]).possible
    assert not check(GAME, REGINE, dealer="A", declarations=told).possible


def test_where_the_dealer_is_not_known_either_may_have_laid_aside():
    assert not beside(14).possible
    other = {"A": {"card_points": 25}, "B": {"declarations": 14}}
    assert check(GAME, other, dealer="A").possible


def test_six_cards_that_are_never_laid_aside_are_no_dealer_s_pile_beside_accusi():
    """Four re and two tarocchi: what the dealer laid aside would have to be among them."""
    figures = {"A": {"cricche": 34, "card_points": 27, "sequences": 0}, "B": {"cricche": 156}}
    assert check(GAME, figures, dealer="A").possible
    told = {**figures, "B": {**figures["B"], "declarations": 14}}
    assert check(GAME, told, dealer="A").why.code == "declared-must-be-discarded"


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("it", "Con questi punti lo scarto avrebbe carte mostrate negli accusi"),
        ("en", "With these points the discard would hold cards shown in the declarations"),
    ],
)
def test_it_is_said_in_words(language, sentence):
    assert beside(14).why.message(language).startswith(sentence)


def test_at_terziglio_the_eight_cards_are_bound_as_well():
    """The soloist's eleven cards: the eight are all regine and cavalli, since the others are carte da 5."""
    ranks = (2, 1, 4, 4, 0)
    others = tuple(4 - number for number in ranks)
    figures = {
        "A": {"cricche": plain_cricche(ranks), "card_points": plain_card_points(ranks, 11)},
        "B": {"cricche": plain_cricche(others)},
    }
    for points, possible in ((14, False), (12, True)):
        told = {**figures, "B": {**figures["B"], "declarations": points}}
        assert check("terziglio", told, soloist="A", last_trick="B").possible is possible, points


def plain_leaves(sheet, can_lack, size):
    """Every discard, scartini as one kind, none left out for being like another."""
    ask, scartini = remembered(), ("6d", "7d")
    for cards in combinations((*OTHERS, *scartini), size):
        aside = bits(cards)
        if can_lack(aside & ~bits(scartini)) and ask(replace(sheet, deal=replace(sheet.deal, aside=aside))):
            return True
    return False


def small_piles(chance, number):
    """Piles of the dealer's that have hardly a scartino, with both sides' figures."""
    yield REGINE
    for _ in range(number):
        court = [card for card in OTHERS if card[0] in "QCF" and card[-1] in "dcsb"]
        mine = chance.sample(sorted(KEPT), 4) + chance.sample(court, 2)
        names = ("sequences", "cricche", "card_points")
        made = {"A": plain_side({*mine}, False)[:3], "B": plain_side({*DECK} - {*mine}, False)[:3]}
        yield {side: dict(zip(names, each, strict=True)) for side, each in made.items()}


@pytest.mark.slow
def test_the_search_finds_a_discard_exactly_if_one_of_all_will_do():
    game, seen = GAMES[GAME], set()
    for figures in small_piles(Random(5), 2):
        deal = Deal(PAIRS, ACCADEMIA, discarders=("A",))
        sheet = Sheet(read_figures(game, figures), deal)
        for points in (12, 14, 78):
            accusi = Accusi({"B": points}, {"A": "A", "B": "B"}, Seats(2, 2, 15), ACCADEMIA, PAIRS, 0)
            found = leave_a_discard(sheet, Shown(accusi.can_lack), remembered())
            assert found is plain_leaves(sheet, accusi.can_lack, 2), (figures, points)
            seen.add(found)
    assert seen == {True, False}


def test_one_regina_and_a_scartino_are_a_discard_too():
    """Four re, a regina and a scartino: all that is left of six cards."""
    figures = {"A": {"cricche": 34, "card_points": 22}, "B": {"cricche": 200, "sequences": 310}}
    for points, possible in ((14, True), (26, True), (0, True)):
        told = {**figures, "B": {**figures["B"], "declarations": points}}
        assert check(GAME, told, dealer="A").possible is possible
    only = [shown("B1", "cricca", "regine", "Qc Qs Qb")]
    assert check(GAME, figures, dealer="A", declarations=only).possible
    told = {"side": "B", "player": "B1", "cricca": "regine", "number": 4}
    assert not check(GAME, figures, dealer="A", declarations=[told]).possible


def test_totals_leave_a_discard():
    told = {"A": {"total": 34 + 25, "sequences": 0}, "B": {"cricche": 172, "declarations": 14}}
    free = Sheet({Figure("A", "total"): 59}, Deal(TERZIGLIO, ACCADEMIA))
    assert leave_a_discard(free, Shown(lambda cards: not cards), remembered())
    assert check(GAME, told, dealer="A", last_trick="B").possible


@pytest.mark.parametrize(
    ("figures", "facts"),
    [
        pytest.param(
            {
                "A": {"sequences": 120, "cricche": 52, "card_points": 45, "declarations": 426},
                "B": {"sequences": 30, "cricche": 14, "card_points": 42, "declarations": 56},
            },
            {"last_trick": "B"},
            id="one who has nearly all the grande",
        ),
        pytest.param(
            {
                "A": {"sequences": 0, "cricche": 12, "declarations": 213},
                "B": {"sequences": 390, "cricche": 47, "card_points": 63, "declarations": 196},
            },
            {"last_trick": "B"},
            id="much shown by both",
        ),
    ],
)
def test_at_terziglio_accusi_that_forbid_nearly_every_discard_are_refused(figures, facts):
    """There are too many discards to try each of them: the first of these sheets used to pass."""
    game = GAMES["terziglio"]
    told = {
        side: {name: each[name] for name in each if name != "declarations"} for side, each in figures.items()
    }
    deal = Deal(TERZIGLIO, ACCADEMIA, (facts["last_trick"],), ("A",))
    sheet, points = (
        Sheet(read_figures(game, told), deal),
        {side: figures[side]["declarations"] for side in "AB"},
    )
    accusi = Accusi(points, {"A": "A", "B": "B"}, Seats(1, 2, 18), ACCADEMIA, TERZIGLIO, 0)
    assert accusi.why_not() is None
    assert check("terziglio", told, soloist="A", **facts).possible
    assert not leave_a_discard(sheet, Shown(accusi.can_lack), remembered())


#: B has two re, the regine and the cavalli, two fanti, and no other card: ten of them laid aside.
TEN = {"A": {"cricche": 36, "card_points": 51}, "B": {"cricche": 54, "card_points": 36}}


@pytest.mark.parametrize(
    ("points", "possible"), [(14, False), (13, False), (12, False), (17, True), (18, True), (10, True)]
)
def test_in_millone_the_ten_cards_of_who_does_not_deal_are_in_that_one_s_pile(points, possible):
    for side in "AB":
        told = {**TEN, side: {**TEN[side], "declarations": points}}
        found = check("millone-due", told, dealer="A")
        assert found.possible is possible
        assert possible or found.why.code == "declared-must-be-discarded"


def test_in_millone_both_lay_aside_twenty_two_cards_together():
    """Twenty scartini, and two cards more that nobody showed."""
    moors = [shown("A1", "sequence", "mori", "Mo1 Mo2 Mo3 Mo4")]
    numbers = [shown("B1", "sequence", "grande", "Ang Mon Sol Lun 16 15 14 13 12 11 10 9 8 7 6 5")]
    assi = {"side": "A", "player": "A1", "sequence": "assi", "cards": ["Ad", "Ac", "As", "Ab"]}
    suit = {"side": "A", "player": "A1", "sequence": "danari", "number": 5}
    sheet = {"A": {"sequences": 550, "cricche": 296}, "B": {"card_points": 6}}
    assert check("millone-due", sheet, dealer="A", declarations=[*moors, *numbers, assi]).possible
    assert check("millone-due", sheet, dealer="A", declarations=[*moors, *numbers, suit]).possible


def every_discard(sheet, size):
    """Every discard of cards that the pile can have, but for its scartini; none left out for being like
    another."""
    ask, scartini = remembered(), [rank + suit for rank in "67" for suit in "dcsb"]

    def is_in_pile(cards):
        return ask(replace(sheet, deal=replace(sheet.deal, aside=bits(cards), bound=True)))

    there = [card for card in OTHERS if is_in_pile([card])]
    most = max(number for number in range(size + 1) if is_in_pile(scartini[:number]))
    return [
        bits(cards)
        for number in range(size - most, size + 1)
        for cards in combinations(there, number)
        if is_in_pile((*cards, *scartini[: size - number]))
    ]


@pytest.mark.slow
def test_of_eight_cards_the_search_finds_some_exactly_if_some_of_all_will_do():
    game, chance, seen = GAMES["terziglio"], Random(15), []
    court = [card for card in OTHERS if card[0] in "QCF" and card[-1] in "dcsb"]
    for _ in range(4):
        mine = {*chance.sample(sorted(KEPT), 5), *chance.sample(court, 9)}
        piles = {"A": mine, "B": {*DECK} - mine}
        made = {side: figures_of(pile) for side, pile in piles.items()}
        deal = Deal(TERZIGLIO, ACCADEMIA, ("B",), ("A",))
        sheet = Sheet(read_figures(game, made), deal)
        discards = every_discard(sheet, 8)
        for points in ((0, 14), (12, 13), (30, 38), (0, 78)):
            accusi = Accusi(
                dict(zip("AB", points, strict=True)),
                {"A": "A", "B": "B"},
                Seats(1, 2, 18),
                ACCADEMIA,
                TERZIGLIO,
                0,
            )
            found = leave_a_discard(sheet, Shown(accusi.can_lack), remembered())
            assert found is any(map(accusi.can_lack, discards)), (made, points)
            seen.append(found)
    assert {*seen} == {True, False}


def figures_of(pile):
    """Parts of a pile of any size."""
    counts = [len(pile & family) for family, _, _ in CRICCHE.values()]
    sequences = plain_sequences(pile)
    points = sum((cards - 1) * 5 for cards in sequences.values()) * (2 if len(sequences) > 2 else 1)
    return {
        "sequences": points,
        "cricche": plain_cricche(counts),
        "card_points": plain_card_points(counts, len(pile)),
    }
