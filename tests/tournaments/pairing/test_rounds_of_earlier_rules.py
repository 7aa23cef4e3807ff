"""Rounds stored by earlier versions, which wrote down no rules: page and file verify what was drawn then."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from tests.evening import JURY, a_club, settle
from tests.tournaments.evenings.rotation.evening import a_rotation
from tests.tournaments.evenings.test_every_game import an_evening
from tests.tournaments.web.public.stages import text_of
from tournaments.core.draws import Draw, DrawInput, Movement, Swap
from tournaments.core.draws.larger import Playing, seated
from tournaments.core.draws.rules import RULES
from tournaments.core.draws.verifying import verification
from tournaments.models import Round, Seat, Tournament, round
from tournaments.pairing import moves, pairing_service
from tournaments.rounds import rounds
from tournaments.standings import builds

pytestmark = pytest.mark.django_db

BY_THE_RULES_OF_THEN = "con le regole di allora (versione 1), viene lo stesso abbinamento."
Earlier = Callable[[Tournament], Round]


@pytest.fixture
def drawn_earlier(monkeypatch: pytest.MonkeyPatch) -> Earlier:
    """Draws the next turn by the first rules and stores it as it was then."""
    now = round.movement_of

    def movement_of(tournament: Tournament) -> Movement:
        return replace(now(tournament), rules=1)

    def draw(tournament: Tournament) -> Round:
        with monkeypatch.context() as then:
            then.setattr(pairing_service, "movement_of", movement_of)
            draft = rounds.draw(tournament.pk, by=JURY, seed=3)
        del draft.movement["rules"]
        draft.save(update_fields=["movement"])
        return draft

    return draw


def file_of(client: Client, round_: Round) -> dict[str, Any]:
    data: dict[str, Any] = client.get(
        f"/t/{round_.tournament.code}/turni/{round_.number}/sorteggio.json"
    ).json()
    return data


def outcomes(data: dict[str, Any]) -> dict[str, str]:
    return {check.code: check.outcome for check in verification(data).checks}


def test_a_rotation_of_nine_is_verified_on_its_page_and_told_with_its_rules(
    client: Client, drawn_earlier: Earlier
) -> None:
    tournament = a_rotation(a_club(), 9, turns=9)
    round_ = drawn_earlier(tournament)
    rounds.publish(tournament.pk, 1, by=JURY)
    page = text_of(client, f"/t/{tournament.code}/turni/1/sorteggio/")
    assert "Tutto torna." in page
    assert BY_THE_RULES_OF_THEN in page
    data = file_of(client, round_)
    assert data["movement"]["rules"] == 1
    assert set(outcomes(data).values()) == {"kept"}


def test_an_evening_one_turn_short_of_a_whist_goes_on_by_the_rules_of_now(
    client: Client, drawn_earlier: Earlier
) -> None:
    tournament = a_rotation(a_club(), 8, turns=6)
    first = drawn_earlier(tournament)
    rounds.publish(tournament.pk, 1, by=JURY)
    settle(tournament, rounds.play(tournament.pk, 1, by=JURY))
    builds.build(tournament.pk)
    second = rounds.draw(tournament.pk, by=JURY)
    rounds.publish(tournament.pk, 2, by=JURY)
    told = [file_of(client, round_) for round_ in (first, second)]
    assert [data["movement"]["rules"] for data in told] == [1, RULES]
    assert all(set(outcomes(data).values()) == {"kept"} for data in told)


def test_what_was_changed_by_hand_since_is_verified_too(client: Client, drawn_earlier: Earlier) -> None:
    tournament = a_rotation(a_club(), 9, turns=9)
    round_ = drawn_earlier(tournament)
    one, other = (table["side_a"][0] for table in _tables(round_))
    moves.move(tournament.pk, 1, Swap("entries", one, other), by=JURY, reason="prova")
    rounds.publish(tournament.pk, 1, by=JURY)
    data = file_of(client, round_)
    assert data["movement"]["rules"] == 1
    assert outcomes(data)["played-by-hand"] == "kept"
    assert set(outcomes(data).values()) == {"kept"}


def test_a_chair_changed_behind_the_software_s_back_is_found(client: Client, drawn_earlier: Earlier) -> None:
    tournament = a_rotation(a_club(), 9, turns=9)
    round_ = drawn_earlier(tournament)
    one, other = (table["side_a"][0] for table in _tables(round_))
    here, there = (
        Seat.objects.get(round=round_, entry__number=one),
        Seat.objects.get(round=round_, entry__number=other),
    )
    there_entry = there.entry
    Seat.objects.filter(pk=there.pk).update(entry=here.entry)
    Seat.objects.filter(pk=here.pk).update(entry=there_entry)
    rounds.publish(tournament.pk, 1, by=JURY)
    assert outcomes(file_of(client, round_))["played-as-drawn"] == "broken"
    assert "Qualcosa non torna." in text_of(client, f"/t/{tournament.code}/turni/1/sorteggio/")


def test_of_a_movement_whose_rules_never_changed_the_rules_of_now_are_told(
    client: Client, drawn_earlier: Earlier
) -> None:
    tournament = an_evening(a_club(), "quattro-scartate", 5)
    round_ = drawn_earlier(tournament)
    rounds.publish(tournament.pk, 1, by=JURY)
    data = file_of(client, round_)
    assert data["movement"]["rules"] == RULES
    assert set(outcomes(data).values()) == {"kept"}


@pytest.fixture
def in_threes(drawn_earlier: Earlier) -> Round:
    """Nine at tables of three, as the last rules that searched for the nearest tables stored them."""
    round_ = drawn_earlier(an_evening(a_club(), "terziglio", 9))
    round_.movement["rules"] = 2
    round_.save(update_fields=["movement"])
    return round_


def published_in_threes(client: Client, round_: Round) -> dict[str, Any]:
    rounds.publish(round_.tournament_id, 1, by=JURY)
    return file_of(client, round_)


def trades_that_find_less(given: DrawInput, exchanges: int) -> Draw:
    """Tables that are not the nearest, as trades leave them now and then."""
    return seated(given, Playing.from_input(given), [[0, 1, 3], [2, 4, 5], [6, 7, 8]])


def test_tables_of_three_that_trades_find_too_are_drawn_again(client: Client, in_threes: Round) -> None:
    assert set(outcomes(published_in_threes(client, in_threes)).values()) == {"kept"}


def test_tables_of_three_that_only_the_search_found_have_a_file_that_says_so(
    client: Client, in_threes: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.core.draws.rules.draw_larger", trades_that_find_less)
    found = outcomes(published_in_threes(client, in_threes))
    assert found.pop("same-draw") == "unknown"
    assert set(found.values()) == {"kept"}


def test_tables_of_three_that_no_rules_lead_to_have_no_file(client: Client, in_threes: Round) -> None:
    first, second = (Seat.objects.filter(round=in_threes, match__table=table).first() for table in (1, 2))
    assert first
    assert second
    Seat.objects.filter(pk=first.pk).update(entry=second.entry)
    Seat.objects.filter(pk=second.pk).update(entry=first.entry)
    rounds.publish(in_threes.tournament_id, 1, by=JURY)
    answer = client.get(f"/t/{in_threes.tournament.code}/turni/1/sorteggio.json")
    assert answer.status_code == 409


def test_a_round_of_newer_rules_has_no_file_and_says_so(client: Client) -> None:
    tournament = an_evening(a_club(), "quattro-scartate", 5)
    round_ = rounds.draw(tournament.pk, by=JURY)
    rounds.publish(tournament.pk, 1, by=JURY)
    Round.objects.filter(pk=round_.pk).update(movement={**round_.movement, "rules": RULES + 1})
    answer = client.get(f"/t/{tournament.code}/turni/1/sorteggio.json")
    assert answer.status_code == 409
    assert "non si può sorteggiare di nuovo" in answer.content.decode()


def _tables(round_: Round) -> list[dict[str, Any]]:
    """Two tables of a rotation, by their sides."""
    rows = []
    for match in round_.matches.order_by("table")[:2]:
        side_a = [seat.entry.number for seat in match.seats.filter(side="A").order_by("position")]
        rows.append({"side_a": side_a})
    return rows
