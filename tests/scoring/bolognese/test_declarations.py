"""Accusi: who showed what, what it adds, and when it is doubled (Barilli 3.5.1; Pagat, "Declarations")."""

import pytest

from scoring import DECK, Declaration, ScoringError, count

GAME = "quattro-scartate"
PILE = ("Ang", "Mon", "Lun", "16", "Rd", "Qd", "Rc", "Cc", "Rs", "6d")


def shows(player, cards, **family):
    return {"side": player[0], "player": player, "cards": cards.split(), **family}


def declared(*declarations):
    deal = count(GAME, {"A": PILE}, "A", declarations=declarations)
    return deal.sides["A"].declarations, deal.sides["B"].declarations


def test_declarations_add_to_the_deal_of_the_side_that_showed_them():
    plain = count(GAME, {"A": PILE}, "A")
    shown = count(GAME, {"A": PILE}, "A", declarations=[shows("B2", "Fd Fc Fs Fb", cricca="fanti")])
    assert shown.points("A") == plain.points("A")
    assert shown.points("B") == plain.points("B") + 24


def test_both_sides_declare_17_and_10():
    assert declared(shows("A1", "Rd Rc Rs", cricca="re"), shows("B2", "Rb Qb Beg", sequence="bastoni")) == (
        17,
        10,
    )


def test_three_cricche_shown_by_one_player_are_doubled():
    assert declared(
        shows("A1", "Rd Rc Rs", cricca="re"),
        shows("A1", "Qd Qc Qs", cricca="regine"),
        shows("A1", "Fd Fc Fs", cricca="fanti"),
    ) == (86, 0)


def test_three_cricche_shown_by_two_partners_are_not_doubled():
    assert declared(
        shows("A1", "Rd Rc Rs", cricca="re"),
        shows("A1", "Qd Qc Qs", cricca="regine"),
        shows("A2", "Fd Fc Fs", cricca="fanti"),
    ) == (43, 0)


def test_two_cricche_and_a_sequence_are_not_three_of_a_kind():
    assert declared(
        shows("B1", "Rd Rc Rs", cricca="re"),
        shows("B1", "Qd Qc Qs", cricca="regine"),
        shows("B1", "Rd Qd Cd", sequence="danari"),
    ) == (0, 41)


def test_three_sequences_may_share_the_contatori_and_are_doubled():
    assert declared(
        shows("B1", "Rd Qd Beg", sequence="danari"),
        shows("B1", "Mo1 Mo2 Beg", sequence="mori"),
        shows("B1", "Ad Ac Beg", sequence="assi"),
    ) == (0, 60)


def test_a_house_rule_holds_for_declarations_too():
    grande = shows("A1", "Ang Mon Sol Beg 15", sequence="grande")
    deal = count(GAME, {"A": PILE}, "A", declarations=[grande])
    assert deal.sides["A"].declarations == 20


def test_a_declaration_object_is_as_good_as_its_json():
    item = Declaration("A", "A1", "cricca", "re", ("Rd", "Rc", "Rs"))
    assert declared(item) == declared(item.as_json()) == (17, 0)


def test_the_explanation_tells_each_player_s_declarations():
    deal = count(GAME, {"A": PILE}, "A", declarations=[shows("A2", "Rd Qd Beg", sequence="danari")])
    (told,) = deal.explanation()["A"]["declarations"]
    assert (told["player"], told["total"]) == ("A2", 10)
    assert told["sequences"]["items"][0]["row"][-1] == {"card": "Beg", "stands_for": "Cd"}


@pytest.mark.parametrize(
    ("pile", "declaration", "cards"),
    [
        pytest.param(
            "Ang Mon Lun 16", shows("B1", "Ang Mon Sol", sequence="grande"), ("Ang",), id="the Angelo"
        ),
        pytest.param("Mat Mon Lun 16", shows("B1", "Rd Qd Mat", sequence="danari"), ("Mat",), id="the Matto"),
        pytest.param(
            "Ang Mon Lun 16",
            {"side": "B", "player": "B1", "sequence": "grande", "number": 5},
            ("Ang",),
            id="a grande by number",
        ),
        pytest.param(
            "Ang Mat Lun 16",
            {"side": "B", "player": "B1", "cricca": "tarocchi", "number": 3},
            ("Ang", "Mat"),
            id="three tarocchi by number: one of the two",
        ),
    ],
)
def test_the_angelo_and_the_matto_stay_with_the_side_that_showed_them(pile, declaration, cards):
    """Neither can be captured (Pagat, "The Play")."""
    with pytest.raises(ScoringError) as refused:
        count(GAME, {"A": pile.split()}, "B", declarations=[declaration])
    assert (refused.value.code, refused.value.params["cards"]) == ("declared-elsewhere", cards)
    assert "restano a chi li ha avuti in mano" in refused.value.message("it")
    mirrored = {**declaration, "side": "A", "player": "A1"}
    assert count(GAME, {"A": pile.split()}, "B", declarations=[mirrored]).sides["A"].declarations
    # A side without a trick has lost the Matto (Barilli 3.9.1).
    assert count(GAME, {"A": []}, "B", declarations=[mirrored]).points("B") == 939


@pytest.mark.parametrize("game", ["terziglio", "millone-due", "centocinquanta"])
def test_they_stay_in_the_other_games_too(game):
    piles = {
        "terziglio": {"A": ["Ang", *DECK[8:18]]},
        "millone-due": {"A": ["Ang", *DECK[40:53]]},
        "centocinquanta": {"A": ["Ang", *DECK[40:43]], "B": list(DECK[1:29])},
    }[game]
    grande = {"side": "B", "player": "B1", "sequence": "grande", "number": 3}
    with pytest.raises(ScoringError) as refused:
        count(game, piles, "A", declarations=[grande])
    assert refused.value.code == "declared-elsewhere"
