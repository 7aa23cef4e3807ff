import pytest
from django.test import Client

from club.models import Club, NoticeVersion, Person, User
from tests.club.privacy.scene import a_notice
from tests.club.register.book import a_person
from tests.evening import signed_in


@pytest.fixture
def notice(club: Club, secretary: User) -> NoticeVersion:
    return a_notice(club, secretary)


@pytest.fixture
def mario(club: Club, secretary: User) -> Person:
    return a_person(club, secretary, email="mario@example.org", phone="051 999")


@pytest.fixture
def boss(owner: User) -> Client:
    return signed_in(owner)
