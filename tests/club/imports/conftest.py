"""Reads files in the test's own process: to start another takes longer than most tests of imports."""

import json
from typing import Any

import pytest

from club.imports import files
from club.imports.__main__ import answer_to


@pytest.fixture(autouse=True)
def _read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """`test_bombs` overrides it, and reads in a process of its own as a club does."""

    def answer_of(_module: str, choices: str, *, body: bytes, seconds: int) -> Any:
        return json.loads(answer_to(body, json.loads(choices)))

    monkeypatch.setattr(files, "answer_of", answer_of)
