"""What is cut, altered, foreign, of another time, or a trap: refused with a sentence, nothing written."""

import json
import random
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db.models import CharField

from club.errors import ClubError
from club.handover import archive_reader, restore, rows
from club.handover import manifest as versions
from club.history.hash_chain import chain
from club.models import Club, ClubLogEntry
from tests.club.handover import rich, zips
from tests.club.handover.conftest import Source

pytestmark = pytest.mark.django_db

Changed = Callable[[list[dict[str, Any]]], None]


@contextmanager
def nothing_written() -> Iterator[None]:
    before = rich.rows()
    yield
    assert rich.rows() == before


def refusal_of(body: bytes, **asked: Any) -> ClubError:
    """What is answered to that bundle; nothing of it is in the database."""
    with nothing_written(), pytest.raises(ClubError) as refusal:
        restore.restore_club(body, by="terminale", **{"slug": "altrove", "new_codes": True, **asked})
    assert str(refusal.value)
    return refusal.value


def test_an_address_that_is_taken_is_answered_with_the_way_out(source: Source) -> None:
    refusal = refusal_of(source.body, slug="")
    assert refusal.code == "slug-taken"
    assert "«circolo-mazzini»" in str(refusal)
    assert "--slug" in str(refusal)


@pytest.mark.parametrize("slug", ["con spazi", "../x", "a" * 61, "è"])
def test_an_address_that_can_be_none_is_refused(source: Source, slug: str) -> None:
    assert refusal_of(source.body, slug=slug).code == "slug-unfit"


def test_codes_that_are_taken_are_named_with_the_way_out(source: Source) -> None:
    refusal = refusal_of(source.body, new_codes=False)
    assert refusal.code == "codes-taken"
    assert "--new-codes" in str(refusal)


def test_two_hundred_flipped_bytes_and_a_hundred_cuts_are_refused(source: Source) -> None:
    """All but those of the ZIP's directory that say nothing: dates, versions, rights of files."""
    dice, body = random.Random(7), source.body
    first = rich.rows()
    for place in dice.sample(range(len(body)), 200):
        altered = bytearray(body)
        altered[place] ^= 1 << dice.randrange(8)
        _refused_or_the_same(bytes(altered), source)
    for length in dice.sample(range(len(body)), 100):
        with pytest.raises(ClubError):
            archive_reader.OpenArchive(body[:length]).verify()
    assert rich.rows() == first


@pytest.mark.parametrize("farther", [1, 2**20, 2**31])
def test_files_said_to_lie_before_the_first_byte_are_refused(source: Source, farther: int) -> None:
    end = source.body.rindex(b"PK\x05\x06")
    begins = int.from_bytes(source.body[end + 16 : end + 20], "little") + farther
    moved = source.body[: end + 16] + begins.to_bytes(4, "little") + source.body[end + 20 :]
    with pytest.raises(ClubError):
        archive_reader.OpenArchive(moved).verify()


def _refused_or_the_same(body: bytes, source: Source) -> None:
    """Read whole it is refused, or every row in it is what it was."""
    try:
        opened = archive_reader.OpenArchive(body)
        opened.verify()
        for part in archive_reader.all_parts():
            for _row in opened.rows(part):
                pass
    except ClubError:
        return
    assert zips.opened(body) == zips.opened(source.body)


@pytest.mark.parametrize(
    "body",
    [b"", b"PK\x03\x04", b"hello", b"%PDF-1.4", zips.closed({}), zips.closed({"a.txt": b"x"})],
    ids=["empty", "head", "text", "pdf", "nothing in it", "another zip"],
)
def test_what_is_no_archive_is_refused(source: Source, body: bytes) -> None:
    assert refusal_of(body).code == "foreign"


@pytest.mark.parametrize(
    "manifest",
    [
        b"", b"{}", b"[]", b"null", b'{"format": "criccone-club"}', b"\xff", b"[" * 100_000,
        b'{"format": "altro", "format_version": 1}',
        b'{"format": "criccone-club", "format_version": true}',
    ],
)  # fmt: skip
def test_a_manifest_that_is_none_is_refused(source: Source, manifest: bytes) -> None:
    files = {**zips.opened(source.body), zips.MANIFEST: manifest}
    assert refusal_of(zips.closed(files)).code == "foreign"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"format_version": 2}, "newer"),
        ({"migrations": {"club": ["9999_to_come"], "tournaments": []}}, "newer"),
        ({"migrations": {"club": [], "tournaments": []}}, "older"),
        ({"migrations": {"altro": ["0001_initial"]}}, "newer"),
        ({"club": {"slug": 3, "name": "x"}}, "foreign"),
        ({"parts": []}, "altered"),
        ({"parts": [{"model": "club.club"}]}, "foreign"),
        ({"logs": {}}, "log-broken"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_manifest_that_says_something_else_is_refused(
    source: Source, change: dict[str, Any], code: str
) -> None:
    refusal = refusal_of(zips.retold(source.body, **change))
    assert refusal.code == code
    if code == "newer":
        assert "aggiorna" in str(refusal)


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "rows/altro.jsonl", "rows/club.person.jsonl\\x"]
)
def test_a_file_that_the_manifest_does_not_tell_is_refused_and_nothing_is_unpacked(
    source: Source, name: str
) -> None:
    files = {**zips.opened(source.body), name: b"root::0:0\n"}
    assert refusal_of(zips.closed(files)).code == "altered"


