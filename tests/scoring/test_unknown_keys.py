"""A key that nobody reads is refused by its name, with the known one that is most like it."""

import json

import pytest

import scoring
from scoring import GAMES, ScoringError
from scoring.match_report import match_report
from tests.scoring.test_command_line import answers, lines, run

GAME = "quattro-scartate"
PILE = ["Ang", "Mon", "Lun", "16", "Rd", "Qd", "Rc", "Cc", "Rs", "6d"]
RE = {"side": "A", "player": "A1", "cricca": "re", "cards": ["Rd", "Rc", "Rs"]}
FAMIGLIA = {"side": "A", "player": "A1", "buona": "famiglia", "cards": ["Rc", "Qc", "Cc", "Jc"]}
CALL = {"player": "A1", "dealer": "B1", "declarations": [RE]}
FUORI = {"side": "A", "taken": {"A": ["7d", "6d"]}}


def refused(ask):
    with pytest.raises(ScoringError) as found:
        ask()
    assert found.value.code == "unknown-key"
    return found.value.params["key"], found.value.params["known"]


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_of_any_game_is_counted_with_what_it_tells_and_with_nothing_else(game):
    line = json.loads(json.dumps(scoring.generate_deal(3, game).as_json()))
    good, bad = answers(run("count", given=lines(line, {**line, "delaer": "A"})))
    assert "error" not in good
    assert bad["error"]["code"] == "unknown-key"
    assert "delaer" in bad["error"]["message"]
    assert "dealer" in bad["error"]["message"].replace("delaer", "")


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_of_any_game_says_nothing_that_nobody_reads(game):
    figure = GAMES[game].figures[-1]
    assert refused(lambda: scoring.check(game, {"A": {figure: 0}}, dealr="A")) == ("dealr", ("dealer",))
    assert refused(lambda: scoring.check(game, {"dealr": None})) == ("dealr", ("dealer",))
    with pytest.raises(ScoringError) as found:
        scoring.check(game, {"Z": {figure: 0}})
    assert found.value.code == "unknown-side"


@pytest.mark.parametrize(
    ("key", "near", "ask"),
    [
        ("last_trik", "last_trick", lambda key: scoring.count(GAME, {"A": PILE}, "A", **{key: "A"})),
        ("Discards", "discards", lambda key: scoring.count(GAME, {"A": PILE}, "A", **{key: None})),
        ("solist", "soloist", lambda key: scoring.count("terziglio", {"A": PILE}, "A", **{key: "A"})),
        ("sope", "scope", lambda key: scoring.count("scopone", {"A": ["7d", "6d"]}, **{key: {"A": 1}})),
        ("cardz", "cards", lambda key: scoring.count(GAME, {"A": PILE}, "A", declarations=[{**RE, key: []}])),
        ("card", "cards", lambda key: scoring.check(GAME, {}, declarations=[{**RE, key: []}])),
        (
            "buone",
            "buona",
            lambda key: scoring.count("genovese-pizzico", {"A": []}, declarations=[{**FAMIGLIA, key: 1}]),
        ),
        (
            "trik_to",
            "trick_to",
            lambda key: scoring.count(
                "genovese-pizzico",
                {"A": []},
                "B",
                bagatto_ultimo={"player": "A1", "trick_to": "B1", key: "B1"},
            ),
        ),
        ("sololist", "soloist", lambda key: scoring.deal_scores("terziglio", {}, **{key: "A"})),
        ("partnr", "partner", lambda key: scoring.camps("genovese-chiama-re", dealer="A", **{key: "A"})),
        ("targt", "target", lambda key: match_report({"game": "ottocento", key: 1000})),
        (
            "pased",
            "passed",
            lambda key: match_report({"game": "ottocento", "call_out": {**CALL, key: ["B1"]}}),
        ),
        ("take", "taken", lambda key: match_report({"game": "scopone", "fuori": {**FUORI, key: {}}})),
        ("scopa", "scope", lambda key: scoring.say_fuori("scopone", {**FUORI, key: {}}, {"A": 7, "B": 1})),
    ],
)
def test_a_key_misspelt_is_refused_with_the_one_it_is_most_like(key, near, ask):
    assert refused(lambda: ask(key)) == (key, (near,))


def test_what_only_another_game_reads_is_refused():
    assert refused(lambda: scoring.count(GAME, {"A": PILE}, "A", soloist="A"))[0] == "soloist"
    assert refused(lambda: scoring.count("ottocento", {"A": PILE}, "A", poste="to-45"))[0] == "poste"


def test_a_key_like_no_other_is_refused_with_all_that_are_read():
    key, known = refused(lambda: scoring.count("scopone", {"A": ["7d", "6d"]}, xyzzy=1))
    assert key == "xyzzy"
    assert {"cards", "scope", "dealer"} <= {*known}
    assert not {"hands", "plays", "seed"} & {*known}


def test_what_a_line_says_besides_is_passed_over():
    line = {"game": GAME, "cards": {"A": PILE}, "last_trick": "A", "id": 7, "note": "tavolo 3", "name": "Ada"}
    plain, more = answers(
        run("count", given=lines({key: line[key] for key in ("game", "cards", "last_trick")}, line))
    )
    assert plain == more
    assert "error" not in plain


def test_a_key_of_megabytes_costs_nothing():
    line = {"game": GAME, "cards": {"A": PILE}, "last_trick": "A"}
    (told,) = answers(run("count", given=lines({**line, "x" * 3_000_000: 1})))
    assert "error" not in told
    (told,) = answers(run("check", given=lines({"game": GAME, "x" * 3_000_000: 1})))
    assert told["error"]["code"] == "unknown-key"
    assert len(told["error"]["message"]) < 400


def test_the_sentence_says_what_may_have_been_meant():
    with pytest.raises(ScoringError) as found:
        scoring.count(GAME, {"A": PILE}, "A", delaer="A")
    assert found.value.message() == (
        'La chiave "delaer" qui non si legge: può essere dealer. Correggila o toglila.'
    )
    assert found.value.message("en") == (
        'The key "delaer" is not read here: it may be dealer. Correct it or take it away.'
    )
