"""What a service that gathers errors is sent, and that nothing is sent without its address."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.service.installation import ROOT

SECRET = "1.1.A.ZymF3Ln2bfrVtLkhsAttQ3i8r9KuwJWfyHCgcI8AEPU"
REPORTED = """
import sys, json, logging
import django
django.setup()
from types import ModuleType
from celery import shared_task
from django.test import Client, override_settings
from django.urls import path
from sentry_sdk.transport import Transport
from criccone.operations import sentry

class Kept(Transport):
    def capture_envelope(self, envelope):
        print(envelope.serialize().decode())

@shared_task(name="tried")
def tried(person):
    raise LookupError(person)

def broken(request, code):
    note = "a password"
    logging.getLogger("criccone.tried").warning("no error")
    raise KeyError("Anna Rossi")

urls = ModuleType("urls")
urls.urlpatterns = [path("tavolo/<str:code>/", broken)]
urls.handler500 = "criccone.refusals.server_error"
sentry.start("https://key@sentry.example/1", transport=Kept)
with override_settings(ROOT_URLCONF=urls, ALLOWED_HOSTS=["testserver"]):
    client = Client(raise_request_exception=False, headers={"user-agent": "Annas phone"})
    client.cookies["sessionid"] = "a-session"
    client.post(f"/tavolo/{sys.argv[1]}/?word=asked", {"name": "Bianchi Ugo"}, REMOTE_ADDR="203.0.113.9")
tried.delay("Verdi Ida")
"""


def run(script: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script, SECRET],
        env={"PATH": os.environ["PATH"], "CRICCONE_DATA": str(folder), "PYTHONPATH": str(ROOT),
             "DJANGO_SETTINGS_MODULE": "criccone.settings", "PYTHONWARNINGS": "ignore", **more},
        capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip


def events(printed: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in printed.splitlines() if line.startswith("{")]
    return [line for line in lines if "exception" in line]


@pytest.mark.slow
def test_a_report_has_error_route_and_id_and_nothing_of_the_visitor(tmp_path: Path) -> None:
    printed = run(REPORTED, tmp_path).stdout
    page, task = events(printed)
    assert page["exception"]["values"][-1]["type"] == "KeyError"
    assert page["exception"]["values"][-1]["stacktrace"]["frames"][-1]["function"] == "broken"
    assert page["transaction"] == "POST /tavolo/<str:code>/"
    assert page["release"].startswith("criccone@")
    assert len(page["tags"]["request_id"]) == 16
    assert task["exception"]["values"][-1]["type"] == "LookupError"
    for secret in (
        SECRET,
        "Rossi",
        "Bianchi",
        "Verdi",
        "a password",
        "asked",
        "a-session",
        "203.0.113",
        "phone",
    ):
        assert secret not in printed.replace('raise KeyError(\\"Anna Rossi\\")', ""), secret
    assert not {"request", "breadcrumbs", "extra", "contexts", "modules"} & page.keys()


@pytest.mark.slow
def test_without_an_address_the_library_is_not_even_read(tmp_path: Path) -> None:
    script = "import sys, django; django.setup(); print('sentry_sdk' in sys.modules)"
    assert run(script, tmp_path).stdout == "False\n"
    with_address = run(script, tmp_path, SENTRY_DSN="https://key@sentry.example/1").stdout
    assert with_address == "True\n"
