"""`manage.py verify_logs`: the chain of every log, and heads kept elsewhere."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from club.history import log as club_log
from club.history.hash_chain import chain
from club.models import Club, User
from tests.club.history.test_heads import key_file
from tests.evening import a_tournament
from tests.tampering import without_triggers
from tournaments import log
from tournaments.models import LogEntry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(club: Club, owner: User) -> Tournament:
    club_log.write(club, owner, "person.changed")
    return a_tournament(club, pairs=4)


def run(**options: Any) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("verify_logs", stdout=out, **options)
    except SystemExit as stopped:
        return int(stopped.code or 0), out.getvalue()
    return 0, out.getvalue()


def written_again(tournament: Tournament) -> None:
    """The whole log with another reason in its second entry, in a chain that holds."""
    without_triggers()
    last = None
    for entry in tournament.log.order_by("number"):
        entry.reason = "un altro" if entry.number == 2 else entry.reason
        chain(entry, last)
        hashes = {"hash": entry.hash, "previous_hash": entry.previous_hash}
        LogEntry.objects.filter(pk=entry.pk).update(reason=entry.reason, **hashes)
        last = entry


def test_intact_logs_are_told_with_their_heads(evening: Tournament) -> None:
    assert run() == (
        0,
        f"club/{evening.club.slug}: {club_log.head(evening.club).short}: intatto\n"
        f"tournament/{evening.code}: {log.head(evening).short}: intatto\n",
    )


def test_an_altered_entry_is_1_and_named(evening: Tournament) -> None:
    without_triggers()
    evening.log.filter(number=3).update(actor_name="Nessuno")
    status, said = run()
    assert status == 1
    assert f"tournament/{evening.code}: riga 3: catena interrotta" in said


def test_a_log_written_again_is_found_by_its_kept_head(evening: Tournament, tmp_path: Path) -> None:
    kept = tmp_path / "heads.jsonl"
    assert run(write=kept)[0] == 0
    written_again(evening)
    assert run()[0] == 0, "its chain holds"
    status, said = run(heads=kept)
    assert status == 1
    assert f"  tournament/{evening.code}, riga 5 conservata: il registro ha " in said


def test_a_head_from_paper_is_compared_and_a_longer_log_is_no_fault(
    evening: Tournament, tmp_path: Path
) -> None:
    kept = tmp_path / "paper.txt"
    kept.write_text(f"tournament/{evening.code} {log.head(evening).short}\n")
    a_tournament(evening.club, pairs=2)
    assert run(heads=kept)[0] == 0
    written_again(evening)
    assert run(heads=kept)[0] == 1


def test_a_cut_end_and_a_log_that_is_gone_are_found(evening: Tournament, tmp_path: Path) -> None:
    kept = tmp_path / "heads.jsonl"
    run(write=kept)
    kept.write_text(kept.read_text() + f"tournament/nonvie 3 {'0' * 64}\n")
    without_triggers()
    evening.log.filter(number__gte=5).delete()
    status, said = run(heads=kept)
    assert status == 1
    assert "riga 5 conservata: il registro finisce prima" in said
    assert "tournament/nonvie, riga 3 conservata: questo registro non c'è" in said


def test_signed_heads_are_verified_with_the_public_key(
    evening: Tournament, tmp_path: Path, settings: Settings
) -> None:
    settings.LOG_SIGNING_KEY = str(key_file(tmp_path))
    kept = tmp_path / "heads.jsonl"
    status, said = run(write=kept)
    assert (status, said.startswith("chiave pubblica ")) == (0, True)
    public = said.split()[2]
    settings.LOG_SIGNING_KEY = ""
    assert run(heads=kept, public_key=public)[0] == 0
    status, said = run(heads=kept, public_key="00" * 32)
    assert status == 1
    assert "la firma non è di questa chiave" in said


@pytest.mark.parametrize("text", [None, "niente\n"])
def test_a_file_that_cannot_be_read_is_2(evening: Tournament, tmp_path: Path, text: str | None) -> None:
    kept = tmp_path / "heads.jsonl"
    if text is not None:
        kept.write_text(text)
    with pytest.raises(CommandError) as refused:
        run(heads=kept)
    assert refused.value.returncode == 2


def test_one_club_only(evening: Tournament, tmp_path: Path) -> None:
    kept = tmp_path / "heads.jsonl"
    run(write=kept)
    other = Club.objects.create(name="Altro", slug="altro")
    assert run(club=other.slug, heads=kept) == (0, "club/altro: 0: intatto\n")
    with pytest.raises(CommandError) as refused:
        run(club="nessuno")
    assert refused.value.returncode == 2
