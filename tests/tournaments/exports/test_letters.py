"""Names in any script on paper: our faces alone while they have the letters, else the system's as well."""

import io
import os
import re
from pathlib import Path

import pytest
import typst
from pypdf import PdfReader

from club.register import people
from tests.evening import JURY, a_club, a_round, a_tournament, settle
from tournaments.entries import entries
from tournaments.exports import printing
from tournaments.models import Tournament
from tournaments.standings import builds

ROOT = Path(__file__).parents[3]
#: The bundled faces, and those that Typst brings with it.
OURS = ("AtkinsonHyperlegibleNext", "Vollkorn", "NotoEmoji", "LibertinusSerif", "NewCM", "DejaVuSansMono")
IN_OURS = [("Rossi", "Łukasz"), ("Nguyễn", "Đặng"), ("Иванова", "Мария"), ("Παππά", "Ελένη"), ("محمد", "שרה")]
NOT_IN_OURS = [("山田", "太郎"), ("김", "민수"), ("王", "秀英")]
#: One that has Chinese, Japanese and Korean letters, as the image has it.
FACE = "WenQuanYi Micro Hei"

pytestmark = pytest.mark.usefixtures("commits")

with_the_face = pytest.mark.skipif(
    os.environ.get("REQUIRE_SERVICES") != "1" and FACE not in typst.Fonts().families(),
    reason=f"this system has no {FACE}",
)


def an_evening_of(names: list[tuple[str, str]]) -> Tournament:
    """Pairs of namesakes, all of whom agreed to their names."""
    tournament = a_tournament(a_club(), pairs=4 - len(names) % 2)
    for last, first in names:
        couple = [
            people.add(tournament.club, last_name=last, first_name=given, name_consent_on=tournament.date)
            for given in (first, f"{first} {first}")
        ]
        entries.enter(tournament.pk, couple, by=JURY, present=True)
    tournament.refresh_from_db()
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    return tournament


def papers(tournament: Tournament) -> list[bytes]:
    sheets = printing.score_sheets(tournament, 1, "http://laptop{}".format)
    return [sheets, printing.standings_pdf(tournament)]


def words(pdf: bytes) -> str:
    return "".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


def faces(pdf: bytes) -> set[str]:
    """The faces set in it, without the six letters of a subset."""
    fonts = [page["/Resources"].get("/Font", {}) for page in PdfReader(io.BytesIO(pdf)).pages]  # type: ignore[attr-defined, index, union-attr]
    return {font.get_object()["/BaseFont"].split("+")[-1] for each in fonts for font in each.values()}


def strange(pdf: bytes) -> set[str]:
    return {face for face in faces(pdf) if not face.startswith(OURS)}


@pytest.mark.parametrize("names", [[each] for each in IN_OURS], ids=lambda names: names[0][0])
def test_letters_that_our_faces_have_are_set_in_them_whatever_the_system_has(
    names: list[tuple[str, str]],
) -> None:
    for paper in papers(an_evening_of(names)):
        assert set(names[0][0]) <= set(words(paper))
        assert strange(paper) == set()


@with_the_face
@pytest.mark.parametrize("names", [[each] for each in NOT_IN_OURS], ids=lambda names: names[0][0])
def test_letters_that_they_lack_are_set_in_a_face_of_the_system(names: list[tuple[str, str]]) -> None:
    for paper in papers(an_evening_of(names)):
        assert strange(paper)
        assert names[0][0] in words(paper)


def test_the_image_and_the_checks_bring_a_face_with_them() -> None:
    package = "fonts-wqy-microhei"
    assert re.search(rf"apt-get install .*{package}", (ROOT / "Dockerfile").read_text().replace("\\\n", ""))
    assert package in (ROOT / ".ci/run").read_text()
