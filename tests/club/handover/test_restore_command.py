"""What the terminal says after a club was restored."""

import io
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import call_command

from club.management.commands import restore_club
from tests.evening import a_club

pytestmark = pytest.mark.django_db


def test_codes_made_anew_are_named_in_words_and_nobody_is_told_of_no_owners(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    renewed = {"tournaments.championship": 2, "club.card": 3}
    done = SimpleNamespace(club=a_club(), manifest=SimpleNamespace(counts={"club.club": 1}), renewed=renewed)
    monkeypatch.setattr(restore_club.Command, "_restored", lambda _command, _options: done)
    out = io.StringIO()
    call_command("restore_club", str(tmp_path), stdout=out)
    _club, *told = out.getvalue().splitlines()
    assert told == ["Codici rifatti: 2 (campionati).", "Codici rifatti: 3 (tessere)."]
