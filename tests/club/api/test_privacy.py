"""Privacy for programs: consents, guardian, dossier, erasure, access log, retention, and the public page."""

import io
from typing import Any
from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from club.models import Consent, Erasure, Look, Particulars
from club.register import people
from tests.club.api.conftest import Scene, refused, today


def owner(scene: Scene, verb: str, path: str, body: Any = None) -> Any:
    return getattr(scene.owner_device, verb)(scene.at(path), body, format="json")


def test_consents_are_recorded_and_the_last_answer_counts(scene: Scene) -> None:
    at, key = f"register/{scene.anna.pk}/consents/", str(uuid4())
    body = {"name": True, "photos": False, "how": "paper", "on": "2026-01-02", "key": key}
    told = scene.post(at, body).json()
    given = {each["about"]: each["is_given"] for each in told["current"]}
    assert given == {"notice": False, "name": True, "photos": False}
    assert scene.post(at, body).status_code == 201
    assert Consent.objects.filter(person=scene.anna).count() == 2
    scene.anna.refresh_from_db()
    assert str(scene.anna.name_consent_on) == "2026-01-02"
    assert refused(scene.post(at, {"how": "paper"}), 422)
    assert Look.objects.filter(page="consents", person=scene.anna).count() == 2


def test_one_document_proves_the_consents_of_many(scene: Scene) -> None:
    body = {"people": [scene.anna.pk, scene.ugo.pk], "name": True, "how": "paper"}
    assert refused(scene.post("register/many/consents/", body), 400) == "invalid"
    told = scene.post("register/many/consents/", {**body, "document": "foglio firme"}).json()
    assert told["people"] == 2
    assert set(Consent.objects.values_list("document", flat=True)) == {"foglio firme"}


def test_a_guardian_answers_for_a_minor(scene: Scene) -> None:
    at, body = f"register/{scene.anna.pk}/guardian/", {"name": "Rossi Maria", "relation": "parent"}
    assert refused(scene.put(at, body), 422)
    assert scene.put(at, {**body, "phone": "051 123456"}).json()["name"] == "Rossi Maria"
    assert scene.get(f"register/{scene.anna.pk}/").json()["guardian"]["phone"] == "051 123456"


def test_a_dossier_is_a_file_logged_and_looked_at(scene: Scene) -> None:
    answer = scene.get(f"register/{scene.anna.pk}/dossier.json")
    assert (answer["Content-Type"], b"Rossi" in answer.content) == ("application/json", True)
    assert scene.get(f"register/{scene.anna.pk}/dossier.exe").status_code == 404
    assert Look.objects.filter(page="dossier", person=scene.anna).count() == 1
    assert "dossier.taken" in scene.acts()


def test_an_erasure_needs_the_owner_the_name_and_a_reason(scene: Scene) -> None:
    guest = people.add(scene.club, last_name="Neri", first_name="Ada", is_guest=True)
    at = f"register/{guest.pk}/erasure/"
    assert refused(scene.get(at), 403) == "permission-denied"
    assert owner(scene, "get", at).json()["hindrance"] == ""
    wrong = owner(scene, "post", at, {"typed": "Neri Ugo", "reason": "lo ha chiesto"})
    assert refused(wrong, 422) == "another-name"
    done = owner(scene, "post", at, {"typed": "Neri Ada", "reason": "lo ha chiesto"})
    assert done.json()["number"] == 1
    guest.refresh_from_db()
    assert guest.full_name == "Persona cancellata n. 1"
    member = owner(
        scene, "post", f"register/{scene.anna.pk}/erasure/", {"typed": "Rossi Anna", "reason": "x"}
    )
    assert refused(member, 409)
    assert [each["number"] for each in scene.get("erasures/").json()["results"]] == [1]
    assert Erasure.objects.count() == 1


def test_the_owner_reads_who_looked_at_whom(scene: Scene) -> None:
    scene.get(f"register/{scene.anna.pk}/")
    scene.get("register/")
    found = owner(scene, "get", "looks/").json()["results"]
    assert [(each["officer"], each["names"]) for each in found] == [
        ("Secretary", ["Rossi Anna", "Verdi Anna"]),
        ("Secretary", ["Rossi Anna"]),
    ]
    other = owner(scene, "get", "looks/?officer=Owner").json()
    assert other["results"] == []


def test_retention_periods_are_read_and_changed_in_part(scene: Scene) -> None:
    told = owner(scene, "get", "retention/").json()
    first = told["periods"][-1]
    body = {"months": {first["kind"]: first["months"] + 1}}
    changed = owner(scene, "patch", "retention/", body).json()
    assert changed["periods"][-1]["months"] == first["months"] + 1
    assert refused(owner(scene, "patch", "retention/", {"months": {"shoes": 3}}), 422) == "unknown-kind"


def test_the_notice_is_public_and_its_versions_follow_one_another(scene: Scene) -> None:
    proposed = scene.get("notice/").json()
    assert (proposed["number"], scene.club.name in proposed["italian"]) == (None, True)
    body = {"italian": proposed["italian"], "english": proposed["english"], "based_on": 0}
    assert scene.post("notices/", body).json()["number"] == 1
    assert refused(scene.post("notices/", {**body, "italian": proposed["italian"] + "\n\nAltro."}), 422)
    assert [each["number"] for each in scene.get("notices/").json()] == [1]
    assert scene.get("notice.pdf").content[:5] == b"%PDF-"
    asked = {each["name"]: each["why"] for each in scene.get("people-to-ask/").json()}
    assert asked.keys() <= {"Rossi Anna", "Verdi Anna"}


