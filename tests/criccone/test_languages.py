"""Each page speaks the language that was chosen; until then the one that the browser asks for."""

import pytest
from django.test import Client

from tests.evening import a_club

ENGLISH = {"accept-language": "en-GB,en;q=0.9,it;q=0.5"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        pytest.param(ENGLISH, "en", id="an English browser"),
        pytest.param({"accept-language": "it-IT,it;q=0.9,en;q=0.8"}, "it", id="an Italian browser"),
        pytest.param({"accept-language": "de,fr;q=0.8"}, "it", id="a language that the pages lack"),
        pytest.param({}, "it", id="a browser that does not say"),
    ],
)
def test_a_first_visit_is_in_the_language_of_the_browser(asked: dict[str, str], spoken: str) -> None:
    a_club()
    page = Client().get("/", headers=asked)
    assert page["Content-Language"] == spoken
    assert f'<html lang="{spoken}"' in page.content.decode()
    assert "Accept-Language" in page["Vary"]


@pytest.mark.django_db
def test_the_language_that_was_chosen_stays_whatever_the_browser_asks_for() -> None:
    visitor = Client(headers=ENGLISH)
    visitor.post("/lingua/setlang/", {"language": "it", "next": "/"})
    assert visitor.get("/")["Content-Language"] == "it"
