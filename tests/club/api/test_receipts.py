"""Receipts, the association and membership cards for programs."""

from uuid import uuid4

from django.test import Client

from club.models import Card, Look, Particulars, Receipt
from tests.club.api.conftest import Scene, refused, today
from tests.club.dues.members import paid

DONATION = {"kind": "donation", "cents": 5000, "means": "transfer"}


def test_a_receipt_for_a_donation_is_made_once_a_key(scene: Scene) -> None:
    body = {**DONATION, "person": scene.anna.pk, "words": "per il torneo", "key": str(uuid4())}
    made = scene.post("receipts/", body).json()
    assert (made["cents"], made["payer"], made["person"]) == (5000, "Rossi Anna", scene.anna.pk)
    assert scene.post("receipts/", body).json()["label"] == made["label"]
    assert refused(scene.post("receipts/", {**body, "cents": 9000}), 422) == "key-used"
    assert Receipt.objects.count() == 1


def test_somebody_outside_the_register_pays_by_name(scene: Scene) -> None:
    assert refused(scene.post("receipts/", DONATION), 422) == "payer-missing"
    made = scene.post("receipts/", {**DONATION, "payer": "Bar Sport"}).json()
    assert (made["payer"], made["person"]) == ("Bar Sport", None)
    assert refused(scene.post("receipts/", {**DONATION, "person": 999_999}), 404) == "not-found"


def test_receipts_are_listed_by_year_payer_and_number(scene: Scene) -> None:
    paid(scene.year, scene.anna, by=scene.secretary, on=today(), today=today())
    paid(scene.year, scene.ugo, by=scene.secretary, on=today(), today=today())
    listed = scene.get("receipts/", year=today().year).json()["results"]
    assert [each["number"] for each in listed] == [2, 1]
    assert [each["payer"] for each in scene.get("receipts/", letters="rossi").json()["results"]] == [
        "Rossi Anna"
    ]
    assert scene.get("receipts/", year=1999).json()["results"] == []
    assert refused(scene.get("receipts/", person="9" * 30), 400) == "invalid"
    assert {look.person_id for look in Look.objects.filter(page="receipts")} == {scene.anna.pk, scene.ugo.pk}


def test_a_receipt_is_cancelled_by_a_counter_entry(scene: Scene) -> None:
    receipt = paid(scene.year, scene.anna, by=scene.secretary, on=today(), today=today())
    at = f"receipts/{receipt.year}/{receipt.number}/"
    counter = scene.post(f"{at}cancel/", {"reason": "importo sbagliato"}).json()
    assert (counter["cents"], counter["cancels"]) == (-2500, receipt.label)
    assert scene.get(at).json()["cancelled_by"] == counter["label"]
    assert refused(scene.post(f"{at}cancel/", {"reason": ""}), 400) == "invalid"


def test_receipts_are_files_whatever_the_client_accepts(scene: Scene) -> None:
    receipt = paid(scene.year, scene.anna, by=scene.secretary, on=today(), today=today())
    at = scene.at(f"receipts/{receipt.year}/{receipt.number}.pdf")
    for accepted in ("application/pdf", "*/*", "application/json"):
        answer = scene.device.get(at, headers={"Accept": accepted})
        assert (answer["Content-Type"], answer.content[:5]) == ("application/pdf", b"%PDF-")
        assert "no-store" in answer["Cache-Control"]
    chosen = scene.post("receipts.pdf", {"receipts": [receipt.label]})
    assert chosen.content[:5] == b"%PDF-"
    assert refused(scene.post("receipts.pdf", {"receipts": ["99/1999"]}), 422) == "unknown-receipts"
    assert set(Look.objects.values_list("page", "person")) == {("receipt", scene.anna.pk)}


def test_receipts_go_to_people_with_an_address(scene: Scene) -> None:
    Particulars.objects.create(person=scene.anna, email="anna@example.org")
    labels = [
        paid(scene.year, person, by=scene.secretary, on=today(), today=today()).label
        for person in (scene.anna, scene.ugo)
    ]
    preview = scene.post("receipts/letters/preview/", {"receipts": labels}).json()
    assert [each["email"] for each in preview["by_email"]] == ["anna@example.org"]
    assert preview["without_address"] == [labels[1]]
    assert not scene.club.letters.exists()
    letters = scene.post("receipts/letters/", {"receipts": labels}).json()
    assert [(letter["kind"], letter["receipts"]) for letter in letters] == [("receipts", [labels[0]])]


def test_the_association_is_the_owner_s_to_change(scene: Scene) -> None:
    changed = scene.owner_device.patch(scene.at("association/"), {"city": "Imola"}, format="json").json()
    assert (changed["city"], changed["year_start"]) == ("Imola", 1)
    wrong = scene.owner_device.patch(scene.at("association/"), {"year_start": 13}, format="json")
    assert refused(wrong, 400) == "invalid"
    assert refused(scene.patch("association/", {"city": "Imola"}), 403) == "permission-denied"


def test_cards_are_printed_and_made_void(scene: Scene) -> None:
    listed = scene.get("cards/", show="unprinted").json()
    assert [(each["name"], each["card"], each["is_printed"]) for each in listed] == [
        ("Rossi Anna", None, False),
        ("Verdi Anna", None, False),
    ]
    sheets = scene.post(f"years/{scene.year.pk}/cards.pdf", {"people": [scene.anna.pk]})
    assert (sheets["Content-Type"], sheets.content[:5]) == ("application/pdf", b"%PDF-")
    card = Card.objects.get()
    assert [each["card"] for each in scene.get("cards/", show="printed").json()] == [card.pk]
    void = scene.post(f"cards/{card.pk}/void/", {"reason": "persa"}).json()
    assert (void["revoked_on"], void["revoked_because"]) == (today().isoformat(), "persa")
    assert refused(scene.get("cards/", show="vanished"), 400) == "invalid"


def test_nobody_opens_a_receipt_without_a_token(scene: Scene) -> None:
    assert Client().get(scene.at("receipts/")).status_code == 401
