"""What the log tells of an error that nobody handled, and what it never tells."""

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client, RequestFactory
from django.urls import resolve

from criccone.logs import RouteFormatter

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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "debug"),
    [(EMBEDDED, "0"), (EMBEDDED, "1"), (SERVICE, "0")],
    ids=["embedded", "embedded-debug", "service"],
)
def test_an_unhandled_error_leaves_its_traceback_and_no_secret(
    mode: dict[str, str], debug: str, tmp_path: Path
) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in EMBEDDED}
    environment |= {name: value for name, value in mode.items() if value}
    done = subprocess.run(
        [sys.executable, "-c", ASKED, SECRET],
        env={**environment, "CRICCONE_DATA": str(tmp_path), "DEBUG": debug, "PYTHONPATH": str(ROOT),
             "DJANGO_SETTINGS_MODULE": "criccone.settings"},
        capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    assert done.stdout.splitlines() == ["[500, 404]", "400", "400"]
    assert " ERROR django.request: Internal Server Error: GET /tavolo/<str:code>/\n" in done.stderr
    assert "Traceback (most recent call last):" in done.stderr
    assert "ZeroDivisionError: nobody thought of this" in done.stderr
    assert done.stderr.count(" ERROR ") == 1, "what others asked wrongly is no error"
    assert SECRET not in done.stderr
    assert "a password" not in done.stderr


def test_other_handlers_keep_the_record_as_it_was() -> None:
    request = RequestFactory().post("/salute/")
    request.resolver_match = resolve("/salute/")
    record = logging.LogRecord("django.request", logging.ERROR, "", 0, "%s: %s", ("Bad", "/salute/"), None)
    record.request = request
    assert RouteFormatter("{message}", style="{").format(record) == "Bad: POST /salute/"
    assert record.args == ("Bad", "/salute/")


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
