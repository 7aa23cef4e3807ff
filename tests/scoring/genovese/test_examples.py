"""The booklet's own numbers, from cards (Maillard, "Come segnare i punti")."""

import pytest

from scoring import GAMES, Outcome, ScoringError, check, count, outcome
from scoring.genovese.cards import DECK
from scoring.wording.explanations import genovese_sentences
from tests.scoring.genovese.deals import pile_worth, shows

COPPIE, PIZZICO = "genovese-coppie", "genovese-pizzico"

SEDICI_FRILLI = "1c 2c 3c 4c 5c 6c 7c 8c 9c 10c 1q 2q 3q 4q 5q 6q"
FAMIGLIA_DI_QUADRI = "Jq Cq Qq Rq"
DIECI_TRIONFI = "2 3 4 5 6 7 8 9 10 11"


def points(deal):
    return {side: (made.deck_points, made.buone, made.bagatto) for side, made in deal.sides.items()}


def items(deal, side):
    return [tuple(item.values()) for item in deal.as_json()[side]["buone"]["items"]]


def test_maillard_come_segnare_i_punti_a_quattro_first_deal():
    """Maillard, "Come segnare i punti": A sedici frilli, famiglia di quadri, 39; B gatti, 33."""
    deal = count(
        COPPIE,
        {"A": pile_worth(COPPIE, 39, 38)},
        dealer="A",
        declarations=[
            shows("A1", "frilli", SEDICI_FRILLI),
            shows("A2", "famiglia", FAMIGLIA_DI_QUADRI),
            shows("B1", "gatti", "Mat 1 21"),
        ],
    )
    assert points(deal) == {"A": (39, 26, 0), "B": (33, 10, 0)}
    assert items(deal, "A") == [("frilli", 16, 16), ("famiglia", 4, 10)]
    assert (deal.points("A"), deal.points("B")) == (16 + 10 + 39, 10 + 33)


def test_maillard_come_segnare_i_punti_a_quattro_second_deal():
    """Maillard, "Come segnare i punti": A terno di cavalli and 14; B Bagatto ultimo and 58."""
    deal = count(
        COPPIE,
        {"A": pile_worth(COPPIE, 14, 20)},
        dealer="B",
        declarations=[shows("A2", "terno", "Cc Cq Cf")],
        bagatto_ultimo={"player": "B2", "trick_to": "B2"},
        last_trick="B",
    )
    assert points(deal) == {"A": (14, 5, 0), "B": (58, 0, 20)}


def test_maillard_come_segnare_i_punti_a_pizzico_first_deal():
    """Maillard, "Come segnare i punti": A 10 trionfi, 2 more, 46; B famiglia, Bagatto ultimo, 45."""
    deal = count(
        PIZZICO,
        {"B": pile_worth(PIZZICO, 45, 38)},
        declarations=[
            shows("A1", "trionfi", DIECI_TRIONFI),
            shows("B1", "famiglia", "Jp Cp Qp Rp"),
            shows("A1", "trionfi", DIECI_TRIONFI + " 12 13"),
        ],
        bagatto_ultimo={"player": "B1", "trick_to": "B1"},
    )
    assert items(deal, "A") == [("trionfi", 10, 10), ("trionfi", 12, 2)]
    assert points(deal) == {"A": (46, 12, 0), "B": (45, 10, 20)}


def test_maillard_come_segnare_i_punti_a_pizzico_second_deal():
    """Maillard, "Come segnare i punti": A gatti and 58; B terno di cavalli, then quaterno, and 33."""
    deal = count(
        PIZZICO,
        {"A": pile_worth(PIZZICO, 58, 40)},
        declarations=[
            shows("A1", "gatti", "Mat 1 21"),
            shows("B1", "terno", "Cc Cq Cf"),
            shows("B1", "quaterno", "Cc Cq Cf Cp"),
        ],
    )
    assert items(deal, "B") == [("terno", 3, 5), ("quaterno", 4, 5)]
    assert points(deal) == {"A": (58, 10, 0), "B": (33, 10, 0)}


