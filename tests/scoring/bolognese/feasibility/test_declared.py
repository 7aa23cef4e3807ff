"""Accusi told with the figures of a deal that is checked (Barilli 3.5.1; Pagat, "Declarations")."""

from random import Random

import pytest

from scoring import ScoringError, check

#: Points of three and of four alike, told again from Barilli 2.3.
CRICCHE = ((18, 36), (17, 34), (14, 28), (13, 26), (12, 24))
ALICE_RE = {"side": "A", "player": "A1", "cricca": "re", "cards": ["Rd", "Rc", "Rs"]}


def shown(player, kind, family, cards):
    return {"side": player[0], "player": player, kind: family, "cards": cards.split()}


def why(declarations=None, *, game="quattro-scartate", figures=None, **facts):
    return check(game, figures or {}, declarations=declarations, **facts).why


def code(*said, **facts):
    refused = why(*said, **facts)
    return refused and refused.code


@pytest.mark.parametrize("game", ["quattro-scartate", "millone-due", "terziglio", "centocinquanta"])
def test_accusi_that_can_be_shown_pass(game):
    assert check(game, {"A": {"declarations": 17}}, declarations=[ALICE_RE]).possible


@pytest.mark.parametrize("game", ["quattro-scartate", "millone-due", "terziglio", "centocinquanta"])
def test_points_that_are_not_those_of_the_list_are_refused(game):
    assert code([ALICE_RE], game=game, figures={"A": {"declarations": 34}}) == "declared-otherwise"
    assert code([ALICE_RE], game=game, figures={"B": {"declarations": 17}}) == "declared-otherwise"


def test_no_card_is_shown_by_two_players():
    other = {**ALICE_RE, "side": "B", "player": "B1", "cards": ["Rb", "Rc", "Rs"]}
    assert code([ALICE_RE, other]) == "declared-by-two"


def test_a_discarded_card_is_not_shown():
    regine = {"side": "B", "player": "B2", "cricca": "regine", "cards": ["Qd", "Qc", "Qs"]}
    assert code([regine], discards=["Qd", "6c"]) == "declaration-discarded"


def test_a_re_is_not_laid_aside():
    assert code(discards=["Rd", "6c"]) == "discard-forbidden"


def test_a_player_shows_no_more_cards_than_a_hand():
    families = {"re": "R", "regine": "Q", "cavalli": "C", "fanti": "F"}
    told = [
        {"side": "A", "player": "A1", "cricca": name, "cards": [rank + suit for suit in "dcsb"]}
        for name, rank in families.items()
    ]
    assert code(told) == "declared-hand-too-big"
    assert code(told[:3]) is None


def test_cards_that_cannot_be_shown_offer_no_entries():
    found = check("quattro-scartate", {}, declarations=[ALICE_RE, ALICE_RE])
    assert (found.possible, found.nearest) == (False, ())


@pytest.mark.parametrize(
    "told", [{"side": "X"}, {"player": "A7"}, {"cards": ["Zz"]}, {"cricca": "papi"}, {"cards": "Rd"}]
)
def test_what_cannot_be_read_stays_an_error(told):
    with pytest.raises(ScoringError):
        why([{**ALICE_RE, **told}])


@pytest.mark.parametrize("points", [1, 5, 9, 11, 16, 19, 21, -10, 847])
def test_points_that_nobody_can_show_are_refused(points):
    assert code(figures={"A": {"declarations": points}}) == "declared-by-nobody"


@pytest.mark.parametrize("points", [0, 10, 12, 17, 24, 29, 88])
def test_points_that_a_side_can_show_pass(points):
    assert why(figures={"A": {"declarations": points}}) is None


def test_three_cricche_of_two_players_are_not_doubled():
    """39 is regine, cavalli and fanti: two players show them single, one player doubled."""
    assert code(figures={"A": {"declarations": 39}}, game="centocinquanta") is None
    assert code(figures={"A": {"declarations": 271}}) is None
    assert code(figures={"A": {"declarations": 271}}, game="centocinquanta") == "declared-by-nobody"


@pytest.mark.parametrize(("first", "second"), [(17, 17), (12, 12), (14, 14), (416, 416), (430, 430)])
def test_figures_of_both_sides_that_cannot_stand_together_are_refused(first, second):
    for one, other in ((first, second), (second, first)):
        assert code(figures={"A": {"declarations": one}}) is None
        assert (
            code(figures={"A": {"declarations": one}, "B": {"declarations": other}})
            == "declared-by-nobody-together"
        )


@pytest.mark.parametrize(("first", "second"), [(0, 0), (17, 14), (10, 10), (78, 10), (88, 0)])
def test_figures_of_both_sides_that_can_be_shown_pass(first, second):
    assert why(figures={"A": {"declarations": first}, "B": {"declarations": second}}) is None


