"""Answers to errors that nothing handled, and to unknown URLs: pages for people, JSON for programs."""

from types import ModuleType

import pytest
from django.db import OperationalError
from django.http import HttpRequest
from django.test import Client
from django.urls import path
from pytest_django import Settings

from club.errors import ClubError
from criccone import urls

REFUSED = "Il database non risponde"


def away(_request: HttpRequest) -> None:
    raise OperationalError("no answer in 3 s")


def broken(_request: HttpRequest) -> None:
    raise ZeroDivisionError


def refusing(_request: HttpRequest) -> None:
    raise ClubError("not-now", "Non adesso.")


@pytest.fixture
def client(settings: Settings) -> Client:
    """A client of a site with two faults."""
    module = ModuleType("urls")
    own = [
        path("away/", away),
        path("broken/", broken),
        path("refusing/", refusing),
        path("api/v1/away/", away),
        path("api/v1/broken/", broken),
    ]
    module.urlpatterns = [*own, *urls.urlpatterns]  # type: ignore[attr-defined]
    module.handler404, module.handler500 = urls.handler404, urls.handler500  # type: ignore[attr-defined]
    settings.ROOT_URLCONF = module
    return Client(raise_request_exception=False)


def test_a_page_without_its_database_says_so_and_when_to_try_again(client: Client) -> None:
    response = client.get("/away/")
    assert (response.status_code, response["Retry-After"]) == (503, "2")
    assert REFUSED in response.content.decode()


def test_any_other_fault_is_ours(client: Client) -> None:
    response = client.get("/broken/")
    assert response.status_code == 500
    assert "Qualcosa si è rotto" in response.content.decode()


@pytest.mark.parametrize(
    ("page", "status", "code"), [("away", 503, "unavailable"), ("broken", 500, "server-error")]
)
def test_a_program_reads_json(client: Client, page: str, status: int, code: str) -> None:
    response = client.get(f"/api/v1/{page}/")
    assert (response.status_code, response.json()["code"]) == (status, code)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "rest", ["niente/", "v1/niente/", "v1/tournaments/%0A/", "v1/t\n/", "v1/%00/", "v2/ù/"]
)
def test_an_unknown_url_of_the_api_is_json_whatever_its_characters(client: Client, rest: str) -> None:
    response = client.get(f"/api/{rest}")
    assert (response.status_code, response.json()["code"]) == (404, "not-found")


@pytest.mark.django_db
def test_a_part_of_an_open_page_says_that_the_session_is_over_and_an_outbox_is_sent_to_the_login() -> None:
    desk = {"HX-Request": "true", "HX-Current-URL": "http://testserver/banco/"}
    part = Client().post("/accesso/sessioni/altre/", headers=desk)
    assert (part.status_code, part["HX-Retarget"]) == (409, "#messages")
    assert "La sessione è finita" in part.content.decode()
    outbox = Client().post("/accesso/sessioni/altre/", headers={"HX-Request": "true"})
    assert (outbox.status_code, outbox["Location"].split("?")[0]) == (302, "/accesso/login/")


def test_a_refusal_gives_back_the_reason_that_was_typed(client: Client) -> None:
    response = client.post("/refusing/", {"reason": "Lo ha deciso il consiglio <ieri>", "amount": "12"})
    said = response.content.decode()
    assert (response.status_code, "Non adesso." in said) == (409, True)
    assert "«Lo ha deciso il consiglio &lt;ieri&gt;»" in said
    assert "12" not in said.partition("Avevi scritto")[2].partition("</p>")[0]
