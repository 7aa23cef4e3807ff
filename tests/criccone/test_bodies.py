"""A request is only as large as its address takes: no more of it reaches memory or disk."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

import pytest
from django.conf import settings
from django.core.handlers import asgi
from django.test import Client, override_settings

from club.handover import archive_reader
from club.imports import files
from club.models import RoleKind
from criccone import bodies
from criccone.bodies import SMALL, limit_of
from tests.evening import a_club, an_officer, signed_in
from tests.pages import flat
from tournaments.pairing import draw_checks

PAGE = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
PART = 64 * 1024
ANYWHERE = ["/", "/accesso/login/", "/non/esiste/", "/api/v1/tokens/", "/benvenuto/"]
#: Far more than may be sent, told or not.
ENDLESS = 400 * PART


@dataclass
class Answer:
    status: int
    text: str
    #: Bytes that Django was given to keep.
    kept: int


def sent(path: str, parts: Iterator[bytes], length: int | None, headers: dict[str, str]) -> Answer:
    """What the application answers to a POST, as a server would ask it."""
    told = {"host": "localhost", **headers} | ({} if length is None else {"content-length": str(length)})
    scope = {
        "type": "http", "http_version": "1.1", "method": "POST", "path": path, "raw_path": path.encode(),
        "query_string": b"", "root_path": "", "scheme": "http",
        "headers": [(name.encode(), value.encode()) for name, value in told.items()],
    }  # fmt: skip
    said: list[dict[str, Any]] = []
    has_answered = asyncio.Event()
    kept = 0

    messages = chain(
        ({"type": "http.request", "body": part, "more_body": True} for part in parts),
        [{"type": "http.request", "body": b"", "more_body": False}],
    )

    async def receive() -> dict[str, Any]:
        if message := next(messages, None):
            return message
        await has_answered.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        said.append(message)
        if message["type"] == "http.response.body" and not message.get("more_body"):
            has_answered.set()

    class Counted(asgi.tempfile.SpooledTemporaryFile):  # type: ignore[name-defined,misc]
        def write(self, part: bytes) -> int:
            nonlocal kept
            kept += len(part)
            return int(super().write(part))

    from criccone.asgi import application  # it looks for the static files of the tests

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asgi.tempfile, "SpooledTemporaryFile", Counted)
        asyncio.run(application(scope, receive, send))
    body = b"".join(message.get("body", b"") for message in said)
    return Answer(said[0]["status"], body.decode(), kept)


def endless() -> Iterator[bytes]:
    return (b"x" * PART for _part in range(ENDLESS // PART))


@pytest.fixture(autouse=True)
def _of_this_machine() -> Iterator[None]:
    with override_settings(ALLOWED_HOSTS=["localhost", "testserver"]):
        yield


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ANYWHERE)
@pytest.mark.parametrize("length", [ENDLESS, None, 10], ids=["told", "not told", "told wrong"])
def test_a_body_without_end_is_refused_and_not_kept(path: str, length: int | None) -> None:
    a_club()
    answer = sent(path, endless(), length, {})
    assert answer.status == 413
    assert answer.kept <= SMALL
    text = answer.text
    if path.startswith("/api/"):
        error = json.loads(answer.text)
        text, code = error["detail"], error["code"]
        assert code == "too-large"
    else:
        assert "<title>Non si può fare" in flat(text)
    assert "Quello che hai inviato è troppo grande: da qui si inviano al massimo 16 kB." in text


@pytest.mark.django_db(transaction=True)
def test_it_is_said_in_english_too_and_in_htmx_s_line() -> None:
    answer = sent("/accesso/login/", endless(), None, {"cookie": "django_language=en"})
    assert "What you sent is too large: at most 16 kB can be sent from here." in answer.text
    line = sent("/accesso/login/", endless(), None, {"hx-request": "true"})
    assert (line.status, "<html" in line.text) == (413, False)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("length", [SMALL, None])
def test_what_a_guest_sends_within_the_limit_arrives_whole(length: int | None) -> None:
    answer = sent("/api/v1/tokens/", iter([b"x" * (SMALL - 1), b"x"]), length, {})
    assert (answer.status != 413, answer.kept) == (True, SMALL)
    larger = sent("/api/v1/tokens/", iter([b"x" * SMALL, b"x"]), length and SMALL + 1, {})
    assert (larger.status, larger.kept <= SMALL) == (413, True)


@pytest.mark.django_db(transaction=True)
def test_officers_and_programs_with_a_token_send_larger_forms() -> None:
    officer = signed_in(an_officer(a_club(), RoleKind.ORGANISER))
    cookie = f"sessionid={officer.cookies['sessionid'].value}"
    for headers in ({"cookie": cookie}, {"authorization": "Token something"}):
        answer = sent("/api/v1/tokens/", iter([b"x" * (PAGE - 1), b"x"]), PAGE, headers)
        assert (answer.status != 413, answer.kept) == (True, PAGE)


@pytest.mark.django_db(transaction=True)
def test_an_officer_whose_session_ended_is_led_to_the_login() -> None:
    answer = sent("/circoli/", iter([b"x" * 2 * SMALL]), 2 * SMALL, {"cookie": "sessionid=ended"})
    assert (answer.status, answer.kept) == (302, 0)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "most_bytes"),
    [
        ("/circoli/circolo/libro/importa/", files.MOST_BYTES),
        ("/api/v1/clubs/circolo/imports/", files.MOST_BYTES),
        ("/sorteggio/", draw_checks.MOST_BYTES),
        ("/benvenuto/", archive_reader.MOST_BYTES),
    ],
)
def test_where_files_are_sent_they_may_be_as_large_as_the_page_takes_them(path: str, most_bytes: int) -> None:
    assert limit_of(path, is_guest=False) == most_bytes + PAGE


@pytest.mark.django_db
def test_once_there_is_a_club_nobody_sends_a_whole_one() -> None:
    a_club()
    assert limit_of("/benvenuto/", is_guest=True) == SMALL


@pytest.mark.django_db(transaction=True)
def test_a_large_file_is_taken_in_where_files_are_sent() -> None:
    answer = sent("/sorteggio/", iter([b"x" * PART] * 8), 8 * PART, {})
    assert (answer.status != 413, answer.kept) == (True, 8 * PART)
    assert sent("/sorteggio/", endless(), None, {}).status == 413


@pytest.mark.django_db(transaction=True)
def test_a_file_for_officers_is_read_only_from_a_session() -> None:
    club = a_club()
    page = f"/circoli/{club.slug}/libro/importa/"
    anybody = sent(page, iter([b"x" * PART] * 8), 8 * PART, {"cookie": "sessionid=unknown"})
    assert (anybody.status, anybody.kept) == (302, 0)
    officer = signed_in(an_officer(club, RoleKind.SECRETARY))
    cookie = f"sessionid={officer.cookies['sessionid'].value}"
    known = sent(page, iter([b"x" * PART] * 8), 8 * PART, {"cookie": cookie})
    assert (known.status, known.kept) == (403, 8 * PART)  # without the token of its form


@pytest.mark.django_db(transaction=True)
def test_a_program_sends_a_sheet_only_with_a_token() -> None:
    club = a_club()
    path = f"/api/v1/clubs/{club.slug}/imports/"
    anybody = sent(path, iter([b"x" * PART] * 8), 8 * PART, {})
    assert (anybody.status, anybody.kept) == (401, 0)
    assert "signed-out" in anybody.text
    program = sent(path, iter([b"x" * PART] * 8), 8 * PART, {"authorization": "Token something"})
    assert (program.status, program.kept) == (401, 8 * PART)  # the token is verified later


@pytest.mark.django_db(transaction=True)
def test_no_more_than_a_bound_is_kept_at_once_and_deals_always_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "MOST_KEPT", 2 * PART)
    refused = sent("/sorteggio/", iter([b"x" * PART] * 8), None, {})
    assert (refused.status, refused.kept) == (503, 2 * PART)
    assert sent("/sorteggio/", iter([b"x" * PART]), None, {}).status not in (413, 503)  # nothing is kept
    monkeypatch.setattr(bodies, "MOST_KEPT", 0)
    assert sent("/api/v1/tokens/", iter([b"x" * bodies.SMALL]), None, {}).kept == bodies.SMALL


@pytest.mark.django_db
def test_under_any_other_server_the_told_length_counts(client: Client) -> None:
    told = {"content_type": "text/plain", "CONTENT_LENGTH": str(PAGE + 1)}
    assert client.post("/accesso/login/", b"", **told).status_code == 413
