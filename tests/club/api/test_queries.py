"""The number of queries of each list does not grow with the club: from 3 to 60 members."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from club import membership_cards
from club.dues import members
from club.models import Guardian, Particulars
from club.register import people
from tests.club.api.conftest import Scene, a_scene, today
from tests.club.assemblies.scene import an_assembly
from tests.club.dues.members import a_member, a_year, paid

LISTS = (
    "people/?letters=ros",
    "register/",
    "register/?kind=all&in_arrears=false",
    "register/?kind=all&updated_since=2020-01-01T00:00:00Z",
    "membership-requests/",
    "categories/",
    "correction-requests/",
    "duplicates/",
    "years/",
    "years/{year}/renewals/",
    "years/{owed}/dues/",
    "arrears/",
    "receipts/",
    "cards/",
    "people-to-ask/",
    "erasures/",
    "imports/",
    "assemblies/",
    "assemblies/{assembly}/attendances/",
    "assemblies/{assembly}/convocation/",
    "register/{person}/",
    "register/{person}/notes/",
    "register/{person}/consents/",
    "register/{person}/history/",
)
OF_THE_OWNER = ("looks/", "officers/", "invitations/", "officers/history/", "retention/")


def of_members(count: int) -> tuple[Scene, dict[str, int]]:
    """A club of so many members who owe for last year; each has a card, a receipt and a question."""
    scene = a_scene()
    more = [a_member(scene.club, f"Rossini{number:02}", by=scene.secretary) for number in range(count - 2)]
    owed = a_year(scene.club, by=scene.secretary, first=today().year - 1)
    shown = members.plan(owed, today=today()).fingerprint
    members.renew(owed, shown=shown, today=today(), by=scene.secretary)
    everybody = [scene.anna, scene.ugo, *more]
    for person in everybody:
        Particulars.objects.create(person=person, email=f"{person.pk}@example.org")
        Guardian.objects.create(person=person, name="Rossi Maria", relation="parent", phone="051 1")
        person.data_requests.create(text="…", asked_at="2026-01-01T10:00:00Z", key=uuid4())
        twin = people.add(scene.club, last_name=person.last_name, first_name="Anna")
        scene.post("membership-requests/", {"person": twin.pk})
    for person in everybody[1:]:
        paid(owed, person, by=scene.secretary, on=today(), today=today())
    ids = [person.pk for person in everybody]
    membership_cards.prepare_for_print(scene.year, ids, today=today(), by=scene.secretary)
    words = {
        "year": scene.year.pk,
        "owed": owed.pk,
        "person": scene.anna.pk,
        "assembly": an_assembly(scene.club, scene.secretary).pk,
    }
    return scene, words


def queries_of(scene: Scene, words: dict[str, int], path: str) -> int:
    """The queries of the second look: the first one of a day writes the looks of the list."""
    device = scene.owner_device if path in OF_THE_OWNER else scene.device
    at = scene.at(path.format(**words))
    device.get(at)
    with CaptureQueriesContext(connection) as asked:
        answer = device.get(at)
    assert answer.status_code == 200, path
    return len(asked)


@pytest.mark.django_db
def test_lists_cost_the_same_queries_at_any_size() -> None:
    small, large = of_members(3), of_members(60)
    paths = (*LISTS, *OF_THE_OWNER)
    assert {path: queries_of(*large, path) for path in paths} == {
        path: queries_of(*small, path) for path in paths
    }


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    [
        "register/", "membership-requests/", "correction-requests/", "years/{owed}/dues/", "receipts/",
        "looks/", "imports/", "assemblies/", "erasures/",
    ],
)  # fmt: skip
def test_pages_of_a_list_follow_one_another_to_the_end(path: str) -> None:
    scene, words = of_members(5)
    device = scene.owner_device if path in OF_THE_OWNER else scene.device
    at = scene.at(path.format(**words))
    whole = device.get(at).json()["results"]
    read, following = [], f"{at}?size=2"
    while following:
        page = device.get(following).json()
        read += page["results"]
        following = page["next"]
    assert read == whole if path != "looks/" else len(read) >= len(whole)
