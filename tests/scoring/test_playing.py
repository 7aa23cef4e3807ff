"""What may be played and who takes, asked of the engine as any program does (Barilli 3.4; Maillard)."""

import pytest

from scoring import GAMES, ScoringError, legal_cards, taker

WITH_TRICKS = [key for key in GAMES if key != "scopone"]
BOLOGNESE = [key for key in WITH_TRICKS if not key.startswith("genovese")]


@pytest.mark.parametrize("game", BOLOGNESE)
@pytest.mark.parametrize(
    ("trick", "legal"),
    [
        pytest.param((), ("Qd", "6c", "5", "Mat"), id="Barilli 3.4 leading is free"),
        pytest.param(("7d",), ("Qd", "Mat"), id="Barilli 3.4 the palo led, or the Matto"),
        pytest.param(("Rs", "7d"), ("5", "Mat"), id="Barilli 3.4 else a trump"),
        pytest.param(("Mat", "8c"), ("6c",), id="Barilli 3.4 the card after the Matto rules"),
    ],
)
def test_the_cards_that_may_be_played(game, trick, legal):
    hand = [card for card in ("Qd", "6c", "5", "Mat") if card not in trick]
    assert legal_cards(game, hand, trick) == legal


@pytest.mark.parametrize(
    ("game", "trick", "takes"),
    [
        pytest.param("ottocento", ["Rd", "Mo2", "Mo1", "Mat"], "Mo1", id="Barilli 1.2.1 the last Moro"),
        pytest.param("terziglio", ["7d", "Rc", "Ad"], "Ad", id="Barilli 1.4.1 the asso over the 7"),
        pytest.param("genovese-pizzico", ["21", "20"], "20", id="Maillard Il mazzo the Giudizio"),
        pytest.param("genovese-gatti", ["10c", "9c", "Rq"], "10c", id="Maillard Il mazzo the 10 over the 9"),
        pytest.param("mattazza", ["Mat"], None, id="Barilli 1.2.2 the Matto alone"),
        pytest.param("quindici", [], None, id="nothing yet"),
    ],
)
def test_the_card_that_takes(game, trick, takes):
    assert taker(game, trick) == takes


@pytest.mark.parametrize(
    ("code", "ask"),
    [
        ("no-tricks", lambda: legal_cards("scopone", ["7d"])),
        ("no-tricks", lambda: taker("scopone", ["7d"])),
        ("unknown-game", lambda: taker("briscola", ["7d"])),
        ("unknown-card", lambda: legal_cards("ottocento", ["Rd", "21"])),
        ("unknown-card", lambda: taker("ottocento", ["Rd", None])),
        ("card-twice", lambda: legal_cards("ottocento", ["Rd"], ["Rd"])),
        ("card-twice", lambda: taker("genovese-gatti", ["21", "21"])),
    ],
)
def test_what_is_no_trick_is_refused(code, ask):
    with pytest.raises(ScoringError) as refused:
        ask()
    assert refused.value.code == code
