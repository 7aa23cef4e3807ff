"""Whatever is told in the place of a list, an object, a word or a number is refused in words, or answered."""

import inspect

import pytest

import scoring
from scoring import ScoringError
from scoring.wording.names import LANGUAGES

RE = {"side": "A", "player": "A1", "cricca": "re", "cards": ["Rd", "Rc", "Rs"]}
PILE = ["Ang", "Mon", "Lun", "16", "Rd", "Qd", "Rc", "Cc", "7d", "6d"]
#: A question to each function that takes what a table told, as it may be asked.
ASKED = {
    "call_out": {
        "game": "ottocento",
        "player": "A1",
        "dealer": "A1",
        "totals": {"A": 783, "B": 640},
        "declarations": [RE],
        "passed": [],
        "target": 800,
        "rule": "barilli",
    },
    "call_out_points": {
        "game": "ottocento",
        "player": "A1",
        "dealer": "A1",
        "totals": {"A": 790, "B": 100},
        "declarations": [RE],
        "target": 800,
        "rule": "barilli",
        "rules": "accademia",
    },
    "camps": {"game": "genovese-chiama-re", "dealer": "A", "partner": "B"},
    "cappotto_of": {"key": "ottocento", "counted": {"A": {"total": 939}, "B": {"total": 0}}},
    "check": {
        "game": "ottocento",
        "figures": {"A": {"total": 194}, "B": {"total": 106}},
        "last_trick": "A",
        "dealer": "A",
        "rules": "accademia",
        "declarations": [RE],
        "discards": ["6d", "7d"],
    },
    "complete_heap": {
        "cards": ["Ang", "Mat", "Rd"],
        "missing": ["14"],
        "tricks": 6,
        "discards": False,
        "rules": "accademia",
    },
    "count": {
        "game": "ottocento",
        "cards": {"A": PILE},
        "last_trick": "A",
        "dealer": "A",
        "declarations": [RE],
        "rules": "accademia",
        "discards": ["6d", "7d"],
    },
    "cut_short": {
        "game": "scopone",
        "facts": {"at_fault": "A", "taken": {"A": ["7d", "7c"], "B": ["6d", "6c"]}, "scope": {"A": 0}},
    },
    "deal_scores": {"game": "terziglio", "totals": {"A": 208, "B": 107, "C": 107}, "soloist": "A"},
    "dealer_seat": {"game": "ottocento", "first": "N", "number": 3},
    "declarable": {
        "game": "ottocento",
        "player": "A1",
        "hand": ["Rd", "Rc", "Rs"],
        "shown": [scoring.Declaration("B", "B1", "cricca", "fanti", ("Fd", "Fc", "Fs"))],
        "rules": "accademia",
    },
    "device_rules": {"rules": "accademia"},
    "device_words": {"language": "en"},
    "dumps": {"records": [scoring.Table("scopone", seed=1)]},
    "expected": {
        "hands": scoring.Table("scopone", seed=1).hands,
        "game": "scopone",
        "samples": 2,
        "seed": 1,
        "dealer": "A1",
        "rest": scoring.Table("scopone", seed=1).trick,
        "rules": None,
    },
    "fuori_points": {
        "game": "scopone",
        "claim": {"side": "A", "points": {"A": 1, "B": 0}},
        "totals": {"A": 7, "B": 1},
        "target": None,
    },
    "generate_deal": {"seed": 1, "game": "scopone", "dealer": "A1"},
    "idle_numbers": {"cards": ["Ang", "Rd"], "missing": ["14"], "rules": "accademia"},
    "is_criccone": {"cricche": 102},
    "legal_cards": {"game": "ottocento", "hand": ["Qd", "6c"], "trick": ["7d"]},
    "legal_takes": {"game": "scopone", "hand": ["7d"], "table": ["4c", "3s"]},
    "next_dealer": {
        "game": "mattazza",
        "dealer": "A1",
        "soloist": "B1",
        "losers": ["B1"],
        "players": ["A1", "B1", "C1"],
        "resting": ["C1"],
    },
    "outcome": {"game": "ottocento", "deals": [{"A": 700, "B": 600}], "target": 800, "agreement": None},
    "loads": {"text": scoring.dumps([scoring.Table("scopone", seed=1)])},
    "verify": {"record": scoring.Record.of(scoring.Table("scopone", seed=1))},
    "rule": {
        "game": "ottocento",
        "figures": {
            "A": {"sequences": 20, "cricche": 0, "card_points": 9, "last_trick": 0, "declarations": 0}
            | {"total": 29},
        },
        "side": "A",
        "effect": "only-card-points",
    },
    "say_fuori": {
        "game": "scopone",
        "claim": {"side": "A", "taken": {"A": ["7d", "6d"]}, "scope": {"A": 1}, "at_last_play": False},
        "totals": {"A": 7, "B": 1},
        "target": None,
    },
    "sequenze_of": {"explained": {"sequences": {"items": [], "doubled": False}}},
    "still_playing": {
        "game": "mattazza",
        "deals": [{"A": 1, "B": 0, "C": 0}],
        "target": 2,
        "agreement": "until-two",
    },
    "taker": {"game": "ottocento", "trick": ["Rd", "Mat"]},
    "how_taken": {"game": "ottocento", "trick": ["Rd", "Mat"]},
    "tells_cappotti": {"key": "ottocento"},
    "tells_criccone": {"key": "ottocento"},
    "heap_entry": {"pile": ["Ang", "Rd"]},
    "verify_match_totals": {
        "game": "quattro-scartate",
        "totals": {"A": 650, "B": 480},
        "deals": 4,
        "target": None,
    },
}  # fmt: skip
#: The same functions of other games, whose rules read what was told otherwise.
OTHERWISE = {
    "call_out": [("quindici", {}), ("scopone", {}), ("millone-due", {"target": 1000})],
    "call_out_points": [("quindici", {}), ("scopone", {})],
    "camps": [("ottocento", {})],
    "check": [(game, {}) for game in scoring.GAMES],
    "count": [(game, {}) for game in scoring.GAMES],
    "deal_scores": [(game, {}) for game in ("quindici", "mattazza", "genovese-gatti")],
    "declarable": [
        ("genovese-pizzico", {"hand": ["Mat", "1", "21"], "shown": [], "rules": None}),
        ("scopone", {}),
    ],
    "fuori_points": [("ottocento", {})],
    "legal_cards": [(game, {"hand": ["7d"], "trick": []}) for game in ("scopone", "genovese-gatti")],
    "next_dealer": [("terziglio", {}), ("ottocento", {})],
    "outcome": [
        (game, {"target": None}) for game in ("terziglio", "mattazza", "scopone", "quattro-scartate")
    ],
    "rule": [("genovese-gatti", {"effect": "declarations-void"}), ("mattazza", {})],
    "say_fuori": [("ottocento", {})],
    "still_playing": [("ottocento", {"target": None, "agreement": None})],
    "verify_match_totals": [
        ("ottocento", {"totals": {"A": 845, "B": 640}, "deals": None, "target": 800}),
        ("terziglio", {"totals": {"A": 4, "B": -2, "C": -2}}),
    ],
    "taker": [("scopone", {}), ("genovese-coppie", {"trick": ["Rc", "21"]})],
    "how_taken": [("scopone", {}), ("genovese-coppie", {"trick": ["Rc", "21"]})],
}
WRONG = (
    None, 5, -1, True, 3.5, "x", "A", b"x", (), [], {}, {1}, object(), [None], [5], ["x"], [[]], [{}],
    [["Rd"]],
    [{"A": None}], [{"A": {}}], [{5: 1}], [RE, None], [{**RE, "cards": 5}], [{**RE, "cards": [None]}],
    [{**RE, "player": []}], [{**RE, "number": "x"}], {"A": None}, {"A": 5}, {"A": "x"}, {"A": []},
    {"A": [None]}, {"A": [["Rd"]]}, {"A": {"A": None}}, {"A": {"total": None}}, {"A": {"total": []}},
    {"A": {None: 1}}, {5: None}, {None: {}}, {(): 1}, {"A": {}, "B": None}, {"side": {}},
    {"side": "A", "taken": 5},
    {"side": "A", "taken": {"A": None}}, {"side": "A", "taken": {"A": []}, "scope": 3},
    {"sequences": {"items": 5}},
    {"sequences": {"items": []}},
    (scoring.Declaration("A", "A1", "cricca", "papi", ("x",)),),
    (scoring.Declaration("A", "A1", "buona", "papi", ("Rc", "Rq", "Rf")),),
)  # fmt: skip


