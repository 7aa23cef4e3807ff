"""Any bytes at all are read as a published draw, or refused with what is wrong."""

import contextlib
import json
import subprocess
import sys

import pytest
from hypothesis import given as supposing
from hypothesis import strategies as st

from tournaments.core.draws import DrawImpossible, DrawInput, Entrant, Meeting, Movement, drawn
from tournaments.core.draws.publishing import entrants_in, file_data, published
from tournaments.core.draws.verifying import verification

GIVEN = DrawInput(2, tuple(Entrant(n, n, rank=n) for n in range(1, 9)), (), 1)


def a_file(kind: str = "danish") -> dict:
    movement = Movement(kind, turns=3)
    return json.loads(json.dumps(published(movement, GIVEN, drawn(movement, GIVEN))))


GOOD = json.dumps(a_file()).encode()


def test_a_published_file_is_read_whole_with_or_without_a_mark_at_its_start():
    assert file_data(GOOD) == file_data(b"\xef\xbb\xbf" + GOOD + b"\n") == a_file()
    assert entrants_in(file_data(GOOD)) == 8


@pytest.mark.parametrize(
    ("written", "code"),
    [
        (b"", "file-empty"),
        (b" \n", "file-empty"),
        (b"seed: 12", "not-json"),
        (b"\xff\xfe\x00", "not-json"),
        (b"%PDF-1.7", "not-json"),
        (GOOD[:-1], "file-cut"),
        (GOOD[: len(GOOD) // 2], "file-cut"),
        (b'{"criccone": "dr', "file-cut"),
        (b"[" * 1_000_000, "too-deep"),
        (b'{"a":' * 200_000 + b"1" + b"}" * 200_000, "too-deep"),
        (GOOD.replace(b'"seed": 1', b'"seed": NaN'), "number-not-whole"),
        (GOOD.replace(b'"seed": 1', b'"seed": -Infinity'), "number-not-whole"),
        (GOOD.replace(b'"seed": 1', b'"seed": 1.0'), "number-not-whole"),
        (GOOD.replace(b'"seed": 1', b'"seed": 1e400'), "number-not-whole"),
        (GOOD.replace(b'"seed": 1', b'"seed": ' + b"9" * 9_000), "number-too-large"),
        (GOOD.replace(b'"criccone": "draw"', b'"criccone": "draw", "criccone": "draw"'), "named-twice"),
        (b"[]", "unknown-format"),
        (b"3", "unknown-format"),
        (b'{"criccone": "evening"}', "unknown-format"),
        (b'{"criccone": "draw", "format": "2"}', "unknown-format"),
        (b'{"criccone": "draw", "format": 99}', "newer-format"),
        (b" " * 5_000_001, "file-too-large"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(written, code):
    with pytest.raises(DrawImpossible) as refused:
        file_data(written)
    assert refused.value.code == code


@supposing(
    st.recursive(
        st.none() | st.booleans() | st.integers(-3, 9) | st.sampled_from(["", "danish", "x", "A"]),
        lambda inner: st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["number", "side_a", "id", "kind", "x"]), inner, max_size=3),
        max_leaves=6,
    ),
    st.sampled_from(
        [
            ("movement",), ("movement", "kind"), ("movement", "groups"), ("movement", "turns"),
            ("input",), ("input", "turn"), ("input", "entrants"), ("input", "entrants", 0),
            ("input", "entrants", 0, "rank"), ("input", "entrants", 0, "past_sides"),
            ("input", "entrants", 0, "fixed_table"), ("input", "entrants", 1, "id"), ("input", "meetings"),
            ("input", "sizes"), ("input", "seed"), ("input", "wins"), ("input", "started"),
            ("draw",), ("draw", "tables"), ("draw", "tables", 0), ("draw", "tables", 0, "side_a"),
            ("draw", "tables", 0, "number"), ("draw", "rests"), ("draw", "cost"),
            ("played",), ("moves",),
        ]
    ),
    st.sampled_from(["danish", "swiss", "girone", "knockout", "mitchell"]),
)  # fmt: skip
def test_whatever_stands_in_a_file_it_is_checked_or_refused(value, where, kind):
    data = a_file(kind)
    part = data
    for step in where[:-1]:
        part = part[step]
    part[where[-1]] = value
    with contextlib.suppress(DrawImpossible):  # and nothing else
        assert verification(data).checks


def run(written: bytes, seconds: int = 8) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "tournaments.pairing.draw_process", str(seconds)]
    return subprocess.run(command, input=written, capture_output=True, check=False)


def test_a_process_of_its_own_answers_with_the_checks():
    answer = json.loads(run(GOOD).stdout)
    assert ["same-draw", "kept", {}] in answer["checks"]


def test_a_process_of_its_own_answers_what_is_wrong_with_a_file():
    assert json.loads(run(b"").stdout) == {"refused": ["file-empty", {}]}


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
def test_a_process_of_its_own_is_stopped_when_its_time_is_over():
    """Three hundred who have met everybody near them: that no draw is cheaper takes seconds to prove."""
    entrants = tuple(Entrant(n, n, rank=n) for n in range(1, 301))
    met = [
        Meeting(2 * far - 1 + n // far % 2, n, n + far) for far in range(1, 6) for n in range(1, 301 - far)
    ]
    given = DrawInput(11, entrants, tuple(met), 1)
    data = published(Movement("danish"), given, drawn(Movement("danish"), given))
    assert run(json.dumps(data).encode(), seconds=1).returncode < 0
