"""The API's JSON: the same as Python's own, whatever an answer holds."""

import json
from datetime import UTC, date, datetime
from decimal import Decimal
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import ErrorDetail

from club.api.rendering import ClubRenderer, ClubTimes
from club.models import RoleKind

ANSWER = {
    "text": "Canè «♣» \u2028 \"'",
    "lazy": gettext_lazy("Persona"),
    "detail": ErrorDetail("no", code="x"),
    "choice": RoleKind.OWNER,
    "time": datetime(2026, 7, 1, 20, 30, tzinfo=UTC),
    "day": date(2026, 7, 1),
    "money": Decimal("10.50"),
    "key": UUID("0b0c6d0e-7425-4de9-944b-e07fc1f90ae7"),
    "rows": ({1: None, 2: True}, [1.5, 2**53 - 1]),
}


def test_orjson_writes_what_json_would() -> None:
    assert isinstance(ANSWER["lazy"], Promise)
    written = ClubRenderer().render(ANSWER)
    assert json.loads(written) == json.loads(json.dumps(ANSWER, cls=ClubTimes))
    assert json.loads(written)["time"] == "2026-07-01T22:30:00+02:00"


def test_a_number_of_more_than_64_bits_is_written_too() -> None:
    assert json.loads(ClubRenderer().render({"params": {"number": 10**30}})) == {"params": {"number": 10**30}}


def test_no_data_is_an_empty_body() -> None:
    assert ClubRenderer().render(None) == b""
