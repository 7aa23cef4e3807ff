"""Entries and rounds are whole arrays, narrowed by query words like the long lists."""

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from tests.tournaments.api.conftest import Evening
from tests.tournaments.api.test_deals import by_cards, sent


def numbers(client: APIClient, at: str) -> list[int]:
    answer = client.get(at)
    assert answer.status_code == 200, answer.json()
    assert isinstance(answer.json(), list)
    return [each["number"] for each in answer.json()]


def test_entries_are_narrowed_by_what_everybody_sees_of_them(evening: Evening) -> None:
    at, now = f"{evening.at}/entries/", timezone.now()
    entries = evening.tournament.entries
    entries.update(checked_in_at=None, withdrawn_at=None, circle="")
    entries.filter(number=1).update(checked_in_at=now, circle="Mazzini")
    entries.filter(number=2).update(withdrawn_at=now)
    whole = numbers(evening.anybody, at)
    assert whole == sorted(whole)
    assert len(whole) > 2
    others = [number for number in whole if number != 1]
    assert numbers(evening.anybody, f"{at}?present=true") == [1]
    assert numbers(evening.anybody, f"{at}?present=false") == others
    assert numbers(evening.organiser, f"{at}?withdrawn=true") == [2]
    assert numbers(evening.anybody, f"{at}?withdrawn=false&circle=Mazzini") == [1]
    assert numbers(evening.anybody, f"{at}?circle=Garibaldi") == []


def test_rounds_are_narrowed_by_state_and_by_the_time_of_acts(evening: Evening) -> None:
    at = f"{evening.at}/rounds/"
    assert numbers(evening.anybody, at) == [1]
    assert numbers(evening.anybody, f"{at}?state=playing") == [1]
    assert numbers(evening.anybody, f"{at}?state=settled") == []
    since = timezone.now().isoformat().replace("+", "%2B")
    assert numbers(evening.anybody, f"{at}?updated_since={since}") == []
    assert sent(evening.referee, evening.deal_at(), **by_cards(evening)).status_code == 200
    assert numbers(evening.anybody, f"{at}?updated_since={since}") == [1]


def test_a_filter_shows_nobody_a_draft(evening: Evening) -> None:
    evening.tournament.rounds.update(state="draft")
    at = f"{evening.at}/rounds/?state=draft"
    assert numbers(evening.anybody, at) == numbers(evening.referee, at) == []
    assert numbers(evening.organiser, at) == [1]


@pytest.mark.parametrize("who", ["organiser", "referee", "anybody"])
@pytest.mark.parametrize(
    "query",
    ["entries/?presnt=true", "entries/?present=forse", "entries/?size=10", "entries/?withdrawn=2",
     "rounds/?state=lost", "rounds/?updated_since=ieri", "rounds/?cursor=x"],
)  # fmt: skip
def test_what_no_filter_knows_is_refused(evening: Evening, who: str, query: str) -> None:
    answer = getattr(evening, who).get(f"{evening.at}/{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert list(answer.json()["fields"]) == [query.partition("?")[2].partition("=")[0]]
