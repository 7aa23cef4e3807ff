"""What is hidden wherever errors are told, and what stays because it tells what is wrong."""

import sys

import pytest

from criccone.operations import scrubbing


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("redis://:3f9a77c10b2e@redis:6379/0 does not answer", "redis://:***@redis:6379/0 does not answer"),
        ("postgres://criccone:word@postgres/criccone", "postgres://criccone:***@postgres/criccone"),
        ("no such mailbox: anna.rossi+club@example.co.uk.", "no such mailbox: ***."),
        ("code 1.1.A.ZymF3Ln2bfrVtLkhsAttQ3i8r9KuwJWfyHCgcI8AEPU", "code ***"),
        ("token crc_AbCdEf0123456789AbCdEf", "token ***"),
        ("session 0k9x3f9a77c10b2e55d89f3a77c10b2e", "session ***"),
        ("RSSNNA80A41A944L has a member", "*** has a member"),
        ("to IT60X0542811101000000123456", "to ***"),
        (
            "duplicate key\nDETAIL:  Key (email)=(anna@example.org) already exists.",
            "duplicate key\nDETAIL: ***",
        ),
        ("bad row: Failing row contains (7, Rossi, Anna, null).", "bad row: Failing row contains (***"),
    ],
)
def test_secrets_and_data_of_people_are_hidden(text: str, told: str) -> None:
    assert scrubbing.scrubbed(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "Task club.dues.reminders.send_waiting[0dd0bd5f-6b59-4b0e-9c53-1f3f0c1f5b11] received",
        "no such column: club_0012_second_factor_and_invitations",
        "GET /tavolo/<str:table_code>/smazzate/<int:number>/ 200 12 ms",
        "UNIQUE constraint failed: club_membership.person_id",
    ],
)
def test_what_tells_about_nobody_stays(text: str) -> None:
    assert scrubbing.scrubbed(text) == text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("KeyError: 'slug'", "KeyError: 'slug'"),
        ("KeyError: 'Rossi Anna'", "KeyError: ***"),
        ("invalid literal for int() with base 10: 'Moline 7'", "invalid literal for int() with base 10: ***"),
        ("'NoneType' object has no attribute 'person_id'", "*** object has no attribute 'person_id'"),
    ],
)
def test_an_error_does_not_quote_what_somebody_wrote(text: str, told: str) -> None:
    assert scrubbing.without_values(text) == told


def test_a_traceback_has_files_lines_and_every_cause_but_no_variable() -> None:
    try:
        try:
            word = "Rossi " + "Anna"
            {}[word]
        except KeyError as missing:
            raise ValueError(f"'{word}' is nobody") from missing
    except ValueError:
        told = scrubbing.trace(*sys.exc_info())
    assert "KeyError: ***" in told
    assert "The above exception was the direct cause" in told
    assert told.endswith("ValueError: *** is nobody")
    assert 'test_scrubbing.py", line' in told
    assert "Rossi Anna" not in told
