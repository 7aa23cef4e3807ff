"""What cannot have happened with the tarocco genovese is refused with its code."""

import pytest

from scoring import ScoringError, check, count
from scoring.genovese.cards import DECK
from tests.scoring.genovese.deals import shows

COPPIE, GATTI, PIZZICO, CHIAMA = (f"genovese-{key}" for key in ("coppie", "gatti", "pizzico", "chiama-re"))
#: Six cards: the discard and a trick.
PILE = ["Mat", "Rc", "Jp", "5f", "6f", "7f"]
REST = [card for card in DECK if card not in PILE]
FRILLI = "1c 2c 3c 4c 5c 6c 7c 8c 9c 10c 1q 2q 3q 4q 5q"


@pytest.mark.parametrize(
    ("code", "game", "changes"),
    [
        ("no-pile", COPPIE, {"cards": {}}),
        ("not-an-object-there", COPPIE, {"cards": PILE}),
        ("unknown-side", COPPIE, {"cards": {"C": PILE}}),
        ("unknown-card", COPPIE, {"cards": {"A": [*PILE, "Ang"]}}),
        ("card-twice", COPPIE, {"cards": {"A": [*PILE, "Mat"]}}),
        ("cards-not-a-list", COPPIE, {"cards": {"A": "Mat"}}),
        ("card-in-both-piles", COPPIE, {"cards": {"A": PILE, "B": DECK}}),
        ("cards-missing", COPPIE, {"cards": {"A": PILE, "B": REST[1:]}}),
        ("piles-missing", GATTI, {}),
        ("card-in-both-piles", CHIAMA, {"cards": {"A": PILE, "B": PILE[:3]}, "partner": "B"}),
        ("pile-of-tricks", COPPIE, {"cards": {"A": PILE[:5]}}),
        ("pile-of-tricks", COPPIE, {"cards": {"A": PILE[:2]}}),
        ("pile-of-tricks", COPPIE, {"cards": {"A": ["Mat"]}}),
        ("discard-elsewhere", COPPIE, {"dealer": "B"}),
        ("discard-elsewhere", COPPIE, {"cards": {"A": PILE[:4]}}),
        ("discard-not-covered", GATTI, {"cards": {"A": PILE[:3], "B": REST}}),
        ("last-trick-without-cards", COPPIE, {"cards": {"A": DECK}, "last_trick": "B"}),
        ("missing-key", CHIAMA, {"dealer": None}),
        ("partner-is-dealer", CHIAMA, {"partner": "A"}),
        ("unknown-side", CHIAMA, {"partner": "E"}),
        ("unknown-buone-rules", COPPIE, {"buone": "alcune"}),
        ("unknown-buone-rules", PIZZICO, {"buone": "captured"}),
        ("two-buone-rules", COPPIE, {"buone": "none", "rules": "both"}),
        ("missing-key", COPPIE, {"bagatto_ultimo": {"player": "A1"}}),
        ("unknown-player", COPPIE, {"bagatto_ultimo": {"player": "A3", "trick_to": "A1"}}),
        ("bagatto-who", COPPIE, {"bagatto_ultimo": {"player": "A1", "trick_to": "A"}}),
        (
            "bagatto-not-last-trick",
            COPPIE,
            {"bagatto_ultimo": {"player": "A1", "trick_to": "B"}, "last_trick": "A"},
        ),
        (
            "bagatto-elsewhere",
            COPPIE,
            {
                "cards": {"A": ["Rc", *PILE[1:], "1f"][1:]},
                "bagatto_ultimo": {"player": "B1", "trick_to": "A1"},
            },
        ),
    ],
)
def test_a_deal_that_could_not_have_happened_is_refused(code, game, changes):
    asked = {"cards": {"A": PILE}, "dealer": "A", **changes}
    with pytest.raises(ScoringError) as refused:
        count(game, **asked)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("code", "game", "declarations"),
    [
        ("declaration-not-understood", COPPIE, ["gatti"]),
        ("unknown-player", COPPIE, [{**shows("B1", "gatti", "Mat 1 21"), "side": "A"}]),
        ("unknown-buona", COPPIE, [shows("A1", "cricca", "Rc Rq Rf")]),
        ("unknown-buona", PIZZICO, [shows("A1", "frilli", FRILLI)]),
        ("not-that-buona", COPPIE, [shows("A1", "gatti", "Mat 1 20")]),
        ("not-that-buona", COPPIE, [shows("A1", "trionfi", "Mat 2 3 4 5 6 7 8")]),
        ("not-that-buona", COPPIE, [shows("A1", "terno", "Rc Rq Rf Rp")]),
        ("not-that-buona", COPPIE, [shows("A1", "quaterno", "Rc Rq Rf Qp")]),
        ("not-that-buona", COPPIE, [shows("A1", "famiglia", "Rc Qc Cc Jq")]),
        ("not-that-buona", COPPIE, [shows("A1", "terno", "10c 10q 10f")]),
        ("buona-too-small", COPPIE, [shows("A1", "frilli", FRILLI[3:])]),
        ("buona-too-small", GATTI, [shows("A1", "frilli", FRILLI)]),
        ("buona-too-small", COPPIE, [shows("A1", "trionfi", "2 3 4 5 6 7 8")]),
        ("buona-too-small", GATTI, [shows("A1", "trionfi", "2 3 4 5 6 7 8 9 10")]),
        (
            "declared-by-two",
            COPPIE,
            [shows("A1", "terno", "Rc Rq Rf"), shows("A2", "famiglia", "Rc Qc Cc Jc")],
        ),
        (
            "buone-hand-too-big",
            COPPIE,
            [shows("A1", "frilli", FRILLI), shows("A1", "trionfi", "2 3 4 5 6 7 8 9")],
        ),
        ("buona-shown-already", COPPIE, [shows("A1", "gatti", "Mat 1 21")] * 2),
        (
            "buona-shown-already",
            COPPIE,
            [shows("A1", "quaterno", "Rc Rq Rf Rp"), shows("A1", "terno", "Rc Rq Rf")],
        ),
        (
            "buona-shown-already",
            COPPIE,
            [shows("A1", "trionfi", "2 3 4 5 6 7 8 9"), shows("A1", "trionfi", "2 3 4 5 6 7 8 9 10")],
        ),
        (
            "buona-shown-already",
            PIZZICO,
            [
                shows("A1", "trionfi", "2 3 4 5 6 7 8 9 10 11"),
                shows("A1", "trionfi", "3 4 5 6 7 8 9 10 11 12 13"),
            ],
        ),
    ],
)
def test_a_buona_that_could_not_be_shown_is_refused(code, game, declarations):
    piles = {"A": PILE, "B": REST} | ({"C": []} if game == GATTI else {})
    with pytest.raises(ScoringError) as refused:
        count(game, piles, declarations=declarations)
    assert refused.value.code == code