def test_the_same_file_twice_is_refused(source: Source, tmp_path: Any) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(source.body)
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("rows/club.person.jsonl", b"")
    assert refusal_of(path.read_bytes()).code == "altered"


def test_a_model_nobody_knows_is_refused(source: Source) -> None:
    files = zips.opened(source.body)
    told = json.loads(files[zips.MANIFEST])
    told["parts"].append({**told["parts"][0], "model": "club.segreto", "file": "rows/club.segreto.jsonl"})
    files |= {zips.MANIFEST: json.dumps(told).encode(), "rows/club.segreto.jsonl": b""}
    refusal = refusal_of(zips.closed(files))
    assert (refusal.code, "club.segreto" in str(refusal)) == ("unknown-part", True)


def test_a_part_that_is_missing_is_refused(source: Source) -> None:
    files = zips.opened(source.body)
    told = json.loads(files[zips.MANIFEST])
    told["parts"] = [part for part in told["parts"] if part["model"] != "club.receipt"]
    del files["rows/club.receipt.jsonl"]
    assert refusal_of(zips.closed({**files, zips.MANIFEST: json.dumps(told).encode()})).code == "altered"


@pytest.mark.parametrize("wrong", [{"rows": 1}, {"bytes": 10}, {"bytes": 10**9}, {"sha256": "0" * 64}])
def test_counts_and_digests_that_differ_are_refused(source: Source, wrong: dict[str, Any]) -> None:
    told = json.loads(zips.opened(source.body)[zips.MANIFEST])
    next(part for part in told["parts"] if part["model"] == "club.person").update(wrong)
    assert refusal_of(zips.retold(source.body, parts=told["parts"])).code == "altered"


