"""Officers, invitations and the second factor for programs; and what the last owner cannot do."""

from typing import Any

import pytest
from django.core import mail

from club.accounts import letters
from club.models import Invitation, Role, RoleKind
from tests.club.api.conftest import Scene, refused
from tests.evening import an_officer
from tests.tournaments.api.conftest import device_of

INVITED = {"name": "Ada Negri", "email": "ada@example.org", "kinds": ["referee"]}


def owner(scene: Scene, verb: str, path: str, body: Any = None) -> Any:
    return getattr(scene.owner_device, verb)(scene.at(path), body, format="json")


def test_the_owner_reads_the_officers_with_their_roles(scene: Scene) -> None:
    told = owner(scene, "get", "officers/").json()
    assert [(each["name"], each["roles"]) for each in told["officers"]] == [
        ("Owner", ["owner"]),
        ("Secretary", ["secretary"]),
    ]
    assert told["requires_second_factor"] is False


def test_roles_are_given_and_taken_from_what_was_read(scene: Scene) -> None:
    at = f"officers/{scene.secretary.pk}/"
    body = {"kinds": ["secretary", "treasurer"], "was": ["secretary"]}
    told = owner(scene, "put", at, body).json()
    assert [each["roles"] for each in told["officers"]] == [["owner"], ["secretary", "treasurer"]]
    assert refused(owner(scene, "put", at, body), 409)
    assert refused(owner(scene, "put", at, {"kinds": ["king"]}), 400) == "invalid"
    owner(scene, "put", at, {"kinds": []})
    assert not Role.objects.filter(user=scene.secretary).exists()
    assert refused(owner(scene, "put", at, {"kinds": ["referee"]}), 404) == "not-found"
    acts = [line["act"] for line in owner(scene, "get", "officers/history/").json()]
    assert len(acts) == 2


def test_the_only_owner_stays_and_others_leave(scene: Scene) -> None:
    assert refused(owner(scene, "delete", "officers/me/"), 409)
    assert scene.delete("officers/me/").status_code == 204
    assert scene.get("register/").status_code == 403
    assert Role.objects.filter(club=scene.club, kind=RoleKind.OWNER).count() == 1


def test_an_invitation_is_sent_again_and_withdrawn(scene: Scene) -> None:
    written = owner(scene, "post", "invitations/", INVITED)
    assert (written.status_code, written.json()["is_sent"]) == (201, True)
    assert mail.outbox[0].to == ["ada@example.org"]
    assert "/accesso/invito/" in mail.outbox[0].body
    assert refused(owner(scene, "post", "invitations/", INVITED), 429) == "throttled"
    at = f"invitations/{written.json()['id']}/"
    assert owner(scene, "post", f"{at}again/").json()["is_sent"]
    assert [each["email"] for each in owner(scene, "get", "invitations/").json()] == ["ada@example.org"]
    assert owner(scene, "delete", at).status_code == 204
    assert not Invitation.objects.exists()


def test_an_invitation_stands_although_the_letter_cannot_leave(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_given: object, **_facts: object) -> None:
        raise letters.NotSent

    monkeypatch.setattr(letters, "send", fail)
    assert owner(scene, "post", "invitations/", INVITED).json()["is_sent"] is False
    assert Invitation.objects.count() == 1


def test_a_link_in_a_name_is_refused(scene: Scene) -> None:
    body = {**INVITED, "name": "www.esempio.it"}
    assert refused(owner(scene, "post", "invitations/", body), 400) == "invalid"


def test_an_owner_without_a_second_factor_cannot_require_it(scene: Scene) -> None:
    assert refused(owner(scene, "put", "second-factor/", {"requires_second_factor": True}), 409)
    scene.club.refresh_from_db()
    assert not scene.club.requires_second_factor


def test_the_secretary_reads_no_roles(scene: Scene) -> None:
    assert refused(scene.get("officers/"), 403) == "permission-denied"
    treasurer = device_of(an_officer(scene.club, RoleKind.TREASURER))
    assert treasurer.post(scene.at("invitations/"), INVITED, format="json").status_code == 403
