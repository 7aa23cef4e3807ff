"""Pairs that leave, come late or are taken back: the evening goes on, and no place is lost or inherited."""

from uuid import uuid4

import pytest
from django.test import Client

from club.history.hash_chain import first_broken
from club.models import Club, RoleKind
from club.register import people
from tests.evening import JURY, a_round, a_tournament, an_officer, fill, settle, signed_in
from tournaments.entries import entries
from tournaments.errors import InputRefused, Outdated, TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Entry, Match, Round, Tournament
from tournaments.results import scores
from tournaments.rounds import rounds
from tournaments.standings import builds

pytestmark = pytest.mark.usefixtures("commits")


def a_late_pair(tournament: Tournament) -> Entry:
    couple = [people.add(tournament.club, last_name="Tardi", first_name=name) for name in ("Ugo", "Eva")]
    return entries.enter(tournament.pk, couple, by=JURY, present=True)


def leave(tournament: Tournament, number: int) -> None:
    entries.withdraw(tournament.pk, number, withdrawn=True, by=JURY)


def places(tournament: Tournament, turn: int) -> list[int]:
    """The numbers of the pairs in the order of the standings after the turn."""
    snapshot = tournament.snapshots.filter(round_number=turn).order_by("-results_version").first()
    assert snapshot is not None
    return [row["number"] for row in snapshot.rows]


def test_a_pair_that_came_too_late_for_a_turn_has_no_place_after_it(club: Club) -> None:
    tournament = a_tournament(club, pairs=4)
    round_ = a_round(tournament)
    late = a_late_pair(tournament)
    settle(tournament, round_)

    assert sorted(places(tournament, 1)) == [1, 2, 3, 4]
    entries.remove(tournament.pk, late.number, by=JURY)
    for address in ("", "proiettore/", "coppie/1/", "classifica.pdf"):
        assert Client().get(f"/t/{tournament.code}/{address}").status_code == 200
    assert Client().get(f"/api/v1/tournaments/{tournament.code}/results/").status_code == 200


def test_an_old_classifica_stays_as_it_was_when_somebody_comes_or_goes(club: Club) -> None:
    tournament = a_tournament(club, pairs=4)
    settle(tournament, a_round(tournament))
    a_late_pair(tournament)
    leave(tournament, 2)
    settle(tournament, a_round(tournament, seed=2))

    assert tournament.snapshots.filter(round_number=1).count() == 1
    assert sorted(places(tournament, 2)) == [1, 2, 3, 4, 5]


def test_the_number_of_a_pair_taken_back_is_nobody_elses(club: Club) -> None:
    tournament = a_tournament(club, pairs=2)
    entries.remove(tournament.pk, a_late_pair(tournament).number, by=JURY)
    couple = [people.add(club, last_name="Altri", first_name=name) for name in ("Ada", "Leo")]
    assert entries.enter(tournament.pk, couple, by=JURY).number == 4


def test_a_draft_with_a_pair_that_left_is_not_published(club: Club) -> None:
    tournament = a_tournament(club, pairs=4)
    a_round(tournament, until="draft")
    leave(tournament, 3)
    with pytest.raises(TournamentError, match=r"La coppia 3 è andata via.*rifai l'abbinamento"):
        rounds.publish(tournament.pk, 1, by=JURY)
    rounds.redraw(tournament.pk, 1, by=JURY)
    assert rounds.publish(tournament.pk, 1, by=JURY).state == "published"


def test_a_draft_without_a_pair_that_came_is_not_published(club: Club) -> None:
    tournament = a_tournament(club, pairs=3)
    a_round(tournament, until="draft")
    a_late_pair(tournament)
    with pytest.raises(TournamentError, match=r"La coppia 4 è arrivata.*rifai l'abbinamento"):
        rounds.publish(tournament.pk, 1, by=JURY)


def test_a_draft_from_results_corrected_since_is_not_published(club: Club) -> None:
    tournament = a_tournament(club, pairs=4)
    first = settle(tournament, a_round(tournament))
    a_round(tournament, seed=2, until="draft")
    deal = first.matches.all()[0].deals.all()[0]
    dealer = scores.place_of(deal.match, deal.number).dealer
    scores.enter(
        deal.match,
        deal.number,
        "cards",
        {"cards": {dealer: []}, "last_trick": "B" if dealer == "A" else "A"},
        by=JURY,
        based_on=deal.version,
        may_correct=True,
    )
    with pytest.raises(Outdated, match="rifai l'abbinamento"):
        rounds.publish(tournament.pk, 2, by=JURY)
    rounds.redraw(tournament.pk, 2, by=JURY)
    rounds.publish(tournament.pk, 2, by=JURY)


def a_table_left(tournament: Tournament) -> tuple[Round, Match, int, int]:
    """A turn being played, the table that one pair leaves after two deals, who left and who stays."""
    round_ = a_round(tournament)
    match = round_.matches.select_related("round__tournament").get(table=1)
    fill(match)
    for number in (3, 4):
        deal = match.deals.get(number=number)
        scores.erase(match, number, by=JURY, based_on=deal.version)
    gone, stays = (match.seats.filter(side=side)[0].entry.number for side in "AB")
    leave(tournament, gone)
    return round_, match, gone, stays


