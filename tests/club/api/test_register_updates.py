"""`updated_since` in the register: the people of whom the club's log has an act since then."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils import timezone

from club.models import FormerKey, Person, Scope
from club.register import people
from club.register.changes import people_changed
from tests.club.api.conftest import Scene, refused, today
from tests.club.dues.members import paid
from tests.tournaments.api.test_scopes import device_of


def names(scene: Scene, **query: Any) -> list[str]:
    answer = scene.get("register/", **query)
    assert answer.status_code == 200, answer.content
    return [row["name"] for row in answer.json()["results"]]


def test_only_those_changed_since_are_listed(scene: Scene) -> None:
    assert names(scene, updated_since="2020-01-01T00:00:00+01:00") == ["Rossi Anna", "Verdi Anna"]
    since = timezone.now().isoformat()
    assert names(scene, updated_since=since) == []
    at = f"register/{scene.ugo.pk}/"
    body = {"phone": "051 123456", "version": scene.get(at).json()["version"]}
    assert scene.patch(at, body).status_code == 200
    assert names(scene, updated_since=since) == ["Verdi Anna"]
    assert names(scene, updated_since=since, letters="ros") == [], "the other filters hold too"
    both = {"people": [scene.anna.pk, scene.ugo.pk], "name": True, "how": "paper", "document": "foglio firme"}
    since = timezone.now().isoformat()
    assert scene.post("register/many/consents/", both).status_code < 300
    assert names(scene, updated_since=since) == ["Rossi Anna", "Verdi Anna"]


def test_a_payment_is_no_change_of_the_register(scene: Scene) -> None:
    """Who reads the register need not keep the accounts: the list would tell who has paid."""
    since = timezone.now()
    paid(scene.year, scene.anna, by=scene.secretary, on=today(), today=today())
    assert scene.club.log.filter(at__gte=since).exists()
    assert people_changed(scene.club, since) == set()
    device = device_of(scene.secretary, Scope.REGISTER)
    told = device.get(scene.at("register/"), {"updated_since": since.isoformat()})
    assert told.json()["results"] == []


def test_a_new_person_and_another_club_s_are_told_apart(scene: Scene) -> None:
    since = timezone.now()
    body = {"last_name": "Neri", "first_name": "Ada", "is_confirmed_another": True}
    added = scene.post("register/", body).json()["id"]
    assert people_changed(scene.club, since) == {added}
    assert names(scene, updated_since=since.isoformat(), kind="all") == ["Neri Ada"]


def test_the_log_of_a_club_that_was_moved_names_people_by_their_former_keys(scene: Scene) -> None:
    last = scene.club.log.order_by("-number").values_list("number", flat=True)[0]
    kind, club = Person._meta.label_lower, scene.club
    FormerKey.objects.create(club=club, kind=kind, until=last, old=scene.anna.pk, new=scene.ugo.pk)
    club.former_keys_until = last
    club.save(update_fields=["former_keys_until"])
    assert people_changed(club, datetime(2000, 1, 1, tzinfo=UTC)) == {scene.ugo.pk}


@pytest.mark.parametrize("since", ["ieri", "0001-01-01T00:00:00Z", "2026-13-01T00:00:00Z"])
def test_a_senseless_time_is_refused(scene: Scene, since: str) -> None:
    assert refused(scene.get("register/", updated_since=since), 400) == "invalid"


def test_the_file_is_narrowed_as_the_list(scene: Scene) -> None:
    since = timezone.now().isoformat()
    people.change(
        scene.anna,
        last_name="Rossi",
        first_name="Annamaria",
        is_guest=False,
        name_consent_on=None,
        by=scene.secretary,
    )
    file = scene.get("files/register.csv", updated_since=since).content.decode("utf-8-sig")
    assert "Annamaria" in file
    assert "Verdi" not in file
