"""Memberships for programs: asked for, answered by the board, ended, corrected, marked as mistakes."""

from datetime import date
from typing import Any

import pytest

from club.models import Due, Membership, Person
from club.register import people
from tests.club.api.conftest import Scene, refused, today
from tests.club.dues.members import a_category


def membership_of(scene: Scene, person: Person) -> dict[str, Any]:
    found = scene.get(f"memberships/{Membership.objects.get(person=person).pk}/").json()
    assert isinstance(found, dict)
    return found


@pytest.fixture
def ada(scene: Scene) -> Person:
    return people.add(scene.club, last_name="Neri", first_name="Ada")


def test_a_person_asks_and_is_admitted_by_a_resolution(scene: Scene, ada: Person) -> None:
    asked = scene.post("membership-requests/", {"person": ada.pk, "on": "2026-01-05"})
    assert asked.status_code == 201
    waiting = scene.get("membership-requests/").json()["results"]
    assert [(each["id"], each["admitted_on"]) for each in waiting] == [(asked.json()["id"], None)]
    answer = {"requests": [asked.json()["id"]], "category": scene.ordinary.pk, "on": "2026-01-10"}
    assert refused(scene.post("membership-requests/admit/", answer), 422) == "resolution-missing"
    admitted = scene.post("membership-requests/admit/", {**answer, "resolution": "n. 2"}).json()
    assert [(each["admitted_on"], each["category"]) for each in admitted] == [("2026-01-10", "ordinario")]
    assert scene.get(f"register/{ada.pk}/").json()["number"] == 3
    assert scene.get("membership-requests/").json()["results"] == []


def test_a_request_is_refused_with_the_board_s_reason(scene: Scene, ada: Person) -> None:
    asked = scene.post("membership-requests/", {"person": ada.pk}).json()
    body = {"requests": [asked["id"]], "reason": "fuori provincia"}
    assert scene.post("membership-requests/refuse/", body).status_code == 204
    assert Membership.objects.get(person=ada).ended_on == today()


def test_a_category_of_another_club_admits_nobody(scene: Scene, ada: Person) -> None:
    asked = scene.post("membership-requests/", {"person": ada.pk}).json()
    body = {"requests": [asked["id"]], "category": 999_999, "resolution": "n. 2"}
    assert refused(scene.post("membership-requests/admit/", body), 422) == "unknown-category"
    assert Membership.objects.get(person=ada).admitted_on is None


def test_a_membership_ends_and_goes_on(scene: Scene) -> None:
    one = membership_of(scene, scene.anna)
    at = f"memberships/{one['id']}/"
    body = {"version": one["version"], "cause": "resignation", "on": "2026-02-01"}
    ended = scene.post(f"{at}end/", body).json()
    assert (ended["ended_on"], ended["end_cause"]) == ("2026-02-01", "resignation")
    assert refused(scene.post(f"{at}end/", body), 409) == "changed-meanwhile"
    undone = scene.post(f"{at}undo-end/", {"version": ended["version"], "reason": "era un omonimo"}).json()
    assert undone["ended_on"] is None


def test_a_membership_written_by_mistake_counts_no_more_until_that_is_undone(scene: Scene) -> None:
    one = membership_of(scene, scene.anna)
    at = f"memberships/{one['id']}/"
    marked = scene.post(f"{at}mistake/", {"version": one["version"], "reason": "mai richiesta"}).json()
    assert marked["is_mistake"]
    assert [row["id"] for row in scene.get("register/").json()["results"]] == [scene.ugo.pk]
    again = scene.post(f"{at}undo-mistake/", {"version": marked["version"], "reason": "c'era"}).json()
    assert (again["is_mistake"], again["admitted_on"]) == (False, "2025-01-10")


def test_the_category_changes_from_a_day_on(scene: Scene) -> None:
    one, other = membership_of(scene, scene.anna), a_category(scene.club, "sostenitore")
    body = {"version": one["version"], "category": other.pk, "since": "2026-01-01"}
    changed = scene.post(f"memberships/{one['id']}/category/", body).json()
    assert changed["category"] == "sostenitore"
    body = {"people": [scene.anna.pk, scene.ugo.pk], "category": scene.ordinary.pk, "dues_follow": True}
    assert scene.post("register/many/category/", body).json() == {"people": 1, "dues": 0}
    endless = {"people": [10**30], "category": other.pk}
    assert refused(scene.post("register/many/category/", endless), 400) == "invalid"
    stranger = {"people": [scene.anna.pk, 999_999], "category": other.pk}
    assert refused(scene.post("register/many/category/", stranger), 422) == "unknown-people"


def test_dates_are_corrected_with_a_reason_and_the_rest_stays(scene: Scene) -> None:
    one = membership_of(scene, scene.anna)
    at = f"memberships/{one['id']}/"
    body = {"version": one["version"], "admitted_on": "2025-01-20", "reason": "verbale riletto"}
    amended = scene.patch(at, body).json()
    assert (amended["admitted_on"], amended["resolution"]) == ("2025-01-20", "n. 1")
    wrong = {"version": amended["version"], "requested_on": "2025-02-01", "reason": "x"}
    assert refused(scene.patch(at, wrong), 422) == "out-of-order"
    assert Membership.objects.get(pk=one["id"]).requested_on == date(2025, 1, 10)
    assert not Due.objects.exists()
