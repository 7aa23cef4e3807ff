"""PDFs are set in a process of their own: the same bytes, nothing left behind, a sentence where it fails."""

import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest
from django.conf import settings
from django.test import Client

from club import typesetting
from club.turns import Turns
from club.typesetting import PAGES, PaperRefused, pdf, setter
from tests.evening import a_club, a_round, a_tournament, settle
from tournaments.standings import builds

TABLE = {
    "club": "Circolo",
    "tournament": "Torneo — 山田",
    "date": "21 novembre 2026",
    "venue": "",
    "title": "Elenco",
    "about": "",
    "lying": False,
    "columns": [{"title": "Nome", "right": False}],
    "rows": [["Łukasz"], ["Ελένη"], ["#strong[x]"]],
    "empty": "",
}
#: What tells when a PDF was made, and the digest that follows from it.
MADE = re.compile(rb"D:\d{14}|Date>[^<]*<|/ID ?\[[^\]]*\]|(?:Document|Instance)ID>[^<]*<")


def undated(paper: bytes) -> bytes:
    return MADE.sub(b"", paper)


def children() -> list[psutil.Process]:
    return psutil.Process().children(recursive=True)


def test_it_is_byte_for_byte_what_typst_sets_by_itself() -> None:
    here = setter.typeset(PAGES, "table", json.dumps({"language": "it", **TABLE}, ensure_ascii=False), "pdf")
    assert undated(pdf("table", TABLE)) == undated(here)


def test_a_process_that_printed_has_not_even_read_typst() -> None:
    script = (
        "import sys, django; django.setup()\n"
        "from club.typesetting import pdf\n"
        "import tournaments.exports.printing, tournaments.exports, criccone.urls\n"
        f"assert pdf('table', {TABLE!r}).startswith(b'%PDF')\n"
        "assert 'typst' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], cwd=settings.BASE_DIR, check=True)


def test_several_at_once_are_all_set_and_no_process_is_left() -> None:
    before = children()
    with ThreadPoolExecutor(5) as threads:
        papers = list(threads.map(lambda _each: pdf("table", TABLE), range(5)))
    assert len({undated(paper) for paper in papers}) == 1
    assert children() == before


def test_one_that_takes_too_long_is_ended_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    before = children()
    monkeypatch.setattr(typesetting, "SECONDS", 0.001)
    with pytest.raises(PaperRefused, match="Il PDF non è pronto") as refusal:
        pdf("table", TABLE)
    assert refusal.value.code == "paper-late"
    assert children() == before


def test_a_fault_of_the_page_is_told_in_a_sentence_and_its_cause_written_down(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with pytest.raises(PaperRefused, match="Il PDF non è riuscito") as refusal:
        pdf("table", {"title": "senza il resto"})
    assert refusal.value.code == "paper-failed"
    assert "dictionary does not contain key" in caplog.text


def test_without_a_python_to_run_it_is_refused_as_well(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "none"))
    with pytest.raises(PaperRefused, match="Il PDF non è riuscito"):
        pdf("table", TABLE)


def test_who_finds_all_places_taken_is_told_so_and_comes_in_once_one_is_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turns = Turns(1)
    monkeypatch.setattr(typesetting, "_turns", turns)
    with monkeypatch.context() as hurried, turns.held(1):
        hurried.setattr(typesetting, "SECONDS", 0.01)
        with pytest.raises(PaperRefused) as refusal:
            pdf("table", TABLE)
    assert refusal.value.code == "paper-busy"
    assert pdf("table", TABLE).startswith(b"%PDF")


@pytest.mark.django_db
def test_a_page_says_it_with_503(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = a_tournament(a_club())
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    monkeypatch.setattr(typesetting, "SECONDS", 0.001)
    answer = Client().get(f"/t/{tournament.code}/classifica.pdf")
    assert answer.status_code == 503
    assert "chiedine uno con meno pagine" in answer.content.decode()
