"""The schema and the API tell the same: whatever is sent, the answer is one that the schema tells of."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, connection, transaction
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from jsonschema_rs import Draft4Validator
from rest_framework.test import APIClient
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from club.models import DeviceToken, RoleKind
from tests.club.privacy import test_access_log as access_log
from tests.evening import a_round, an_officer, fill, settle
from tests.samples import of_today, so_many
from tests.tournaments.championships.played import a_championship, drawn
from tests.tournaments.seasons.evenings import a_season
from tournaments.api import operation_names
from tournaments.championships import captain_codes
from tournaments.models import Tournament
from tournaments.standings import builds

SCHEMA = "/api/v1/schema/"
#: Of each operation; with some three hundred operations, `make simulate` sends ten thousand requests. More on
#: PostgreSQL, which stores fewer of the possible texts and numbers.
EXAMPLES = so_many(32, 3 if connection.vendor == "sqlite" else 4)
#: Besides these there are checks of what rules and state allow, which no schema can tell: a deal in the right
#: form may be impossible (422), and a wrong one may first be asked for a role (403).
CHECKED = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


def test_the_schema_is_public_and_tells_of_all_credentials(db: None) -> None:
    schema = APIClient().get(SCHEMA).json()
    assert "based_on" in schema["info"]["description"]
    assert set(schema["components"]["securitySchemes"]) == {
        "deviceToken",
        "tableCode",
        "eveningCode",
        "cookieAuth",
    }
    assert all(operation["summary"].endswith(".") for _method, _path, operation in operations_of(schema))


def operations_of(schema: Any) -> list[tuple[str, str, Any]]:
    return [
        (method, path, operation)
        for path, operations in schema["paths"].items()
        for method, operation in operations.items()
    ]


@pytest.fixture(scope="module")
def described() -> Any:
    """The schema as the code makes it now, in English."""
    with translation.override("en"):
        return SchemaGenerator(api_version="v1").get_schema(request=None, public=True)


def test_each_operation_is_named_like_a_function_of_its_own(described: Any) -> None:
    named = {
        f"{method} {path.removeprefix('/api/v1/')}": operation["operationId"]
        for method, path, operation in operations_of(described)
    }
    assert len(set(named.values())) == len(named)
    assert all(re.fullmatch(r"[a-z]+([A-Z][a-z]+)*", name) for name in named.values()), named
    assert named["post clubs/{slug}/tournaments/"] == "createTournament"
    assert named["post tournaments/{code}/rounds/{turn}/publish/"] == "publishRound"


def test_every_property_is_described(described: Any) -> None:
    """A name that no serializer explains belongs in `field_words`."""
    schemas = described["components"]["schemas"]

    def is_told(schema: Any) -> bool:
        reference = schema.get("$ref") or (schema.get("allOf") or [{}])[0].get("$ref", "")
        return bool(
            schema.get("description") or schemas.get(reference.rpartition("/")[2], {}).get("description")
        )

    untold = [
        f"{name}.{field}"
        for name, schema in schemas.items()
        for field, told in schema.get("properties", {}).items()
        if not is_told(told)
    ]
    assert untold == []


def test_the_values_of_an_enum_have_words(described: Any) -> None:
    deal = described["components"]["schemas"]["AgreementEnum"]
    assert dict(zip(deal["enum"], deal["x-enum-descriptions"], strict=True))["waiting"] == "to be confirmed"


def test_what_anybody_may_read_is_declared_public(described: Any) -> None:
    operations = {operation["operationId"]: operation for *_at, operation in operations_of(described)}
    public = {name for name, each in operations.items() if {} in each["security"] or not each["security"]}
    assert public >= {"listTournaments", "getTournament", "getResults", "getTable", "createToken", "getClub"}
    assert not public & {"createTournament", "publishRound", "enterDeal", "getMe", "findPeople"}
    assert {"tableCode": []} in operations["enterDeal"]["security"]
    assert {"tableCode": []} not in operations["publishRound"]["security"]


def test_each_refusal_is_a_problem_and_nothing_is_left_to_a_default(described: Any) -> None:
    for _method, path, operation in operations_of(described):
        refusals = {status for status in operation["responses"] if status >= "400"}
        assert refusals >= {"400", "401", "403", "429"}, path
        assert "default" not in operation["responses"]
    for refusal in described["components"]["responses"].values():
        assert list(refusal["content"]) == ["application/problem+json"]


@pytest.mark.parametrize("way", ["totals", "parts"])
def test_a_deal_has_one_form_by_its_way(described: Any, way: str) -> None:
    """The figures alone could be either: the totals of the sides, or their parts."""
    figures = {"last_trick": "A", "A": {"total": 194}, "B": {"total": 106}}
    body = {"way": way, "entered": figures, "based_on": 0}
    forms = described["components"]["schemas"]["WrittenDealRequest"]
    fitting = [
        each["$ref"]
        for each in forms["oneOf"]
        if Draft4Validator({**each, "components": described["components"]}).is_valid(body)
    ]
    assert fitting == [forms["discriminator"]["mapping"][way]]


def test_what_may_be_sent_again_says_so(described: Any) -> None:
    """Neither what stores nothing, nor an answer with something that is shown once."""
    key = {"$ref": "#/components/parameters/IdempotencyKey"}
    taking = {each["operationId"] for *_at, each in operations_of(described) if key in each["parameters"]}
    assert taking >= {"createTournament", "createGuest", "createEntry", "publishRound", "changeTournament"}
    assert not taking & {"createToken", "countDeal", "previewDeal", "weighMove", "getMe", "enterDeal"}


@pytest.mark.parametrize(("language", "named"), [("it", "Smazzata"), ("en", "Deal")])
def test_the_schema_is_read_from_a_file_in_the_language_asked_for(
    db: None, monkeypatch: pytest.MonkeyPatch, language: str, named: str
) -> None:
    monkeypatch.setattr(SchemaGenerator, "get_schema", None)
    answer = APIClient().get("/api/v1/schema/", headers={"Accept-Language": language, "Accept": "text/yaml"})
    assert answer["Content-Type"] == "application/vnd.oai.openapi+json"
    assert answer.json()["components"]["schemas"]["Deal"]["properties"]["number"]["title"] == named


def test_a_client_that_has_the_schema_is_not_sent_it_again(db: None) -> None:
    first = APIClient().get("/api/v1/schema/")
    assert "max-age" in first["Cache-Control"]
    assert {"Accept-Language", "Cookie"} <= set(first["Vary"].split(", "))
    again = APIClient().get("/api/v1/schema/", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_documentation_page_runs_under_the_policy_of_its_own(db: None) -> None:
    response = APIClient().get("/api/v1/docs/")
    assert response.status_code == 200
    policy = dict(part.strip().split(" ", 1) for part in response["Content-Security-Policy"].split(";"))
    assert "'unsafe-inline'" in policy["style-src"]
    assert "script-src" not in policy, "scripts stay under default-src 'self'"
    assert b"<script>" not in response.content
    assert APIClient().get("/api/v1/docs/?script=")["Content-Type"].startswith("application/javascript")


@dataclass(frozen=True)
class Played:
    """An evening with its first turn settled and one table of the second entered; and the words of the
    addresses of its club."""

    words: dict[str, Any]
    tokens: dict[str, str]


@pytest.fixture
def played(db: None) -> Played:
    """In the same club are a person with everything, a season and a championship."""
    words, _anna = access_log.a_scene()
    tournament = Tournament.objects.get(code=words["code"])
    club = tournament.club
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    organiser = an_officer(club, RoleKind.ORGANISER)
    season = a_season(club, organiser, tournament)
    championship = a_championship(club, organiser, of=2)
    [fixture] = drawn(championship, organiser)
    fill(a_round(tournament, seed=2).matches.select_related("round__tournament")[0])
    words |= {
        "name": "members", "user_id": organiser.pk, "season_id": season.pk, "fixture_id": fixture.pk,
        "championship_code": championship.code, "captain_code": captain_codes.code_of(fixture.home),
    }  # fmt: skip
    all_powers = an_officer(club, *RoleKind, email="tutto@example.org")
    users = {"organiser": organiser, "all roles": all_powers}
    tokens = {who: DeviceToken.objects.create(user, name="schemathesis")[1] for who, user in users.items()}
    return Played(words, tokens)


@pytest.fixture
def in_the_test_s_transaction() -> Iterator[None]:
    """A request from a real server would close the connection in which the test has made its evening."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


