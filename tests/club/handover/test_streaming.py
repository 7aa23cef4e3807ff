"""An archive is written and read some rows at a time, whatever its size; archives of before still open."""

import io
import tracemalloc
from collections.abc import Iterator

import pyrage
import pytest

from club.handover import archive_writer, encryption, restore
from club.handover.encryption import CHUNK, SealingWriter, opened_chunks
from club.models import Club
from tests.club.handover.conftest import Source
from tests.evening import a_tournament
from tournaments.models import Snapshot

PASSPHRASE = "tre carte in mano di più"
MEGABYTE = 2**20


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encryption, "WORK", 10)


@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])
def test_what_is_written_in_pieces_opens_with_another_program(size: int):
    body, out = bytes(range(251)) * (size // 251 + 1), io.BytesIO()
    writer = SealingWriter(out, PASSPHRASE)
    for start in range(0, size, 50_000):
        writer.write(body[start : min(start + 50_000, size)])
    writer.close()
    assert pyrage.passphrase.decrypt(out.getvalue(), PASSPHRASE) == body[:size]
    assert b"".join(opened_chunks(io.BytesIO(out.getvalue()), PASSPHRASE)) == body[:size]


@pytest.mark.slow
def test_what_another_program_wrote_opens():
    sealed = pyrage.passphrase.encrypt(b"archive", PASSPHRASE)
    assert encryption.unseal(sealed, PASSPHRASE) == b"archive"


def test_a_writer_that_was_interrupted_leaves_nothing_to_open():
    out = io.BytesIO()

    def interrupted() -> None:
        with encryption.sealing(out, PASSPHRASE) as writer:
            writer.write(bytes(CHUNK * 2))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    with pytest.raises(encryption.NotOpened):
        list(opened_chunks(io.BytesIO(out.getvalue()), PASSPHRASE))


class Nowhere(io.RawIOBase):
    """Takes everything and keeps nothing."""

    def writable(self) -> bool:
        return True

    def write(self, body: object) -> int:
        return len(body)  # type: ignore[arg-type]


@pytest.fixture
def large(club: Club) -> Iterator[Club]:
    """A club with 400 stored standings of 60 kB, 24 MB in all."""
    tournament = a_tournament(club)
    # One long text, because the memory of small objects takes long to trace.
    rows = [{"entry": 1, "name": "a" * 60_000}]
    Snapshot.objects.bulk_create(
        Snapshot(
            tournament=tournament,
            round_number=number,
            results_version=1,
            criteria=[],
            rows=rows,
            built_at="2026-11-21T20:00Z",
        )
        for number in range(400)
    )
    tracemalloc.start()
    yield club
    tracemalloc.stop()


@pytest.mark.slow
@pytest.mark.django_db
def test_neither_way_takes_the_memory_of_the_whole(large: Club, tmp_path):
    with encryption.sealing(Nowhere(), PASSPHRASE) as out:  # type: ignore[arg-type]
        archive_writer.write_bundle(large, out)
    assert tracemalloc.get_traced_memory()[1] < 12 * MEGABYTE
    with (tmp_path / "bundle.zip").open("w+b") as bundle:
        archive_writer.write_bundle(large, bundle)
        tracemalloc.reset_peak()
        done = restore.restore_club(bundle, by="terminale", slug="altrove", new_codes=True)
    assert tracemalloc.get_traced_memory()[1] < 12 * MEGABYTE
    assert done.manifest.counts["tournaments.snapshot"] == 400


@pytest.mark.django_db
def test_keys_that_are_not_in_order_are_refused(source: Source):
    from club.errors import ArchiveRefused
    from tests.club.handover import zips

    body = zips.forged(source.body, "club.person", lambda rows: rows.reverse())
    with pytest.raises(ArchiveRefused) as refusal:
        restore.restore_club(body, by="terminale", slug="altrove", new_codes=True)
    assert refusal.value.code == "not-a-row"