def test_who_is_left_alone_at_a_table_gets_the_riposo_and_the_turn_can_be_settled(club: Club) -> None:
    tournament = a_tournament(club, pairs=4)
    round_, match, gone, stays = a_table_left(tournament)
    other = round_.matches.select_related("round__tournament").get(table=2)
    with pytest.raises(TournamentError, match="Mancano smazzate al tavolo 2:"):
        rounds.settle(tournament.pk, 1, by=JURY)
    fill(other)

    rounds.settle(tournament.pk, 1, by=JURY)

    tournament.refresh_from_db()
    snapshot = builds.latest_snapshot(tournament)
    assert snapshot is not None
    rows = {row["number"]: row for row in snapshot.rows}
    assert (rows[stays]["rested"], rows[stays]["played"], rows[stays]["match_points"]) == (1, 0, 2)
    assert (rows[gone]["rested"], rows[gone]["played"], rows[gone]["match_points"]) == (0, 0, 0)
    with pytest.raises(TournamentError, match="si è ritirata"):
        scores.enter(
            match, 3, "totals",
            {"last_trick": "A", "A": {"total": 194}, "B": {"total": 106}},
            by=JURY, based_on=0, may_correct=True, reason="tardi",
        )  # fmt: skip
    assert first_broken(tournament.log.all()) is None


def test_a_match_finished_before_the_pair_left_counts_as_played(club: Club) -> None:
    tournament = a_tournament(club, pairs=2)
    round_ = a_round(tournament)
    match = round_.matches.select_related("round__tournament").get()
    fill(match)
    leave(tournament, 1)
    rounds.settle(tournament.pk, 1, by=JURY)
    snapshot = builds.latest_snapshot(tournament)
    assert snapshot is not None
    assert [row["played"] for row in snapshot.rows] == [1, 1]


def test_announced_tables_go_back_with_a_reason_and_before_the_first_deal_only(club: Club) -> None:
    tournament = a_tournament(club, pairs=4)
    a_round(tournament)
    with pytest.raises(InputRefused, match="scrivi il motivo"):
        rounds.discard(tournament.pk, 1, by=JURY)
    rounds.discard(tournament.pk, 1, by=JURY, reason="tavolo rotto")
    said = tournament.log.order_by("-number")[0]
    assert (said.act, said.reason) == ("round.taken-back", "tavolo rotto")

    round_ = a_round(tournament, seed=2)
    fill(round_.matches.select_related("round__tournament").get(table=1))
    with pytest.raises(TournamentError, match="ha già dei risultati"):
        rounds.discard(tournament.pk, 1, by=JURY, reason="ci ripenso")


def test_the_organiser_takes_announced_tables_back_from_the_cockpit(club: Club) -> None:
    tournament = a_tournament(club, pairs=4)
    a_round(tournament, until="published")
    client = signed_in(an_officer(club, RoleKind.ORGANISER))
    assert "Ritira i tavoli" in client.get(f"/t/{tournament.code}/turni/").content.decode()
    where = f"/t/{tournament.code}/turni/1/butta/"
    assert 'name="reason"' in client.get(where).content.decode()
    refused = client.post(where, {"reason": " "})
    assert refused.status_code == 422
    assert "scrivi il motivo" in refused.content.decode()
    assert client.post(where, {"reason": "manca una sedia"}).status_code == 303
    assert not tournament.rounds.exists()


def test_a_result_sent_to_a_table_taken_back_is_told_so(club: Club) -> None:
    tournament = a_tournament(club, pairs=2)
    match = a_round(tournament).matches.select_related("round__tournament").get()
    rounds.discard(tournament.pk, 1, by=JURY, reason="errore")
    with pytest.raises(TournamentError, match="è stato ritirato"):
        fill(match)


def test_the_final_classifica_is_the_last_one_even_when_its_build_was_lost(club: Club) -> None:
    tournament = a_tournament(club, pairs=4, turns=1)
    settle(tournament, a_round(tournament))
    tournament.snapshots.all().delete()  # a build lost: the worker died, the broker was away
    Tournament.objects.filter(pk=tournament.pk).update(standings_version=0)

    closed = lifecycle.close(tournament.pk, by=JURY)

    assert closed.is_final
    assert sorted(places(tournament, 1)) == [1, 2, 3, 4]


def test_erasing_with_a_key_that_wrote_something_is_refused(club: Club) -> None:
    tournament = a_tournament(club, pairs=2)
    match = a_round(tournament).matches.select_related("round__tournament").get()
    fill(match)
    deal = match.deals.get(number=1)
    sent = uuid4()
    scores.enter(match, 1, deal.way, deal.entered, by=JURY, based_on=deal.version, key=sent)
    deal.refresh_from_db()
    with pytest.raises(InputRefused, match="già servito"):
        scores.erase(match, 1, by=JURY, based_on=deal.version, key=sent)
    assert match.deals.filter(number=1).exists()


def test_everybody_gone_leaves_an_evening_that_can_be_concluded(club: Club) -> None:
    tournament = a_tournament(club, pairs=2)
    settle(tournament, a_round(tournament))
    for number in (1, 2):
        leave(tournament, number)
    client = signed_in(an_officer(club, RoleKind.ORGANISER))
    assert "Concludi il torneo" in client.get(f"/t/{tournament.code}/turni/").content.decode()
