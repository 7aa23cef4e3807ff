"""Several clubs on one installation: nothing of one is ever read or touched from another."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

import pytest
from django.test import Client
from django.urls import get_resolver, reverse
from rest_framework.test import APIClient

from club.access import RIGHTS, rights
from club.accounts import roles
from club.models import Club, DeviceToken, Role, RoleKind, User
from club.register import membership, people
from tests.club.dues.members import TODAY, a_member, a_year, paid
from tests.criccone.test_every_address import GETS, POSTS
from tests.evening import a_club, a_round, a_tournament, an_officer, settle, signed_in
from tests.once import once_a_module
from tests.tournaments.championships.played import a_championship, drawn
from tests.tournaments.seasons.evenings import a_season
from tournaments.championships import captain_codes, reports
from tournaments.standings import builds

pytestmark = pytest.mark.django_db

#: What names a row: under one club's address, a row of another's is not there.
ROWS = {
    "person_id", "other_id", "first_id", "second_id", "membership_id", "year_id", "season_id", "user_id",
    "championship_code", "fixture_id", "penalty_id",
    "invitation_id",
}  # fmt: skip
#: Files in which names cannot be read as they are; their pages' rows are tried all the same.
SEALED = {"receipt_pdf"}


@dataclass(frozen=True)
class World:
    """A club with a little of everything; every name in it begins with the same letters."""

    club: Club
    words: dict[str, object]

    @property
    def acts(self) -> tuple[int, int]:
        return self.club.log.count(), self.club.invitations.count()


def a_world(mark: str) -> World:
    club = a_club(f"{mark}circolo")
    boss = an_officer(club, *RoleKind, email=f"{mark}capo@example.org")
    User.objects.filter(pk=boss.pk).update(first_name=f"{mark}nome", last_name=f"{mark}capo")
    members = [a_member(club, f"{mark}socio{number}", by=boss) for number in range(2)]
    year = a_year(club, by=boss)
    receipt = paid(year, members[0], by=boss)
    newcomer = people.add(club, last_name=f"{mark}nuovo", first_name="Anna")
    asked = membership.request(newcomer, on=date(2026, 1, 10), today=TODAY, by=boss)
    tournament = a_tournament(club, pairs=4)
    for person in club.people.filter(last_name__startswith="Cognome"):
        name = f"{mark}{person.pk}"
        club.people.filter(pk=person.pk).update(last_name=name, search_key=name.lower())
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    championship = a_championship(club, boss, of=2, name=f"{mark}campionato")
    [fixture] = drawn(championship, boss)
    penalty = reports.penalise(championship.pk, 1, by=boss, kind="points", amount=1, reason="Ritardo")
    season = a_season(club, boss, tournament)
    invited, _word = roles.invite(
        club, email=f"{mark}invito@example.org", name=f"{mark}invitata", kinds=["referee"], by=boss
    )
    return World(
        club,
        {
            "slug": club.slug, "code": tournament.code, "turn": 1, "table": 1, "number": 1, "other": 2,
            "year": receipt.year, "year_id": year.pk, "membership_id": asked.pk, "season_id": season.pk,
            "person_id": members[0].pk, "other_id": members[1].pk, "first_id": members[0].pk,
            "second_id": members[1].pk, "user_id": boss.pk, "invitation_id": invited.pk, "ending": "csv",
            "kind": "json", "championship_code": championship.code, "fixture_id": fixture.pk,
            "penalty_id": penalty.pk, "captain_code": captain_codes.code_of(fixture.home),
        },
    )  # fmt: skip


def wanted(name: str) -> set[str]:
    return set(get_resolver().reverse_dict.getlist(name)[0][0][0][1])


def at(name: str, words: dict[str, object]) -> str:
    return reverse(name, kwargs={word: words[word] for word in wanted(name)})


# Looked for in whole pages, so long enough that no random token on them spells it.
OTHERS = "Zzzzzzz"
made_worlds = once_a_module(lambda: (a_world("Aaa"), a_world(OTHERS)))


@pytest.fixture
def worlds(made_worlds: Callable[[], tuple[World, World]], db: None) -> tuple[World, World]:
    return made_worlds()


@pytest.fixture
def here(worlds: tuple[World, World]) -> World:
    return worlds[0]


@pytest.fixture
def there(worlds: tuple[World, World]) -> World:
    return worlds[1]


def test_no_page_of_a_club_opens_a_row_of_another(here: World, there: World) -> None:
    client = signed_in(an_officer(here.club, *RoleKind))
    crossed, before = {**there.words, "slug": here.club.slug}, there.acts
    tried = 0
    for verb, names in (("get", GETS), ("post", POSTS)):
        for name in names:
            if "slug" not in wanted(name) or not wanted(name) & ROWS:
                continue
            answer = getattr(client, verb)(at(name, crossed))
            tried += 1
            assert answer.status_code in ((404,) if verb == "get" else (302, 404, 409, 422)), name
            assert OTHERS.encode() not in answer.getvalue(), name
    assert tried > 20
    assert there.acts == before
    assert Role.objects.filter(club=there.club).count() == len(RoleKind)


def test_who_works_for_two_clubs_reads_in_each_its_own_only(here: World, there: World) -> None:
    both = an_officer(here.club, *RoleKind, email="due@example.org")
    Role.objects.create(club=there.club, user=both, kind=RoleKind.ORGANISER)
    client = signed_in(both)
    for name in GETS:
        if name not in SEALED and "slug" in wanted(name) and wanted(name) <= set(here.words):
            answer = client.get(at(name, here.words))
            assert answer.status_code in (200, 302, 404, 409), name
            assert OTHERS.encode() not in answer.getvalue(), name
    found = client.get(at("entry_people", here.words), {"first": "zzz", "q": "zzz", "one": "zzz"})
    assert OTHERS.encode() not in found.content
    assert rights(both, here.club) == frozenset().union(*RIGHTS.values())
    assert rights(both, there.club) == RIGHTS[RoleKind.ORGANISER]
    desk = client.get("/banco/").content.decode()
    assert "Aaacircolo" in desk
    assert f"{OTHERS}circolo" in desk


def test_a_token_reads_in_each_club_what_its_owner_may_there(here: World, there: World) -> None:
    secretary = an_officer(here.club, RoleKind.SECRETARY)
    _device, token = DeviceToken.objects.create(user=secretary)
    api = APIClient(headers={"Authorization": f"Token {token}"})
    own, other = (f"/api/v1/clubs/{each.club.slug}/people/" for each in (here, there))
    assert "Aaa" in api.get(own, {"letters": "aaa"}).content.decode()
    assert OTHERS not in api.get(own, {"letters": OTHERS.lower()}).content.decode()
    assert api.get(other, {"letters": OTHERS.lower()}).status_code == 403
    assert Client().get(own, {"letters": "aaa"}).status_code == 401