def test_a_card_of_the_discard_cannot_be_shown():
    with pytest.raises(ScoringError) as refused:
        count(COPPIE, {"A": PILE}, declarations=[shows("A1", "terno", "Qc Qq Qf")], discards=["Qq", "2c"])
    assert refused.value.code == "buona-discarded"
    assert "Regina di quadri" in refused.value.message()


#: At three: the dealer's two tricks and the discard, and the two others' piles.
TRE = {"A": ["1c", "2c", "3c", *"456789", "Mat", "Rc"][:9], "B": [], "C": []}
TRE["B"] = [card for card in DECK if card not in TRE["A"]][:33]
TRE["C"] = [card for card in DECK if card not in {*TRE["A"], *TRE["B"]}]


@pytest.mark.parametrize(
    ("code", "game", "changes"),
    [
        pytest.param(None, COPPIE, {"discards": ["5f", "6f"]}, id="Maillard Scarto two at four"),
        pytest.param("discard-size", COPPIE, {"discards": ["5f"]}, id="Maillard Scarto not one"),
        pytest.param("re-not-discarded", COPPIE, {"discards": ["Rc", "5f"]}, id="Maillard Scarto no re"),
        pytest.param(
            "discard-not-in-pile", COPPIE, {"discards": ["5f", "8f"]}, id="Maillard Coprire lo scarto whole"
        ),
        pytest.param(
            "discard-not-in-pile",
            COPPIE,
            {"discards": ["8f", "9f"], "dealer": None},
            id="Maillard Coprire lo scarto where the two odd cards are",
        ),
        pytest.param(
            None,
            COPPIE,
            {"cards": {"A": []}, "discards": ["5f", "8f"], "last_trick": "B"},
            id="Maillard Coprire lo scarto not covered",
        ),
        pytest.param(None, GATTI, {"discards": ["1c", "2c", "3c"]}, id="Maillard Scarto three at three"),
        pytest.param("discard-size", GATTI, {"discards": ["1c", "2c"]}, id="Maillard Scarto not two"),
        pytest.param(
            "discard-not-in-pile",
            GATTI,
            {"discards": ["1c", "2c", TRE["B"][0]], "dealer": None},
            id="Maillard Coprire lo scarto in one pile",
        ),
        pytest.param(
            "bagatto-not-alone", GATTI, {"discards": ["1", "2", "1c"]}, id="Maillard Scarto the Bagatto"
        ),
        pytest.param(
            "discard-size", PIZZICO, {"discards": ["5f", "6f"]}, id="Maillard Distribuzione pizzico"
        ),
    ],
)
def test_a_discard_is_what_the_dealer_could_lay_aside_and_in_one_pile(code, game, changes):
    piles = {GATTI: TRE, COPPIE: {"A": PILE}, PIZZICO: {"A": PILE}}[game]
    asked = {"cards": piles, "dealer": "A", "last_trick": "B", **changes}
    if code is None:
        told = count(game, asked["cards"], asked["last_trick"], dealer="A", discards=asked["discards"])
        assert told == count(game, asked["cards"], asked["last_trick"], dealer="A")
        return
    with pytest.raises(ScoringError) as refused:
        count(game, **asked)
    assert refused.value.code == code
    assert refused.value.message() != refused.value.message("en")


@pytest.mark.parametrize("rules", ["none", "captured"])
def test_where_buone_are_not_declared_none_can_be(rules):
    with pytest.raises(ScoringError) as refused:
        count(COPPIE, {"A": PILE}, buone=rules, declarations=[shows("A1", "gatti", "Mat 1 21")])
    assert refused.value.code == "buone-not-declared"


@pytest.mark.parametrize(
    ("code", "figures"),
    [
        ("unknown-figure", {"A": {"sequences": 3}}),
        ("figure-not-whole", {"A": {"total": "3"}}),
        ("figures-not-an-object", {"A": 3}),
        ("unknown-side", {"C": {"total": 3}}),
    ],
)
def test_what_is_no_figure_is_refused(code, figures):
    with pytest.raises(ScoringError) as refused:
        check(COPPIE, figures)
    assert refused.value.code == code


def test_cards_in_a_sentence_have_the_names_of_their_own_deck():
    refused = ScoringError("cards-missing", cards=("Rc", "1", "20", "10f", "17"), deck="genovese")
    assert "Re di cuori, Bagatto, Giudizio, 10 di fiori, 17" in refused.message()
    assert "King of hearts, Bagatto, Judgement, 10 of clubs, 17" in refused.message("en")