def pointed(case: Any, words: dict[str, Any], turn: int) -> None:
    """The case's address, made to name what there is: random codes would only ever find 404s."""
    real = {**words, "turn": turn, "table": turn, "number": turn}
    for name in case.path_parameters or {}:
        case.path_parameters[name] = real.get(name, case.path_parameters[name])


@pytest.mark.slow
@pytest.mark.usefixtures("in_the_test_s_transaction")
def test_nothing_that_is_sent_makes_the_api_fail_or_answer_what_the_schema_does_not_tell(
    played: Played,
) -> None:
    schema = schemathesis.openapi.from_wsgi(SCHEMA, get_wsgi_application())
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 200

    for operation in of_today(operations, 3):

        @given(
            case=operation.as_strategy(),
            turn=st.integers(1, 2),
            who=st.sampled_from(["all roles", "all roles", "organiser", "nobody"]),
        )
        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
            derandomize=True,
        )
        def ask(case: Any, turn: int, who: str) -> None:
            pointed(case, played.words, turn)
            headers = {"Authorization": f"Token {played.tokens[who]}"} if who in played.tokens else {}
            with transaction.atomic():
                case.call_and_validate(
                    headers=headers, environ_overrides={"REMOTE_ADDR": "127.0.0.1"}, checks=CHECKED
                )
                transaction.set_rollback(True)

        ask()


