"""The booklet's tables: from how many cards on a buona counts, and the deck points of each game (Maillard,
"Schema riassuntivo", "Punteggio")."""

import pytest

from scoring import GAMES, count, declarable

COPPIE, PIZZICO = "genovese-coppie", "genovese-pizzico"

SCARTINE = [f"{number}{suit}" for suit in "cqf" for number in range(1, 11)]
TRIONFI = [str(number) for number in range(2, 14)]


@pytest.mark.parametrize(
    ("game", "buona", "least"),
    [
        pytest.param("genovese-gatti", "frilli", 20, id="Maillard Schema riassuntivo frilli a tre"),
        pytest.param(COPPIE, "frilli", 15, id="Maillard Schema riassuntivo frilli a quattro"),
        pytest.param("genovese-due-morti", "frilli", 15, id="Maillard Con due morti frilli as a quattro"),
        pytest.param("genovese-chiama-re", "frilli", 15, id="Maillard Chiama re frilli as a quattro"),
        pytest.param(PIZZICO, "frilli", None, id="Maillard Schema riassuntivo no frilli a pizzico"),
        pytest.param("genovese-gatti", "trionfi", 10, id="Maillard Schema riassuntivo trionfi a tre"),
        pytest.param(COPPIE, "trionfi", 8, id="Maillard Schema riassuntivo trionfi a quattro"),
        pytest.param("genovese-due-morti", "trionfi", 8, id="Maillard Con due morti trionfi as a quattro"),
        pytest.param("genovese-chiama-re", "trionfi", 8, id="Maillard Chiama re trionfi as a quattro"),
        pytest.param(PIZZICO, "trionfi", 10, id="Maillard Schema riassuntivo trionfi a pizzico"),
    ],
)
def test_frilli_and_trionfi_are_a_point_a_card_from_so_many_on(game, buona, least):
    cards = SCARTINE if buona == "frilli" else TRIONFI
    for number in range(6, len(cards) + 1 if buona == "trionfi" else 20):
        found = [len(item.cards) for item in declarable(game, "A1", cards[:number]) if item.family == buona]
        assert found == ([number] if least is not None and number >= least else [])


@pytest.mark.parametrize(
    ("game", "tricks", "in_all"),
    [
        pytest.param("genovese-gatti", 25 + 1, 78, id="Maillard Punteggio a tre"),
        pytest.param(COPPIE, 19 + 1, 72, id="Maillard Punteggio a quattro"),
        pytest.param("genovese-due-morti", 19 + 1, 72, id="Maillard Con due morti as a quattro"),
        pytest.param("genovese-chiama-re", 19 + 1, 72, id="Maillard Chiama re as a quattro"),
        pytest.param(PIZZICO, 39, 91, id="Maillard Punteggio a pizzico: 52 and 39 tricks"),
    ],
)
def test_the_deck_points_are_52_and_one_a_trick(game, tricks, in_all):
    assert 52 + tricks == in_all
    assert GAMES[game].shared == ("deck_points", in_all)
    whole = count(
        game, {"A": GAMES[game].deck, **({"C": [], "B": []} if game == "genovese-gatti" else {})}, dealer="A"
    )
    assert whole.sides["A"].deck_points == in_all
