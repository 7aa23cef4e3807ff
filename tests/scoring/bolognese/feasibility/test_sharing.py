"""Accusi told as figures, with the discards told by name: what some hands show without these cards."""

from itertools import product
from random import Random

import pytest

from scoring import GAMES, check, declarable
from scoring.bolognese.cards import WHOLE_DECK, bits
from scoring.bolognese.declarable import points_shown
from scoring.bolognese.feasibility.accusi import lying_aside
from scoring.bolognese.feasibility.sharing import may_show_without, shares_show
from scoring.bolognese.feasibility.shown import Seats, may_both_show, shown_beside
from scoring.bolognese.grande import ACCADEMIA, LAGHI_LUNA_16, LAGHI_SOLE_LUNA
from scoring.bolognese.pile import MILLONE_DUE, PAIRS
from tests.scoring.bolognese.feasibility import plain_accusi

TWO = Seats(1, 1, 15)


@pytest.mark.parametrize(
    ("others", "size", "players"),
    [
        ("Qd Qc Qs Fd Fc", 4, (1, 1)),
        ("Sol 16 15 Ad Ac As", 4, (1, 1)),
        ("Mo1 Mo2 Mo3 Qd Cd Ad", 5, (1, 1)),
        ("Qd Qc Ad Ac", 4, (1, 2)),
        # The last Moor, of no use to who has no Angelo.
        ("Qd Qs Cd Cs Mo2", 5, (1, 1)),
    ],
)
def test_the_search_finds_just_what_every_hand_of_a_small_deck_shows(others, size, players):
    deck = f"Ang Mon Beg Mat Rd Rc Rs Rb {others}".split()
    aside, seats = WHOLE_DECK & ~bits(deck), Seats(*players, size)
    shown = plain_accusi.pairs(deck, size, players)
    chance, most = Random(7), max(max(pair) for pair in shown) + 3
    asked = [(chance.randrange(most), chance.randrange(most)) for _ in range(120)]
    for pair in [*asked, *chance.sample(sorted(shown), min(60, len(shown)))]:
        assert shares_show(pair, seats, aside, ACCADEMIA) is (pair in shown), pair


@pytest.mark.parametrize(
    ("deck", "size", "players"),
    [
        pytest.param("Mon Beg Mat Rd Rc Rs Rb Qd Cd Mo1 Mo2 Mo3", 5, (1, 1), id="no Angelo"),
        pytest.param("Mon Beg Rd Rc Rs Qd Qc Qs Cd Mo1 Mo2", 4, (1, 2), id="nor Matto nor a re"),
        pytest.param("Ang Mon Beg Sol 16 Rd Rc Rs Qd Qc Qs Cd", 5, (1, 1), id="one contatore, three re"),
        pytest.param("Ang Beg Mat Sol Rb Rc Qb Cb Fb Qc Ab Ac", 5, (2, 1), id="no Mondo, two re"),
        pytest.param("Ang Mon Sol Lun 16 Mo1 Rb Qb Cb Fb Ab As Ac", 5, (1, 1), id="no contatori, one re"),
        pytest.param("Beg Mat Mo1 Mo2 Ad Ac As Ab Qd Qc Qs Qb", 5, (1, 1), id="none but contatori"),
    ],
)
def test_tarocchi_and_re_that_lie_in_a_pozzo_are_nobody_s(deck, size, players):
    aside, seats = WHOLE_DECK & ~bits(deck.split()), Seats(*players, size)
    shown = plain_accusi.pairs(deck.split(), size, players)
    chance, most = Random(7), max(max(pair) for pair in shown) + 3
    asked = [(chance.randrange(most), chance.randrange(most)) for _ in range(120)]
    for pair in [*asked, *chance.sample(sorted(shown), min(60, len(shown)))]:
        assert shares_show(pair, seats, aside, ACCADEMIA) is (pair in shown), pair


@pytest.mark.slow
@pytest.mark.parametrize("others", ["Sol Qd Qc Qs", "Mo1 Mo2 Ad Ac"])
def test_of_two_players_a_side_it_finds_just_what_hands_of_four_cards_show(others):
    deck = f"Ang Mon Beg Mat Rd Rc Rs Rb {others}".split()
    aside, seats = WHOLE_DECK & ~bits(deck), Seats(2, 2, 4)
    shown = plain_accusi.pairs(deck, 4, (2, 2))
    chance, most = Random(9), max(max(pair) for pair in shown) + 3
    asked = chance.sample(list(product(range(most), repeat=2)), 200)
    for pair in [*asked, *chance.sample(sorted(shown), 40)]:
        assert shares_show(pair, seats, aside, ACCADEMIA) is (pair in shown), pair


