"""Deals as text: every deal comes back as it was, and whatever breaks a rule is named with its place."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import GAMES, Fault, Record, dumps, loads, verify
from scoring.cli import main
from scoring.playing import play_out
from scoring.records import read
from tests.scoring.test_table import DEALS, tables

PAIRS = dumps([play_out(3, "quattro-scartate", "A1")])


@settings(max_examples=50, deadline=None)
@given(DEALS, st.integers(0, 99))
def test_a_record_comes_back_exactly_and_is_played_again(drawn, cut):
    played = list(tables(*drawn))
    table = played[-1] if cut > 50 else played[len(played) * cut // 50 - 1]
    written = Record.of(table, notes=["Serata del 3 marzo", "Tavolo 7"])
    text = dumps([written, table])
    assert loads(text) == (written, Record.of(table))
    assert dumps(loads(text)) == text
    *_, again = written.replay()
    assert again.hands == table.hands
    if table.is_over:
        assert again == table
        assert again.result() == table.result()


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(["ottocento", "scopone", "quindici"]), st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_deal_of_a_match_comes_back_with_who_called_out_and_who_let_the_moment_pass(game, seed, luck):
    *_, table = tables(game, seed, luck, totals={"A": GAMES[game].targets[0] - 1, "B": 3})
    (record,) = loads(dumps([table]))
    *_, again = record.replay()
    assert again == table
    assert again.outcome == table.outcome


def test_several_deals_stand_in_a_file_with_comments_and_blank_lines():
    deals = [play_out(seed, game) for seed, game in enumerate(GAMES)]
    text = dumps(deals).replace("game ", "# another deal\n\ngame ")
    assert loads(text) == tuple(map(Record.of, deals))
    assert all(verify(record) is None for record in loads(text))


def changed(pattern, replacement, text=PAIRS):
    """The fault of a record in which one line reads otherwise."""
    assert re.search(pattern, text, re.M), "the line is there"
    (item,) = read(re.sub(pattern, replacement, text, count=1, flags=re.M))
    return item if isinstance(item, Fault) else verify(item)


SCOPONE = dumps([play_out(3, "scopone")])
TERZIGLIO = dumps([play_out(3, "terziglio")])
CHIAMA_RE = dumps([play_out(3, "genovese-chiama-re")])


@pytest.mark.parametrize(
    ("text", "pattern", "replacement", "code", "place"),
    [
        pytest.param(PAIRS, "^hand B1 Mon", "hand B1 Ang", "card-twice", "Line 3", id="a card in two hands"),
        pytest.param(
            PAIRS, "^hand B1 Mon(.*\n(.*\n)*rest)", r"hand B1\1 Mon", "hand-size", "Line 3", id="a hand"
        ),
        pytest.param(PAIRS, "^hand B1 Mon", "hand B1 Xyz", "unknown-card", "Line 3", id="no card"),
        pytest.param(PAIRS, "^hand B1 Mon", "hand B1", "cards-not-dealt", "Line 3", id="a card nowhere"),
        pytest.param(PAIRS, "^discard A1 As", "discard A1 Rs", "card-not-held", "A1", id="not held"),
        pytest.param(PAIRS, "^2 A1 8c Beg", "2 A1 8c 8b", "must-trump", "Line 16, trick 2", id="no trump"),
        pytest.param(PAIRS, "^5 B2 9d 7d", "5 B2 9d 12", "must-follow", "Line 19, trick 5, A1", id="revoke"),
        pytest.param(PAIRS, "^2 A1 8c", "2 A1 6b", "card-not-held", "trick 2, A1", id="a card played twice"),
        pytest.param(PAIRS, "^(2 .*)> B1", r"\1> A1", "wrong-winner", "trick 2", id="a wrong winner"),
        pytest.param(PAIRS, "^2 A1", "2 B2", "not-the-turn", "trick 2, B2", id="a wrong leader"),
        pytest.param(PAIRS, "^3 B1", "4 B1", "wrong-number", "Line 17", id="a trick left out"),
        pytest.param(
            PAIRS, "tarocchi Mon Beg Mat", "tarocchi Ang Beg Mat", "declaration-not-held", "B1", id="shown"
        ),
        pytest.param(
            PAIRS, "tarocchi Mon Beg Mat", "re Mon Beg Mat", "declaration-no-combination", "B1", id="none"
        ),
        pytest.param(PAIRS, "tarocchi Mon Beg Mat", "papi Mon Beg Mat", "unknown-family", "B1", id="family"),
        pytest.param(PAIRS, "^pay B1 9s", "pay B1 Rs", "not-to-pay-with", "B1", id="paid with"),
        pytest.param(PAIRS, "^pay B1", "pay A1", "not-the-turn", "A1", id="who pays"),
        pytest.param(PAIRS, "^dealer A1", "dealer Z9", "unknown-player", "Line 3", id="the dealer"),
        pytest.param(PAIRS, "^game .*", "game tressette", "unknown-game", "Line 3", id="the game"),
        pytest.param(PAIRS, "^dealer.*\n", "", "record-game", "Line 3", id="no dealer"),
        pytest.param(PAIRS, "^seed 3", "seed 3\nseed 3", "record-twice", "Line 6", id="twice"),
        pytest.param(PAIRS, "^seed 3", "colour red", "record-line", "Line 5", id="no such line"),
        pytest.param(PAIRS, "^seed 3", "seed x", "record-line", "Line 5", id="no number"),
        pytest.param(PAIRS, "^seed 3", "rules papi", "unknown-rules", "Line 3", id="no such house rule"),
        pytest.param(PAIRS, " 1$", " 2", "record-version", "Line 1", id="another version"),
        pytest.param(PAIRS, "(.|\n)*", "", "record-empty", None, id="nothing"),
        pytest.param(SCOPONE, "=", "=1d+", "must-take-equal", "Line 11, B1", id="a take"),
        pytest.param(SCOPONE, r"^(1 \S+ \S+?)=\S+", r"\1", "must-take", "1", id="no take"),
        pytest.param(TERZIGLIO, "^bid (..) .*", r"bid \1 boh", "call-not-allowed", "1", id="a call"),
        pytest.param(CHIAMA_RE, "^call (..) .*", r"call \1 2c", "call-not-a-re", "1", id="a re"),
    ],
)
def test_the_first_thing_that_breaks_a_rule_is_named_with_its_place(text, pattern, replacement, code, place):
    fault = changed(pattern, replacement, text)
    assert fault.code == code, fault
    for language in ("it", "en"):
        assert "{" not in fault.message(language)
    if place is not None:
        assert place in fault.message("en").partition(":")[0]


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from([PAIRS, SCOPONE, TERZIGLIO, CHIAMA_RE]),
    st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 12), st.text(max_size=6)), max_size=4),
)
def test_damaged_text_is_read_or_refused_in_words(text, changes):
    for place, length, new in changes:
        text = text[:place] + new + text[place + length :]
    for item in read(text):
        fault = item if isinstance(item, Fault) else verify(item)
        assert fault is None or fault.message("en")
    if not any(isinstance(item, Fault) for item in read(text)):
        assert loads(dumps(loads(text))) == loads(text)


class Input:
    """The standard input, with these bytes."""

    def __init__(self, data):
        self.buffer = self
        self.data = data

    def read(self):
        return self.data


def told(monkeypatch, capsys, data, *words):
    monkeypatch.setattr("sys.stdin", Input(data))
    status = main(words)
    return status, capsys.readouterr().out


def test_the_command_verifies_each_deal_and_its_status_says_whether_all_are_good(monkeypatch, capsys):
    assert (
        main(["deal", "--seed", "3", "--count", "3", "--format", "record", "--games", "scopone,ottocento"])
        == 0
    )
    good = capsys.readouterr().out
    assert [record.game for record in loads(good)] == ["scopone", "ottocento", "scopone"]
    status, out = told(monkeypatch, capsys, good.encode(), "verify")
    assert (status, out.count("\n")) == (0, 3)
    status, out = told(
        monkeypatch, capsys, good.replace("1 ", "1 Z9 ", 1).encode(), "verify", "--language", "en"
    )
    assert status == 1
    assert out.startswith("1. Line ")
    for damaged in (b"\xff\xfe", b"", b"game"):
        status, out = told(monkeypatch, capsys, damaged, "verify")
        assert (status, out.count("\n")) == (1, 1)


def test_the_command_pictures_the_tricks(monkeypatch, capsys):
    status, out = told(monkeypatch, capsys, PAIRS.encode(), "replay", "--language", "en")
    assert status == 0
    assert "  1 >10b   6b    Rb    Mo3*\n  2  Beg*  6c    7c   >8c" in out
    assert "B1 shows tarocchi: Mon Beg Mat" in out
    assert "Points: A 42, B 437" in out
    status, out = told(monkeypatch, capsys, SCOPONE.encode(), "replay")
    assert "prende" in out
