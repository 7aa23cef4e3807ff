"""The worked programs of `docs/programs/`, run as a reader runs them against a running installation."""

import csv
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tournaments.live.server import ROOT, Server, serving

PROGRAMS = ROOT / "docs" / "programs"
CLUB = """
from club.models import DeviceToken
club = a_club()
organiser = four_people(club).organiser
print(club.slug, DeviceToken.objects.create(organiser, name="foglio")[1])
"""
PAIRS = """\ufeffCognome;Nome;Cognome;Nome
Bianchi;Anna;Canè;Ivo
Dall'Olio;Pia;Ferri;Ugo

Gatti;Ada;Landi;Aldo
Monti;Rita;Nanni;Ezio
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("programs")) as server:
        yield server


@pytest.fixture(scope="module")
def club(site: Server) -> tuple[str, str]:
    """The club's word in addresses, and its organiser's token."""
    slug, token = site.do(CLUB).split()
    return slug, token


def run(program: str, *words: str, token: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(PROGRAMS / f"{program}.py"), *words],
        env={"PATH": os.environ["PATH"], "CRICCONE_TOKEN": token, "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
    )


def held(site: Server, club: tuple[str, str], folder: Path, pairs: str = PAIRS, on: str = "2027-03-05"):
    slug, token = club
    file = folder / "coppie.csv"
    file.write_text(pairs, encoding="utf-8")
    words = (site.address, slug, str(file), "--name", "Torneo di marzo", "--date", on)
    return run("evening_from_spreadsheet", *words, token=token)


def evenings(site: Server) -> list[str]:
    listed = "print(*Tournament.objects.order_by('pk').values_list('code', flat=True))"
    return site.do(f"from tournaments.models import Tournament\n{listed}").split()


def test_an_evening_is_made_once_from_a_spreadsheet(site: Server, club: tuple[str, str], tmp_path: Path):
    before = evenings(site)
    first = held(site, club, tmp_path)
    again = held(site, club, tmp_path)
    assert (first.returncode, first.stderr) == (0, "")
    assert "Dall'Olio Pia" in first.stdout
    assert len(first.stdout.splitlines()) == 2
    assert again.stdout == first.stdout
    assert len(evenings(site)) == len(before) + 1


def test_a_line_without_a_name_and_a_refusal_are_sentences(
    site: Server, club: tuple[str, str], tmp_path: Path
):
    incomplete = held(site, club, tmp_path, PAIRS + "Orsi;Lia\n")
    assert (incomplete.returncode, incomplete.stdout) == (1, "")
    assert incomplete.stderr == "Line 7: a pair has two surnames and two first names.\n"
    nobodys = held(site, (club[0], "nobody's"), tmp_path)
    no_club = run("nightly_copy", site.address, "nessuno", str(tmp_path / "copy"))
    no_evening = run("scoreboard", site.address, "zzzzzz")
    for refused in (nobodys, no_club, no_evening):
        assert (refused.returncode, len(refused.stderr.splitlines())) == (1, 1), refused.stderr


def test_the_scoreboard_shows_each_change(site: Server, club: tuple[str, str], tmp_path: Path):
    assert held(site, club, tmp_path, on="2027-03-12").returncode == 0
    code = evenings(site)[-1]
    words = [sys.executable, str(PROGRAMS / "scoreboard.py"), site.address, code, "--times", "2"]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, text=True, encoding="utf-8", env={**os.environ, "PYTHONUTF8": "1"}
    ) as board:
        assert board.stdout
        assert board.stdout.readline() == "Torneo di marzo\n"
        site.do(f"""
from tournaments.actors import Actor
from tournaments.models import Tournament
from tournaments.rounds import rounds
rounds.play(Tournament.objects.get(code={code!r}).pk, 1, by=Actor("Giuria"))
""")
        rest = board.communicate(timeout=60)[0]
    assert "Turno 1, si gioca" in rest


def test_the_nightly_copy_writes_only_what_has_changed(site: Server, club: tuple[str, str], tmp_path: Path):
    assert held(site, club, tmp_path, on="2027-03-19").returncode == 0
    folder = tmp_path / "copy"
    first = run("nightly_copy", site.address, club[0], str(folder))
    assert (first.returncode, first.stderr) == (0, "")
    code = evenings(site)[-1]
    calendar = json.loads((folder / "calendar.json").read_text(encoding="utf-8"))
    assert {evening["code"] for evening in calendar} == set(evenings(site))
    assert json.loads((folder / f"{code}.json").read_text(encoding="utf-8"))["tournament"]["code"] == code
    with (folder / f"{code}.csv").open(encoding="utf-8", newline="") as file:
        assert next(csv.reader(file)) == ["place", "name"]
    kept = json.loads((folder / ".etags.json").read_text(encoding="utf-8"))
    kept["/tournaments/gone/results/"] = ['"1"', {}]
    (folder / ".etags.json").write_text(json.dumps(kept), encoding="utf-8")
    for name in ("gone.json", "other.json"):
        (folder / name).write_text("{}", encoding="utf-8")
    assert run("nightly_copy", site.address, club[0], str(folder)).returncode == 0
    assert [(folder / name).exists() for name in ("gone.json", "other.json")] == [False, True]
    written = {file.name: file.stat().st_mtime_ns for file in folder.iterdir()}
    assert run("nightly_copy", site.address, club[0], str(folder)).returncode == 0
    assert {file.name: file.stat().st_mtime_ns for file in folder.iterdir()} == written
