"""The register for programs: people listed, added and corrected, and the categories of members."""

from uuid import uuid4

import pytest

from club.models import Look, Particulars
from tests.club.api.conftest import Scene, refused


def looks(scene: Scene) -> list[tuple[str, int | None]]:
    return list(Look.objects.filter(club=scene.club).order_by("pk").values_list("page", "person"))


def test_the_list_shows_the_members_of_today_and_leaves_a_look(scene: Scene) -> None:
    listed = scene.get("register/").json()["results"]
    assert [(row["name"], row["number"], row["state"], row["category"]) for row in listed] == [
        ("Rossi Anna", 1, "member", "ordinario"),
        ("Verdi Anna", 2, "member", "ordinario"),
    ]
    assert looks(scene) == [("register", scene.anna.pk), ("register", scene.ugo.pk)]


def test_the_list_is_filtered_as_on_the_page(scene: Scene) -> None:
    Particulars.objects.create(person=scene.anna, email="anna@example.org")
    found = scene.get("register/", without_email="true", kind="all").json()["results"]
    assert [row["name"] for row in found] == ["Verdi Anna"]
    assert scene.get("register/", letters="ros").json()["results"][0]["id"] == scene.anna.pk
    assert scene.get("register/", day="2025-01-01").json()["results"] == []
    assert scene.get("register/", kind="former").json()["results"] == []
    assert refused(scene.get("register/", lettres="ros"), 400) == "invalid"


def test_a_person_is_added_once_with_its_key(scene: Scene) -> None:
    body = {"last_name": "Neri", "first_name": "Ada", "born_on": "1980-05-01", "key": str(uuid4())}
    first, again = scene.post("register/", body), scene.post("register/", body)
    assert (first.status_code, again.json()["id"]) == (201, first.json()["id"])
    assert first.json()["particulars"]["born_on"] == "1980-05-01"
    assert scene.club.people.filter(last_name="Neri").count() == 1


def test_a_namesake_is_asked_about(scene: Scene) -> None:
    body = {"last_name": "Rossi", "first_name": "Anna"}
    response = scene.post("register/", body)
    assert refused(response, 409) == "same-person-perhaps"
    assert response.json()["people"] == [scene.anna.pk]
    assert scene.post("register/", {**body, "is_confirmed_another": True}).status_code == 201


def test_a_person_is_corrected_from_the_version_that_was_read(scene: Scene) -> None:
    at = f"register/{scene.anna.pk}/"
    version = scene.get(at).json()["version"]
    changed = scene.patch(at, {"phone": "051 123456", "version": version})
    assert changed.status_code == 200, changed.content
    assert changed.json()["particulars"]["phone"] == "051 123456"
    assert changed.json()["last_name"] == "Rossi"
    stale = scene.patch(at, {"phone": "051 999999", "version": version})
    assert refused(stale, 409) == "changed-meanwhile"
    renamed = scene.patch(at, {"last_name": "Rosi", "version": changed.json()["version"]})
    assert refused(renamed, 422) == "reason-missing"
    assert {page for page, _person in looks(scene)} == {"person", "correction"}


def test_what_is_misspelt_or_too_long_is_refused_and_nothing_is_written(scene: Scene) -> None:
    assert refused(scene.post("register/", {"last_name": "Neri"}), 400) == "invalid"
    assert refused(scene.post("register/", {"surname": "Neri"}), 400) == "invalid"
    assert scene.club.people.count() == 2


def test_another_club_s_person_is_not_found(scene: Scene) -> None:
    assert refused(scene.get("register/999999/"), 404) == "not-found"


def test_the_desk_reads_and_changes_a_name(scene: Scene) -> None:
    at = f"people/{scene.anna.pk}/"
    changed = scene.patch(at, {"name_consent_on": "2026-01-02"}).json()
    assert changed["name_consent_on"] == "2026-01-02"
    assert scene.get(at).json() == changed
    assert not looks(scene)


def test_the_desk_lists_everybody_by_name(scene: Scene) -> None:
    listed = scene.get("people/all/").json()["results"]
    assert [(person["name"], person["is_guest"]) for person in listed] == [
        ("Rossi Anna", False),
        ("Verdi Anna", False),
    ]
    assert not looks(scene)


def test_categories_are_added_and_renamed(scene: Scene) -> None:
    made = scene.post("categories/", {"name": "sostenitore", "votes": False}).json()
    renamed = scene.put(f"categories/{made['id']}/", {"name": "sostenitori"})
    assert renamed.json() == {"id": made["id"], "name": "sostenitori", "votes": True}
    assert [each["name"] for each in scene.get("categories/").json()] == ["ordinario", "sostenitori"]
    assert refused(scene.post("categories/", {"name": "ordinario"}), 409) == "category-there"
    assert refused(scene.put("categories/999999/", {"name": "x"}), 404) == "not-found"


@pytest.mark.parametrize("word", ["in_arrears", "without_email", "card_to_print", "minors"])
def test_a_filter_that_is_neither_true_nor_false_is_refused(scene: Scene, word: str) -> None:
    answer = scene.get("register/", **{word: "forse"})
    assert refused(answer, 400) == "invalid"
    assert answer.json()["fields"] == {word: ["Scrivi `true` o `false`."]}
    assert scene.get("register/", **{word: ""}).status_code == 200, "an empty word says nothing"