def test_maillard_come_segnare_i_punti_the_sheets_added_up():
    """Maillard, "Come segnare i punti": two deals of four a quattro, and the two of a match a pizzico."""
    a_quattro = [{"A": 16 + 10 + 39, "B": 10 + 33}, {"A": 5 + 14, "B": 20 + 58}]
    assert outcome(COPPIE, a_quattro) is None
    a_pizzico = [{"A": 10 + 2 + 46, "B": 10 + 20 + 45}, {"A": 10 + 58, "B": 5 + 5 + 33}]
    assert outcome(PIZZICO, a_pizzico) == Outcome("deals-played", "A")


UNDICI_TRIONFI = DIECI_TRIONFI + " 12"


def test_maillard_a_pizzico_buone_eleven_trionfi_and_then_twelve():
    """Maillard, "A pizzico", "Buone": eleven points, and one more where the eleven are still in hand."""
    twelve = shows("A1", "trionfi", UNDICI_TRIONFI + " 13")
    declared = [shows("A1", "trionfi", UNDICI_TRIONFI), twelve]
    deal = count(PIZZICO, {"B": pile_worth(PIZZICO, 45, 38)}, declarations=declared)
    assert items(deal, "A") == [("trionfi", 11, 11), ("trionfi", 12, 1)]
    played_one = shows("A1", "trionfi", UNDICI_TRIONFI.replace("2 3", "3", 1) + " 13 14")
    with pytest.raises(ScoringError) as refused:
        count(PIZZICO, {"B": pile_worth(PIZZICO, 45, 38)}, declarations=[declared[0], played_one])
    assert refused.value.code == "buona-shown-already"


def test_maillard_buone_the_re_di_cuori_is_in_the_famiglia_and_in_the_quaterno():
    deal = count(
        COPPIE,
        {"A": pile_worth(COPPIE, 39, 38)},
        declarations=[shows("A1", "famiglia", "Rc Qc Cc Jc"), shows("A1", "quaterno", "Rc Rq Rf Rp")],
    )
    assert points(deal)["A"] == (39, 20, 0)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("it", "A1 incrementa, con trionfi: 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2: 1 punto in più."),
        ("en", "A1 adds to what was shown, with trionfi: 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2: 1 point more."),
    ],
)
def test_maillard_a_pizzico_buone_a_trionfo_more_is_told_as_one_point_more(language, said):
    deal = count(
        PIZZICO,
        {"B": pile_worth(PIZZICO, 45, 38)},
        declarations=[
            shows("A1", "trionfi", DIECI_TRIONFI),
            shows("A1", "trionfi", DIECI_TRIONFI + " 12"),
        ],
    )
    assert genovese_sentences(deal.explanation()["A"], language)[-2] == said


@pytest.mark.parametrize(
    ("game", "player", "taker", "expected"),
    [
        pytest.param("genovese-gatti", "A1", "A1", {"A": 20, "B": 0, "C": 0}, id="a tre: won"),
        pytest.param("genovese-gatti", "A1", "C1", {"A": 0, "B": 10, "C": 10}, id="a tre: 10 each"),
        pytest.param(COPPIE, "A1", "A1", {"A": 20, "B": 0}, id="a quattro: won"),
        pytest.param(COPPIE, "B1", "A2", {"A": 20, "B": 0}, id="a quattro: taken by an opponent"),
        pytest.param(COPPIE, "A1", "A2", {"A": 0, "B": 20}, id="a quattro: taken by the partner"),
        pytest.param("genovese-due-morti", "A2", "A1", {"A": 0, "B": 20}, id="due morti: as a quattro"),
        pytest.param(PIZZICO, "B1", "A1", {"A": 10, "B": 0}, id="a pizzico: as a tre"),
    ],
)
def test_bagatto_ultimo(game, player, taker, expected):
    """Maillard, "Bagatto ultimo", "A quattro in coppia"."""
    taken = ["1", *(f"{number}{suit}" for suit in "cq" for number in range(2, 11))]
    rest = [card for card in GAMES[game].deck if card not in taken[:18]]
    piles = {taker[0]: taken[:18]}
    if game == "genovese-gatti":
        other, third = (side for side in "ABC" if side != taker[0])
        piles |= {other: rest[:30], third: rest[30:]}
    deal = count(game, piles, bagatto_ultimo={"player": player, "trick_to": taker})
    assert {side: made.bagatto for side, made in deal.sides.items()} == expected


