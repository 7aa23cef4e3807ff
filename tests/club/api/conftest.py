"""A club with members, officers' devices, and what an operation of the API is asked with."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from club.models import Category, Club, MembershipYear, Person, RoleKind, User
from tests.club.dues.members import a_category, a_member, a_year
from tests.evening import a_club, an_officer
from tests.once import once_a_module
from tests.tournaments.api.conftest import device_of


@dataclass(frozen=True)
class Scene:
    """A club with two members and a year, as its secretary's program finds it."""

    club: Club
    secretary: User
    owner: User
    anna: Person
    ugo: Person
    ordinary: Category
    year: MembershipYear
    device: APIClient
    owner_device: APIClient

    def at(self, path: str) -> str:
        return f"/api/v1/clubs/{self.club.slug}/{path}"

    def get(self, path: str, **query: Any) -> Any:
        return self.device.get(self.at(path), query)

    def post(self, path: str, body: Any = None) -> Any:
        return self.device.post(self.at(path), body if body is not None else {}, format="json")

    def patch(self, path: str, body: Any) -> Any:
        return self.device.patch(self.at(path), body, format="json")

    def put(self, path: str, body: Any = None) -> Any:
        return self.device.put(self.at(path), body if body is not None else {}, format="json")

    def delete(self, path: str) -> Any:
        return self.device.delete(self.at(path))

    def acts(self) -> list[str]:
        """The acts in the club's log, in their order."""
        return list(self.club.log.order_by("number").values_list("act", flat=True))


def a_scene() -> Scene:
    club = a_club()
    secretary, owner = an_officer(club, RoleKind.SECRETARY), an_officer(club, RoleKind.OWNER)
    anna, ugo = (a_member(club, name, by=secretary) for name in ("Rossi", "Verdi"))
    year = a_year(club, by=secretary, first=timezone.localdate().year)
    return Scene(
        club, secretary, owner, anna, ugo, a_category(club), year, device_of(secretary), device_of(owner)
    )


made_scene = once_a_module(a_scene)


@pytest.fixture
def scene(made_scene: Callable[[], Scene], db: None) -> Scene:
    return made_scene()


def refused(response: Any, status: int) -> str:
    """The code of a refusal with that status; its sentence is there."""
    assert response.status_code == status, response.content
    error = response.json()
    assert error["detail"]
    return str(error["code"])


def today() -> date:
    return timezone.localdate()