@pytest.mark.slow
@pytest.mark.usefixtures("in_the_test_s_transaction")
def test_what_one_answer_names_is_asked_for_next_and_nothing_fails(played: Played) -> None:
    """Scenarios of calls, each with the codes, numbers and keys that earlier answers gave."""
    schema = schemathesis.openapi.from_wsgi(SCHEMA, get_wsgi_application())
    calls: list[str] = []

    class Scenario(schema.as_state_machine()):  # type: ignore[misc]
        def setup(self) -> None:
            self.undone = transaction.atomic()
            self.undone.__enter__()

        def teardown(self) -> None:
            transaction.set_rollback(True)
            self.undone.__exit__(None, None, None)

        def before_call(self, case: Any) -> None:
            made = (case.path_parameters or {}).get("code")
            if not Tournament.objects.filter(code=made).exists():
                pointed(case, played.words, 1)
            calls.append(case.operation.label)

        def get_call_kwargs(self, case: Any) -> dict[str, Any]:  # noqa: ARG002
            return {
                "headers": {"Authorization": f"Token {played.tokens['organiser']}"},
                "environ_overrides": {"REMOTE_ADDR": "127.0.0.1"},
            }

        def validate_response(self, response: Any, case: Any, **_kept: Any) -> None:
            case.validate_response(response, checks=CHECKED)

    Scenario.run(
        settings=settings(
            max_examples=so_many(1000, 5),
            stateful_step_count=10,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
            derandomize=True,
        )
    )
    assert len(set(calls)) > 5


#: Answers with a code, or with a letter in which there is a link.
OPENING = {"Phone", "OwnPage", "OwnBooking", "CardEvening", "CaptainCode", "Letter", "Sheet"}


def test_no_answer_with_a_code_or_a_link_is_kept(described: Any) -> None:
    key = {"$ref": "#/components/parameters/IdempotencyKey"}
    told = [
        (path, re.findall(r"#/components/schemas/(\w+)", str(operation["responses"])))
        for _method, path, operation in operations_of(described)
        if key in operation.get("parameters", [])
    ]
    assert described["components"]["schemas"].keys() >= OPENING
    assert len(told) > 50
    assert [path for path, names in told if OPENING & set(names)] == []


def test_operations_are_named_by_what_they_do() -> None:
    """`scan/` reads a membership card, `phone/` makes a new code, `people/all/` is the list of people."""
    given = operation_names.names(
        [
            ("POST", "tournaments/{code}/scan/", False),
            ("POST", "tournaments/{code}/entries/{number}/phone/", False),
            ("GET", "clubs/{slug}/people/all/", True),
        ]
    )
    assert set(given.values()) == {"scanMembershipCard", "renewEntryCode", "listPeople"}
