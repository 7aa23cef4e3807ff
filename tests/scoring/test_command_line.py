"""``python -m scoring`` as other programs call it (CONTRACT)."""

import json
import subprocess
import sys

import pytest

from scoring import count, generate_deal
from scoring.cli import main

ASKED = {
    "game": "quattro-scartate",
    "cards": {"A": ["Ang", "Mon", "Lun", "16", "Rd", "Qd", "Rc", "Cc", "Rs", "6d"]},
    "last_trick": "A",
}


def run(*words, given=b""):
    return subprocess.run(
        [sys.executable, "-m", "scoring", *words], input=given, capture_output=True, timeout=60, check=False
    )


def lines(*documents):
    return b"".join(
        (item if isinstance(item, bytes) else json.dumps(item).encode()) + b"\n" for item in documents
    )


def answers(done):
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_count_answers_the_contract_s_keys_and_nothing_more():
    done = run("count", given=lines(ASKED))
    (told,) = answers(done)
    assert done.returncode == 0
    assert told == count(ASKED["game"], ASKED["cards"], "A").as_json()
    assert list(told) == ["A", "B"]
    assert list(told["A"]) == ["sequences", "cricche", "card_points", "last_trick", "declarations", "total"]
    assert told["A"]["sequences"] == {
        "items": [{"family": "grande", "cards": 4, "points": 15}],
        "doubled": False,
        "total": 15,
    }
    assert (told["A"]["card_points"], told["A"]["last_trick"], told["A"]["total"]) == (30, 6, 68)


def test_count_takes_dealer_declarations_and_house_rule():
    declarations = [
        {"side": "A", "player": "A1", "cricca": "re", "cards": ["Rd", "Rc", "Rs"]},
        {"side": "B", "player": "B2", "sequence": "bastoni", "cards": ["Rb", "Qb", "Beg"]},
    ]
    asked = {**ASKED, "dealer": "A", "declarations": declarations, "rules": "laghi-luna-16"}
    (told,) = answers(run("count", given=lines(asked)))
    assert (told["A"]["declarations"], told["B"]["declarations"]) == (17, 10)
    left_out = {**ASKED, "dealer": None, "declarations": None, "rules": None}
    assert answers(run("count", given=lines(left_out)))[0]["A"]["total"] == 68


def test_explain_adds_the_explanation():
    (told,) = answers(run("count", "--explain", given=lines(ASKED)))
    assert told["explanation"]["A"]["sequences"]["items"][0]["scavezzo"] == "15"


BAD_LINES = [
    pytest.param(b"", "not-json", id="an empty line"),
    pytest.param(b"{", "not-json", id="half an object"),
    pytest.param(b"\xff\xfe", "not-json", id="no text"),
    pytest.param(b"[" * 100_000, "not-json", id="brackets without end"),
    pytest.param(b"1" * 5000, "number-too-large", id="a number without end"),
    pytest.param(b"[]", "not-an-object", id="a list"),
    pytest.param(b"null", "not-an-object", id="null"),
    pytest.param(b"3", "not-an-object", id="a number"),
    pytest.param(b'{"game": "quattro-scartate", "game": "ottocento"}', "repeated-key", id="a key twice"),
    pytest.param({}, "missing-key", id="nothing asked"),
    pytest.param({**ASKED, "game": 4}, "not-text", id="game as a number"),
    pytest.param({**ASKED, "last_trick": ["A"]}, "not-text", id="last trick as a list"),
    pytest.param({**ASKED, "last_trick": None}, "missing-key", id="no last trick"),
    pytest.param({**ASKED, "dealer": 1}, "not-text", id="dealer as a number"),
    pytest.param({**ASKED, "rules": {}}, "not-text", id="rules as an object"),
    pytest.param({**ASKED, "cards": None}, "no-pile", id="no cards"),
    pytest.param({**ASKED, "cards": ["Ang"]}, "no-pile", id="cards as a list"),
    pytest.param({**ASKED, "cards": {"A": "Ang"}}, "cards-not-a-list", id="a pile as text"),
    pytest.param({**ASKED, "cards": {"A": {"Ang": 1}}}, "cards-not-a-list", id="a pile as an object"),
    pytest.param({**ASKED, "cards": {"A": 5}}, "cards-not-a-list", id="a pile as a number"),
    pytest.param({**ASKED, "cards": {"A": [1, 2]}}, "unknown-card", id="cards as numbers"),
    pytest.param({**ASKED, "cards": {"A": [None]}}, "unknown-card", id="cards as nulls"),
    pytest.param({**ASKED, "cards": {"A": [["Ang"]]}}, "unknown-card", id="cards as lists"),
    pytest.param({**ASKED, "cards": {"A": ["\ud800"]}}, "unknown-card", id="half a character"),
    pytest.param({**ASKED, "declarations": {}}, "declarations-not-a-list", id="declarations as an object"),
    pytest.param({**ASKED, "declarations": [None]}, "declaration-not-understood", id="a null declaration"),
    pytest.param(
        {**ASKED, "declarations": [{"side": "A", "player": [], "cricca": "re", "cards": ["Rd"]}]},
        "unknown-player",
        id="a player as a list",
    ),
    pytest.param(
        {**ASKED, "declarations": [{"side": "A", "player": "A1", "cricca": [], "cards": ["Rd"]}]},
        "unknown-family",
        id="a cricca as a list",
    ),
    pytest.param(
        {**ASKED, "declarations": [{"side": "A", "player": "A1", "cricca": "re", "cards": None}]},
        "cards-not-a-list",
        id="a declaration without cards",
    ),
]


