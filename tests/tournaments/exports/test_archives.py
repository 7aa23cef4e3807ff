"""The archive of a finished evening: whole, verifiable, of one version, with the names that may be read."""

import io
import json
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import PurePosixPath
from urllib.parse import urljoin

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from club.models import Club, Person
from club.privacy import publication
from club.slices import MOST_TRIES
from tests.commits import committed
from tests.evening import JURY, FourPeople, a_club, a_round, a_tournament, settle
from tests.once import once_a_module
from tests.tournaments.exports.conftest import a_finished_evening
from tournaments.errors import TournamentError
from tournaments.evenings import lifecycle
from tournaments.exports import archives
from tournaments.exports.archive_pages import Steps, on_disk, relative
from tournaments.models import Archive, Tournament
from tournaments.standings import builds

pytestmark = pytest.mark.usefixtures("commits")

Archived = tuple[Tournament, dict[str, bytes]]


def made(tournament: Tournament) -> Archive:
    """The archive, whole: every slice asked for as the page asks for it."""
    archive = archives.request(tournament.pk)
    while archive.is_running:
        archives.go_on(archive)
        archive.refresh_from_db()
    return archive


def one_step_a_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "SLICES", replace(archives.SLICES, in_place=0))


def files_of(archive: Archive) -> dict[str, bytes]:
    """The archive's files, without its one folder."""
    with zipfile.ZipFile(io.BytesIO(bytes(archive.files.get(path="").body))) as bundle:
        assert bundle.testzip() is None
        folders = {PurePosixPath(name).parts[0] for name in bundle.namelist()}
        assert len(folders) == 1
        return {name.partition("/")[2]: bundle.read(name) for name in bundle.namelist()}


def _archived() -> Archived:
    """A finished evening and the files of its archive."""
    finished = committed(lambda: a_finished_evening(a_club()))()
    return finished, files_of(made(finished))


made_archived = once_a_module(_archived)


@pytest.fixture
def archived(db: None, made_archived: Callable[[], Archived]) -> Archived:
    return made_archived()


def test_it_holds_every_turn_every_pair_paper_and_data(archived: Archived) -> None:
    finished, files = archived
    assert set(files) == {
        "index.html", "classifica.pdf", "manifest.json", "SHA256SUMS", "aspetto/criccone.css",
        "dati/torneo.json", "turni/1.html", "turni/2.html",
        *(f"dati/{what}-{turn}.json" for what in ("turno", "classifica", "sorteggio") for turn in (1, 2)),
        *(f"coppie/{number}.html" for number in range(1, 12)),
    }  # fmt: skip
    assert files["classifica.pdf"].startswith(b"%PDF")
    standings = json.loads(files["dati/classifica-2.json"])
    snapshot = finished.snapshots.get(round_number=2)
    assert [row["number"] for row in standings["rows"]] == [row["number"] for row in snapshot.rows]
    deals = [table["deals"] for table in json.loads(files["dati/turno-1.json"])["tables"]]
    assert [len(each) for each in deals] == [4] * 5


def test_every_link_leads_to_a_file_of_it_and_none_outside(archived: Archived) -> None:
    _finished, files = archived
    for path, body in files.items():
        if not path.endswith(".html"):
            continue
        text = body.decode()
        assert not re.search(r'(?:href|src)="(?:/|[a-z]+:)', text), path
        assert "<script" not in text
        links = re.findall(r'(?:href|src)="([^"#]+)', text)
        assert links
        for link in links:
            assert urljoin(f"http://x/{path}", link).removeprefix("http://x/") in files, (path, link)
        for sign in set(re.findall(r'<use href="#([\w-]+)"', text)):
            assert f'id="{sign}"' in text, (path, sign)
    style = files["aspetto/criccone.css"].decode()
    assert set(re.findall(r'url\("?([a-z.]+[:/])', style)) == {"data:"}


def test_the_page_of_a_pair_has_its_deals_and_why_they_count_so(archived: Archived) -> None:
    _finished, files = archived
    text = files["coppie/1.html"].decode()
    assert "Perché?" in text
    assert "Cognome001 Anna" in text
    assert "La somma, turno per turno" in text


def test_names_are_those_that_everybody_may_read(archived: Archived) -> None:
    _finished, files = archived
    whole = b"".join(body for path, body in files.items() if not path.endswith(".pdf")).decode()
    assert "Cognome010" not in whole
    assert "C. A. – C. B." in whole


def test_the_manifest_has_each_digest_and_the_last_link_of_the_log(archived: Archived) -> None:
    finished, files = archived
    manifest = json.loads(files["manifest.json"])
    sums = dict(reversed(line.split("  ")) for line in files["SHA256SUMS"].decode().splitlines())
    digests = {path: sha256(body).hexdigest() for path, body in files.items()}

    assert manifest["sha256"] == {
        path: digest for path, digest in digests.items() if path not in ("manifest.json", "SHA256SUMS")
    }
    assert sums == {path: digest for path, digest in digests.items() if path != "SHA256SUMS"}
    last = finished.log.order_by("-number")[0]
    assert manifest["log"] == {"entries": last.number, "last_hash": last.hash}
    assert last.hash in files["index.html"].decode()


