"""The encryption: opened by its passphrase alone, whole or not at all.

Each try takes seconds, by design: what is altered is tried on files of the same format made quick to try.
"""

import math
import random

import pyrage
import pytest

from club.errors import ClubError
from club.handover import encryption
from tests.club.handover.age import sealed_quickly

PASSPHRASE = "tre carte in mano di più"
BODY = bytes(range(256)) * 1000

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def sealed() -> bytes:
    return sealed_quickly(BODY, PASSPHRASE)


def test_the_quick_one_is_of_the_age_format_too(sealed: bytes) -> None:
    assert encryption.unseal(sealed, PASSPHRASE) == BODY
    assert pyrage.passphrase.decrypt(sealed, PASSPHRASE) == BODY


def test_it_opens_with_its_passphrase_and_is_of_the_age_format() -> None:
    sealed = encryption.seal(BODY, PASSPHRASE)
    assert sealed.startswith(b"age-encryption.org/v1\n-> scrypt ")
    assert BODY[:64] not in sealed
    assert encryption.unseal(sealed, PASSPHRASE) == BODY
    assert pyrage.passphrase.decrypt(sealed, PASSPHRASE) == BODY
    altered = sealed[:-1] + bytes([sealed[-1] ^ 1])
    for each, passphrase in ((sealed, PASSPHRASE + "."), (altered, PASSPHRASE), (sealed[:-1], PASSPHRASE)):
        with pytest.raises(ClubError) as refusal:
            encryption.unseal(each, passphrase)
        assert refusal.value.code == "not-opened"


def test_another_passphrase_opens_nothing(sealed: bytes) -> None:
    with pytest.raises(ClubError) as refusal:
        encryption.unseal(sealed, PASSPHRASE + ".")
    assert refusal.value.code == "not-opened"


def test_a_flipped_byte_anywhere_is_refused(sealed: bytes) -> None:
    """Each byte of the header and its nonce, some of the body, the last one."""
    dice = random.Random(3)
    header = sealed.index(b"\n---") + 4 + 45 + 16
    for at in (*range(header), *dice.sample(range(header, len(sealed)), 100), len(sealed) - 1):
        altered = bytearray(sealed)
        altered[at] ^= 1
        with pytest.raises(ClubError) as refusal:
            encryption.unseal(bytes(altered), PASSPHRASE)
        assert refusal.value.code in ("not-opened", "not-sealed"), at


@pytest.mark.parametrize("share", [0, 0.0001, 0.001, 0.3, 0.9, -1])
def test_a_cut_anywhere_is_refused(sealed: bytes, share: float) -> None:
    cut = sealed[:-1] if share == -1 else sealed[: int(len(sealed) * share)]
    with pytest.raises(ClubError) as refusal:
        encryption.unseal(cut, PASSPHRASE)
    assert refusal.value.code in ("not-opened", "not-sealed")


def test_a_chunk_taken_out_is_refused(sealed: bytes) -> None:
    chunk = 65_552
    with pytest.raises(ClubError):
        encryption.unseal(sealed[:-chunk], PASSPHRASE)


def test_a_file_made_to_take_for_ever_is_refused_at_once(sealed: bytes) -> None:
    head, rest = sealed.split(b" ", 3)[:3], sealed.split(b"\n", 2)[2]
    hard = b" ".join([*head, b"30\n"]) + rest
    with pytest.raises(ClubError) as refusal:
        encryption.unseal(hard, PASSPHRASE)
    assert refusal.value.code == "not-opened"


@pytest.mark.parametrize("weak", ["", "corta", "a" * 40, "ababababababab", "1234512345123"])
def test_what_is_guessed_at_once_is_refused(weak: str) -> None:
    with pytest.raises(ClubError) as refusal:
        encryption.seal(BODY, weak)
    assert refusal.value.code == "weak-passphrase"


def test_a_suggestion_is_six_words_of_their_own_and_strong() -> None:
    words = {encryption.suggested_passphrase() for _try in range(50)}
    assert len(words) == 50
    assert {len(each.split()) for each in words} == {6}
    assert encryption.SUGGESTED_WORDS * math.log2(len(encryption.WORDS)) >= 50
    for each in words:
        encryption.verify_passphrase(each)