def test_the_public_page_is_described_by_the_owner(scene: Scene) -> None:
    body = {"venue": "Bar Sport", "announcement": "Si gioca giovedì"}
    told = owner(scene, "patch", "presentation/", body).json()
    assert (told["venue"], told["announced_on"]) == ("Bar Sport", today().isoformat())
    assert scene.get("presentation/").json()["venue"] == "Bar Sport"
    wrong = owner(scene, "patch", "presentation/", {"phone": "chiamami"})
    assert refused(wrong, 422) == "phone-wrong"
    rules = owner(scene, "patch", "publication/", {"unnamed": "number"}).json()
    assert rules == {"unnamed": "number", "is_indexed": False}


def test_a_picture_is_stored_shown_and_removed(scene: Scene) -> None:
    drawn = io.BytesIO()
    Image.new("RGB", (40, 30), "red").save(drawn, "PNG")
    at = scene.at("picture/")
    sent = SimpleUploadedFile("logo.png", drawn.getvalue(), "image/png")
    stored = scene.owner_device.put(at, {"file": sent}, format="multipart").json()
    assert (stored["width"], stored["height"]) == (40, 30)
    assert scene.device.get(stored["url"]).status_code == 200
    assert scene.get("picture/").json() == stored
    nothing = scene.owner_device.put(at, {"file": SimpleUploadedFile("a.png", b"no")}, format="multipart")
    assert refused(nothing, 422) == "no-picture"
    assert scene.owner_device.delete(at).status_code == 204
    assert refused(scene.get("picture/"), 404) == "not-found"


def test_notes_belong_to_their_author_and_the_owner(scene: Scene) -> None:
    at = f"register/{scene.anna.pk}/notes/"
    note = scene.post(at, {"text": "Ha pagato il caffè"}).json()
    assert (note["author"], note["may_change"]) == ("Secretary", True)
    corrected = scene.put(
        f"notes/{note['id']}/", {"text": "Offre lei", "on": note["on"], "version": note["version"]}
    ).json()
    assert [each["text"] for each in scene.get(at).json()] == ["Offre lei"]
    stale = scene.delete(f"notes/{note['id']}/?version={note['version']}")
    assert refused(stale, 409) == "changed-meanwhile"
    assert scene.delete(f"notes/{note['id']}/?version={corrected['version']}").status_code == 204
    assert scene.get(at).json() == []


def test_the_link_to_the_own_page_is_given_sent_and_void(scene: Scene) -> None:
    at = f"register/{scene.anna.pk}/own-page/"
    assert refused(scene.get(at), 404) == "not-found"
    given = scene.post(at).json()
    assert scene.device.get(given["url"]).status_code == 200
    Particulars.objects.create(person=scene.anna, email="anna@example.org")
    letter = scene.post(f"{at}letters/", {"key": str(uuid4())}).json()
    assert (letter["email"], given["url"] in letter["text"]) == ("anna@example.org", True)
    assert scene.delete(at).status_code == 204
    assert scene.device.get(given["url"]).status_code == 404


def test_what_a_member_asks_to_be_corrected_is_answered(scene: Scene) -> None:
    asked = scene.anna.data_requests.create(
        text="Abito in via Indipendenza 3", asked_at="2026-01-01T10:00:00Z", key=uuid4()
    )
    waiting = scene.get("correction-requests/").json()["results"]
    assert [(each["person"], each["answer"]) for each in waiting] == [(scene.anna.pk, "")]
    at = f"correction-requests/{asked.pk}/answer/"
    assert scene.post(at, {"answer": "done"}).json()["answered_by_name"] == "Secretary"
    assert refused(scene.post(at, {"answer": "aside"}), 409) == "answered"
    assert scene.get("correction-requests/").json()["results"] == []


def test_a_person_twice_in_the_register_is_joined_or_told_apart(scene: Scene) -> None:
    twin = people.add(scene.club, last_name="Rossi", first_name="Anna")
    other = people.add(scene.club, last_name="Verdi", first_name="Anna")
    pairs = scene.get("duplicates/").json()
    assert {(pair["first"], pair["second"]) for pair in pairs} == {
        (scene.anna.pk, twin.pk),
        (scene.ugo.pk, other.pk),
    }
    at = f"duplicates/{scene.anna.pk}/{twin.pk}/"
    assert scene.get(at).json()["second"]["id"] == twin.pk
    wrong = scene.post(f"{at}join/", {"kept": scene.ugo.pk, "reason": "x"})
    assert refused(wrong, 422) == "kept-is-another"
    joined = scene.post(f"{at}join/", {"kept": scene.anna.pk, "reason": "stessa persona"}).json()
    assert joined["id"] == scene.anna.pk
    assert scene.post(f"duplicates/{scene.ugo.pk}/{other.pk}/tell-apart/").status_code == 204
    assert scene.get("duplicates/").json() == []


def test_the_history_of_a_person_names_acts_and_no_values(scene: Scene) -> None:
    lines = scene.get(f"register/{scene.anna.pk}/history/").json()
    assert {line["act"] for line in lines} >= {"membership.admitted"}
    assert lines[0]["actor"] == "Secretary"
