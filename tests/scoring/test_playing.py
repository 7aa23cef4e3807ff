"""What may be played and who takes, asked of the engine as any program does (Barilli 3.4; Maillard)."""

import pytest

from scoring import GAMES, ScoringError, how_taken, legal_cards, legal_takes, taker

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


@pytest.mark.parametrize("table", [(), ("7c",), ("Rb", "1s")])
def test_at_scopone_any_card_may_be_played(table):
    """What takes cannot be kept from taking (FIGS, art. 11), and any card of the hand can be played."""
    assert legal_cards("scopone", ["7d", "Fc", "1b"], table) == ("7d", "Fc", "1b")


@pytest.mark.parametrize(
    ("table", "takes"),
    [
        pytest.param((), {"7d": [()], "3b": [()]}, id="art. 9 a bare table: the card stays"),
        pytest.param(("6c", "2s"), {"7d": [()], "3b": [()]}, id="art. 9 nothing to take: the card stays"),
        pytest.param(("7c", "Fs"), {"7d": [("7c",)], "3b": [()]}, id="art. 9, 11 presa pari, not refused"),
        pytest.param(
            ("7c", "7s"),
            {"7d": [("7c",), ("7s",)], "3b": [()]},
            id="art. 9 one of two equal cards, at choice",
        ),
        pytest.param(
            ("1d", "2s", "4c"),
            {"7d": [("1d", "4c", "2s")], "3b": [("1d", "2s")]},
            id="art. 9, 11 presa dispari, not refused",
        ),
        pytest.param(
            ("3d", "4c", "1s", "6b"),
            {"7d": [("3d", "4c"), ("1s", "6b")], "3b": [("3d",)]},
            id="art. 9 one of several sums",
        ),
        pytest.param(
            ("3d", "4c", "7s"), {"7d": [("7s",)], "3b": [("3d",)]}, id="art. 9 no sum where a card is equal"
        ),
    ],
)
def test_what_each_card_may_take_at_scopone(table, takes):
    found = legal_takes("scopone", ["7d", "3b"], table)
    assert list(found) == ["7d", "3b"]
    assert {card: {frozenset(ways) for ways in each} for card, each in found.items()} == {
        card: {frozenset(ways) for ways in each} for card, each in takes.items()
    }
    assert all(len(each) == len({frozenset(ways) for ways in each}) for each in found.values())


@pytest.mark.parametrize(
    ("code", "ask"),
    [
        ("no-takes", lambda: legal_takes("ottocento", ["Rd"], [])),
        ("no-takes", lambda: legal_takes("genovese-gatti", ["21"], ["20"])),
        ("unknown-card", lambda: legal_cards("scopone", ["Qd"])),
        ("unknown-card", lambda: legal_takes("scopone", ["7d"], ["8c"])),
        ("card-twice", lambda: legal_cards("scopone", ["7d"], ["7d"])),
        ("card-twice", lambda: legal_takes("scopone", ["7d", "7d"], [])),
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


@pytest.mark.parametrize("game", WITH_TRICKS)
def test_a_trick_has_one_card_of_each_player(game):
    deck, players = GAMES[game].deck, len(GAMES[game].players)
    assert taker(game, deck[:players]) in deck
    for ask in (taker, lambda game, trick: legal_cards(game, deck[-1:], trick)):
        with pytest.raises(ScoringError) as refused:
            ask(game, deck[: players + 1])
        assert refused.value.code == "trick-too-long"
        assert f"{players} players" in refused.value.message("en")


@pytest.mark.parametrize(
    ("game", "written", "meant"),
    [
        ("ottocento", "ANG", "Ang"),
        ("terziglio", "rD", "Rd"),
        ("genovese-gatti", "mat", "Mat"),
        ("scopone", "fd", "Fd"),
    ],
)
def test_a_code_in_other_capitals_is_suggested_as_it_is_written(game, written, meant):
    with pytest.raises(ScoringError) as refused:
        legal_cards(game, [written])
    assert refused.value.code == "card-in-other-case"
    assert refused.value.message() == f"Il codice {written} si scrive {meant}: le maiuscole contano."


@pytest.mark.parametrize(
    ("game", "trick", "how"),
    [
        ("ottocento", "Rd Mo2 Mat Mo1", "last-of-equals"),
        ("ottocento", "Rd Mo2 16 Mo1", "highest-trump"),
        ("ottocento", "Rd Mo2 6d", "highest-trump"),
        ("ottocento", "6d Rd Qc", "highest-of-suit"),
        ("genovese-gatti", "Mat 21 20", "highest-trump"),
        ("ottocento", "Mat", None),
        ("ottocento", "", None),
    ],
)
def test_barilli_1_2_1_why_a_card_takes_the_trick(game, trick, how):
    assert how_taken(game, trick.split()) == how
