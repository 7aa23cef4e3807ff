"""What a process reads when it starts: nothing that takes time or memory and that most never need."""

import json
import os
import subprocess
import sys

import pytest

STARTED = """
import json, sys
import criccone.asgi
from django.urls import get_resolver
get_resolver().url_patterns
print(json.dumps(sorted(sys.modules)))
"""
SET_UP = """
import json, sys
import django
django.setup()
print(json.dumps(sorted(sys.modules)))
"""


def _read_by(script: str) -> set[str]:
    environment = {**os.environ, "METRICS_TOKEN": ""}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.fixture(scope="module")
def read_at_start() -> set[str]:
    return _read_by(STARTED)


@pytest.mark.parametrize(
    "library", ["icalendar", "networkx", "numpy", "openpyxl", "prometheus_client", "rustworkx"]
)
def test_a_library_that_one_act_needs_is_read_at_that_act(library: str, read_at_start: set[str]) -> None:
    """And that of the figures for Prometheus only with a token, without which no request is counted."""
    assert "tournaments.web.views.desk.rounds" in read_at_start
    assert library not in read_at_start


def test_a_command_does_not_read_the_api() -> None:
    """Half of the time that it takes to start: every command and every worker waits for that."""
    read = _read_by(SET_UP)
    assert "tournaments.models" in read
    assert not {"rest_framework.serializers", "tournaments.api"} & read
