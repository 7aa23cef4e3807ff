"""An `If-Match` is compared with what is at the address, and that reading leaves nothing behind."""

from typing import Any

from club.models import Look, OwnPage
from tests.club.api.conftest import Scene, refused


def without(scene: Scene, at: str, if_match: str) -> Any:
    return scene.device.delete(scene.at(at), headers={"If-Match": if_match})


def test_a_refused_if_match_records_no_look_and_one_that_fits_neither(scene: Scene) -> None:
    at = f"register/{scene.anna.pk}/own-page/"
    assert scene.post(at).status_code == 201
    etag = scene.get(at)["ETag"]
    Look.objects.all().delete()
    assert refused(without(scene, at, '"1-abc"'), 412) == "precondition-failed"
    assert OwnPage.objects.filter(person=scene.anna).exists()
    assert without(scene, at, etag).status_code == 204
    assert not OwnPage.objects.filter(person=scene.anna).exists()
    assert not Look.objects.exists(), "nobody was shown anything"


def test_what_a_reading_would_do_is_not_done(scene: Scene) -> None:
    at = f"register/{scene.anna.pk}/own-page/"
    assert refused(without(scene, at, '"1-abc"'), 412) == "precondition-failed", "there is nothing to read"
    assert not Look.objects.exists()
