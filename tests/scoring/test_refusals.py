"""What the engine refuses, with its code, and that every refusal has its sentence in both languages."""

import re
from pathlib import Path

import pytest

import scoring
from scoring import DECK, ScoringError, count, dealer_seat, generate_deal, outcome
from scoring.wording.errors import SENTENCES

GAME = "quattro-scartate"
#: Ten cards: two tricks and the discard.
PILE = ("Ang", "Mon", "Lun", "16", "Rd", "Qd", "Rc", "Cc", "Rs", "6d")
REST = tuple(card for card in DECK if card not in PILE)


def shows(player, cards, **family):
    return {"side": player[0], "player": player, "cards": cards.split(), **family}


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("unknown-game", {"game": "briscola"}),
        ("no-pile", {"cards": {}}),
        ("unknown-side", {"cards": {"C": PILE}}),
        ("cards-not-a-list", {"cards": {"A": "Ang"}}),
        ("cards-not-a-list", {"cards": {"A": None}}),
        ("unknown-card", {"cards": {"A": [*PILE[:9], "Xx"]}}),
        ("unknown-card", {"cards": {"A": [*PILE[:9], 16]}}),
        ("unknown-card", {"cards": {"A": [*PILE[:9], None]}}),
        ("unknown-card", {"cards": {"A": [*PILE[:9], ["Rd"]]}}),
        ("unknown-card", {"cards": {"A": [*PILE[:9], "7♦"]}}),
        ("card-twice", {"cards": {"A": [*PILE[:9], "Ang"]}}),
        ("card-in-both-piles", {"cards": {"A": PILE, "B": [*REST, "Ang"]}}),
        ("cards-missing", {"cards": {"A": PILE, "B": REST[1:]}}),
        ("odd-pile", {"cards": {"A": PILE[:9]}}),
        ("pile-size", {"cards": {"A": PILE}, "dealer": "B"}),
        ("pile-size", {"cards": {"A": PILE[:8]}, "dealer": "A"}),
        ("cappotto-not-passed", {"cards": {"A": ["Mat"]}}),
        ("cappotto-not-passed", {"cards": {"A": ["6d", "7d"]}, "dealer": "A"}),
        ("cappotto-not-passed", {"cards": {"A": ["6d", "7d", "Mat"]}, "dealer": "A"}),
        ("last-trick-without-cards", {"cards": {"A": []}, "last_trick": "A"}),
        ("unknown-side", {"last_trick": "C"}),
        ("missing-key", {"last_trick": None}),
        ("unknown-side", {"dealer": "N"}),
        ("unknown-rules", {"rules": "casa mia"}),
    ],
)
def test_a_deal_that_could_not_have_happened_is_refused(code, changes):
    asked = {"game": GAME, "cards": {"A": PILE}, "last_trick": "A", "dealer": "A", **changes}
    with pytest.raises(ScoringError) as refused:
        count(**asked)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("code", "declarations"),
    [
        ("declaration-not-understood", ["tre re"]),
        ("declaration-kind", [shows("A1", "Rd Rc Rs")]),
        ("declaration-kind", [shows("A1", "Rd Rc Rs", cricca="re", sequence="danari")]),
        ("unknown-player", [shows("A3", "Rd Rc Rs", cricca="re")]),
        ("unknown-player", [{**shows("B1", "Rd Rc Rs", cricca="re"), "side": "A"}]),
        ("unknown-side", [{**shows("A1", "Rd Rc Rs", cricca="re"), "side": "C"}]),
        ("unknown-family", [shows("A1", "Ad Ac As", cricca="assi")]),
        ("unknown-family", [shows("A1", "Rd Rc Rs", sequence="re")]),
        ("unknown-card", [shows("A1", "Rd Rc Rx", cricca="re")]),
        ("card-twice", [shows("A1", "Rd Rc Rc", cricca="re")]),
        ("cards-not-a-list", [{**shows("A1", "", cricca="re"), "cards": "Rd Rc Rs"}]),
        ("declaration-no-combination", [shows("A1", "Rd Rc", cricca="re")]),
        ("declaration-no-combination", [shows("A1", "", cricca="re")]),
        ("declaration-no-combination", [shows("A1", "Qd Cd Fd", sequence="danari")]),
        ("declaration-no-combination", [shows("A1", "Ang Beg Mat", sequence="grande")]),
        ("declaration-extra-cards", [shows("A1", "Rd Rc Rs Qd", cricca="re")]),
        ("declaration-extra-cards", [shows("A1", "Ang Sol Lun 15", sequence="grande")]),
        ("declaration-extra-cards", [shows("A1", "Rd Qd Cd 6d", sequence="danari")]),
        (
            "declaration-twice",
            [shows("A1", "Rd Rc Rs", cricca="re"), shows("A1", "Rd Rc Rb", cricca="re")],
        ),
        (
            "declared-by-two",
            [shows("A1", "Rd Rc Rs", cricca="re"), shows("B2", "Rd Qd Cd", sequence="danari")],
        ),
        (
            "declared-hand-too-big",
            [
                shows("A1", "Rd Qd Cd Fd Ad", sequence="danari"),
                shows("A1", "Rc Qc Cc Fc Ac", sequence="coppe"),
                shows("A1", "Rs Qs Cs Fs As", sequence="spade"),
                shows("A1", "Mo1 Mo2 Mo3", sequence="mori"),
            ],
        ),
    ],
)
def test_a_declaration_that_could_not_be_shown_is_refused(code, declarations):
    with pytest.raises(ScoringError) as refused:
        count(GAME, {"A": PILE}, "A", declarations=declarations)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("code", "ask"),
    [
        ("match-over", lambda: outcome(GAME, [{"A": 1, "B": 2}] * 5)),
        ("match-over", lambda: outcome("ottocento", [{"A": 800, "B": 2}] * 2)),
        ("unknown-target", lambda: outcome("ottocento", [], target=900)),
        ("unknown-target", lambda: outcome(GAME, [], target=800)),
        ("bad-points", lambda: outcome(GAME, [{"A": 1}])),
        ("bad-points", lambda: outcome(GAME, [{"A": 1, "B": -1}])),
        ("unknown-seat", lambda: dealer_seat(GAME, "O", 1)),
        ("unknown-deal", lambda: dealer_seat(GAME, "N", 0)),
        ("unknown-game", lambda: generate_deal(1, "tressette")),
        ("unknown-player", lambda: generate_deal(1, dealer="C1")),
        ("bad-seed", lambda: generate_deal(-1)),
    ],
)
def test_a_question_with_no_answer_is_refused(code, ask):
    with pytest.raises(ScoringError) as refused:
        ask()
    assert refused.value.code == code


