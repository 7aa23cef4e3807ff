"""The page that refuses: the club's staff reads which role opens it and who has it, a stranger nothing."""

import pytest
from django.test import Client

from club.models import Club, RoleKind, User
from tests.evening import a_club, a_tournament, an_officer, signed_in
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return a_tournament(club, pairs=0)


def _named(club: Club, first: str, last: str, *kinds: RoleKind) -> User:
    user = an_officer(club, *kinds, email=f"{first}.{last}@example.org")
    user.first_name, user.last_name = first, last
    user.save(update_fields=["first_name", "last_name"])
    return user


def _refused(user: User | None, path: str) -> str:
    answer = (signed_in(user) if user else Client()).get(path)
    assert answer.status_code == 403
    return answer.content.decode()


def test_an_officer_reads_which_role_is_missing_and_who_has_it(club: Club, tournament: Tournament) -> None:
    _named(club, "Carla", "Monti", RoleKind.ORGANISER)
    _named(club, "Dario", "Gallo", RoleKind.OWNER)
    referee = _named(club, "Elio", "Serra", RoleKind.REFEREE)
    page = _refused(referee, f"/t/{tournament.code}/iscrizioni/")
    assert "<strong>organizzatore</strong>" in page
    assert "Carla Monti" in page
    assert "Gli incarichi li dà il titolare: Dario Gallo." in page
    assert "<strong>segretario</strong>" not in page, "it does not open this page"
    register = _refused(referee, f"/circoli/{club.slug}/libro/")
    assert "<strong>tesoriere</strong>" in register
    assert "per ora nessuno" in register


def test_the_owner_may_give_the_missing_role(club: Club, tournament: Tournament) -> None:
    owner = _named(club, "Dario", "Gallo", RoleKind.OWNER)
    page = _refused(owner, f"/t/{tournament.code}/iscrizioni/")
    assert f'href="/circoli/{club.slug}/incarichi/"' in page


@pytest.mark.parametrize("path", ["/t/{code}/iscrizioni/", "/t/{code}/arbitro/", "/circoli/{slug}/libro/"])
def test_a_stranger_learns_nothing(club: Club, tournament: Tournament, path: str) -> None:
    _named(club, "Carla", "Monti", RoleKind.ORGANISER, RoleKind.SECRETARY)
    elsewhere = _named(a_club("Circolo di un altro"), "Ivo", "Costa", *RoleKind)
    player = _named(club, "Lea", "Fabbri")
    for stranger in (elsewhere, player):
        page = _refused(stranger, path.format(code=tournament.code, slug=club.slug))
        assert "Carla" not in page
        assert "<strong>organizzatore" not in page
        assert "manca un incarico" not in page
        assert "Gli incarichi" not in page


def test_after_signing_in_at_an_empty_installation_the_first_tournament_is_one_click_away(club: Club) -> None:
    home = Client().get("/").content.decode()
    assert 'href="/accesso/login/"' in home, "the way in from the first page leads to the desk, not back"
    assert 'href="/banco/"' in home
    organiser = signed_in(_named(club, "Carla", "Monti", RoleKind.ORGANISER))
    new = f"/circoli/{club.slug}/tornei/nuovo/"
    desk = organiser.get("/banco/", follow=True)
    assert new in desk.content.decode()
    assert new in organiser.get(f"/circoli/{club.slug}/").content.decode()
    assert new not in Client().get(f"/circoli/{club.slug}/").content.decode()


def test_a_referee_of_an_empty_club_reads_who_can_make_a_tournament(club: Club) -> None:
    _named(club, "Carla", "Monti", RoleKind.ORGANISER)
    referee = signed_in(_named(club, "Elio", "Serra", RoleKind.REFEREE))
    assert "Può crearlo: Carla Monti." in referee.get(f"/circoli/{club.slug}/tornei/").content.decode()