@pytest.mark.parametrize(
    ("player", "taker", "winners"),
    [
        pytest.param("C1", "C1", "AC", id="Maillard Bagatto ultimo won by the dealer's partner"),
        pytest.param("C1", "A1", "BD", id="Maillard Bagatto ultimo taken by his partner"),
        pytest.param("D1", "A1", "AC", id="Maillard Bagatto ultimo taken by an opponent"),
    ],
)
def test_at_chiama_re_the_bagatto_ultimo_is_the_camp_s(player, taker, winners):
    pile = pile_worth(COPPIE, 39, 38)
    piles = {"A": pile} if taker == "A1" else {"C": pile}
    told = {"player": player, "trick_to": taker}
    deal = count("genovese-chiama-re", piles, dealer="A", partner="C", bagatto_ultimo=told)
    assert "1" in pile
    assert {side: made.bagatto for side, made in deal.sides.items()} == {
        side: 20 if side in winners else 0 for side in "ABCD"
    }


@pytest.mark.parametrize("partner", ["C", None])
def test_chiama_re_credits_each_ally_with_the_camp(partner):
    """Maillard, "Chiamata del re"."""
    pile = pile_worth(COPPIE, 39, 38)
    shown = [shows("A1", "terno", "Cc Cq Cf"), shows("C1", "gatti", "Mat 1 21")]
    deal = count("genovese-chiama-re", {"A": pile}, dealer="A", partner=partner, declarations=shown)
    ally = (39, 15, 0) if partner else (33, 10, 0)
    assert points(deal) == {
        "A": (39, 15 if partner else 5, 0),
        "B": (33, 0 if partner else 10, 0),
        "C": ally,
        "D": (33, 0 if partner else 10, 0),
    }


def test_allies_may_write_one_pile_twice_or_each_their_own():
    pile = pile_worth(COPPIE, 39, 38)
    ask = {"dealer": "C", "partner": "A"}
    one = count("genovese-chiama-re", {"C": pile}, **ask)
    assert one == count("genovese-chiama-re", {"A": pile, "C": pile}, **ask)
    assert one == count("genovese-chiama-re", {"A": pile[:7], "C": pile[7:]}, **ask)


def test_captured_buone_come_from_the_pile_and_may_stand_beside_the_declared_ones():
    """Maillard, "Cattura delle buone"."""
    pile = [
        *["Rc", "Rq", "Rf", "Rp", "Qc", "Cc", "Jc", "Mat", "1", "21", "2", "3", "4", "5", "6", "7", "8", "9"]
    ]
    captured = count(COPPIE, {"A": pile}, buone="captured")
    assert items(captured, "A") == [
        ("trionfi", 10, 10),
        ("gatti", 3, 10),
        ("famiglia", 4, 10),
        ("quaterno", 4, 10),
    ]
    assert [item[:2] for item in items(captured, "B")] == [("frilli", 40), ("trionfi", 11)] + [
        ("terno", 3)
    ] * 3
    both = count(COPPIE, {"A": pile}, rules="both", declarations=[shows("A1", "terno", "Rc Rq Rf")])
    assert both.sides["A"].buone == captured.sides["A"].buone + 5
    assert count(COPPIE, {"A": pile}, rules="none").sides["A"].buone == 0


@pytest.mark.parametrize(
    ("key", "deals"),
    [("gatti", 3), ("coppie", 4), ("due-morti", 4), ("chiama-re", 4), ("pizzico", 2)],
)
def test_a_match_has_its_deals_and_the_higher_total_wins(key, deals):
    game = GAMES[f"genovese-{key}"]
    deal = dict.fromkeys(game.sides, 30) | {"B": 31}
    assert outcome(game.key, [deal] * (deals - 1)) is None
    assert outcome(game.key, [deal] * deals) == Outcome("deals-played", "B")


