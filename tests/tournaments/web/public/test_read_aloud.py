"""What a screen reader goes by on every page that is open to all: names of tables, order of headings."""

from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from tests.criccone.test_every_address import ALL, GETS, address, words_of
from tests.evening import a_club, a_round, a_tournament, settle
from tests.once import once_a_module
from tournaments.standings import builds

pytestmark = pytest.mark.django_db

#: The streams are no pages; those of a table are behind its code.
OPEN = sorted(
    name
    for name, who in GETS.items()
    if who == ALL and not name.endswith(("events", "_by_code", "_by_evening"))
)
Attributes = list[tuple[str, str | None]]


class Outline(HTMLParser):
    """The levels of the headings in order, the ids, and the tables as [what names them]."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.levels: list[int] = []
        self.ids: list[str] = []
        self.tables: list[dict[str, Any]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        said = dict(attrs)
        if said.get("id"):
            self.ids.append(str(said["id"]))
        if len(tag) == 2 and tag[0] == "h" and tag[1].isdigit():
            self.levels.append(int(tag[1]))
        elif tag == "table" and said.get("role") != "presentation":
            self.tables.append(
                {"label": said.get("aria-label"), "by": said.get("aria-labelledby"), "caption": False}
            )
        elif tag == "caption":
            self.tables[-1]["caption"] = True


def scene_words() -> dict[str, object]:
    """The words of every address, and an evening of gironi."""
    club = a_club()
    words = words_of(club)
    gironi = a_tournament(a_club("Gironi"), pairs=6, turns=4, format="groups-final", groups=2)
    settle(gironi, a_round(gironi))
    builds.build(gironi.pk)
    return {**words, "gironi": gironi.code}


scene = once_a_module(scene_words)


def outline(where: str) -> Outline | None:
    """The page's; None where the answer is no page."""
    answer = Client().get(where)
    is_page = answer.get("Content-Type", "").startswith("text/html")
    return Outline(answer.content.decode()) if is_page else None


@pytest.mark.parametrize("name", [*OPEN, "gironi"])
def test_tables_have_a_name_and_headings_leave_out_no_level(
    scene: Callable[[], dict[str, object]], name: str
) -> None:
    words = scene()
    page = outline(f"/t/{words['gironi']}/" if name == "gironi" else address(name, words))
    if page is None:
        return
    for table in page.tables:
        assert table["label"] or table["caption"] or table["by"] in page.ids, table
    deeper = [(a, b) for a, b in zip([0, *page.levels], page.levels, strict=False) if b > a + 1]
    assert deeper == []
    assert len(page.ids) == len(set(page.ids))


def test_the_walk_meets_tables_and_explanations(scene: Callable[[], dict[str, object]]) -> None:
    """Or it would find nothing wherever it looked."""
    pair = outline(address("pair", scene()))
    assert pair is not None
    assert len(pair.tables) >= 3
    assert 3 in pair.levels