@pytest.mark.slow
@pytest.mark.parametrize("seats", [(1, 1, 15), (1, 2, 18), (2, 1, 18), (2, 2, 15)], ids=str)
def test_where_nothing_lies_aside_it_finds_just_what_the_table_has(seats):
    """The table was made in another way. Half of the pairs are near the most that can be shown."""
    seats, chance = Seats(*seats), Random(sum(seats))
    most = shown_beside(0, seats.turned).bit_length()
    for turn in range(8):
        first = chance.randrange(most)
        last = shown_beside(first, seats).bit_length() + 6
        pair = (first, chance.randrange(max(0, last - 25) if turn % 2 else 0, last))
        assert shares_show(pair, seats, 0, ACCADEMIA) is may_both_show(*pair, seats), pair


@pytest.mark.parametrize(
    ("points", "aside", "possible"),
    [
        ((213, 242), "7 Qc", False),
        ((217, 222), "Qd Qc", False),
        ((94, 273), "Qd Qc", True),
        ((339, 28), "Qd Qc", True),
        ((250, 206), "Qd Qc", False),
    ],
)
def test_the_largest_figures_are_decided_too(points, aside, possible):
    """What used to pass undecided: the search left nothing out, and took minutes to say so."""
    assert may_show_without(points, Seats(2, 2, 15), bits(aside.split()), ACCADEMIA) is possible
    assert may_both_show(*points, Seats(2, 2, 15))


@pytest.mark.parametrize(
    ("figures", "discards", "possible"),
    [
        ({"A": 14}, "Qd Qc", False),
        ({"A": 14}, "Qd 6c", True),
        ({"A": 28}, "Qd 6c", True),  # cavalli and a sequence of four
        ({"A": 24}, "Fd Fc", True),  # regine and a sequence
        ({"A": 24}, "Fd Qd", True),
        ({"A": 24, "B": 14}, "Fd 6c", False),
        ({"A": 12, "B": 24}, "Qd Qc", False),
        ({"A": 12, "B": 25}, "Qd Qc", True),
        ({"A": 14, "B": 17}, "6d 6c", True),
    ],
)
def test_what_the_discards_forbid_is_refused_with_entries_that_can_be(figures, discards, possible):
    sheet = {side: {"declarations": points} for side, points in figures.items()}
    found = check("quattro-scartate", sheet, discards=discards.split())
    assert found.possible is possible
    assert possible or (found.why.code.endswith("without-discards") and len(found.nearest) == 5)
    for entry in found.nearest:
        assert check("quattro-scartate", entry, discards=discards.split()).possible


@pytest.mark.parametrize(
    ("rules", "possible"), [(ACCADEMIA, True), (LAGHI_SOLE_LUNA, False), (LAGHI_LUNA_16, True)]
)
def test_without_the_rosse_a_house_rule_closes_the_grande(rules, possible):
    """Angelo, Mondo, both contatori and 16 to 8: thirteen cards, 60 points, and no Re for anything else."""
    held = ["Ang", "Mon", "Beg", "Mat", *map(str, range(16, 7, -1)), "Rd", "Rc", "Rs", "Rb"]
    every_other = WHOLE_DECK & ~bits(held)
    assert shares_show((60, 0), TWO, every_other, rules) is possible


@pytest.mark.parametrize(
    ("game", "size", "laid", "names"),
    [
        ("quattro-scartate", 15, 2, (("A1", "A2"), ("B1", "B2"))),
        ("millone-due", 20, 12, (("A1",), ("B1",))),
        ("terziglio", 18, 8, (("A1",), ("B1", "C1"))),
    ],
)
def test_whatever_random_hands_show_passes_with_the_cards_laid_aside(game, size, laid, names):
    chance = Random(12)
    for _ in range(10):
        deck = chance.sample(GAMES[game].deck, len(GAMES[game].deck))
        free = [card for card in deck if card[0] != "R" and card not in ("Ang", "Mon", "Beg", "Mat")]
        discards = free[:laid]
        deck = [card for card in deck if card not in discards]
        figures = {}
        for players in names:
            items = []
            for player in players:
                held, deck = deck[:size], deck[size:]
                items += declarable(game, player, held)
            points = sum(points_shown(GAMES[game], items, size).values())
            figures[players[0][0]] = {"declarations": points}
        assert check(game, figures, discards=discards).possible, (figures, discards)


def test_fewer_cards_show_no_more():
    chance = Random(3)
    for _ in range(25):
        pair = (chance.randrange(90), chance.randrange(90))
        aside = bits(chance.sample(["Qd", "Cd", "Fs", "Ac", "Sol", "16", "Mo1"], 2))
        if may_show_without(pair, TWO, aside, ACCADEMIA):
            assert may_both_show(*pair, TWO)
            assert may_show_without(pair, Seats(2, 2, 15), aside, ACCADEMIA)


def test_scartini_forbid_nothing_and_the_other_player_needs_one_card_more():
    assert lying_aside(0, PAIRS) == ()
    assert lying_aside(bits(["Qd"]), PAIRS) == (bits(["Qd"]),)
    one_more = lying_aside(bits(["Qd"]), MILLONE_DUE)
    assert len(one_more) == 33
    assert all(each.bit_count() == 2 and each & bits(["Qd"]) for each in one_more)
    assert lying_aside(bits(["Qd", "Qc"]), MILLONE_DUE) == (bits(["Qd", "Qc"]),)
