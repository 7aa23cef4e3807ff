"""Entries that leave before the end rank below all who finished, with the true word, unless the club keeps
them in place."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from club.models import Club
from tests.evening import JURY, a_club, a_round, a_tournament, four_people, signed_in
from tests.tournaments.evenings.test_every_format import rows, side_a_wins
from tests.tournaments.web.public.stages import text_of
from tournaments.core.draws import DrawInput
from tournaments.entries import entries
from tournaments.errors import TournamentError
from tournaments.models import Round, RulingEffect, Tournament
from tournaments.results import catalogue, rulings
from tournaments.rounds import rounds
from tournaments.standings import builds, ranking_service
from tournaments.standings.audit import recompute

pytestmark = pytest.mark.django_db


def leave(tournament: Tournament, number: int, *, back: bool = False) -> None:
    entries.withdraw(tournament.pk, number, withdrawn=not back, by=JURY)


def after_one_turn(club: Club, pairs: int = 8, **fields: Any) -> Tournament:
    """A tournament whose first round is settled; fresh."""
    tournament = a_tournament(club, pairs=pairs, **fields)
    side_a_wins(tournament)
    tournament.refresh_from_db()
    return tournament


def next_turn(tournament: Tournament) -> None:
    side_a_wins(tournament)
    tournament.refresh_from_db()


def expel(tournament: Tournament, number: int) -> Any:
    """Expels the entry at its table of the round being played."""
    catalogue.adopt_base_catalogue(tournament.club)
    article = tournament.club.articles.filter(effect=RulingEffect.EXPULSION)[0]
    seat = tournament.rounds.latest("number").matches.filter(seats__entry__number=number)
    match = seat.select_related("round__tournament").distinct().get()
    side = match.seats.filter(entry__number=number)[0].side
    return rulings.give(match, article, side=side, by=JURY, reason="Segnali")


def leaders(tournament: Tournament) -> list[int]:
    return [row["number"] for row in rows(tournament)]


def test_who_leaves_as_first_is_below_all_who_finished(club: Club) -> None:
    tournament = after_one_turn(club)
    first = leaders(tournament)[0]
    leave(tournament, first)
    assert leaders(tournament)[0] == first, "the standings after a finished round stay"
    next_turn(tournament)
    *others, last = rows(tournament)
    assert (last["number"], last["place"], last["withdrawn"]) == (first, 8, True)
    assert last["match_points"] == 2
    assert others[-1]["decided_by"] == "left"
    assert not any(row["withdrawn"] for row in others)
    assert recompute(tournament.pk).faults == []


def test_who_leaves_after_the_last_turn_has_finished(club: Club) -> None:
    tournament = after_one_turn(club, turns=1)
    first = leaders(tournament)[0]
    leave(tournament, first)
    assert leaders(tournament)[0] == first


def test_the_expelled_are_below_the_withdrawn_and_each_has_its_word(client: Client, club: Club) -> None:
    tournament = after_one_turn(club)
    first, second = leaders(tournament)[:2]
    leave(tournament, first)
    round_ = a_round(tournament)
    expel(tournament, second)
    interim = builds.provisional(tournament)
    assert interim is not None
    assert [row["number"] for row in interim.rows][-2:] == [first, second]
    _assign_the_others(round_)
    assert [(row["number"], row.get("expelled", False)) for row in rows(tournament)][-2:] == [
        (first, False),
        (second, True),
    ]
    assert recompute(tournament.pk).faults == []
    page = text_of(client, f"/t/{tournament.code}/")
    assert page.index("Ritirate") < page.index("ritirata") < page.index("Espulse") < page.index("espulsa")
    assert "sta sotto chi ha finito" in page
    wall = text_of(client, f"/t/{tournament.code}/proiettore/")
    assert "Classifica dopo il turno 2 · Ritirate" in wall
    assert "Classifica dopo il turno 2 · Espulse" in wall
    assert client.get(f"/t/{tournament.code}/classifica.pdf").status_code == 200
    table = client.get(f"/t/{tournament.code}/scarica/classifica.csv").content.decode("utf-8-sig")
    assert [line.rsplit(";", 1)[-1].strip() for line in table.strip().splitlines()][-2:] == [
        "ritirata",
        "espulsa",
    ]
    told = client.get(f"/api/v1/tournaments/{tournament.code}/standings/").json()["rows"]
    assert [(row["withdrawn"], row["expelled"], row["below"]) for row in told[-3:]] == [
        (False, False, ""),
        (True, False, "withdrawn"),
        (True, True, "expelled"),
    ]


def test_the_next_draw_is_the_one_without_the_rule(club: Club) -> None:
    tournament = after_one_turn(club)
    first = leaders(tournament)[0]
    leave(tournament, first)
    next_turn(tournament)
    leave(tournament, first, back=True)
    with_rule = _drawn(rounds.draw(tournament.pk, by=JURY, seed=5))
    rounds.discard(tournament.pk, 3, by=JURY)
    ranking_service.choose(tournament.pk, by=JURY, reason="prova", leavers_last=False)
    builds.build(tournament.pk)
    assert _drawn(rounds.draw(tournament.pk, by=JURY, seed=5)) == with_rule


def test_who_returns_is_among_the_others_again_and_the_past_stays(club: Club) -> None:
    tournament = after_one_turn(club)
    first = leaders(tournament)[0]
    leave(tournament, first)
    next_turn(tournament)
    second = tournament.snapshots.get(round_number=2).rows
    leave(tournament, first, back=True)
    next_turn(tournament)
    assert not any(row["withdrawn"] for row in rows(tournament))
    assert tournament.snapshots.get(round_number=2).rows == second
    assert recompute(tournament.pk).faults == []


def test_a_revoked_expulsion_puts_nobody_below(club: Club) -> None:
    tournament = after_one_turn(club)
    round_ = a_round(tournament)
    number = leaders(tournament)[0]
    given = expel(tournament, number)
    _assign_the_others(round_)
    assert leaders(tournament)[-1] == number
    match = round_.matches.select_related("round__tournament").get(pk=given.match_id)
    article = tournament.club.articles.get(code="tutti")
    scores = {"A": 600, "B": 500}
    rulings.give(match, article, side="A", by=JURY, reason="Si è giocato", assigned=scores)
    rulings.revoke(given, by=JURY, reason="Non era vero")
    builds.build(tournament.pk)
    assert not any(row["withdrawn"] for row in rows(tournament))
    assert recompute(tournament.pk).faults == []


def test_a_club_may_keep_them_in_place_with_the_true_word(client: Client, club: Club) -> None:
    tournament = after_one_turn(club, leavers_last=False)
    first, second = leaders(tournament)[:2]
    leave(tournament, first)
    round_ = a_round(tournament)
    expel(tournament, second)
    _assign_the_others(round_)
    assert not any(row["withdrawn"] for row in rows(tournament))
    assert leaders(tournament)[-1] != second
    page = text_of(client, f"/t/{tournament.code}/")
    assert "espulsa" in page
    assert "Espulse" not in page
    assert "sta sotto chi ha finito" not in page


def test_a_tournament_begun_before_stays_as_it_was(club: Club) -> None:
    begun, coming = after_one_turn(club), a_tournament(a_club("Altro circolo"))
    Round.objects.filter(tournament=begun).update(withdrawn=[])
    import_module("tournaments.migrations.0028_leavers_below_the_others").spare_those_begun(apps, None)
    begun.refresh_from_db()
    coming.refresh_from_db()
    assert (begun.leavers_last, coming.leavers_last) == (False, True)
    first = leaders(begun)[0]
    leave(begun, first)
    next_turn(begun)
    assert not any(row["withdrawn"] for row in rows(begun))
    newest = builds.latest_snapshot(begun)
    assert newest is not None
    assert "leavers_last" not in newest.rules


def test_in_a_knock_out_who_leaves_is_out_like_a_loser(club: Club) -> None:
    tournament = after_one_turn(club, format="knockout", third_place=False)
    loser, winner = leaders(tournament)[-1], leaders(tournament)[0]
    leave(tournament, loser)
    leave(tournament, winner)
    next_turn(tournament)
    assert not any(row["withdrawn"] for row in rows(tournament))
    assert recompute(tournament.pk).faults == []


def test_each_group_has_them_below_too(client: Client, club: Club) -> None:
    tournament = after_one_turn(club, format="girone", groups=2)
    first = rows(tournament)[0]
    leave(tournament, first["number"])
    next_turn(tournament)
    last = rows(tournament)[-1]
    assert (last["number"], last["group_place"]) == (first["number"], 4)
    assert text_of(client, f"/t/{tournament.code}/").count("Ritirate") == 2, "its group, and the whole"
    assert recompute(tournament.pk).faults == []


def _assign_the_others(round_: Round) -> None:
    """Ends the round: every table that no ruling has decided gets a score."""
    article = round_.tournament.club.articles.get(code="tutti")
    for match in round_.matches.filter(lost_by="").select_related("round__tournament"):
        score = {"A": 700, "B": 500 + match.table}
        rulings.give(match, article, side="A", by=JURY, reason="prova", assigned=score)
    rounds.settle(round_.tournament_id, round_.number, by=JURY)
    builds.build(round_.tournament_id)


def _drawn(round_: Round) -> tuple[Any, Any]:
    seats = round_.matches.order_by("table", "seats__position").values_list("table", "seats__entry__number")
    return DrawInput.from_json(round_.draw_input), list(seats)


def test_the_desk_says_expelled_and_lets_such_an_entry_return_only_with_its_ruling(club: Club) -> None:
    tournament = after_one_turn(club)
    a_round(tournament, seed=2)
    ruling = expel(tournament, 3)
    leave(tournament, 5)
    page = signed_in(four_people(club).organiser).get(reverse("entries", args=[tournament.code]))
    lines = {entry.number: (entry.left_word, entry.is_expelled) for entry in page.context["entries"]}
    assert lines[3] == ("espulsa", True)
    assert lines[5] == ("ritirata", False)
    assert page.content.decode().count("Rientra") == 1
    with pytest.raises(TournamentError, match="La coppia 3 è espulsa"):
        leave(tournament, 3, back=True)
    rulings.revoke(ruling, by=JURY, reason="Era un errore")
    assert not tournament.entries.get(number=3).withdrawn_at
