"""Dues for programs: years, renewals, payments, changes of one due, arrears and reminders."""

from typing import Any
from uuid import uuid4

import pytest
from django.core import mail

from club.models import Due, Look, Particulars, Receipt
from tests.club.api.conftest import Scene, refused, today
from tests.club.dues.members import a_year


def renew(scene: Scene) -> None:
    shown = scene.get(f"years/{scene.year.pk}/renewals/").json()["shown"]
    assert scene.post(f"years/{scene.year.pk}/renewals/", {"shown": shown}).json() == {"count": 2}


@pytest.fixture
def due_at(scene: Scene) -> str:
    renew(scene)
    return f"years/{scene.year.pk}/dues/{scene.anna.pk}/"


def test_a_year_is_opened_closed_and_reopened(scene: Scene) -> None:
    first = scene.year.starts_on.year + 1
    opened = scene.post("years/", {"first": first}).json()
    assert (opened["label"], opened["due_on"]) == (str(first), f"{first}-03-28")
    assert [year["label"] for year in scene.get("years/").json()] == [str(first), str(first - 1)]
    assert scene.post(f"years/{opened['id']}/close/").json()["closed_on"] == today().isoformat()
    assert scene.post(f"years/{opened['id']}/reopen/").json()["closed_on"] is None
    assert refused(scene.post("years/", {"first": 99}), 400) == "invalid"


def test_amounts_change_unpaid_dues_only_as_previewed(scene: Scene, due_at: str) -> None:
    at, body = (
        f"years/{scene.year.pk}/amounts/",
        {"amounts": [{"category": scene.ordinary.pk, "cents": 3000}]},
    )
    preview = scene.post(f"{at}preview/", body).json()
    assert preview["changes"] == [{"category": scene.ordinary.pk, "cents": 3000, "unpaid": 2, "others": 0}]
    wrong = scene.put(at, {**body, "based_on": "amounts 1:1"})
    assert refused(wrong, 409) == "amounts-outdated"
    written = scene.put(at, {**body, "shown": preview["shown"]}).json()
    assert (written["dues"], written["year"]["amounts"][0]["cents"]) == (2, 3000)
    assert scene.get(due_at).json()["cents"] == 3000


def test_a_renewal_is_written_as_shown_and_taken_back(scene: Scene) -> None:
    at = f"years/{scene.year.pk}/renewals/"
    assert refused(scene.post(at, {"shown": "another"}), 409)
    renew(scene)
    plan = scene.get(at).json()
    assert (plan["renewals"], plan["done"]) == ([], 2)
    assert scene.delete(f"{at}{plan['done_renewals'][0]['key']}/").json() == {"count": 2}
    assert not Due.objects.exists()


def test_dues_are_paid_in_parts_once_a_key(scene: Scene, due_at: str) -> None:
    body = {"cents": 1000, "means": "cash", "key": str(uuid4())}
    first = scene.post(f"{due_at}payments/", body)
    again = scene.post(f"{due_at}payments/", body)
    assert (first.status_code, again.json()["label"]) == (201, first.json()["label"])
    due = scene.get(due_at).json()
    assert (due["paid_cents"], due["owed_cents"], due["state"]) == (1000, 1500, "part")
    rest = scene.post(f"{due_at}payments/", {"means": "transfer"}).json()
    assert (rest["cents"], scene.get(due_at).json()["state"]) == (1500, "paid")
    assert Receipt.objects.count() == 2


def test_more_than_is_owed_is_taken_only_on_confirmation(scene: Scene, due_at: str) -> None:
    body: dict[str, Any] = {"cents": 5000, "means": "cash"}
    assert refused(scene.post(f"{due_at}payments/", body), 422) == "more-than-owed"
    assert not Receipt.objects.exists()
    assert scene.post(f"{due_at}payments/", {**body, "may_exceed": True}).status_code == 201


def test_a_due_is_changed_exempted_cancelled_and_restored(scene: Scene, due_at: str) -> None:
    shown = {"shown": 2500, "reason": "socio anziano"}
    assert scene.post(f"{due_at}amount/", {**shown, "cents": 1000}).json()["cents"] == 1000
    assert refused(scene.post(f"{due_at}amount/", {**shown, "cents": 900}), 409) == "due-changed"
    exempt = scene.post(f"{due_at}exemption/", {"shown": 1000, "reason": "delibera"}).json()
    assert (exempt["state"], exempt["exempted_on"]) == ("exempt", today().isoformat())
    assert scene.post(f"{due_at}restoration/").json()["state"] == "unpaid"
    assert scene.post(f"{due_at}cancellation/", shown).json()["state"] == "cancelled"


