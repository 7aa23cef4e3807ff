"""No page of a new club is a dead end: whoever works for it finds a link or a form on each page they open."""

from html.parser import HTMLParser

import pytest
from django.test import Client

from club.models import RoleKind
from tests.evening import a_club, a_tournament, an_officer, signed_in

pytestmark = pytest.mark.django_db

#: The projector hangs on the wall: nobody taps it. The manual is read beside the page that it tells of.
LEFT_OUT = ("/proiettore/", "/scarica/", "/logout/", "/lingua/", "/manuale/")
CONTROLS = {"a", "button", "input", "select", "textarea"}


class MainPart(HTMLParser):
    """The links of a page, and how many controls its main part has beside tabs and the way back."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.controls = 0
        self.is_main = False
        #: The open element that leads elsewhere, and how many of its kind are open in it.
        self.leading, self.depth = "", 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "a":
            self.links.append(given.get("href") or "")
        if tag == "main":
            self.is_main = True
        if tag == self.leading:
            self.depth += 1
        elif not self.leading and (tag == "nav" or "crumbs" in (given.get("class") or "").split()):
            self.leading, self.depth = tag, 1
        if self.is_main and not self.leading and tag in CONTROLS and given.get("type") != "hidden":
            self.controls += 1

    def handle_endtag(self, tag: str) -> None:
        if tag == "main":
            self.is_main = False
        if tag == self.leading:
            self.depth -= 1
            self.leading = self.leading if self.depth else ""


def dead_ends(client: Client, start: list[str], within: str = "/") -> tuple[set[str], list[str]]:
    """All pages below that address to which links lead from there, and those of them without a next step."""
    seen: set[str] = set()
    dead: list[str] = []
    waiting = list(start)
    while waiting:
        path = waiting.pop().split("#")[0]
        if not path.startswith(within) or path in seen or any(part in path for part in LEFT_OUT):
            continue
        seen.add(path)
        answer = client.get(path)
        if answer.status_code == 302:
            waiting.append(answer["Location"])
        if answer.status_code != 200 or "text/html" not in answer["Content-Type"]:
            continue
        page = MainPart(answer.content.decode())
        waiting += page.links
        if not page.controls:
            dead.append(path)
    return seen, dead


OFFICERS = [
    RoleKind.OWNER, RoleKind.ORGANISER, RoleKind.REFEREE, RoleKind.TREASURER, RoleKind.SECRETARY,
]  # fmt: skip


@pytest.mark.parametrize("kind", OFFICERS)
def test_every_page_of_a_new_club_has_a_next_step(kind: RoleKind) -> None:
    club = a_club()
    client = signed_in(an_officer(club, kind))
    seen, dead = dead_ends(client, ["/banco/", f"/circoli/{club.slug}/", f"/circoli/{club.slug}/tornei/"])
    assert len(seen) > 10
    assert dead == []


@pytest.mark.parametrize("kind", OFFICERS)
def test_every_page_of_a_tournament_without_entries_has_a_next_step(kind: RoleKind) -> None:
    club = a_club()
    evening = f"/t/{a_tournament(club, pairs=0).code}/"
    client = signed_in(an_officer(club, kind))
    pages = ("", "turni/", "cassa/", "posti/", "provvisoria/", "banco/classifica/")
    seen, dead = dead_ends(client, [f"{evening}{page}" for page in pages], within=evening)
    assert len(seen) > 6
    assert dead == []
