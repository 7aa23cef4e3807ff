"""The manual at `/manuale/`, and the «?» that leads there from each page."""

import os
import re
from pathlib import Path

import pytest
from django.conf import settings as of_program
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from criccone import manual_places
from tests.criccone import test_every_address as addresses

SOURCES = Path(__file__).resolve().parent.parent.parent / "docs" / "manuale"
#: Every page that shows one of these names has a «?», and every file and answer of the kind a place too.
NAMES = [
    *(name for name in addresses.GETS),
    *(name for name in addresses.ELSEWHERE if name.startswith(("account_", "mfa_"))),
    "v1:docs",
]


@pytest.fixture
def built(settings: Settings, tmp_path: Path) -> Path:
    """A manual of two pages, and a secret beside it."""
    for language in ("it", "en"):
        folder = tmp_path / "manual" / language
        (folder / "_static").mkdir(parents=True)
        (folder / "index.html").write_text(f"<title>{language}</title>", encoding="utf-8")
        (folder / "_static" / "furo.js").write_text("1", encoding="utf-8")
    (tmp_path / "manual" / "secret.txt").write_text("not for you", encoding="utf-8")
    settings.MANUAL_DIR = tmp_path / "manual"
    return tmp_path / "manual"


@pytest.mark.parametrize("language", ["it", "en"])
def test_the_manual_opens_in_the_visitors_language(built: Path, language: str) -> None:
    client = Client(headers={"Accept-Language": language})
    answer = client.get("/manuale/", follow=True)
    assert answer.redirect_chain == [(f"/manuale/{language}/", 302)]
    assert answer.content.decode() == f"<title>{language}</title>"
    other = client.get("/manuale/en/" if language == "it" else "/manuale/it/")
    assert {answer["Content-Language"], other["Content-Language"]} == {"it", "en"}


def test_a_script_is_sent_as_a_script_and_again_only_when_it_changes(built: Path) -> None:
    answer = Client().get("/manuale/it/_static/furo.js")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/javascript; charset=utf-8")
    since = {"If-Modified-Since": answer["Last-Modified"]}
    assert Client().get("/manuale/it/_static/furo.js", headers=since).status_code == 304
    os.utime(built / "it" / "_static" / "furo.js", (2e9, 2e9))
    assert Client().get("/manuale/it/_static/furo.js", headers=since).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/manuale/it/../secret.txt",
        "/manuale/it/..%2fsecret.txt",
        "/manuale/it/%2e%2e/secret.txt",
        "/manuale/it//etc/passwd",
        "/manuale/it/_static",
        "/manuale/it/_static/",
        "/manuale/it/index.html%00",
        "/manuale/../it/",
        "/manuale/fr/index.html",
        f"/manuale/it/{'a' * 5000}",
        "/manuale/it/nessuna.html",
    ],
)
def test_nothing_else_is_read(built: Path, path: str) -> None:
    answer = Client().get(path)
    assert answer.status_code == 404
    assert b"not for you" not in answer.content


def test_nobody_writes_there(built: Path) -> None:
    assert Client().post("/manuale/it/index.html").status_code == 405


@pytest.mark.parametrize("path", ["/manuale/", "/manuale/it/", "/manuale/en/giocatore.html"])
def test_a_clone_says_how_the_manual_is_built(path: str, settings: Settings, tmp_path: Path) -> None:
    settings.MANUAL_DIR = tmp_path
    answer = Client().get(path)
    assert answer.status_code == 404
    assert "<code>make manual</code>" in answer.content.decode()


@pytest.mark.django_db
def test_the_manual_costs_no_query(built: Path, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        Client().get("/manuale/it/")


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_page_has_its_place_in_the_manual(name: str) -> None:
    place = manual_places.known_place_of(name)
    page, _hash, label = place.partition("#")
    for language, _word in of_program.LANGUAGES:
        source = SOURCES / language / f"{page}.md"
        assert source.is_file(), place
        assert not label or f"({label})=\n" in source.read_text(encoding="utf-8"), place


@pytest.mark.parametrize("name", ["withdraw", "renew_codes"])
def test_pages_that_ask_before_an_act_have_their_place_too(name: str) -> None:
    assert manual_places.place_of(name) != manual_places.START


def test_no_place_is_for_a_page_that_is_gone() -> None:
    ours = {*addresses.names(addresses.get_resolver())}
    assert set(manual_places.OF_NAME) - ours == set()
    for prefix, _place in manual_places.OF_PREFIX:
        assert [name for name in ours if name.startswith(prefix)], prefix


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("where", "place"),
    [
        ("/benvenuto/", "it/installare.html#primo-avvio"),
        ("/impara/conta/", "it/giocatore.html#contapunti"),
        ("/accesso/login/", "it/titolare.html#accesso"),
        ("/nessuna/pagina/", "it/index.html"),
    ],
)
def test_the_sign_leads_there(where: str, place: str) -> None:
    page = Client().get(where).content.decode()
    sign = re.search(r'<a class="manual" href="(/manuale/[^"]*)" aria-label="[^"]+">\?</a>', page)
    assert sign, where
    assert sign[1] == f"/manuale/{place}"
