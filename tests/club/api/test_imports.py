"""Imports for programs: a sheet from the upload to the register and back, looked at as a job."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from club.models import Import, Look
from tests.club.api.conftest import Scene, refused

pytestmark = pytest.mark.usefixtures("commits")

SHEET = "Cognome;Nome;Ammesso il;Telefono\nNeri;Ada;10/01/2025;051 123456\nBianchi;Ugo;32/13/2025;\n"


def upload(scene: Scene, text: str = SHEET, key: str = "") -> Any:
    file = SimpleUploadedFile("soci.csv", text.encode(), "text/csv")
    body = {"file": file, "key": key or str(uuid4())}
    return scene.device.post(scene.at("imports/"), body, format="multipart")


def looked_at(scene: Scene, at: str, state: str) -> Any:
    """The import as soon as it is in that state: each look does a part of the work."""
    for _look in range(20):
        told = scene.get(at).json()
        if told["state"] == state:
            return told
    raise AssertionError(told)


def with_columns(scene: Scene) -> tuple[str, Any]:
    """An import whose rows are checked: its address, and what is told of it."""
    begun = upload(scene)
    assert begun.status_code == 202, begun.content
    at = begun["Location"].partition(f"/{scene.club.slug}/")[2]
    looked_at(scene, at, "mapping")
    columns = scene.get(f"{at}columns/").json()
    assert [each["field"] for each in columns["columns"]] == [
        "last_name",
        "first_name",
        "admitted_on",
        "phone",
    ]
    body = {
        "mapping": [each["field"] for each in columns["columns"]],
        "rules": {"category": scene.ordinary.pk, "resolution": "libro vecchio"},
    }
    assert scene.put(f"{at}columns/", body).status_code == 202
    return at, looked_at(scene, at, "checked")


def test_a_sheet_is_read_corrected_written_and_undone(scene: Scene) -> None:
    at, checked = with_columns(scene)
    assert (checked["counts"]["barred"], checked["total"]) == (1, 2)
    assert refused(scene.post(f"{at}write/", {"fingerprint": checked["fingerprint"]}), 409) == "rows-stopped"
    stopped = scene.get(f"{at}rows/", show="barred").json()["results"]
    assert [(row["number"], row["name"]) for row in stopped] == [(stopped[0]["number"], "Bianchi Ugo")]
    row_at = f"{at}rows/{stopped[0]['number']}/"
    assert scene.get(row_at).json()["problems"][0]["bars"]
    assert refused(scene.patch(row_at, {"edits": {"9": "x"}}), 422) == "unknown-column"
    assert scene.patch(row_at, {"edits": {"2": "12/01/2025"}}).status_code == 202
    checked = looked_at(scene, at, "checked")
    assert refused(scene.post(f"{at}write/", {"fingerprint": "old"}), 409) == "preview-outdated"
    assert scene.post(f"{at}write/", {"fingerprint": checked["fingerprint"]}).status_code == 202
    written = looked_at(scene, at, "done")
    assert written["can_undo"]
    assert scene.club.people.count() == 4
    assert refused(scene.delete(at), 409) == "not-now"
    undone = scene.post(f"{at}undo/", {"reason": "foglio dell'anno scorso"}).json()
    assert (undone["state"], scene.club.people.count()) == ("undone", 2)


def test_the_same_key_begins_one_import(scene: Scene) -> None:
    key = str(uuid4())
    first, again = upload(scene, key=key), upload(scene, key=key)
    assert first.json()["id"] == again.json()["id"]
    assert [each["id"] for each in scene.get("imports/").json()["results"]] == [first.json()["id"]]


def test_what_is_no_sheet_is_refused(scene: Scene) -> None:
    file = SimpleUploadedFile("soci.xlsx", b"PK\x03\x04 no", "application/zip")
    answer = scene.device.post(scene.at("imports/"), {"file": file}, format="multipart")
    assert answer.status_code == 422
    assert refused(scene.device.post(scene.at("imports/"), {}, format="multipart"), 400) == "invalid"
    assert not Import.objects.exists()


def test_problems_are_a_file_and_a_discarded_import_is_gone(scene: Scene) -> None:
    at, _checked = with_columns(scene)
    file = scene.get(f"{at}problems.csv")
    assert "Bianchi" in file.content.decode("utf-8-sig")
    assert refused(scene.get(f"{at}problems.pdf"), 404) == "not-found"
    assert scene.put(f"{at}reading/", {"separator": ","}).status_code == 202
    looked_at(scene, at, "mapping")
    assert refused(scene.get(f"{at}rows/"), 409) == "not-checked"
    assert scene.delete(at).status_code == 204
    assert refused(scene.get(at), 404) == "not-found"


def test_rows_about_people_of_the_register_leave_a_look(scene: Scene) -> None:
    begun = upload(scene, "Cognome;Nome;Ammesso il\nRossi;Anna;10/01/2025\n")
    at = begun["Location"].partition(f"/{scene.club.slug}/")[2]
    looked_at(scene, at, "mapping")
    body = {
        "mapping": ["last_name", "first_name", "admitted_on"],
        "rules": {"namesakes": "same", "category": scene.ordinary.pk, "dues_year": "2024/2025"},
    }
    scene.put(f"{at}columns/", body)
    looked_at(scene, at, "checked")
    assert [row["person"] for row in scene.get(f"{at}rows/").json()["results"]] == [scene.anna.pk]
    assert Look.objects.filter(page="import", person=scene.anna).count() == 1
    wrong = {**body, "rules": {"dues_year": "l'anno scorso"[:9]}}
    assert refused(scene.put(f"{at}columns/", wrong), 400) == "invalid"