def test_a_bomb_is_refused_before_it_is_unpacked(source: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    files = zips.opened(source.body)
    files["rows/club.person.jsonl"] = b" " * (60 * 2**20)
    bomb = zips.closed(files)
    assert len(bomb) < 2**20
    assert refusal_of(bomb).code == "altered"
    told = json.loads(files[zips.MANIFEST])
    told["parts"][3]["bytes"] = 3 * 2**30
    monkeypatch.setattr(archive_reader.OpenArchive, "_lines", lambda *_of: pytest.fail("unpacked"))
    assert refusal_of(zips.retold(source.body, parts=told["parts"])).code == "too-big"


def test_an_archive_of_thousands_of_files_is_refused_before_they_are_listed(source: Source) -> None:
    many = {f"rows/{number:050}": b"" for number in range(5_000)}
    assert refusal_of(zips.closed({**zips.opened(source.body), **many})).code == "foreign"


def test_a_row_of_a_million_values_is_refused_before_it_is_parsed() -> None:
    with pytest.raises(rows.Unfit, match="JSON"):
        rows.row_of([], b'{"a":[' + b"{}," * rows.MOST_VALUES + b"{},{}]}")


def test_a_file_that_is_too_big_is_refused_at_a_glance() -> None:
    with pytest.raises(ClubError) as refusal:
        archive_reader.verify_size(archive_reader.MOST_BYTES + 1)
    assert refusal.value.code == "too-big"
    assert "256 MB" in str(refusal.value)


def _first(**changed: Any) -> Changed:
    def change(rows: list[dict[str, Any]]) -> None:
        rows[0].update(changed)

    return change


def _twice(rows: list[dict[str, Any]]) -> None:
    rows.append(dict(rows[0]))


def _gone(rows: list[dict[str, Any]]) -> None:
    del rows[0]


@pytest.mark.parametrize(
    ("label", "change", "code"),
    [
        pytest.param("club.membership", _first(person_id=999_999), "points-outside", id="points outside"),
        pytest.param("club.person", _first(club_id=1), "points-outside", id="of another club"),
        pytest.param("club.role", _first(user_id=999_999), "points-outside", id="gives others a role"),
        pytest.param("club.person", _twice, "not-a-row", id="a key twice"),
        pytest.param("club.person", _first(id=2**60), "not-a-row", id="a key out of reach"),
        pytest.param("club.person", _first(id=0), "not-a-row", id="a key below 1"),
        pytest.param("club.person", _first(id=None), "not-a-row", id="no key"),
        pytest.param("club.person", _first(last_name="x" * 61), "not-a-row", id="too long"),
        pytest.param("club.person", _first(last_name=None), "not-a-row", id="null"),
        pytest.param("club.person", _first(last_name=["x"]), "not-a-row", id="a list for a text"),
        pytest.param("club.person", _first(name_consent_on="31/2/2026"), "not-a-row", id="no day"),
        pytest.param("club.person", _first(altro=1), "not-a-row", id="another column"),
        pytest.param("club.user", _first(password="pbkdf2"), "not-a-row", id="a password"),
        pytest.param("club.club", _first(name="x", slug="x", id=99_999), "points-outside", id="another club"),
        pytest.param("club.club", _twice, "not-a-row", id="the club twice"),
        pytest.param("club.club", _gone, "altered", id="no club"),
        pytest.param("club.receipt", _first(cents=-1), "rows-refused", id="what the database refuses"),
        pytest.param("club.membernumber", _first(number=2), "rows-refused", id="a number twice"),
        pytest.param("club.importfile", _first(body="è"), "not-a-row", id="no base64"),
        pytest.param("club.clublogentry", _first(act="x"), "log-broken", id="log altered"),
        pytest.param("club.clublogentry", lambda rows: rows.pop(), "log-broken", id="log cut at its end"),
        pytest.param("tournaments.logentry", _first(actor_name="x"), "log-broken", id="a tournament's log"),
        pytest.param("tournaments.logentry", lambda rows: rows.clear(), "log-broken", id="no log at all"),
    ],
)
def test_who_knows_the_passphrase_cannot_write_what_does_not_stand_together(
    source: Source, label: str, change: Changed, code: str
) -> None:
    assert refusal_of(zips.forged(source.body, label, change)).code == code


def test_a_log_chained_anew_does_not_end_as_the_manifest_says(source: Source) -> None:
    def anew(rows: list[dict[str, Any]]) -> None:
        last = None
        for row in rows:
            told = {name: row[name] for name in ("number", "actor_name", "act", "subject", "before", "after")}
            entry = ClubLogEntry(**told, reason="un altro", key=row["key"])
            entry.at = ClubLogEntry._meta.get_field("at").to_python(row["at"])
            chain(entry, last)
            row.update(reason=entry.reason, previous_hash=entry.previous_hash, hash=entry.hash)
            last = entry

    assert refusal_of(zips.forged(source.body, "club.clublogentry", anew)).code == "log-broken"


def test_an_older_archive_is_taken_in_where_only_something_was_added(
    source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one made before this very migration: it knows no former keys, and no column for them."""
    files = zips.opened(source.body)
    told = json.loads(files[zips.MANIFEST])
    told["migrations"]["club"].remove("0016_handover")
    told["parts"] = [part for part in told["parts"] if part["model"] != "club.formerkey"]
    del files["rows/club.formerkey.jsonl"]
    older = zips.closed({**files, zips.MANIFEST: json.dumps(told).encode()})
    older = zips.forged(older, "club.club", lambda rows: rows[0].pop("former_keys_until"))
    done = restore.restore_club(older, by="terminale", slug="di-nuovo", new_codes=True)
    assert Club.objects.get(slug="di-nuovo").people.count() == 37
    assert done.manifest.counts["club.person"] == 37


def test_a_column_is_missing_only_in_an_older_archive(source: Source) -> None:
    body = zips.forged(source.body, "club.club", lambda rows: rows[0].pop("former_keys_until"))
    assert refusal_of(body).code == "not-a-row"


def test_which_migrations_only_add() -> None:
    loader = versions.MigrationLoader(None, replace_migrations=False)
    assert versions._only_adds(loader, "club", "0016_handover")
    for app, name in (("club", "0007_receipts_stay"), ("tournaments", "0015_mini_table_beside_head_to_head")):
        assert not versions._only_adds(loader, app, name)
    assert not versions._only_adds(loader, "club", "0000_nobody_knows")
    assert versions._only_adds(loader, "club", "0017_looks_at_bookings"), "it lets a column be empty"


@pytest.mark.parametrize(
    ("old", "new", "is_harmless"),
    [
        pytest.param({"max_length": 9}, {"max_length": 9, "choices": ["a"], "blank": True}, True, id="words"),
        pytest.param({"max_length": 9}, {"max_length": 9, "null": True}, True, id="may be empty"),
        pytest.param({"max_length": 9, "null": True}, {"max_length": 9}, False, id="may not be empty"),
        pytest.param({"max_length": 9}, {"max_length": 3}, False, id="shorter"),
        pytest.param({"max_length": 9}, {"max_length": 9, "unique": True}, False, id="unique"),
    ],
)
def test_a_column_altered_is_harmless_where_it_only_takes_more(
    old: dict[str, Any], new: dict[str, Any], is_harmless: bool
) -> None:
    assert versions._loosens(CharField(**old), CharField(**new)) is is_harmless