def test_the_figures_offered_can_be_shown_and_change_as_little_as_can_be():
    sheet = {"A": {"card_points": 40, "declarations": 19}, "B": {"card_points": 47, "declarations": 17}}
    found = check("quattro-scartate", sheet)
    offered = [entry["A"]["declarations"] for entry in found.nearest]
    assert found.why.code == "declared-by-nobody"
    assert offered == [18, 20, 22, 15, 23]
    for entry in found.nearest:
        assert entry == {**sheet, "A": {**sheet["A"], "declarations": entry["A"]["declarations"]}}
        assert check("quattro-scartate", entry).possible


def test_where_both_figures_could_be_alone_one_of_them_is_changed():
    found = check("millone", {"A": {"declarations": 17}, "B": {"declarations": 17}})
    pairs = [tuple(entry[side]["declarations"] for side in "AB") for entry in found.nearest]
    assert len(pairs) == 5
    assert all(17 in pair for pair in pairs)
    assert [abs(sum(pair) - 34) for pair in pairs] == [1, 1, 2, 2, 3]
    assert all(check("millone", entry).possible for entry in found.nearest)


def test_where_the_piles_cannot_be_either_all_of_it_is_mended():
    sheet = {"A": {"card_points": 40, "declarations": 19}, "B": {"card_points": 46}}
    found = check("quattro-scartate", sheet)
    assert not found.possible
    assert len(found.nearest) == 5
    assert all(entry["A"].keys() == sheet["A"].keys() for entry in found.nearest)
    assert all(check("quattro-scartate", entry).possible for entry in found.nearest)


def test_card_points_that_do_not_close_are_mended_by_the_other_side_s():
    """Each side's may be the slip, and then it can only be what the other's leave of 87."""
    found = check("quattro-scartate", {"A": {"card_points": 40}, "B": {"card_points": 46}})
    assert [{side: each["card_points"] for side, each in entry.items()} for entry in found.nearest] == [
        {"A": 41, "B": 46},
        {"A": 40, "B": 47},
    ]


def test_entries_for_the_piles_keep_the_accusi_that_can_be():
    sheet = {"A": {"card_points": 40, "declarations": 17}, "B": {"card_points": 46, "declarations": 14}}
    found = check("quattro-scartate", sheet)
    assert found.why.code == "impossible-card-points"
    assert [(entry["A"]["declarations"], entry["B"]["declarations"]) for entry in found.nearest] == [
        (17, 14)
    ] * len(found.nearest)


def test_allies_have_the_same_figure_of_accusi():
    told = {"A": {"declarations": 10}, "B": {"declarations": 17}, "C": {"declarations": 34}}
    found = check("terziglio", told)
    assert found.why.code == "declared-by-allies"
    assert check("terziglio", {**told, "C": {"declarations": 17}}).possible
    for entry in found.nearest:
        assert entry["B"] == entry["C"]
        assert check("terziglio", entry).possible


def test_one_alone_shows_less_than_two_allies():
    assert check("terziglio", {"B": {"declarations": 590}}, soloist="A").possible
    assert not check("terziglio", {"B": {"declarations": 590}}, soloist="B").possible
    assert check("terziglio", {"B": {"declarations": 488}}, soloist="B").possible
    assert check("terziglio", {"A": {"declarations": 0}, "C": {"declarations": 590}}).possible


@pytest.mark.parametrize("rules", [None, "laghi-sole-luna", "laghi-luna-16"])
def test_house_rules_change_nothing_of_what_can_be_shown(rules):
    for points, possible in ((70, True), (88, True), (482, True), (483, False), (19, False)):
        asked = check("quattro-scartate", {"A": {"declarations": points}}, rules=rules)
        assert asked.possible is possible, points


@pytest.mark.parametrize("game", ["mattazza", "scopone", "genovese-coppie"])
def test_games_without_accusi_have_no_such_figure(game):
    with pytest.raises(ScoringError):
        check(game, {"A": {"declarations": 17}})


