"""What the headers of the API's answers tell, whichever view answers."""

import pytest
from rest_framework.test import APIClient

from tests.tournaments.api.conftest import Evening
from tournaments.models import Round, Tournament

READ = [
    "/",
    "/entries/",
    "/entries/1/",
    "/rounds/",
    "/rounds/1/",
    "/rounds/1/tables/1/",
    "/results/",
    "/log/",
]


@pytest.mark.parametrize("path", READ)
def test_what_a_program_has_is_not_sent_again(evening: Evening, path: str) -> None:
    first = evening.organiser.get(evening.at + path)
    assert first.status_code == 200
    again = evening.organiser.get(evening.at + path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    stranger = evening.anybody.get(evening.at + path, headers={"If-None-Match": '"another"'})
    assert stranger.status_code in (200, 403, 401)


@pytest.mark.parametrize("path", READ)
def test_what_depends_on_the_asker_says_so_to_caches(evening: Evening, path: str) -> None:
    answer = evening.organiser.get(evening.at + path, headers={"Accept-Language": "en"})
    assert {"Authorization", "Cookie", "Accept-Language"} <= set(answer["Vary"].split(", "))
    assert answer["Content-Language"] == "en"
    assert "no-store" in answer["Cache-Control"]
    public = evening.anybody.get(f"{evening.at}/")
    assert "no-cache" in public["Cache-Control"]
    assert "no-store" not in public["Cache-Control"]


def test_a_change_changes_the_etag(evening: Evening) -> None:
    before = evening.organiser.get(f"{evening.at}/")["ETag"]
    version = Tournament.objects.get(pk=evening.tournament.pk).version
    body = {"name": "Un altro nome", "version": version}
    changed = evening.organiser.patch(f"{evening.at}/", body, format="json")
    assert changed.status_code == 200, changed.json()
    after = evening.organiser.get(f"{evening.at}/", headers={"If-None-Match": before})
    assert (after.status_code, after["ETag"] != before) == (200, True)


def test_the_version_may_come_as_the_etag_that_was_read(evening: Evening) -> None:
    """And a newer one is a 412 with the present state, where the body's own version is a 409."""
    read = evening.organiser.get(f"{evening.at}/")["ETag"]
    seen = {"If-Match": read}
    first = evening.organiser.patch(f"{evening.at}/", {"name": "Uno"}, format="json", headers=seen)
    assert first.status_code == 200, first.json()
    second = evening.organiser.patch(f"{evening.at}/", {"name": "Due"}, format="json", headers=seen)
    told = second.json()
    assert (second.status_code, told["status"], told["code"]) == (412, 412, "tournament-changed")
    assert "current" in told
    assert Tournament.objects.get(pk=evening.tournament.pk).name == "Uno"
    stale = {"name": "Due", "version": 1}
    assert evening.organiser.patch(f"{evening.at}/", stale, format="json").status_code == 409


@pytest.mark.parametrize("if_match", ['"abc"', 'W/"12"', "12", '"1-a", "2-b"'])
def test_an_if_match_of_no_version_guards_nothing_and_is_refused(evening: Evening, if_match: str) -> None:
    answer = evening.organiser.patch(
        f"{evening.at}/", {"name": "Uno"}, format="json", headers={"If-Match": if_match}
    )
    assert (answer.status_code, answer.json()["code"]) == (412, "precondition-failed")


def test_an_act_without_a_body_takes_it_too(evening: Evening) -> None:
    at = f"{evening.at}/rounds/1/moves/last/"
    old = {"If-Match": f'"{Round.objects.latest("pk").version + 1}-0a"'}
    assert evening.organiser.delete(at, headers=old).status_code == 412
    deal = evening.deal_at()
    body = {"way": "totals", "entered": {"last_trick": "A", "A": {"total": 194}, "B": {"total": 106}}}
    stored = evening.organiser.put(deal, {**body, "based_on": 0}, format="json")
    assert stored.status_code == 200, stored.json()
    seen = {"If-Match": f'"{stored.json()["version"]}-0a"'}
    body["entered"]["A"]["total"], body["entered"]["B"]["total"] = 199, 101  # type: ignore[index]
    reason = {**body, "reason": "letto male"}
    assert evening.organiser.put(deal, reason, format="json", headers=seen).status_code == 200
    body["entered"]["A"]["total"], body["entered"]["B"]["total"] = 194, 106  # type: ignore[index]
    again = evening.organiser.put(deal, reason, format="json", headers=seen)
    assert (again.status_code, again.json()["code"]) == (412, "deal-changed")


def test_what_is_made_says_where_it_is(evening: Evening) -> None:
    people = [{"last_name": "Nuovo", "first_name": name} for name in ("Ada", "Ugo")]
    made = [
        evening.organiser.post(f"{evening.at}/entries/", {"players": people}, format="json"),
        evening.organiser.post(
            f"{evening.club_at}/tournaments/", {"name": "Serata", "date": "2027-01-15"}, format="json"
        ),
    ]
    for answer in made:
        assert answer.status_code == 201, answer.json()
        there = evening.organiser.get(answer["Location"])
        assert (there.status_code, there.json()) == (200, answer.json())


def test_a_drawn_round_and_a_call_say_where_they_are(evening: Evening) -> None:
    call = f"{evening.at}/rounds/1/tables/1/call/"
    called = evening.table_code.post(call, {}, format="json")
    assert (called.status_code, called["Location"]) == (201, call)
    version = Round.objects.get(number=1, tournament=evening.tournament).version
    evening.organiser.delete(f"{evening.at}/rounds/1/?version={version}&reason=prova")
    drawn = evening.organiser.post(f"{evening.at}/rounds/", {}, format="json")
    assert drawn.status_code == 201, drawn.json()
    assert drawn["Location"] == f"{evening.at}/rounds/{drawn.json()['number']}/"
    assert evening.organiser.get(drawn["Location"]).json() == drawn.json()


@pytest.mark.parametrize(
    "path", ["/", "/entries/", "/rounds/1/", "/standings/", "/results/", "/rounds/1/tables/1/", "/log/"]
)
def test_a_misspelt_query_word_is_refused_everywhere(evening: Evening, path: str) -> None:
    answer = evening.organiser.get(f"{evening.at}{path}?trun=1")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert "trun" in answer.json()["fields"]


def test_no_time_is_told_without_the_club_s_offset(evening: Evening) -> None:
    for path in READ:
        assert 'Z"' not in evening.organiser.get(evening.at + path).content.decode()
    told = evening.organiser.get(f"{evening.at}/log/").json()["results"][0]["at"]
    assert told.endswith(("+01:00", "+02:00"))


def test_a_limit_is_told_with_the_refusal(evening: Evening) -> None:
    device = APIClient(headers={"Authorization": "Table nonsense"})
    answers = [device.get(f"{evening.at}/") for _each in range(61)]
    assert [answers[0].status_code, answers[-1].status_code] == [403, 429]
    assert answers[-1]["RateLimit-Policy"] == '"wrong-codes";q=60;w=60'
    assert answers[-1]["RateLimit"].startswith('"wrong-codes";r=0;t=')
    assert int(answers[-1]["Retry-After"]) > 0
