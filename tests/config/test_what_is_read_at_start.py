"""What a web process reads when it starts: nothing that takes memory and that most never need."""

import json
import subprocess
import sys

import pytest

STARTED = """
import json, sys
import config.asgi
from django.urls import get_resolver
get_resolver().url_patterns
print(json.dumps(sorted(sys.modules)))
"""


@pytest.fixture(scope="module")
def read_at_start() -> set[str]:
    done = subprocess.run([sys.executable, "-c", STARTED], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize("library", ["icalendar", "networkx", "numpy", "openpyxl", "rustworkx"])
def test_a_library_that_one_act_needs_is_read_at_that_act(library: str, read_at_start: set[str]) -> None:
    assert "tournaments.views.desk.rounds" in read_at_start
    assert library not in read_at_start