@pytest.mark.parametrize(
    ("figures", "italian", "english"),
    [
        (
            {"A": {"declarations": 19}},
            "A non può avere mostrato in mano 19 punti.",
            "A cannot have shown 19 points in hand.",
        ),
        (
            {"A": {"declarations": 17}, "B": {"declarations": 17}},
            "17 punti (A) e 17 punti (B) non si possono mostrare nella stessa smazzata.",
            "17 points (A) and 17 points (B) cannot be shown in the same deal.",
        ),
    ],
)
def test_what_nobody_can_show_is_said_in_words(figures, italian, english):
    refused = why(figures=figures)
    assert refused.message("it").startswith(italian)
    assert refused.message("en").startswith(english)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(
            ("cricca", "re", "Rd Rc Rs"),
            ("cricca", "re", "Rs Rb Rd"),
            id="one cricca, two cards in both",
        ),
        pytest.param(
            ("sequence", "assi", "Ad Ac Mat"),
            ("sequence", "mori", "Mo1 Mo2 Mat"),
            id="one Matto in two",
        ),
        pytest.param(
            ("sequence", "danari", "Rd Qd Beg"), ("cricca", "tarocchi", "Ang Mon Beg"), id="one Bégato in two"
        ),
        pytest.param(
            ("sequence", "grande", "Ang Sol Lun"),
            ("cricca", "tarocchi", "Ang Mon Mat"),
            id="one Angelo",
        ),
    ],
)
@pytest.mark.parametrize("other", ["A2", "B1"])
def test_partners_and_opponents_never_show_one_card(first, second, other):
    assert code([shown("A1", *first), shown(other, *second)]) == "declared-by-two"
    assert code([shown("A1", *first)]) is code([shown(other, *second)]) is None


def test_two_players_each_with_a_contatore_both_show_the_assi():
    told = [
        shown("A1", "sequence", "assi", "Ad Ac Mat"),
        shown("B2", "sequence", "assi", "As Ab Beg"),
    ]
    assert check("quattro-scartate", {"A": {"declarations": 10}}, declarations=told).possible


def test_three_accusi_of_two_partners_are_not_doubled():
    told = [
        shown("A1", "cricca", "re", "Rd Rc Rs"),
        shown("A1", "cricca", "regine", "Qd Qc Qs"),
        shown("A2", "cricca", "fanti", "Fd Fc Fs"),
    ]
    assert check("quattro-scartate", {"A": {"declarations": 43}}, declarations=told).possible
    assert code(told, figures={"A": {"declarations": 86}}) == "declared-otherwise"
    alone = [{**item, "player": "A1"} for item in told]
    assert check("quattro-scartate", {"A": {"declarations": 86}}, declarations=alone).possible


def test_cards_shown_in_two_accusi_are_one_card_of_the_hand():
    told = [
        shown("A1", "sequence", "danari", "Rd Qd Cd Fd Ad"),
        shown("A1", "sequence", "coppe", "Rc Qc Cc Fc Ac"),
        shown("A1", "sequence", "spade", "Rs Qs Cs Fs As"),
        shown("A1", "cricca", "re", "Rd Rc Rs"),
        shown("A1", "sequence", "assi", "Ad Ac As"),
    ]
    assert code(told) is None
    assert code([*told, shown("A1", "sequence", "bastoni", "Rb Qb Cb")]) == "declared-hand-too-big"


def test_what_others_capture_may_have_been_shown():
    told = [shown("A1", "cricca", "re", "Rd Rc Rs")]
    assert check("quattro-scartate", {"A": {"cricche": 0}, "B": {"cricche": 34}}, declarations=told).possible


@pytest.mark.parametrize("game", ["quattro-scartate", "millone-due", "terziglio", "centocinquanta"])
def test_points_that_are_not_those_of_the_list_are_offered_as_it_makes_them(game):
    """Of all values of the figures, those that are offered can be, and no others."""
    for side, listed in (("A", 17), ("B", 0)):
        found = check(game, {side: {"declarations": 34}}, declarations=[ALICE_RE])
        assert found.nearest == ({side: {"declarations": listed}},)
        possible = [
            points
            for points in range(150)
            if check(game, {side: {"declarations": points}}, declarations=[ALICE_RE]).possible
        ]
        assert possible == [listed]


@pytest.mark.parametrize("game", ["quattro-scartate", "terziglio", "centocinquanta"])
def test_beside_a_list_the_other_figures_are_offered_as_without_it(game):
    """Those of the accusi must be changed whatever the others are: the nearest of these are the nearest."""
    chance, mended = Random(game), 0
    for _ in range(12):
        figures = {
            side: {"declarations": chance.choice((0, 17, 20)), "card_points": chance.randrange(80)}
            for side in "AB"
        }
        piles = {side: {"card_points": own["card_points"]} for side, own in figures.items()}
        told = {"declarations": [ALICE_RE], "last_trick": "A"}
        found, alone = check(game, figures, **told), check(game, piles, **told)
        listed = {"A": {"declarations": 17}, "B": {"declarations": 0}}
        expected = [
            {side: {**listed[side], **entry[side]} for side in "AB"}
            for entry in ((piles,) if alone.possible else alone.nearest)
        ]
        if found.possible:
            assert figures in expected
            continue
        assert [*found.nearest] == expected
        assert all(check(game, entry, **told).possible for entry in found.nearest)
        mended += len(alone.nearest) > 0
    assert mended
