"""What a codice fiscale tells, and where it disagrees with the register."""

from datetime import date

import pytest

from club.register.fiscal_code import Doubt, KnownPerson, doubts, tidy_code

MARIO = KnownPerson("Rossi", "Mario", date(1980, 1, 1), "Bologna")
CODE = "RSSMRA80A01A944I"


@pytest.mark.parametrize(
    ("code", "told", "expected"),
    [
        pytest.param(CODE, MARIO, (), id="in order"),
        pytest.param("", MARIO, (), id="none at all"),
        pytest.param("RSSMRA80A01A94QF", MARIO, (), id="omocodia"),
        pytest.param("RSSMRA80A01A944X", MARIO, (Doubt.UNREADABLE,), id="wrong check letter"),
        pytest.param("RSSMRA80A01", MARIO, (Doubt.UNREADABLE,), id="cut"),
        pytest.param("=cmd|' /C calc'!A0", MARIO, (Doubt.UNREADABLE,), id="not a code"),
        pytest.param(
            CODE, KnownPerson("Bianchi", "Mario", date(1980, 1, 1)), (Doubt.LAST_NAME,), id="last name"
        ),
        pytest.param(CODE, KnownPerson("Rossi", "Maria"), (), id="a name with the same letters"),
        pytest.param(CODE, KnownPerson("Rossi", "Luigi"), (Doubt.FIRST_NAME,), id="first name"),
        pytest.param(CODE, KnownPerson("Rossi", "Mario", date(1980, 2, 1)), (Doubt.BORN_ON,), id="month"),
        pytest.param(CODE, KnownPerson("Rossi", "Mario", date(1880, 1, 1)), (), id="a century apart"),
        pytest.param(CODE, KnownPerson("Rossi", "Mario", None, "BOLOGNA"), (), id="place in capitals"),
        pytest.param(CODE, KnownPerson("Rossi", "Mario", None, "Modena"), (Doubt.BORN_IN,), id="place"),
        pytest.param(CODE, KnownPerson("Rossi", "Mario"), (), id="nothing known of the birth"),
    ],
)
def test_a_code_is_compared_with_what_the_register_says(
    code: str, told: KnownPerson, expected: tuple[Doubt, ...]
) -> None:
    assert doubts(code, told) == expected


@pytest.mark.parametrize("written", ["rssmra80a01a944i", " RSS MRA 80A01 A944I ", "RSSMRA80A01A944I\n"])
def test_a_code_is_read_however_it_was_written(written: str) -> None:
    assert tidy_code(written) == CODE
