"""Lists are narrowed, ordered and paged by query words, and what a word cannot mean is refused."""

from datetime import date
from typing import Any

import pytest
from django.utils import timezone

from club.models import Club
from tests.evening import JURY, a_club
from tests.tournaments.api.conftest import Evening
from tournaments.evenings import lifecycle
from tournaments.models import Tournament


def codes(answer: Any) -> list[str]:
    assert answer.status_code == 200, answer.json()
    return [each["code"] for each in answer.json()["results"]]


def a_tournament_of(club: Club, name: str, on: date) -> Tournament:
    return lifecycle.create(club, name=name, on=on, by=JURY)


@pytest.fixture
def others(evening: Evening) -> dict[str, Tournament]:
    """Beside the evening: one of a year before that is closed, one called off, one of another club."""
    now = timezone.now()
    made = {
        "past": a_tournament_of(evening.tournament.club, "Antica", date(2025, 1, 10)),
        "off": a_tournament_of(evening.tournament.club, "Saltata", date(2026, 1, 10)),
        "elsewhere": a_tournament_of(a_club("Un altro circolo"), "Altrove", date(2026, 2, 10)),
    }
    Tournament.objects.filter(pk=made["past"].pk).update(closed_at=now, format="mitchell")
    Tournament.objects.filter(pk=made["off"].pk).update(called_off_at=now)
    return made


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("state=closed", {"past"}),
        ("state=called-off", {"off"}),
        ("date_from=2025-06-01&date_to=2026-01-31", {"off"}),
        ("format=mitchell", {"past"}),
        ("club=un-altro-circolo", {"elsewhere"}),
    ],
)
def test_tournaments_are_narrowed(
    evening: Evening, others: dict[str, Tournament], query: str, names: set[str]
) -> None:
    found = set(codes(evening.anybody.get(f"/api/v1/tournaments/?{query}")))
    assert found == {others[name].code for name in names}
    whole = set(codes(evening.anybody.get("/api/v1/tournaments/")))
    assert whole == {evening.tournament.code, *(each.code for each in others.values())}


def test_what_changed_since_a_moment_is_what_the_log_has_of_it(
    evening: Evening, others: dict[str, Tournament]
) -> None:
    since = timezone.now().isoformat().replace("+", "%2B")
    at = f"/api/v1/tournaments/?updated_since={since}"
    assert codes(evening.anybody.get(at)) == []
    changed = others["elsewhere"]
    lifecycle.change(changed.pk, by=JURY, name="Altrove ancora", version=changed.version)
    assert codes(evening.anybody.get(at)) == [changed.code]


@pytest.mark.parametrize(("order", "is_reversed"), [("date", False), ("-date", True)])
def test_the_order_is_chosen_and_pages_keep_it(
    evening: Evening, others: dict[str, Tournament], order: str, is_reversed: bool
) -> None:
    found, at = [], f"{evening.club_at}/tournaments/?order={order}&size=1"
    while at:
        page = evening.anybody.get(at)
        found += [each["date"] for each in page.json()["results"]]
        at = page.json()["next"]
    assert len(found) == len(others)
    assert found == sorted(found, reverse=is_reversed)


@pytest.mark.parametrize(
    "query",
    ["state=strange", "date_from=ieri", "updated_since=ieri", "order=colour", "size=0", "size=201",
     "size=-1", "size=x", "cursor=x", "sate=open"],
)  # fmt: skip
def test_what_a_word_cannot_mean_is_refused(evening: Evening, query: str) -> None:
    answer = evening.anybody.get(f"/api/v1/tournaments/?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert list(answer.json()["fields"]) == [query.partition("=")[0]]


def test_the_log_is_narrowed_by_act_and_time(evening: Evening) -> None:
    at = f"{evening.at}/log/"
    whole = evening.organiser.get(f"{at}?order=number").json()["results"]
    assert [each["number"] for each in whole] == sorted(each["number"] for each in whole)
    act = whole[0]["act"]
    some = evening.organiser.get(f"{at}?act={act}").json()["results"]
    assert {each["act"] for each in some} == {act}
    assert len(some) < len(whole)
    assert evening.organiser.get(f"{at}?since=2100-01-01T00:00:00Z").json()["results"] == []
    assert evening.organiser.get(f"{at}?until=2000-01-01T00:00:00Z").json()["results"] == []