def test_a_due_takes_the_amount_of_another_category(scene: Scene, due_at: str) -> None:
    other = scene.post("categories/", {"name": "sostenitore"}).json()["id"]
    scene.put(f"years/{scene.year.pk}/amounts/", {"amounts": [{"category": other, "cents": 5000}]})
    changed = scene.post(f"{due_at}category/", {"category": other, "shown": 2500}).json()
    assert (changed["cents"], changed["category"]) == (5000, "sostenitore")


def test_one_due_is_written_alone_and_marked_as_not_paid(scene: Scene) -> None:
    at = f"years/{scene.year.pk}/dues/{scene.anna.pk}/"
    assert refused(scene.get(at), 404) == "not-found"
    assert scene.put(at).json()["state"] == "unpaid"
    Due.objects.update(paid_before=True)
    assert scene.post(f"{at}not-paid/", {"reason": "il foglio sbagliava"}).json()["state"] == "unpaid"


def test_dues_are_listed_with_filters_and_looked_at(scene: Scene, due_at: str) -> None:
    scene.post(f"{due_at}payments/", {"means": "cash"})
    at = f"years/{scene.year.pk}/dues/"
    assert [due["name"] for due in scene.get(at).json()["results"]] == ["Rossi Anna", "Verdi Anna"]
    assert [due["name"] for due in scene.get(at, owed="true").json()["results"]] == ["Verdi Anna"]
    assert [due["number"] for due in scene.get(at, letters="ver").json()["results"]] == [2]
    first = scene.get(at, size=1).json()
    assert [due["name"] for due in scene.device.get(first["next"]).json()["results"]] == ["Verdi Anna"]
    assert Look.objects.filter(page="dues", person=scene.ugo).count() == 1


def test_members_in_arrears_are_reminded(scene: Scene) -> None:
    a_year(scene.club, by=scene.secretary, first=today().year - 1)
    owed = scene.club.years.last()
    assert owed is not None
    shown = scene.get(f"years/{owed.pk}/renewals/").json()["shown"]
    scene.post(f"years/{owed.pk}/renewals/", {"shown": shown})
    Particulars.objects.create(person=scene.anna, email="anna@example.org")
    owing = scene.get("arrears/").json()
    assert [(each["name"], each["cents"]) for each in owing] == [("Rossi Anna", 2500), ("Verdi Anna", 2500)]
    drafts = scene.post("reminders/preview/", {"people": [scene.anna.pk]}).json()
    assert [draft["email"] for draft in drafts] == ["anna@example.org"]
    body = {"key": str(uuid4())}
    letters = scene.post("reminders/", body).json()
    assert [letter["email"] for letter in letters] == ["anna@example.org", ""]
    again = scene.post("reminders/", body).json()
    assert {each["id"] for each in again} == {each["id"] for each in letters}
    assert scene.get(f"letters/{body['key']}/").json()[0]["person"] == scene.anna.pk
    paper = scene.get(f"letters/{body['key']}.pdf")
    assert (paper["Content-Type"], paper.content[:5]) == ("application/pdf", b"%PDF-")
    back = scene.post(f"letters/{letters[0]['id']}/returned/").json()
    assert back["returned_on"] == today().isoformat()
    assert not mail.outbox  # it leaves after the commit


def test_the_text_of_reminders_is_changed_in_part(scene: Scene) -> None:
    at = "reminders/text/"
    changed = scene.patch(at, {"iban": "IT60 X054 2811 1010 0000 0123 456"}).json()
    assert changed["iban"] == "IT60 X054 2811 1010 0000 0123 456"
    assert "{quote}" in changed["text"]
    assert refused(scene.patch(at, {"iban": "IT00"}), 422) == "iban-wrong"
    assert refused(scene.patch(at, {"text": "{soldi}"}), 422) == "unknown-placeholder"
    assert scene.get(at).json()["iban"] == changed["iban"]