def test_a_refusal_is_a_value_error_whose_text_is_the_italian_sentence():
    refused = ScoringError("odd-pile", side="A", count=9, other=53)
    assert isinstance(refused, ValueError)
    assert str(refused).startswith("A ha 9 carte e l'altra 53")
    assert refused.message("en").startswith("A has 9 cards and the other 53")
    assert refused.message(sides={"A": "N-S"}).startswith("N-S ha 9 carte")


def test_cards_in_a_sentence_have_their_names():
    refused = ScoringError("cards-missing", cards=("Rd", "Ang", "10b", "Mo2", "16"))
    assert "Re di danari, Angelo, 10 di bastoni, Moro, 16" in refused.message()
    assert "King of coins, Angel, 10 of batons, Moor, 16" in refused.message("en")


def codes_in_the_source():
    text = "\n".join(path.read_text() for path in Path(scoring.__file__).parent.rglob("*.py"))
    single = re.findall(r'ScoringError\(\s*"([\w-]+)"|_verify_none_shown\(\w+, \w+, "([\w-]+)"', text)
    pairs = re.findall(r'\bcode = "([\w-]+)" if .* else "([\w-]+)"', text)
    return {code for pair in (*single, *pairs) for code in pair if code}


def test_every_refusal_has_its_sentence_in_both_languages():
    assert set(SENTENCES["it"]) == set(SENTENCES["en"]) == codes_in_the_source()


@pytest.mark.parametrize("code", sorted(SENTENCES["it"]))
def test_both_sentences_of_a_refusal_tell_the_same_facts(code):
    italian, english = (set(re.findall(r"{(\w+)}", SENTENCES[language][code])) for language in ("it", "en"))
    assert italian == english
