import pytest
from django.test import Client

from club.models import Category, Club, NoticeVersion, Person, RoleKind, User
from tests.club.privacy.scene import a_notice
from tests.club.register.book import a_person
from tests.evening import a_club, an_officer


@pytest.fixture
def club(db: None) -> Club:
    return a_club()


@pytest.fixture
def secretary(club: Club) -> User:
    return an_officer(club, RoleKind.SECRETARY)


@pytest.fixture
def owner(club: Club) -> User:
    return an_officer(club, RoleKind.OWNER)


@pytest.fixture
def ordinary(club: Club) -> Category:
    return Category.objects.create(club=club, name="ordinario")


@pytest.fixture
def notice(club: Club, secretary: User) -> NoticeVersion:
    return a_notice(club, secretary)


@pytest.fixture
def mario(club: Club, secretary: User) -> Person:
    return a_person(club, secretary, email="mario@example.org", phone="051 999")


@pytest.fixture
def at_work(secretary: User) -> Client:
    client = Client()
    client.force_login(secretary)
    return client


@pytest.fixture
def boss(owner: User) -> Client:
    client = Client()
    client.force_login(owner)
    return client