def questions():
    for name, asked in ASKED.items():
        yield name, asked
        for game, others in OTHERWISE.get(name, ()):
            yield name, {**asked, "game": game, **others}


def test_every_function_that_is_offered_is_asked():
    offered = {name for name in scoring.__all__ if inspect.isfunction(getattr(scoring, name))}
    assert offered == set(ASKED)


@pytest.mark.parametrize(("name", "asked"), list(ASKED.items()), ids=[*ASKED])
def test_each_is_answered_as_it_may_be_asked(name, asked):
    assert refusal(name, asked) is None


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        pytest.param(name, asked, id=f"{name} {asked.get('game', '')} {number}")
        for number, (name, asked) in enumerate(questions())
    ],
)
def test_a_wrong_kind_of_thing_is_refused_in_words_or_answered(name, asked):
    refused = [
        error
        for argument in asked
        for wrong in WRONG
        if (error := refusal(name, {**asked, argument: wrong})) is not None
    ]
    assert len(refused) > len(asked)
    for error in refused:
        for language in LANGUAGES:
            assert 0 < len(error.message(language)) < 500


def refusal(name, asked):
    try:
        getattr(scoring, name)(**asked)
    except ScoringError as error:
        return error
    return None


@pytest.mark.parametrize(
    ("name", "argument", "wrong", "code"),
    [
        ("check", "figures", [1], "not-an-object-there"),
        ("outcome", "deals", None, "not-a-list"),
        ("outcome", "deals", {"A": 1}, "not-a-list"),
        ("still_playing", "deals", "x", "not-a-list"),
        ("deal_scores", "totals", [1], "not-an-object-there"),
        ("call_out", "totals", None, "not-an-object-there"),
        ("call_out", "passed", 5, "not-a-list"),
        ("say_fuori", "claim", b"x", "not-an-object-there"),
        ("next_dealer", "resting", 5, "not-a-list"),
        ("declarable", "hand", None, "not-a-list"),
        ("declarable", "shown", [RE], "declaration-not-understood"),
        ("legal_cards", "hand", "Rd", "not-a-list"),
        ("legal_takes", "table", {"A": 1}, "not-a-list"),
        ("taker", "trick", None, "not-a-list"),
        ("how_taken", "trick", None, "not-a-list"),
        ("rule", "figures", {"A": None}, "not-an-object-there"),
        ("rule", "figures", {"A": {"sequences": "x"}}, "figure-not-whole"),
        ("cappotto_of", "counted", {"A": {"total": []}}, "figure-not-whole"),
        ("is_criccone", "cricche", "102", "not-a-number"),
        ("sequenze_of", "explained", {"sequences": {"items": 5}}, "not-a-list"),
    ],
)
def test_the_refusal_names_the_argument_and_what_it_must_be(name, argument, wrong, code):
    error = refusal(name, {**ASKED[name], argument: wrong})
    assert error.code == code
    if code.startswith("not-a"):
        assert error.params["key"] in (argument, f"{argument}.A", "items")


@pytest.mark.parametrize(
    "wrong",
    [
        {"side": None},
        {"player": 5},
        {"kind": []},
        {"family": {}},
        {"cards": None},
        {"cards": "Rd"},
        {"number": "3"},
    ],
)
def test_a_declaration_of_wrong_things_is_none(wrong):
    good = {"side": "A", "player": "A1", "kind": "cricca", "family": "re", "cards": ("Rd", "Rc", "Rs")}
    scoring.Declaration(**good)
    with pytest.raises(ScoringError) as refused:
        scoring.Declaration(**{**good, **wrong})
    assert refused.value.code == "declaration-not-understood"


def test_what_can_be_gone_through_once_is_read_once():
    assert scoring.legal_cards("ottocento", iter(["Qd", "6c"]), iter(["7d"])) == ("Qd",)
    deals = ({"A": points, "B": 0} for points in (500, 400))
    assert scoring.outcome("ottocento", deals).winner == "A"
