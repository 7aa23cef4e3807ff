"""The page on which the ranking is chosen: a preset, an order of one's own, contradictions in words."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.evening import JURY, a_round, settle
from tests.pages import words
from tournaments.core.standings import CRITERIA, PRESETS
from tournaments.errors import TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import LogEntry, Tournament
from tournaments.standings import builds


def at(tournament: Tournament) -> str:
    return f"/t/{tournament.code}/impostazioni/classifica/"


def form(tournament: Tournament, *criteria: str, **changed: Any) -> dict[str, Any]:
    places = {f"criterion_{place}": key for place, key in enumerate(criteria, 1)}
    return {
        "version": tournament.version,
        "match_scale": "2-1-0",
        "victory_thresholds": "50, 100 200",
        "bye_policy": "win-and-average",
        **places,
        **changed,
    }


def fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def test_the_page_shows_the_order_in_force_and_every_criterion(
    organiser: Client, tournament: Tournament, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(5):
        page = organiser.get(at(tournament))
    chosen = [field.value() for field in page.context["form"].places()]
    assert [key for key in chosen if key] == tournament.criteria
    assert len(chosen) == len(CRITERIA)
    text = words(page.content.decode())
    for criterion in CRITERIA.values():
        assert criterion.explanation in text
    assert "da 1000 20–0" in text
    assert "Motivo" not in text


def test_an_order_of_one_s_own_is_stored_logged_and_told(organiser: Client, tournament: Tournament) -> None:
    order = ("victory_points", "opponents_strength", "shared_place")
    given = form(tournament, *order, match_scale="3-1-0", bye_policy="win-and-14")
    assert organiser.post(at(tournament), given)["Location"] == at(tournament)
    after = fresh(tournament)
    assert after.criteria == list(order)
    assert (after.match_scale, after.victory_thresholds, after.bye_policy) == (
        "3-1-0", [50, 100, 200], "win-and-14",
    )  # fmt: skip
    assert after.version == tournament.version + 1
    assert LogEntry.objects.latest("number").act == "tournament.ranking"
    told = words(organiser.get(f"/t/{tournament.code}/registro/").content.decode())
    assert "ha cambiato come si fa la classifica" in told
    assert "Punti vittoria, Forza degli avversari, Posto condiviso" in told
    public = words(Client().get(f"/t/{tournament.code}/").content.decode())
    assert "100–199 12–8" in public
    assert "Chi riposa prende una vittoria senza punti, e 14 punti vittoria su 20." in public


def test_whoever_leaves_may_keep_their_place_and_the_log_says_so(
    organiser: Client, tournament: Tournament
) -> None:
    assert "Chi si ritira o è espulso sta" in words(organiser.get(at(tournament)).content.decode())
    organiser.post(at(tournament), form(tournament, "match_points", "lots", leavers_last="False"))
    assert fresh(tournament).leavers_last is False
    told = words(organiser.get(f"/t/{tournament.code}/registro/").content.decode())
    assert "chi si ritira o è espulso, sotto chi ha finito" in told
    organiser.post(at(tournament), form(fresh(tournament), "match_points", "lots"))
    assert fresh(tournament).leavers_last is False, "a form without the question leaves it as it is"


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_s_button_takes_its_criteria_whatever_the_list_says(
    organiser: Client, tournament: Tournament, preset: str
) -> None:
    organiser.post(at(tournament), form(tournament, "lots", preset=preset))
    assert fresh(tournament).criteria == list(PRESETS[preset])
    assert 'aria-current="true"' in organiser.get(at(tournament)).content.decode()


def test_places_left_empty_are_nobody_s(organiser: Client, tournament: Tournament) -> None:
    given = form(tournament, "match_points", "", "lots")
    organiser.post(at(tournament), given)
    assert fresh(tournament).criteria == ["match_points", "lots"]


@pytest.mark.parametrize(
    ("criteria", "changed", "said"),
    [
        ((), {}, "Scegli almeno un criterio"),
        (("match_points", "match_points"), {}, "«Punti partita» compare due volte"),
        (("match_points", "lots", "points_scored"), {}, "Dopo «Sorteggio» non si guarda altro"),
        (("match_points", "lots", "shared_place"), {}, "Sorteggio e posto condiviso si contraddicono"),
        (("head_to_head", "match_points"), {}, "«Scontro diretto» guarda solo chi è già pari"),
        (("total_points", "points_scored"), {}, "«Punti totali» e «Punti fatti» sono la stessa somma"),
        (("match_points",), {"victory_thresholds": "50 40"}, "dopo 50 non può venire 40"),
        (("match_points",), {"victory_thresholds": "0 40"}, "vanno da 1 a 10000"),
        (("match_points",), {"victory_thresholds": "uno due"}, "numeri interi, separati da spazi"),
        (("match_points",), {"victory_thresholds": ""}, "victory_thresholds"),
        (("match_points",), {"victory_thresholds": " ".join(map(str, range(1, 12)))}, "da una a 10 soglie"),
    ],
)
def test_contradictions_are_refused_in_words_and_change_nothing(
    organiser: Client, tournament: Tournament, criteria: tuple[str, ...], changed: dict[str, str], said: str
) -> None:
    answer = organiser.post(at(tournament), form(tournament, *criteria, **changed))
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert fresh(tournament).criteria == tournament.criteria
    assert fresh(tournament).version == tournament.version


def test_cappotti_are_refused_at_a_game_where_nobody_writes_them(
    organiser: Client, tournament: Tournament
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(game="scopone")
    answer = organiser.post(at(tournament), form(tournament, "match_points", "cappotti"))
    assert answer.status_code == 422
    assert "nessuno scrive i cappotti" in answer.content.decode()


def test_once_a_turn_is_settled_it_takes_a_reason_and_makes_the_classifica_again(
    organiser: Client, tournament: Tournament
) -> None:
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    given = form(tournament, "total_points", "lots")
    refused = organiser.post(at(tournament), given)
    assert refused.status_code == 422
    assert "scrivi il motivo" in refused.content.decode()
    assert "Motivo" in words(refused.content.decode())
    organiser.post(at(tournament), {**given, "reason": "Deciso dall'assemblea"})
    builds.build(tournament.pk)
    newest = builds.latest_snapshot(fresh(tournament))
    assert newest is not None
    assert newest.criteria == ["total_points", "lots"]
    totals = [row["values"][0] for row in newest.rows]
    assert totals == sorted(totals, reverse=True)
    assert LogEntry.objects.filter(act="tournament.ranking").get().reason == "Deciso dall'assemblea"


def test_two_people_do_not_overwrite_each_other(organiser: Client, tournament: Tournament) -> None:
    organiser.post(at(tournament), form(tournament, "total_points", "lots"))
    late = organiser.post(at(tournament), form(tournament, "match_points", "lots"))
    assert late.status_code == 409
    assert "cambiato da un&#x27;altra persona" in late.content.decode()
    assert fresh(tournament).criteria == ["total_points", "lots"]


def test_saving_the_same_twice_is_saving_it_once(organiser: Client, tournament: Tournament) -> None:
    given = form(tournament, "total_points", "lots")
    organiser.post(at(tournament), given)
    again = {**given, "version": fresh(tournament).version}
    organiser.post(at(tournament), again)
    assert LogEntry.objects.filter(act="tournament.ranking").count() == 1


def test_a_closed_tournament_keeps_its_ranking(organiser: Client, tournament: Tournament) -> None:
    settle(tournament, a_round(tournament))
    lifecycle.close(tournament.pk, by=JURY)
    assert "Salva" not in words(organiser.get(at(tournament)).content.decode())
    assert organiser.post(at(tournament), form(tournament, "lots", reason="x")).status_code == 409


def test_what_a_rest_gives_does_not_change_behind_a_settled_turn(
    organiser: Client, tournament: Tournament
) -> None:
    lifecycle.change(tournament.pk, by=JURY, bye_policy="draw")
    settle(fresh(tournament), a_round(tournament))
    with pytest.raises(TournamentError, match="il riposo si cambia dove si sceglie la classifica"):
        lifecycle.change(tournament.pk, by=JURY, bye_policy="win")