def test_a_deal_explained_in_italian():
    deal = count(
        COPPIE,
        {"A": ["Mat", "Rc", "Jp", "5f", "6f", "7f"]},
        dealer="A",
        declarations=[shows("A1", "terno", "Cc Cq Cf")],
    )
    assert genovese_sentences(deal.explanation()["A"]) == [
        "Carte da 4: Matto, Re di cuori: 8 punti.",
        "Carte da 1: Fante di picche: 1 punto.",
        "6 carte nel mazzetto, 2 prese con lo scarto: 2 punti.",
        "Punti di mazzo: 11.",
        "A1 dichiara terno: Cavallo di cuori, Cavallo di quadri, Cavallo di fiori: 5 punti.",
        "Totale: 16 punti.",
    ]


@pytest.mark.parametrize(
    ("game", "facts", "with_discard"),
    [
        pytest.param(COPPIE, {"dealer": "A"}, "A", id="Maillard Coprire lo scarto the dealer's"),
        pytest.param(COPPIE, {}, "A", id="Maillard Coprire lo scarto by the two odd cards"),
        pytest.param("genovese-gatti", {"dealer": "B"}, "B", id="Maillard Scarto a tre"),
        pytest.param("genovese-gatti", {}, None, id="Maillard Scarto a tre, nobody says who dealt"),
        pytest.param(PIZZICO, {"dealer": "A"}, None, id="Maillard A pizzico senza scarto"),
    ],
)
def test_the_discard_is_told_among_the_tricks_of_who_has_it(game, facts, with_discard):
    deck = GAMES[game].deck
    piles = (
        {"A": deck[:30], "B": deck[30:48], "C": deck[48:]} if game == "genovese-gatti" else {"A": deck[:30]}
    )
    explained = count(game, piles, **facts).explanation()
    for side, told in explained.items():
        for language, discard in (("it", "prese con lo scarto"), ("en", "tricks with the discard")):
            said = " ".join(genovese_sentences(told, language))
            assert (discard in said) is (side == with_discard)


def test_maillard_cattura_the_captured_buone_are_told_beside_the_sum():
    pile = ["Rc", "Rq", "Rf", "Qc", "Cc", "2c", "3c", "4c", "5c", "6c"]
    rest = [card for card in DECK if card not in pile]
    shown = [shows("A1", "gatti", "Mat 1 21")]
    told = {"declarations": shown, "buone": "both"}
    deal = count("genovese-coppie", {"A": pile, "B": rest}, dealer="A", **told)
    assert deal.sides["A"].figures == {
        "deck_points": 20, "buone": 15, "bagatto": 0, "buone_captured": 5,
    }  # fmt: skip
    answer = deal.as_json()["A"]
    assert (answer["buone"]["total"], answer["buone_captured"]) == (15, 5)
    assert answer["total"] == 35
    explained = deal.explanation()["A"]
    assert explained["buone_captured"] == 5
    assert "Buone: 15 punti, di cui 5 per quelle catturate." in genovese_sentences(explained)
    assert "Buone: 15 points, of which 5 for those captured." in genovese_sentences(explained, "en")
    alone = count("genovese-coppie", {"A": pile, "B": rest}, dealer="A", buone="captured")
    assert not [line for line in genovese_sentences(alone.explanation()["A"]) if line.startswith("Buone:")]
    assert "buone_captured" not in count("genovese-coppie", {"A": pile}, dealer="A").as_json()["A"]


def test_maillard_cattura_a_sheet_may_tell_the_captured_buone_apart():
    both = {"rules": "both"}
    assert check("genovese-coppie", {"A": {"buone": 15, "buone_captured": 5}}, **both).possible
    assert not check("genovese-coppie", {"A": {"buone": 11, "buone_captured": 5}}, **both).possible
    assert not check("genovese-coppie", {"A": {"buone": 5, "buone_captured": 10}}, **both).possible
    assert not check("genovese-coppie", {"A": {"buone_captured": 5}}).possible
    captured = check("genovese-coppie", {"A": {"buone": 10, "buone_captured": 5}}, rules="captured")
    assert not captured.possible
    assert {"A": {"buone": 10, "buone_captured": 10}} in captured.nearest
    gatti = {side: {"buone_captured": 60} for side in "ABC"}
    assert not check("genovese-gatti", gatti, **both).possible
