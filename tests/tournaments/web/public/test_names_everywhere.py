"""Every address that is open to all, page, file or API: no name is read there without consent."""

import re
from collections.abc import Callable
from datetime import date
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from openpyxl import load_workbook
from pypdf import PdfReader

from club.models import Club, Person
from club.privacy import publication
from tests.criccone.test_every_address import ALL, API_GETS, GETS, address, words_of
from tests.evening import a_club
from tests.once import once_a_module
from tournaments.exports.formats import FORMATS

pytestmark = pytest.mark.django_db

OPEN = sorted(name for name, who in GETS.items() if who == ALL)
OPEN += sorted(f"v1:{name}" for name, who in API_GETS.items() if who == ALL)
#: The streams never end, and what they send is the pages' own part (tests/tournaments/live). Who holds the
#: code of a table reads who sits at it, as on the printed foglio di gara: the code is on nothing else.
#: A member's own page opens by a link that only the member has. Pictures are read where they are drawn
#: (test_sharing).
BEHIND_A_CODE_OR_DRAWN = ("events", "evening", "evening_now", "_by_code", "own_page", "_picture", "picture")
READ = [name for name in OPEN if not name.endswith(BEHIND_A_CODE_OR_DRAWN)]


def everybody_unnamed() -> dict[str, object]:
    """An evening in its second turn with season, ratings and files, and nobody's consent."""
    club = a_club()
    words = words_of(club)
    club.people.update(name_consent_on=None)
    return words


scene = once_a_module(everybody_unnamed)


def said(answer: Any) -> str:
    """All that somebody may read of it, title, alternative words and drawings included."""
    kind = answer.get("Content-Type", "")
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if kind == "application/pdf":
        return " ".join(page.extract_text() for page in PdfReader(BytesIO(body)).pages)
    if "spreadsheet" in kind:
        sheet = load_workbook(BytesIO(body)).worksheets[0]
        return " ".join(str(cell.value) for row in sheet.iter_rows() for cell in row)
    return body.decode()


@pytest.mark.parametrize("rule", ["initials", "number"])
@pytest.mark.parametrize("name", READ)
def test_nobody_is_named(scene: Callable[[], dict[str, object]], name: str, rule: str) -> None:
    words = scene()
    publication.set_rules(Club.objects.get(slug=words["slug"]), unnamed=rule, is_indexed=False)
    plain = address(name, words)
    for ending in FORMATS if plain.endswith(".csv") else ["csv"]:
        text = said(Client().get(plain.removesuffix("csv") + ending if plain.endswith(".csv") else plain))
        assert "Cognome0" not in text, ending
        if rule == "number":
            assert not re.search(r"\bC\. [AB]\.", text), ending


def test_the_walk_reads_names_where_they_may_be_read(scene: Callable[[], dict[str, object]]) -> None:
    """Or it would find nothing wherever it looked."""
    words = scene()
    Person.objects.filter(club__slug=words["slug"]).update(name_consent_on=date(2026, 1, 1))
    named = {name for name in READ if "Cognome0" in said(Client().get(address(name, words)))}
    assert named >= {
        "results", "pair", "pairs_duel", "race", "projector", "player", "players_duel", "season",
        "standings_pdf", "take_standings", "take_entries", "take_results", "take_race", "take_season",
        "v1:standings", "v1:entries", "v1:season",
    }  # fmt: skip
