"""Assemblies for programs: called, held, and written down in minutes."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.utils import timezone

from club.models import Assembly, Look, Particulars
from tests.club.api.conftest import Scene, refused, today


def an_assembly(scene: Scene, **more: Any) -> Any:
    now = timezone.localtime()
    first = min(now + timedelta(hours=1), now.replace(hour=23, minute=59, second=59))  # still today
    body = {
        "title": "Assemblea ordinaria",
        "place": "Sala Tassinari",
        "agenda": "Rendiconto\r\nElezioni",
        "first_call_at": first.isoformat(),
        **more,
    }
    return scene.post("assemblies/", body)


def test_an_assembly_is_made_changed_and_removed(scene: Scene) -> None:
    key = str(uuid4())
    made = an_assembly(scene, key=key).json()
    assert (made["agenda"], made["first_quorum"]) == ("Rendiconto\nElezioni", "majority")
    at = f"assemblies/{made['id']}/"
    changed = scene.patch(at, {"place": "Bar Sport", "version": made["version"]}).json()
    assert (changed["place"], changed["title"]) == ("Bar Sport", made["title"])
    stale = scene.patch(at, {"place": "Altrove", "version": made["version"]})
    assert refused(stale, 409) == "changed-meanwhile"
    early = {"second_call_at": "2020-01-01T20:00:00+01:00", "version": changed["version"]}
    assert refused(scene.patch(at, early), 422) == "second-call-early"
    assert [each["id"] for each in scene.get("assemblies/").json()["results"]] == [made["id"]]
    assert scene.delete(at).status_code == 204
    assert refused(scene.get(at), 404) == "not-found"


def test_members_are_called_once_by_letter(scene: Scene) -> None:
    Particulars.objects.create(person=scene.anna, email="anna@example.org")
    at = f"assemblies/{an_assembly(scene).json()['id']}/convocation/"
    waiting = scene.get(at).json()
    assert [each["email"] for each in waiting["waiting"]] == ["anna@example.org", ""]
    assert "Rendiconto" in waiting["example"]
    body = {"key": str(uuid4())}
    assert len(scene.post(at, body).json()) == 2
    scene.post(at, body)
    letters = scene.get(f"{at}letters/").json()["results"]
    assert {letter["name"] for letter in letters} == {"Rossi Anna", "Verdi Anna"}
    assert len(letters) == 2
    assert scene.get(f"{at}letters.pdf").content[:5] == b"%PDF-"
    assert scene.post(f"{at}delivered/", {"how": "a mano"}).json() == {"count": 1}
    assert refused(scene.get(f"{at}letters.pdf"), 404) == "not-found"
    assert scene.get(f"{at}letters.pdf", all="true").status_code == 200
    assert scene.get(f"{at}proof.xlsx").content[:2] == b"PK"
    assert scene.get(at).json()["counts"]["on_paper"] == 1


def test_the_door_counts_members_and_proxies_until_the_minutes_are_approved(scene: Scene) -> None:
    at = f"assemblies/{an_assembly(scene).json()['id']}/"
    assert refused(scene.post(f"{at}open/", {"call": 1}), 409)
    there = scene.post(f"{at}attendances/", {"person": scene.anna.pk}).json()
    assert there["count"]["in_person"] == 1
    own = scene.post(f"{at}attendances/", {"person": scene.anna.pk, "holder": scene.anna.pk})
    assert refused(own, 422) == "own-proxy"
    both = scene.post(f"{at}attendances/", {"person": scene.ugo.pk, "holder": scene.anna.pk}).json()
    assert [(voter["state"], voter["holder"]) for voter in both["voters"]] == [
        ("there", None),
        ("represented", scene.anna.pk),
    ]
    assert scene.post(f"{at}open/", {"call": 1}).json()["opened_call"] == 1
    assert scene.get(f"{at}sheet.pdf").content[:5] == b"%PDF-"
    begun = scene.get(f"{at}minutes/").json()
    assert begun["version"] == 0
    saved = scene.put(f"{at}minutes/", {"text": "Si approva.", "version": 0}).json()
    assert (saved["version"], saved["versions"]) == (1, [1])
    stale = scene.put(f"{at}minutes/", {"text": "Altro.", "version": 0})
    assert refused(stale, 409) == "changed-meanwhile"
    assert scene.get(f"{at}minutes/versions/1/").json()["text"] == "Si approva."
    closed = scene.post(f"{at}minutes/approve/", {"version": 1}).json()
    assert (closed["is_closed"], closed["approved_on"]) == (True, today().isoformat())
    assert scene.get(f"{at}minutes.pdf").content[:5] == b"%PDF-"
    assert scene.delete(f"{at}attendances/{scene.ugo.pk}/").status_code == 409
    assert Look.objects.filter(page="assembly", person=scene.ugo).count() == 1


def test_somebody_leaves_with_the_proxies_held(scene: Scene) -> None:
    at = f"assemblies/{an_assembly(scene).json()['id']}/attendances/"
    scene.post(at, {"person": scene.anna.pk})
    scene.post(at, {"person": scene.ugo.pk, "holder": scene.anna.pk})
    assert scene.delete(f"{at}{scene.anna.pk}/").json() == {"count": 2}
    assert scene.get(at).json()["count"]["there"] == 0


def test_the_rules_of_voting_are_the_owner_s(scene: Scene) -> None:
    at = scene.at("assemblies/rules/")
    assert scene.owner_device.get(at).json()["months"] == 3
    changed = scene.owner_device.patch(at, {"months": 6, "proxies": 1}, format="json").json()
    assert (changed["months"], changed["proxies"], changed["notice_days"]) == (6, 1, 8)
    assert refused(scene.owner_device.patch(at, {"months": 99}, format="json"), 400) == "invalid"
    assert scene.patch("assemblies/rules/", {"months": 1}).status_code == 403


def test_the_same_key_makes_one_assembly(scene: Scene) -> None:
    key, first = str(uuid4()), "2030-01-01T20:30:00+01:00"
    one, again = (an_assembly(scene, key=key, first_call_at=first).json() for _time in range(2))
    assert one["id"] == again["id"]
    assert Assembly.objects.count() == 1
