"""What the log tells of an error that nobody handled, and what it never tells."""

import contextvars
import io
import json
import logging
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from email import message_from_string, policy
from pathlib import Path
from typing import Any

import pytest
import requests
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import path, resolve
from pytest_django import Settings

from club import log_context
from club.history.log import lock
from club.models import Club, User
from criccone import logs
from criccone.operations.log_mail import AdminLetters, FewLetters
from criccone.urls import urlpatterns as our_urlpatterns
from tests.evening import a_tournament, signed_in
from tests.service.installation import free_port, on_sqlite, serving, until
from tournaments import queries

ROOT = Path(__file__).resolve().parents[2]
SECRET = "1.1.A.ZymF3Ln2bfrVtLkhsAttQ3i8r9KuwJWfyHCgcI8AEPU"
EMBEDDED = {"DATABASE_URL": "", "REDIS_URL": ""}
#: Nothing answers there: no page that this test asks for needs it.
SERVICE = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing", "REDIS_URL": "redis://127.0.0.1:1/0"}
ASKED = """
import sys
import django
django.setup()
from types import ModuleType
from django.test import Client, override_settings
from django.urls import path
from criccone.urls import urlpatterns

def broken(request, code):
    note = "a password"
    raise ZeroDivisionError("nobody thought of this")

urls = ModuleType("urls")
urls.urlpatterns = [path("tavolo/<str:code>/", broken), *urlpatterns]
client = Client(raise_request_exception=False)
files = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
with override_settings(ROOT_URLCONF=urls, ALLOWED_HOSTS=["testserver"], STORAGES=files):
    print([client.get(f"/{page}/{sys.argv[1]}/").status_code for page in ("tavolo", "altro")])
    print(client.get("/", headers={"host": "elsewhere.example"}).status_code)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies["csrftoken"] = "a" * 32
    print(strict.post("/accesso/login/", {f"f{number}": "" for number in range(2000)}).status_code)
"""


