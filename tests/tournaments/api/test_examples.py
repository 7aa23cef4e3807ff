"""Every example of the schema, sent as it stands there: an evening that begins, is played and settled."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.evening import a_club, four_people
from tests.tournaments.api.conftest import device_of
from tournaments.api.examples import EXAMPLES

SCHEMA = Path(__file__).parents[3] / "tournaments" / "api" / "schemas" / "en.json"


def shown() -> dict[str, tuple[str, str, dict[str, Any]]]:
    """By the name of an operation that shows examples: its method, its address and they."""
    paths = json.loads(SCHEMA.read_text(encoding="utf-8"))["paths"]
    found = {}
    for path, operations in paths.items():
        for method, operation in operations.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            if "examples" in body:
                examples = {name: each["value"] for name, each in body["examples"].items()}
                found[operation["operationId"]] = (method, path, examples)
    return found


@pytest.mark.django_db
def test_the_examples_of_the_schema_make_an_evening() -> None:
    club = a_club()
    organiser = device_of(four_people(club).organiser)
    where = {"slug": club.slug, "turn": "1", "table": "1", "number": "1"}
    written = shown()
    assert written.keys() == EXAMPLES.keys()
    for operation in EXAMPLES:
        method, path, examples = written[operation]
        for name, body in examples.items():
            address = path.format(**where)
            answer = getattr(organiser, method)(address, body, format="json")
            assert answer.status_code in (200, 201), (operation, name, answer.content)
            if operation == "createTournament":
                where["code"] = answer.json()["code"]
    assert answer.json()["settled_at"]
