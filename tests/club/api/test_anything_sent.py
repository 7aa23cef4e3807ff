"""Whatever a program sends about a club, the answer is one that the schema tells of, and never a fault."""

import json
from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from django.db import connection, transaction
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import (
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from club.models import Club, DeviceToken, RoleKind
from tests.club.privacy.test_access_log import a_scene
from tests.evening import an_officer
from tests.samples import so_many
from tests.tournaments.api.test_schema import in_the_test_s_transaction

__all__ = ["in_the_test_s_transaction"]  # a fixture

#: More on PostgreSQL, which stores fewer of the possible texts and numbers.
EXAMPLES = so_many(8, 2 if connection.vendor == "sqlite" else 4)
CHECKS = [not_a_server_error, response_schema_conformance, status_code_conformance]
UNDER_A_CLUB = "/api/v1/clubs/{slug}/"


def schema_of_a_club() -> Any:
    """The operations under a club, as the code describes them now."""
    described = SchemaGenerator(api_version="v1").get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    written = json.loads(OpenApiJsonRenderer().render(described, renderer_context={}))
    written["paths"] = {
        path: told for path, told in written["paths"].items() if path.startswith(UNDER_A_CLUB)
    }
    schema = schemathesis.openapi.from_dict(written)
    schema.app = get_wsgi_application()
    return schema


def pointed(case: Any, words: dict[str, Any]) -> None:
    """The case's address, made to name what there is: random numbers would only ever find 404s."""
    for name in case.path_parameters or {}:
        case.path_parameters[name] = words.get(name, case.path_parameters[name])


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.usefixtures("in_the_test_s_transaction")
def test_nothing_that_is_sent_about_a_club_makes_the_api_fail() -> None:
    words, _anna = a_scene()
    words |= {"name": "members", "user_id": an_officer(Club.objects.get(slug=words["slug"])).pk}
    officer = an_officer(Club.objects.get(slug=words["slug"]), *RoleKind, email="tutto@example.org")
    _device, token = DeviceToken.objects.create(officer, name="schemathesis")
    operations = [found.ok() for found in schema_of_a_club().get_all_operations()]
    assert len(operations) > 100

    for operation in operations:

        @given(case=operation.as_strategy(), known=st.sampled_from([True, True, True, False]))
        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
            derandomize=True,
        )
        def ask(case: Any, known: bool) -> None:
            pointed(case, words)
            headers = {"Authorization": f"Token {token}"} if known else {}
            with transaction.atomic():
                case.call_and_validate(
                    headers=headers, environ_overrides={"REMOTE_ADDR": "127.0.0.1"}, checks=CHECKS
                )
                transaction.set_rollback(True)

        ask()