def asked(folder: Path, mode: dict[str, str], **more: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name not in EMBEDDED}
    environment |= {name: value for name, value in mode.items() if value}
    return subprocess.run(
        [sys.executable, "-c", ASKED, SECRET],
        env={**environment, "CRICCONE_DATA": str(folder), "PYTHONPATH": str(ROOT),
             "DJANGO_SETTINGS_MODULE": "criccone.settings", **more},
        capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("debug", ["0", "1"])
def test_a_laptop_keeps_the_traceback_of_an_error_to_read_and_no_secret(debug: str, tmp_path: Path) -> None:
    done = asked(tmp_path, EMBEDDED, DEBUG=debug, PYTHONWARNINGS="ignore")
    assert done.stdout.splitlines() == ["[500, 404]", "400", "400"]
    file = tmp_path / "log" / "criccone.log"
    assert file.read_text() == done.stderr, "the file has what the terminal shows"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert " ERROR django.request: Internal Server Error: GET /tavolo/<str:code>/ [request_id=" in done.stderr
    assert "Traceback (most recent call last):" in done.stderr
    assert "ZeroDivisionError: nobody thought of this" in done.stderr
    assert done.stderr.count(" ERROR ") == 1, "what others asked wrongly is no error"
    assert SECRET not in done.stderr
    assert "a password" not in done.stderr


@pytest.mark.slow
def test_a_service_writes_a_json_object_for_each_line_and_no_file(tmp_path: Path) -> None:
    done = asked(tmp_path, SERVICE, PYTHONWARNINGS="ignore")
    assert done.stdout.splitlines() == ["[500, 404]", "400", "400"]
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    [error] = [line for line in lines if line["level"] == "ERROR"]
    assert error["message"] == "Internal Server Error: GET /tavolo/<str:code>/"
    assert "ZeroDivisionError: nobody thought of this" in error["traceback"]
    assert set(error) == {"level", "logger", "message", "time", "traceback", "request_id"}
    answers = [line for line in lines if line["logger"] == "criccone.access"]
    assert [(line["status"], line["route"]) for line in answers[:2]] == [
        (500, "/tavolo/<str:code>/"),
        (404, "(no page)"),
    ]
    assert answers[0]["request_id"] == error["request_id"] != answers[1]["request_id"]
    assert SECRET not in done.stderr
    assert "a password" not in done.stderr
    assert not (tmp_path / "log").exists()


@pytest.mark.slow
def test_a_command_and_a_thread_that_fail_leave_their_traceback_in_the_log(tmp_path: Path) -> None:
    script = (
        "import threading; t = threading.Thread(target=lambda: 1 / 0, name='letters'); t.start(); t.join(); "
        "raise KeyError('Anna Rossi')"
    )
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", script],
        env={"PATH": os.environ["PATH"], "CRICCONE_DATA": str(tmp_path)},
        capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 1
    kept = (tmp_path / "log" / "criccone.log").read_text()
    assert " ERROR criccone.uncaught: Unhandled error in letters\n" in kept
    assert " CRITICAL criccone.uncaught: Unhandled error in manage.py shell\n" in kept
    assert "KeyError: ***" in kept
    assert "Anna Rossi" not in kept + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("redis", ["", "redis://127.0.0.1:1/0"], ids=["embedded", "service"])
def test_the_web_servers_own_log_never_shows_an_address(redis: str, tmp_path: Path) -> None:
    here, port, log = on_sqlite(tmp_path), free_port(), tmp_path / "stderr"
    more = {"ALLOWED_HOSTS": "localhost", "PYTHONWARNINGS": "ignore", "STATIC_ROOT": str(tmp_path / "none")}
    environment = here.environment(REDIS_URL=redis, **more)
    with log.open("wb") as out:
        process = subprocess.Popen(serving(port, 1), env=environment, cwd=ROOT, stdout=out, stderr=out)

    def answered() -> bool:
        with suppress(requests.ConnectionError):
            return bool(requests.get(f"http://localhost:{port}/tavolo/{SECRET}/", timeout=5).headers)
        return False

    try:
        until(answered, "the page was never there")
    finally:
        process.terminate()
        process.wait()
    written = log.read_text()
    assert SECRET not in written
    assert "GET /tavolo/<str:table_code>/" in written, "static files are missing here, which is an error"
    assert ("Application startup complete" in written) is bool(redis)


def test_other_handlers_keep_the_record_as_it_was() -> None:
    request = RequestFactory().post("/salute/")
    request.resolver_match = resolve("/salute/")
    record = logging.LogRecord("django.request", logging.ERROR, "", 0, "%s: %s", ("Bad", "/salute/"), None)
    record.request = request
    assert "django.request: Bad: POST /salute/" in logs.LineFormatter().format(record)
    assert record.args == ("Bad", "/salute/")


def test_what_a_record_carries_besides_is_not_written() -> None:
    record = logging.LogRecord("celery.app.trace", logging.ERROR, "", 0, "Task failed", (), None)
    record.data = {"args": "('Anna Rossi', 'via delle Moline 7')"}
    record.request_id = "9f3a77c10b2e"
    # Outside any request or task that an earlier test began.
    written = json.loads(contextvars.Context().run(logs.JsonFormatter().format, record))
    assert {name: written[name] for name in ("message", "request_id")} == {
        "message": "Task failed",
        "request_id": "9f3a77c10b2e",
    }
    assert set(written) == {"level", "logger", "message", "time", "request_id"}


@pytest.mark.django_db
def test_the_access_log_names_routes_not_codes(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="criccone.access"):
        client.get(f"/tavolo/{SECRET}/")
        client.get("/niente/di/simile/")
    written = [record.getMessage() for record in caplog.records if record.name == "criccone.access"]
    assert len(written) == 2
    assert written[0].startswith("GET /tavolo/<")
    assert written[1].startswith("GET (no page) 404 ")
    assert SECRET not in "".join(written)


# --- The context of a request ---------------------------------------------------------------------------


def broken_page(request: HttpRequest, slug: str) -> HttpResponse:
    raise RuntimeError(f"{request.user.pk} of {slug}: {getattr(request.user, 'email', SECRET)}")


def broken_evening(request: HttpRequest, code: str) -> HttpResponse:
    queries.tournament(code)
    raise RuntimeError


urlpatterns = [
    path("circoli/<slug:slug>/rotto/", broken_page),
    path("t/<str:code>/rotto/", broken_evening),
    path("api/v1/<slug:slug>/rotto/", broken_page),
    *our_urlpatterns,
]
handler500 = "criccone.refusals.server_error"


@pytest.fixture
def written(settings: Settings) -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """The lines of a service that were written during the test, parsed."""
    settings.ROOT_URLCONF = __name__
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    handler.setFormatter(logs.JsonFormatter())
    logging.getLogger().addHandler(handler)
    yield lambda: [json.loads(line) for line in text.getvalue().splitlines()]
    logging.getLogger().removeHandler(handler)


Written = Callable[[], list[dict[str, Any]]]


def test_page_header_and_log_have_one_id_and_the_log_has_account_and_club_by_key(
    club: Club, owner: User, written: Written
) -> None:
    client = signed_in(owner)
    client.raise_request_exception = False
    response = client.get(f"/circoli/{club.slug}/rotto/")
    [error] = written()
    assert response.status_code == 500
    assert f"<code>{response['X-Request-ID']}</code>" in response.content.decode()
    assert 'href="/manuale/"' in response.content.decode()
    assert error["request_id"] == response["X-Request-ID"]
    assert (error["user"], error["club"]) == (owner.pk, club.slug)
    assert f"RuntimeError: {owner.pk} of {club.slug}: ***" in error["traceback"]
    assert owner.email not in json.dumps(error)


def test_the_error_of_an_evening_names_its_club(club: Club, written: Written) -> None:
    code = a_tournament(club).code
    Client(raise_request_exception=False).get(f"/t/{code}/rotto/")
    [error] = written()
    assert error["club"] == club.slug
    assert "user" not in error


def test_a_program_reads_the_id_in_the_error(club: Club, written: Written) -> None:
    response = Client(raise_request_exception=False).get(f"/api/v1/{club.slug}/rotto/")
    assert response.json()["instance"] == response["X-Request-ID"] == written()[0]["request_id"]


@pytest.mark.django_db
def test_a_verb_names_its_club_outside_a_request_too(club: Club) -> None:
    log_context.begin()
    lock(club.pk)
    current = log_context.current()
    assert current
    assert current.club == club.slug


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given", "is_behind_proxy", "is_kept"),
    [
        ("3e1b41ac-2a0c-4b0e-9c53-1f3f0c1f5b11", True, True),
        ("3e1b41ac-2a0c-4b0e-9c53-1f3f0c1f5b11", False, False),
        ("short", True, False),
        ("a" * 65, True, False),
        ('"}\n{"level": "ERROR"', True, False),
        ("anna@example.org", True, False),
    ],
)
def test_only_the_proxys_own_id_is_kept(
    client: Client, settings: Settings, given: str, is_behind_proxy: bool, is_kept: bool
) -> None:
    settings.BEHIND_HTTPS = is_behind_proxy
    kept = client.get("/salute/pagine/", headers={"X-Request-ID": given})["X-Request-ID"]
    assert (kept == given) is is_kept
    assert is_kept or (len(kept) == 16 and kept.isalnum())