def test_bad_lines_answer_an_error_each_and_the_good_ones_go_on():
    given = [item for param in BAD_LINES for item in (param.values[0], ASKED)]
    done = run("count", given=lines(*given))
    told = answers(done)
    assert done.returncode == 1
    assert [answer["error"]["code"] for answer in told[::2]] == [param.values[1] for param in BAD_LINES]
    assert all(set(answer["error"]) == {"code", "message"} for answer in told[::2])
    assert {answer["A"]["total"] for answer in told[1::2]} == {68}


def test_messages_are_italian_or_english():
    bad = lines({**ASKED, "cards": {"A": ["Ang", "Ang"]}})
    (italian,) = answers(run("count", given=bad))
    (english,) = answers(run("count", "--language", "en", given=bad))
    assert italian["error"]["message"] == "La carta Angelo compare due volte: togline una."
    assert english["error"]["message"] == "The card Angel appears twice: take one away."


def test_deals_are_told_one_a_line_and_can_be_fed_to_count():
    dealt = run("deal", "--seed", "11", "--count", "8")
    told = answers(dealt)
    assert dealt.returncode == 0
    assert told[0] == json.loads(json.dumps(generate_deal(11).as_json()))
    assert [deal["dealer_player"] for deal in told] == ["A1", "B1", "A2", "B2"] * 2
    counted = run("count", given=dealt.stdout)
    assert counted.returncode == 0
    assert len(answers(counted)) == 8
    assert run("deal", "--seed", "11", "--count", "8").stdout == dealt.stdout


def test_deals_can_be_of_several_games():
    told = answers(run("deal", "--seed", "1", "--games", "ottocento,millone", "--count", "3"))
    assert [deal["game"] for deal in told] == ["ottocento", "millone", "ottocento"]


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["conta"],
        ["count", "--language", "fr"],
        ["deal"],
        ["deal", "--seed", "x"],
        ["deal", "--seed", "-1"],
        ["deal", "--seed", "1", "--count", "-2"],
        ["deal", "--seed", "1", "--games", "briscola"],
    ],
)
def test_words_that_are_off_end_with_status_2(words):
    with pytest.raises(SystemExit) as stopped:
        main(words)
    assert stopped.value.code == 2


@pytest.mark.parametrize("word", ["x", "-1", "1.5"])
def test_a_seed_that_is_no_number_is_told_so(word, capsys):
    with pytest.raises(SystemExit):
        main(["deal", "--seed", word])
    told = capsys.readouterr().err
    assert f"{word!r} is no whole number from 0 up" in told
    assert "_whole_number" not in told


def test_a_reader_that_goes_away_leaves_no_traceback():
    with subprocess.Popen(
        [sys.executable, "-m", "scoring", "deal", "--seed", "1", "--count", "2000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(timeout=60) == 141


def test_nothing_asked_is_nothing_answered():
    done = run("count")
    assert (done.returncode, done.stdout) == (0, b"")


CHECKED = {
    "game": "quattro-scartate",
    "last_trick": "A",
    "dealer": "B",
    "A": {"sequences": 130, "cricche": 17, "card_points": 41},
    "B": {"sequences": 20, "cricche": 40, "card_points": 46},
}


def test_check_answers_possible_or_why_not_and_the_nearest():
    off = {**CHECKED, "A": {**CHECKED["A"], "cricche": 19}}
    done = run("check", "--language", "en", given=lines(CHECKED, off))
    good, bad = answers(done)
    assert done.returncode == 0
    assert good == {"possible": True}
    assert set(bad) == {"possible", "why", "nearest"}
    assert bad["possible"] is False
    assert bad["why"] == "Sets of A 19: no sets make these points. Count them again."
    assert 0 < len(bad["nearest"]) <= 5
    assert all(set(entry) == {"A", "B"} for entry in bad["nearest"])


def test_check_answers_an_error_for_what_is_no_figure():
    bad = [b"{", {**CHECKED, "A": 7}, {**CHECKED, "A": {"total": "x"}}, {**CHECKED, "C": {}}, {"A": {}}]
    done = run("check", given=lines(*bad, CHECKED))
    told = answers(done)
    assert done.returncode == 1
    assert [answer["error"]["code"] for answer in told[:-1]] == [
        "not-json",
        "figures-not-an-object",
        "figure-not-whole",
        "unknown-side",
        "missing-key",
    ]
    assert told[-1] == {"possible": True}
