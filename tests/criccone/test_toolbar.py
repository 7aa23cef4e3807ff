"""The developers' toolbar: there with DEBUG if it is asked for, and nowhere else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.service.installation import ROOT, on_sqlite

ASKED = """
import django
django.setup()
import sys
from django.test import Client, override_settings
files = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
with override_settings(STORAGES=files):
    page = Client().get("/accesso/login/", headers={"host": "localhost"})
print("djDebug" in page.content.decode())
print("debug_toolbar" in sys.modules)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("debug", "asked", "told"),
    [
        ("true", "true", ["True", "True"]),
        ("true", "", ["False", "False"]),
        ("false", "true", ["False", "False"]),
    ],
)
def test_only_debug_shows_the_toolbar_and_only_if_asked(
    debug: str, asked: str, told: list[str], tmp_path: Path
) -> None:
    here = on_sqlite(tmp_path)
    given = {
        "DEBUG": debug,
        "DEBUG_TOOLBAR": asked or "false",
        "DJANGO_SETTINGS_MODULE": "criccone.settings",
        "STATIC_ROOT": str(tmp_path / "static"),
    }
    done = subprocess.run(
        [sys.executable, "-c", ASKED], env={**here.environment(**given), "PATH": os.environ["PATH"]},
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.split() == told