# --- The file of a laptop -------------------------------------------------------------------------------


def test_the_file_is_rotated_and_only_so_many_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "FILE_BYTES", 100)
    kept = logs.KeptLog(tmp_path / "log" / "criccone.log")
    for number in range(40):
        kept.emit(logging.LogRecord("x", logging.ERROR, "", 0, "line %s of them" * 3, (number,) * 3, None))
    kept.close()
    files = sorted((tmp_path / "log").iterdir())
    assert [file.name for file in files] == [
        "criccone.log",
        *(f"criccone.log.{n}" for n in range(1, logs.FILES)),
    ]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert "line 39 of them" in files[0].read_text()


def test_where_the_file_cannot_be_renamed_the_line_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "FILE_BYTES", 10)
    kept = logs.KeptLog(tmp_path / "log" / "criccone.log")

    def refused(*_names: str) -> None:
        raise PermissionError

    monkeypatch.setattr(kept, "rotate", refused)
    for text in ("the first line", "the second line"):
        kept.emit(logging.LogRecord("x", logging.ERROR, "", 0, text, (), None))
    kept.close()
    assert (tmp_path / "log" / "criccone.log").read_text().split("\n") == [
        "the first line",
        "the second line",
        "",
    ]


# --- Letters to administrators --------------------------------------------------------------------------


@pytest.mark.slow
def test_admins_of_the_environment_get_the_traceback_and_nothing_of_the_request(tmp_path: Path) -> None:
    asked(tmp_path, EMBEDDED, ADMINS="ada@example.org,bea@example.org", PYTHONWARNINGS="ignore")
    [file] = (tmp_path / "mail").iterdir()
    letter = file.read_text()
    headers = message_from_string(letter, policy=policy.default)
    assert headers["To"] == "ada@example.org, bea@example.org"
    started = "[Criccone] ERROR django.request: Internal Server Error: GET /tavolo/<str:code>/ "
    assert headers["Subject"].startswith(started)
    assert "ZeroDivisionError: nobody thought of this" in letter
    for word in (SECRET, "a password", "SECRET_KEY", "META", "COOKIES"):
        assert word not in letter


@pytest.fixture
def letters(settings: Settings, mailoutbox: list[EmailMessage]) -> Iterator[list[EmailMessage]]:
    settings.ADMINS = [("", "admin@example.org")]
    handler = AdminLetters(logging.ERROR)
    handler.addFilter(FewLetters())
    handler.setFormatter(logs.LineFormatter())
    logger = logging.getLogger("criccone.tried")
    logger.addHandler(handler)
    yield mailoutbox
    logger.removeHandler(handler)


def fail(said: str) -> None:
    try:
        raise ValueError(f"'{said}' is nobody")
    except ValueError:
        logging.getLogger("criccone.tried").exception("The letter was not made")


def test_an_error_is_written_to_the_administrators_once_and_without_values(
    letters: list[EmailMessage],
) -> None:
    fail("Anna Rossi")
    fail("Anna Rossi")
    logging.getLogger("criccone.tried").warning("no error")
    [letter] = letters
    assert letter.to == ["admin@example.org"]
    assert letter.subject.startswith("[Criccone] ERROR criccone.tried: The letter was not made")
    assert "ValueError: *** is nobody" in letter.body
    assert "Anna" not in letter.body
    assert letter.alternatives == []


def test_a_flood_of_errors_is_no_flood_of_letters(letters: list[EmailMessage]) -> None:
    for number in range(50):
        logging.getLogger("criccone.tried").error(f"Another one: {number}")
    assert len(letters) == 20
