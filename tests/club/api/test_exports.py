"""Lists as files, and the archive of a handover, for programs."""

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from club.models import Handover, Look, Particulars
from tests.club.api.conftest import Scene, refused
from tests.club.dues.members import paid
from tests.evening import PASSWORD

PASSPHRASE = "nove-scartini-e-un-bégato-in-fondo-al-mazzo"


@pytest.mark.parametrize(
    "name", ["members", "memberships", "arrears", "year", "counts", "receipts", "assembly"]
)
def test_each_list_is_a_file(scene: Scene, name: str) -> None:
    paid(scene.year, scene.anna, by=scene.secretary)
    sheet = scene.get(f"files/{name}.xlsx")
    assert (sheet.status_code, sheet.content[:2]) == (200, b"PK")
    assert "no-store" in sheet["Cache-Control"]
    assert scene.acts()[-1] == "list.taken"


def test_the_lists_lead_to_their_files(scene: Scene) -> None:
    listed = scene.get("files/").json()
    assert [each["name"] for each in listed][:2] == ["members", "memberships"]
    for each in listed:
        assert scene.device.get(each["urls"][0]).status_code == 200


def test_a_list_on_a_day_is_looked_at_by_each_person_in_it(scene: Scene) -> None:
    answer = scene.get("files/members.csv", day="2025-06-01")
    assert "Rossi" in answer.content.decode("utf-8-sig")
    looks = Look.objects.filter(page="export")
    assert set(looks.values_list("person", flat=True)) == {scene.anna.pk, scene.ugo.pk}
    assert "Rossi" not in scene.get("files/members.csv", day="2024-06-01").content.decode("utf-8-sig")


def test_what_is_no_list_or_no_format_is_not_found(scene: Scene) -> None:
    for path in ("files/shoes.csv", "files/assembly.csv", "files/members.exe", "files/register.exe"):
        assert refused(scene.get(path), 404) == "not-found"
    assert refused(scene.get("files/members.csv", giorno="2025-06-01"), 400) == "invalid"
    assert "list.taken" not in scene.acts()


def test_the_register_is_a_file_with_its_filters(scene: Scene) -> None:
    Particulars.objects.create(person=scene.anna, email="anna@example.org")
    text = scene.get("files/register.csv", without_email="true").content.decode("utf-8-sig")
    assert ("Verdi" in text, "Rossi" in text) == (True, False)
    assert refused(scene.get("files/register.csv", kind="shoes"), 400) == "invalid"
    assert refused(scene.get("files/register.csv", shoes="1"), 400) == "invalid"


def test_the_archive_is_a_job_that_the_owner_asks_with_the_password(
    scene: Scene, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    at = scene.at("handover/")
    assert refused(scene.owner_device.get(at), 404) == "not-found"
    wrong = scene.owner_device.post(at, {"password": "no"}, format="json")
    assert refused(wrong, 403) == "password-wrong"
    assert not Handover.objects.exists()
    with django_capture_on_commit_callbacks(execute=True):
        asked = scene.owner_device.post(at, {"password": PASSWORD}, format="json")
    assert (asked.status_code, asked["Location"]) == (202, at)
    ready = scene.owner_device.get(at).json()
    assert (ready["state"], ready["is_mine"]) == ("ready", True)
    assert ready["done"] == ready["total"] > 0
    weak = scene.owner_device.post(f"{at}archive/", {"passphrase": "breve"}, format="json")
    assert weak.status_code == 422
    sealed = scene.owner_device.post(f"{at}archive/", {"passphrase": PASSPHRASE}, format="json")
    assert sealed.content.startswith(b"age-encryption.org/v1")
    assert scene.acts()[-1] == "club.handed-over"


def test_the_secretary_hands_nothing_over(scene: Scene) -> None:
    assert refused(scene.post("handover/", {"password": PASSWORD}), 403) == "permission-denied"