def test_it_is_made_of_a_finished_evening_only(evening: Tournament) -> None:
    with pytest.raises(TournamentError, match="concludilo"):
        archives.request(evening.pk)


def test_asking_twice_is_asking_once(finished: Tournament) -> None:
    first = made(finished)
    assert made(finished).pk == first.pk
    assert Archive.objects.filter(tournament=finished).count() == 1


def test_it_is_made_a_slice_at_a_time_and_says_how_far_it_is(
    finished: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_step_a_slice(monkeypatch)
    archive = archives.request(finished.pk)
    seen = []
    while True:
        archive.refresh_from_db()
        seen.append(archive.done)
        if not archive.is_running:
            break
        archives.go_on(archive)
    assert seen == list(range(1, Steps(finished).total + 1))


def test_a_slice_worked_twice_counts_once(finished: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    one_step_a_slice(monkeypatch)
    archive = archives.request(finished.pk)
    archive.refresh_from_db()
    slower, done = archives._slice(archive)
    assert archives.work(archive.pk)
    before = archive.files.count()
    assert not archives._stored(archive, slower, done)
    assert archive.files.count() == before
    archive.refresh_from_db()
    assert archive.done == done


def test_an_evening_that_changes_meanwhile_ends_it_and_it_begins_anew(
    finished: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_step_a_slice(monkeypatch)
    archive = archives.request(finished.pk)
    publication.names_changed(finished.club_id)
    assert not archives.work(archive.pk)
    archive.refresh_from_db()
    assert archive.state == Archive.State.FAILED
    monkeypatch.undo()
    assert made(finished).is_done
    assert Archive.objects.filter(tournament=finished).count() == 1


def test_nobody_at_it_any_more_is_given_up_after_some_tries(
    finished: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives.make_archive, "delay", lambda _pk: None)
    archive = archives.request(finished.pk)
    for _try in range(MOST_TRIES + 1):
        Archive.objects.update(due_at=timezone.now())
        archive.refresh_from_db()
        archives.go_on(archive)
    archive.refresh_from_db()
    assert archive.state == Archive.State.FAILED


def test_the_page_asks_for_the_next_slice_until_everybody_can_take_it(
    finished: Tournament, four: FourPeople, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_step_a_slice(monkeypatch)
    organiser, page = four.client("organiser"), f"/t/{finished.code}/scarica/"
    organiser.post(f"{page}archivio/")
    assert "Si prepara l'archivio: 2 pagine su 14" in organiser.get(page).content.decode()
    assert Client().get(f"{page}archivio.zip").status_code == 404
    for _look in range(12):
        organiser.get(page)
    assert "archivio.zip" in Client().get(page).content.decode()

    answer = Client().get(f"{page}archivio.zip")

    assert answer["Content-Type"] == "application/zip"
    assert (
        "Archivio%20-%20Torneo" in answer["Content-Disposition"]
        or "Archivio - Torneo" in answer["Content-Disposition"]
    )
    assert zipfile.is_zipfile(io.BytesIO(answer.content))
    again = Client().get(f"{page}archivio.zip", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


def test_one_made_before_a_name_was_taken_back_is_given_to_nobody(
    finished: Tournament, four: FourPeople
) -> None:
    made(finished)
    where = f"/t/{finished.code}/scarica/archivio.zip"
    assert Client().get(where).status_code == 200
    Person.objects.filter(last_name="Cognome001").update(name_consent_on=None)
    publication.names_changed(finished.club_id)
    assert Client().get(where).status_code == 404
    assert four.client("organiser").get(where).status_code == 404


def test_an_evening_still_open_is_refused_with_a_sentence(evening: Tournament, four: FourPeople) -> None:
    answer = four.client("organiser").post(f"/t/{evening.code}/scarica/archivio/", follow=True)
    assert "L&#x27;archivio si fa di un torneo finito" in answer.content.decode()


def test_a_step_costs_as_many_queries_with_ten_times_the_pairs(club: Club) -> None:
    costs = []
    for pairs in (4, 40):
        tournament = a_tournament(club, pairs=pairs, turns=1)
        settle(tournament, a_round(tournament))
        builds.build(tournament.pk)
        steps = Steps(lifecycle.close(tournament.pk, by=JURY))
        assert steps.total == pairs + 2
        for step in range(3):
            with CaptureQueriesContext(
                connection,
            ) as queries:
                steps.files(step)
            costs.append(len(queries))
    assert costs[:3] == costs[3:]
    assert max(costs) <= 30


def test_a_link_to_what_is_not_in_the_archive_becomes_its_words() -> None:
    page = (
        '<a class="x" href="/t/abc234/">A</a> <a href="/banco/">B</a> '
        '<a href="/t/abc234/coppie/7/#la-somma">C</a>'
    )
    assert on_disk(page, "turni/1.html").decode() == (
        '<a class="x" href="../index.html">A</a> <span>B</span> <a href="../coppie/7.html#la-somma">C</a>'
    )
    assert relative("index.html", "index.html") == "index.html"
