"""Numbers, lists and lines that nobody means: each is refused in words, and the next line is read."""

import json
import subprocess
import sys

import pytest

import scoring
from scoring import GAMES, ScoringError
from scoring.cli import MOST_OF_LINE
from scoring.match_report import match_report
from tests.scoring.test_command_line import ASKED, CHECKED, answers, lines, run

HUGE = 10**5000
FIGURES = ("total", "sequences", "cricche", "card_points", "declarations", "scope", "buone", "deck_points")
ABSURD = (HUGE, -HUGE, 10**12, 10**300, 1.5, float("nan"), float("inf"), True, "3", [[3]], {"a": 3})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", FIGURES)
def test_an_absurd_figure_is_refused_in_words(game, name):
    for value in ABSURD:
        with pytest.raises(ScoringError) as refused:
            scoring.check(game, {"A": {name: value}, "B": {name: 3}})
        assert refused.value.code in {
            "figure-not-whole",
            "number-too-large",
            "unknown-figure",
        }
        assert 0 < len(refused.value.message()) < 400


@pytest.mark.parametrize("value", ABSURD, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize(
    "ask",
    [
        pytest.param(
            lambda value: scoring.count("scopone", {"A": ["7d", "6d"]}, scope={"A": value}), id="scope"
        ),
        pytest.param(lambda value: scoring.count("ottocento", {"A": [value]}, "A"), id="card"),
        pytest.param(lambda value: scoring.count("ottocento", {"A": ["Ang"]}, value), id="last trick"),
        pytest.param(lambda value: scoring.count(value, {"A": ["Ang"]}, "A"), id="game"),
        pytest.param(lambda value: scoring.outcome("ottocento", [{"A": value, "B": 1}]), id="points"),
        pytest.param(lambda value: scoring.outcome("ottocento", [], target=value), id="target"),
        pytest.param(lambda value: scoring.outcome("terziglio", [{"A": value, "B": 1, "C": 1}]), id="stakes"),
        pytest.param(
            lambda value: match_report({"game": "mattazza", "dealer": "A1", "losers": [value]}), id="losers"
        ),
        pytest.param(
            lambda value: match_report({"game": "mattazza", "dealer": "A1", "players": ["A1", value]}),
            id="players",
        ),
        pytest.param(lambda value: scoring.outcome("ottocento", [value]), id="deal"),
        pytest.param(lambda value: scoring.deal_scores("quindici", {"A": value, "B": 1}), id="total"),
        pytest.param(lambda value: scoring.tells_criccone(value), id="game of a feat"),
        pytest.param(lambda value: scoring.tells_cappotti(value), id="game of a cappotto"),
    ],
)
def test_an_absurd_value_is_refused_in_words(ask, value):
    with pytest.raises(ScoringError) as refused:
        ask(value)
    assert 0 < len(refused.value.message()) < 400
    assert 0 < len(refused.value.message("en")) < 400


def test_a_player_without_a_name_is_refused():
    with pytest.raises(ScoringError, match='Il giocatore ""'):
        match_report({"game": "mattazza", "dealer": "A1", "players": ["A1", "", "C1"]})


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        pytest.param(lambda: scoring.deal_scores("terziglio", {"A": 208}), "bad-points", id="an ally"),
        pytest.param(lambda: scoring.deal_scores("mattazza", {"A": 5}), "players-of-match", id="a player"),
        pytest.param(lambda: scoring.deal_scores("mattazza", {}), "players-of-match", id="everybody"),
        pytest.param(lambda: scoring.deal_scores("mattazza", {"Z": 1}), "unknown-side", id="a letter"),
        pytest.param(
            lambda: scoring.deal_scores("quindici", {"A": 1, "B": 2, "C": 3}), "unknown-side", id="a third"
        ),
        pytest.param(
            lambda: scoring.outcome("ottocento", [{"A": 1, "B": 2, "C": 3}]), "unknown-side", id="no side"
        ),
        pytest.param(
            lambda: scoring.rule("ottocento", {}, "A", "only-card-points"), "effect-needs-parts", id="a side"
        ),
        pytest.param(lambda: scoring.generate_deal("62"), "bad-seed", id="a seed"),
        pytest.param(lambda: scoring.dealer_seat("ottocento", "N", "3"), "unknown-deal", id="a deal"),
    ],
)
def test_what_is_left_out_of_a_question_is_refused_in_words(ask, code):
    with pytest.raises(ScoringError) as refused:
        ask()
    assert refused.value.code == code


def test_a_number_is_as_large_as_it_may_be():
    assert not scoring.check("ottocento", {"A": {"total": 999_999}}).possible
    with pytest.raises(ScoringError) as refused:
        scoring.check("ottocento", {"A": {"total": 1_000_000}})
    assert refused.value.code == "number-too-large"


