"""`manage.py verify_draw`: a sentence a check and the right exit status, and no database at all."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.core.draws.test_drawn_files import GOOD, a_file


def verify(file: Path | str, *words: str) -> str:
    said = io.StringIO()
    call_command("verify_draw", str(file), *words, stdout=said)
    return said.getvalue()


def test_a_true_file_is_found_true_without_a_database(tmp_path: Path) -> None:
    """Without the mark for it, a test that touches the database fails."""
    path = tmp_path / "sorteggio.json"
    path.write_bytes(GOOD)
    said = verify(path)
    assert "✓ Dagli stessi dati e dallo stesso numero viene lo stesso abbinamento." in said
    assert "Niente di quello che si è controllato è falso." in said


def test_the_file_may_come_by_the_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(GOOD)))
    assert "✓" in verify("-")


def test_it_speaks_english_too(tmp_path: Path) -> None:
    path = tmp_path / "draw.json"
    path.write_bytes(GOOD)
    assert "The same data and the same seed give the same pairing." in verify(path, "--language", "en")


def test_what_was_tampered_with_is_named_and_ends_with_one(tmp_path: Path, capsys: object) -> None:
    data = a_file()
    data["input"]["seed"] = 77
    data["draw"]["cost"] = 0
    path = tmp_path / "sorteggio.json"
    path.write_text(json.dumps(data))
    said = io.StringIO()
    with pytest.raises(CommandError) as ended:
        call_command("verify_draw", str(path), stdout=said)
    assert ended.value.returncode == 1
    assert "✗ Dagli stessi dati e dallo stesso numero viene un altro abbinamento." in said.getvalue()
    assert "✗ Distanze o incontri ripetuti non sono quelli scritti." in said.getvalue()


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (b"", "Il file è vuoto"),
        (GOOD[:-40], "Il file finisce a metà"),
        (b"\0" * 50_000_000, "Il file supera 5 MB"),
        (b"ciao", "non è scritto in JSON"),
        (b"{}", "Non è il file di un abbinamento"),
        (b"[" * 100_000, "troppe parentesi"),
    ],
)
def test_what_cannot_be_read_is_said_and_ends_with_two(tmp_path: Path, written: bytes, said: str) -> None:
    path = tmp_path / "sorteggio.json"
    path.write_bytes(written)
    with pytest.raises(CommandError, match=said) as ended:
        verify(path)
    assert ended.value.returncode == 2


def test_a_file_that_is_not_there_ends_with_two(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"non si apre") as ended:
        verify(tmp_path / "nessuno.json")
    assert ended.value.returncode == 2
