"""Heads of logs: as printed, as lines of a file, signed by a key that is not in the database."""

import json
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from club.history import hash_chain
from club.history.hash_chain import Head, UnreadableHeads, as_lines, heads_in
from tests.damaged import damaged_bytes, damaged_json
from tests.samples import drawn

HASH = "9f3a77c10b2e55d8" + "0" * 48
HEAD = Head("tournament/abc234", 214, HASH)


def key_file(folder: Path, key: Any = None) -> Path:
    file = folder / "log-key.pem"
    key = key or Ed25519PrivateKey.generate()
    file.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return file


def test_the_short_form_has_the_number_and_sixteen_digits_in_fours() -> None:
    assert HEAD.short == "214 · 9f3a 77c1 0b2e 55d8"
    assert HEAD.printed == "Registro 214 · 9f3a 77c1 0b2e 55d8"
    assert Head("club/mazzini", 0, "").short == "0"


@pytest.mark.parametrize(
    "text",
    [
        as_lines([HEAD]),
        json.dumps([{"log": HEAD.log, "number": 214, "hash": HASH}]),
        json.dumps({"count": 3, "results": [], "log_head": {"log": HEAD.log, "number": 214, "hash": HASH}}),
        f"\n{HEAD.log} 214 {HASH}\n",
    ],
    ids=["lines", "list", "api", "words"],
)
def test_a_file_of_heads_is_read_in_every_form(text: str) -> None:
    assert list(heads_in(text)) == [HEAD]


def test_a_head_from_paper_has_the_first_digits() -> None:
    assert list(heads_in("tournament/abc234 214 · 9F3A 77C1 0B2E 55D8")) == [
        Head(HEAD.log, 214, "9f3a77c10b2e55d8")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "niente",
        "tournament/abc234 214 9f3a",
        "{",
        '{"log": "x"}',
        "[1]",
        "[" * 100_000,
        '{"log_head":' * 900 + "1" + "}" * 900,
        f"x {'9' * 5000} {HASH}",
        f'{{"log": "x", "number": {"9" * 5000}, "hash": "{HASH}"}}',
    ],
    ids=lambda text: text[:30],
)
def test_other_text_is_no_head(text: str) -> None:
    with pytest.raises(UnreadableHeads):
        list(heads_in(text))


@given(
    st.sampled_from([as_lines([HEAD, HEAD]).encode(), f"{HEAD.log} 214 {HASH}\n".encode()]).flatmap(
        damaged_bytes
    )
    | damaged_json([asdict(HEAD), {"log_head": asdict(HEAD)}]).map(lambda value: json.dumps(value).encode())
)
@drawn(5000, 50)
def test_a_damaged_file_is_read_or_refused(written: bytes) -> None:
    with suppress(UnreadableHeads):
        assert all(isinstance(head, Head) for head in heads_in(written.decode(errors="replace")))


def test_without_a_key_nothing_is_signed() -> None:
    assert HEAD.signed() == HEAD
    assert hash_chain.public_key() == ""


def test_a_signed_head_holds_for_its_key_only(tmp_path: Path, settings: Settings) -> None:
    settings.LOG_SIGNING_KEY = str(key_file(tmp_path))
    signed, public = HEAD.signed(), hash_chain.public_key()
    assert signed.is_signed_by(public)
    assert list(heads_in(as_lines([signed]))) == [signed]
    assert not Head(HEAD.log, 215, HASH, signed.signature).is_signed_by(public)
    assert not signed.is_signed_by("00" * 32)
    assert not signed.is_signed_by("no key")
    assert hash_chain.check_signing_key() == []


@pytest.mark.parametrize("kind", ["missing", "text", "another"])
def test_a_file_without_such_a_key_stops_the_start(tmp_path: Path, settings: Settings, kind: str) -> None:
    file = tmp_path / "log-key.pem"
    if kind == "text":
        file.write_text("una chiave")
    elif kind == "another":
        key_file(tmp_path, X25519PrivateKey.generate())
    settings.LOG_SIGNING_KEY = str(file)
    [error] = hash_chain.check_signing_key()
    assert error.id == "club.E003"
    assert "openssl genpkey" in str(error.hint)
