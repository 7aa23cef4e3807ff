"""The referee's program: rulings seen, given and taken back, corrections seen, seats and time."""

from typing import Any

import pytest

from tests.evening import JURY, settle, some_cards
from tests.tournaments.api.conftest import Evening
from tournaments.models import Article, LogEntry, Match, Ruling
from tournaments.results import catalogue, scores
from tournaments.standings import builds

TOTALS = {"last_trick": "A", "A": {"total": 194}, "B": {"total": 106}}


@pytest.fixture
def over(evening: Evening) -> Evening:
    """The first turn settled, in a club with a catalogue."""
    catalogue.adopt_base_catalogue(evening.tournament.club)
    settle(evening.tournament, evening.round)
    builds.build(evening.tournament.pk)
    return evening


def at(evening: Evening, rest: str, table: int = 1) -> str:
    return f"{evening.at}/rounds/1/tables/{table}/{rest}"


def ruling(effect: str, **changed: object) -> dict[str, object]:
    return {"article": Article.objects.filter(effect=effect)[0].code, "side": "A", **changed}


def put(device: Any, where: str, body: dict[str, object]) -> Any:
    return device.post(where, body, format="json")


def test_a_ruling_is_seen_given_listed_and_taken_back(over: Evening) -> None:
    asked = ruling("assigned", assigned={"A": 700, "B": 650})
    seen = put(over.referee, at(over, "rulings/preview/"), asked)
    assert seen.status_code == 200
    assert seen.json()["counts"] is True
    assert seen.json()["shifts"]
    assert not Ruling.objects.exists()
    given = put(over.referee, at(over, "rulings/"), {**asked, "reason": "Luce"})
    assert given.status_code == 201
    listed = over.referee.get(at(over, "rulings/")).json()
    assert [(each["effect"], each["assigned"]) for each in listed] == [("assigned", {"A": 700, "B": 650})]
    taken = over.referee.delete(f"{at(over, 'rulings/')}{given.json()['id']}/?reason=Errore")
    assert taken.json()["revoked_at"]
    assert over.match().assigned is None


def test_what_a_correction_would_change_is_seen(over: Evening) -> None:
    deal = over.match().deals.get(number=1)
    body = {"way": "totals", "entered": TOTALS, "based_on": deal.version}
    seen = put(over.referee, at(over, "deals/1/preview/"), body)
    assert seen.status_code == 200
    told = seen.json()
    assert (told["before"], told["after"]) == (deal.points, {"A": 194, "B": 106})
    assert {tuple(each["place"]) for each in told["shifts"]}
    stale = put(over.referee, at(over, "deals/1/preview/"), {**body, "based_on": 1})
    assert stale.status_code == 409


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"article": "999"}, 422, "unknown-article"),
        ({"reason": " "}, 400, None),
        ({"side": "N"}, 400, None),
        ({"points": 3}, 400, None),
        ({"article": "6"}, 422, "score-missing"),
        ({"article": "1"}, 422, "no-deal"),
        ({"assigned": {"A": "x"}}, 400, None),
    ],
)
def test_a_ruling_badly_asked_is_refused(
    over: Evening, changed: dict[str, object], status: int, code: str | None
) -> None:
    answer = put(over.referee, at(over, "rulings/"), {**ruling("warning"), "reason": "x", **changed})
    assert answer.status_code == status
    if code:
        assert answer.json()["code"] == code
    assert not Ruling.objects.exists()


def test_one_table_s_ruling_is_not_taken_back_at_another(over: Evening) -> None:
    given = put(over.referee, at(over, "rulings/"), {**ruling("warning"), "reason": "x"}).json()
    assert over.referee.delete(f"{at(over, 'rulings/', 2)}{given['id']}/?reason=x").status_code == 404
    assert over.referee.delete(f"{at(over, 'rulings/')}{given['id']}/").status_code == 400, "a reason is due"


def test_a_player_is_replaced_and_comes_back(evening: Evening) -> None:
    body = {"position": "N", "player": {"last_name": "Riserva", "first_name": "Ugo"}, "reason": "Febbre"}
    made = put(evening.referee, at(evening, "substitutions/"), body)
    assert made.status_code == 201
    assert (made.json()["substitute"], made.json()["from_turn"]) == ("Riserva Ugo", 1)
    assert Match.objects.get(pk=evening.match().pk).seats.get(position="N").person.last_name == "Riserva"
    again = put(evening.referee, at(evening, "substitutions/"), body)
    assert again.status_code == 409
    back = evening.referee.delete(f"{at(evening, 'substitutions/')}{made.json()['id']}/?reason=Guarito")
    assert back.json()["until_turn"] == 1
    assert len(evening.referee.get(at(evening, "substitutions/")).json()) == 1


def test_a_time_out_sent_twice_is_one(evening: Evening) -> None:
    where = f"{evening.at}/rounds/1/time-out/"
    for _time in range(2):
        answer = put(evening.referee, where, {"minutes": 10, "seen": 0})
        assert (answer.status_code, answer.json()["extra_minutes"]) == (200, 10)
    assert LogEntry.objects.filter(act="round.extended").count() == 1
    assert put(evening.referee, where, {"minutes": 0, "seen": 10}).status_code == 400


@pytest.mark.parametrize(
    ("who", "status"),
    [("organiser", 200), ("referee", 200), ("player", 403), ("stranger", 403), ("table code", 403)],
)
def test_an_officer_ends_a_match_by_the_clock_and_lets_it_go_on(
    evening: Evening, who: str, status: int
) -> None:
    where, device = at(evening, "time-over/"), evening.devices[who]
    ended = device.put(where, {"last_deal": 3, "seen": None}, format="json")
    assert ended.status_code == status, ended.json()
    shown = evening.anybody.get(at(evening, "")).json()
    assert (shown["last_deal"], shown["deals_expected"]) == ((3, 3) if status == 200 else (None, 4))
    if status == 200:
        assert ended.json() == shown
        assert device.put(where, {"last_deal": 2, "seen": None}, format="json").status_code == 409
        assert device.put(where, {"last_deal": None, "seen": 3}, format="json").json()["last_deal"] is None
        assert device.put(where, {"last_deal": 5, "seen": None}, format="json").status_code == 422
        assert device.put(where, {"last_deal": 0, "seen": None}, format="json").status_code == 400


@pytest.mark.parametrize(
    ("who", "status"),
    [("organiser", 200), ("referee", 200), ("player", 403), ("stranger", 403), ("table code", 403)],
)
def test_the_clock_ends_every_match_of_the_round_that_has_a_deal(
    evening: Evening, who: str, status: int
) -> None:
    cards = some_cards(1, dealer=scores.place_of(evening.match(), 1).dealer)
    scores.enter(evening.match(), 1, "cards", cards, by=JURY, based_on=0)
    ended = evening.devices[who].post(f"{evening.at}/rounds/1/time-over/")
    assert ended.status_code == status, ended.json()
    if status == 200:
        assert [table["last_deal"] for table in ended.json()["tables"]] == [2, None]
        assert evening.anybody.get(f"{evening.at}/").json()["time_over"] == "finish"