@pytest.mark.parametrize(
    ("written", "told"),
    [
        pytest.param(None, "null", id="null"),
        pytest.param(True, "true", id="yes"),
        pytest.param(float("nan"), "NaN", id="no number"),
        pytest.param({}, "{}", id="an object"),
        pytest.param(["Rd"], '["Rd"]', id="a list"),
        pytest.param("", '""', id="nothing"),
        pytest.param("Rd ", '"Rd "', id="a blank behind"),
        pytest.param("R\nd", '"R\\nd"', id="two lines"),
        pytest.param("\ud800", '"\\ud800"', id="half a character"),
        pytest.param("7♦", "7♦", id="a word, if not ours"),
    ],
)
def test_what_is_no_card_is_told_as_it_was_written(written, told):
    for game in ("quattro-scartate", "scopone", "genovese-coppie"):
        with pytest.raises(ScoringError) as refused:
            scoring.count(game, {"A": [written]}, "A")
        assert refused.value.code == "unknown-card"
        assert refused.value.message().startswith(f"La carta {told} non esiste in questo mazzo")
        assert refused.value.message("en").startswith(f"The card {told} does not exist in this deck")


def test_a_side_left_blank_is_seen_in_the_sentence():
    with pytest.raises(ScoringError, match='La parte "" non esiste'):
        scoring.count("ottocento", {"A": ["Ang"]}, "A", dealer="")


#: A line, and the code with which it is refused.
LINES = [
    (b'{"game": "ottocento", "A": {"total": 1' + b"0" * 5000 + b"}}", "number-too-large"),
    (b'{"game": "ottocento", "A": {"total": 1' + b"0" * 300 + b"}}", "number-too-large"),
    (b'{"game": "ottocento", "A": {"total": 1e400}}', "figure-not-whole"),
    (b'{"game": "ottocento", "A": {"total": NaN}}', "figure-not-whole"),
    (b'{"game": "ottocento", "A": {"total": -Infinity}}', "figure-not-whole"),
    (b'{"game": "ottocento", "A": {"total": ' + b"[" * 900 + b"]" * 900 + b"}}", "figure-not-whole"),
    (b'{"game": "ottocento", "A": {"total": ' + b'{"a":' * 90_000 + b"}}", "not-json"),
    (b'{"game": "' + b"x" * 3_000_000 + b'"}', "unknown-game"),
    (b'{"game": "ottocento", "' + b"x" * 3_000_000 + b'": {}}', "unknown-side"),
    (b'{"game": "ottocento\xff"}', "not-json"),
    (b"\x00\x01\x02\x80", "not-json"),
]


def test_a_line_that_nobody_means_is_refused_and_the_next_is_read():
    given = lines(*(item for line, _ in LINES for item in (line, CHECKED)))
    done = run("check", given=given)
    told = answers(done)
    assert done.returncode == 1
    assert [answer["error"]["code"] for answer in told[::2]] == [code for _, code in LINES]
    assert max(len(answer["error"]["message"]) for answer in told[::2]) < 400
    assert told[1::2] == [{"possible": True}] * len(LINES)


def test_a_line_of_megabytes_with_cards_without_end_is_counted_or_refused():
    many = {**ASKED, "cards": {"A": ["Ang"] * 300_000}}
    told = answers(run("count", given=lines(many, ASKED)))
    assert told[0]["error"]["code"] == "card-twice"
    assert told[1]["A"]["total"] == 68


def test_a_line_without_end_is_refused_in_little_memory_and_the_next_is_read():
    """256 MB are enough for a line of a gigabyte, and for one of small values up to the limit."""
    given = (
        "import json, resource, sys; from scoring.cli import MOST_OF_LINE, main\n"
        "resource.setrlimit(resource.RLIMIT_AS, (256 * 2**20,) * 2)\n"
        "sys.exit(main(['check']))"
    )
    nested = b'{"game": [' + b"{}," * (MOST_OF_LINE // 3 - 10) + b"{}]}"
    with subprocess.Popen(
        [sys.executable, "-c", given], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        for _megabyte in range(1024):
            process.stdin.write(b"x" * 2**20)
        process.stdin.write(b"\n" + nested + b"\n" + lines(CHECKED))
        process.stdin.close()
        told = [json.loads(line) for line in process.stdout]
    assert [answer["error"]["code"] for answer in told[:2]] == ["line-too-long", "not-text"]
    assert told[2:] == [{"possible": True}]


def test_a_seed_of_hundreds_of_digits_deals_like_any_other():
    seed = "1" + "0" * 400
    assert run("deal", "--seed", seed, "--count", "0").stdout == b""
    dealt = run("deal", "--seed", seed)
    assert json.loads(dealt.stdout)["seed"] == int(seed)
    assert run("count", given=dealt.stdout).returncode == 0
    assert run("deal", "--seed", "1" + "0" * 5000, "--count", "0").returncode == 2
