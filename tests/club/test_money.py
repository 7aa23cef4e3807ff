"""Cents as people write them, in figures and in letters."""

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from club.money import amount, cents_of, euros, in_words, italian


@pytest.mark.parametrize(
    ("written", "cents"),
    [
        ("25", 2500), ("25,5", 2550), ("25,50", 2550), ("25.50", 2550), ("1.234", 123400),
        ("1.234,05", 123405), ("€ 10", 1000), ("10 €", 1000), ("0", 0), ("0,01", 1),
        ("", None), ("-5", None), ("dieci", None), ("1,234", None), ("1.23.4", None), ("9999999", None),
        ("1,234.05", 123405), ("1,23.4", None), ("1,234,05", None), ("1.234.05", None),
        ("10,", None), ("1e3", None), ("٣", None),
    ],
)  # fmt: skip
def test_amounts_are_read_as_italians_write_them(written: str, cents: int | None) -> None:
    assert cents_of(written) == cents


@pytest.mark.parametrize("language", ["it", "en"])
@given(cents=st.integers(0, 99_999_999))
def test_what_is_told_is_read_again_as_the_same(language: str, cents: int) -> None:
    with translation.override(language):
        assert cents_of(amount(cents)) == cents
        assert cents_of(euros(cents)) == cents


@pytest.mark.parametrize(
    ("cents", "words"),
    [
        (0, "zero/00"), (100, "uno/00"), (300, "tre/00"), (1300, "tredici/00"), (2150, "ventuno/50"),
        (2300, "ventitré/00"), (2800, "ventotto/00"), (8100, "ottantuno/00"), (10_000, "cento/00"),
        (10_300, "centotré/00"), (11_300, "centotredici/00"), (20_000, "duecento/00"),
        (10_800, "centootto/00"), (100_000, "mille/00"), (100_100, "milleuno/00"), (200_000, "duemila/00"),
        (2_300_000, "ventitremila/00"), (12_345_678, "centoventitremilaquattrocentocinquantasei/78"),
        (-2500, "venticinque/00"),
    ],
)  # fmt: skip
def test_amounts_are_spelt_in_italian(cents: int, words: str) -> None:
    assert in_words(cents) == words


def test_a_negative_amount_has_its_sign_and_thousands_their_point() -> None:
    assert amount(-123_456_78) == "−123.456,78"


@pytest.mark.parametrize(
    ("language", "said"),
    [("it", ("1.234,50", "1.234,50 €", "−5,00 €")), ("en", ("1,234.50", "€1,234.50", "−€5.00"))],
)
def test_amounts_are_written_as_in_the_language_of_the_page_and_on_receipts_in_italian(
    language: str, said: tuple[str, str, str]
) -> None:
    with translation.override(language):
        assert (amount(123450), euros(123450), euros(-500)) == said
        assert italian(123450) == "1.234,50"
