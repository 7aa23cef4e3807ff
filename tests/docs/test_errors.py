"""The manual's page of all codes says what the source refuses."""

from pathlib import Path

import pytest

from tests.docs.error_codes import MADE, codes, raised
from tests.docs.error_reference import page


@pytest.mark.parametrize("language", ["it", "en"])
def test_the_page_is_what_the_source_says(language: str) -> None:
    written = Path(f"docs/manuale/{language}/riferimento-errori.md").read_text(encoding="utf-8")
    assert written == page(language), "make format writes it"


def test_no_code_is_raised_that_the_page_cannot_know() -> None:
    """A code that is made of parts needs its family in `error_codes`."""
    assert {(each.file, each.written) for each in raised() if each.code is None} == MADE


def test_codes_are_plain_words_and_the_usual_ones_are_there() -> None:
    known = {code for sentences in codes("en").values() for code in sentences}
    assert all(code.replace("-", "").isalnum() and code == code.lower() for code in known)
    assert {"deal-changed", "throttled", "invalid", "not-found", "card-twice", "draw-match-level"} <= known
