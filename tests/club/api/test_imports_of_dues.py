"""A sheet with dues is for a token that keeps the accounts too: its rows are money, written and read."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from club.models import Due, Scope
from tests.club.api.conftest import Scene
from tests.tournaments.api.test_scopes import device_of

pytestmark = pytest.mark.usefixtures("commits")

SHEET = "Cognome;Nome;Ammesso il;Quota 2020\nNeri;Ada;10/01/2020;30,00\n"


class Import:
    """An import of dues, as the devices of the secretary see it."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.register = device_of(scene.secretary, Scope.REGISTER)
        self.both = device_of(scene.secretary, Scope.REGISTER, Scope.MONEY)
        file = SimpleUploadedFile("soci.csv", SHEET.encode(), "text/csv")
        body = {"file": file, "key": str(uuid4())}
        self.at = self.register.post(scene.at("imports/"), body, format="multipart")["Location"]
        self.wait("mapping")

    def wait(self, state: str) -> Any:
        for _look in range(20):
            told = self.register.get(self.at).json()
            if told["state"] == state:
                return told
        raise AssertionError(told)

    def map(self, device: APIClient, last: str = "dues") -> Any:
        body = {
            "mapping": ["last_name", "first_name", "admitted_on", last],
            "rules": {"category": self.scene.ordinary.pk, "resolution": "libro vecchio"},
        }
        return device.put(f"{self.at}columns/", body, format="json")


@pytest.fixture
def sheet(scene: Scene) -> Import:
    return Import(scene)


def code(answer: Any) -> Any:
    return answer.status_code, answer.json().get("code")


MISSING = (403, "scope-missing")


def test_a_token_of_the_register_neither_writes_dues_nor_takes_them_back(sheet: Import) -> None:
    assert code(sheet.map(sheet.register)) == MISSING
    assert sheet.map(sheet.both).status_code == 202
    shown = {"fingerprint": sheet.wait("checked")["fingerprint"]}
    assert sheet.both.get(sheet.at).json()["outcome"]["paid"] == 1
    assert "paid" not in sheet.register.get(sheet.at).json()["outcome"]
    assert code(sheet.register.post(f"{sheet.at}write/", shown, format="json")) == MISSING
    assert not Due.objects.filter(person__last_name="Neri").exists()
    assert sheet.both.post(f"{sheet.at}write/", shown, format="json").status_code == 202
    sheet.wait("done")
    assert Due.objects.filter(person__last_name="Neri").exists()
    for at in (sheet.at, sheet.scene.at("imports/")):
        assert '"dues"' in sheet.both.get(at).content.decode()
        assert '"dues"' not in sheet.register.get(at).content.decode()
    undo = (f"{sheet.at}undo/", {"reason": "foglio sbagliato"})
    assert code(sheet.register.post(*undo, format="json")) == MISSING
    assert sheet.both.post(*undo, format="json").json()["state"] == "undone"


def test_a_token_of_the_register_does_not_read_what_people_have_paid(sheet: Import) -> None:
    columns = sheet.register.get(f"{sheet.at}columns/").json()["columns"]
    assert [bool(each["samples"]) for each in columns] == [True, True, True, False]
    assert all(each["samples"] for each in sheet.both.get(f"{sheet.at}columns/").json()["columns"])
    sheet.map(sheet.both)
    sheet.wait("checked")
    number = sheet.both.get(f"{sheet.at}rows/").json()["results"][0]["number"]
    for read in ("rows/", f"rows/{number}/", "problems.csv"):
        assert code(sheet.register.get(f"{sheet.at}{read}")) == MISSING, read
        assert sheet.both.get(f"{sheet.at}{read}").status_code == 200, read
    decide = sheet.register.patch(f"{sheet.at}rows/{number}/", {"decision": "skip"}, format="json")
    assert code(decide) == MISSING


def test_without_the_column_of_dues_the_register_is_enough(sheet: Import) -> None:
    assert sheet.map(sheet.register, last="").status_code == 202
    shown = {"fingerprint": sheet.wait("checked")["fingerprint"]}
    (row,) = sheet.register.get(f"{sheet.at}rows/").json()["results"]
    assert row["cells"] == ["Neri", "Ada", "10/01/2020", ""], "the amount is in the sheet all the same"
    assert sheet.register.get(f"{sheet.at}rows/{row['number']}/").json() == row
    assert sheet.both.get(f"{sheet.at}rows/").json()["results"][0]["cells"][3] == "30,00"
    assert sheet.register.post(f"{sheet.at}write/", shown, format="json").status_code == 202
    sheet.wait("done")
    assert not Due.objects.filter(person__last_name="Neri").exists()


def test_a_token_of_money_alone_imports_nothing(sheet: Import) -> None:
    money = device_of(sheet.scene.secretary, Scope.MONEY)
    assert code(money.get(sheet.at)) == MISSING
    assert code(sheet.map(money)) == MISSING
