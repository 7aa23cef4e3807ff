"""A pair's page: its place and the sum behind it, every deal, and why it counts so."""

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.evening import JURY, a_club, a_round, a_tournament, settle
from tests.pages import flat
from tests.tournaments.web.public.stages import settled, text_of
from tournaments.models import Match, Tournament
from tournaments.results import catalogue, rulings, scores
from tournaments.rounds import rounds

pytestmark = pytest.mark.usefixtures("commits")


def test_the_page_has_every_figure_of_its_deals_and_the_running_total(client: Client) -> None:
    tournament = a_tournament(a_club(), pairs=2)
    settled(tournament)
    match = Match.objects.get()

    text = text_of(client, f"/t/{tournament.code}/coppie/1/")

    total = {"A": 0, "B": 0}
    for deal in match.deals.all():
        for side in "AB":
            total[side] += deal.points[side]
            assert str(deal.counted[side]["sequences"]) in text
        assert f"{total['A']} {total['B']}" in text
    assert f"Totale {total['A']} {total['B']}" in text


def test_a_deal_entered_by_cards_explains_itself_and_totals_cannot(client: Client) -> None:
    tournament = a_tournament(a_club(), pairs=2)
    match = a_round(tournament).matches.select_related("round__tournament").get()
    dealer = scores.place_of(match, 1).dealer
    last = "B" if dealer == "A" else "A"
    entered = {"cards": {dealer: ["Ang", "Mon", "Sol", "Lun", "16", "15"]}, "last_trick": last}
    scores.enter(match, 1, "cards", entered, by=JURY, based_on=0)

    text = text_of(client, f"/t/{tournament.code}/coppie/1/")

    assert "Perché?" in text
    assert "Grande: Angelo, Mondo, Sole, Luna, 16, 15: 6 carte, 25 punti" in text


def test_the_sum_behind_the_place_adds_up_turn_by_turn(client: Client) -> None:
    tournament = a_tournament(a_club(), pairs=3)
    for seed in (1, 2):
        settle(tournament, a_round(tournament, seed=seed))
    snapshot = tournament.snapshots.get(round_number=2)
    row = next(row for row in snapshot.rows if row["rested"] and row["played"])

    text = text_of(client, f"/t/{tournament.code}/coppie/{row['number']}/")

    assert "riposo" in text
    for line in row["per_turn"]:
        assert f"{line['scored']} – {line['conceded']}" in text
    assert f"Totale {row['scored']} – {row['conceded']}" in text


def test_neighbours_in_the_classifica_are_told_with_the_criterion_that_decides(client: Client) -> None:
    tournament = a_tournament(a_club(), pairs=4)
    settled(tournament)
    first, second = tournament.snapshots.get().rows[:2]
    assert first["decided_by"] == "point_difference"

    top = text_of(client, f"/t/{tournament.code}/coppie/{first['number']}/")
    below = text_of(client, f"/t/{tournament.code}/coppie/{second['number']}/")

    assert f"per differenza punti: {first['difference']} contro {second['difference']}." in top
    assert "Segue" not in top
    assert f"(1ª) per differenza punti: {second['difference']} contro {first['difference']}." in below


@pytest.mark.parametrize(
    ("criteria", "said"),
    [
        (["match_points"], "A pari merito con"),
        (["match_points", "lots"], "per sorteggio."),
        (["match_points", "point_difference"], "per punti partita: 2 contro 0."),
    ],
    ids=["level", "by lot, without figures", "by points"],
)
def test_what_decides_is_said_as_it_is(client: Client, criteria: list[str], said: str) -> None:
    tournament = a_tournament(a_club(), pairs=4, criteria=criteria)
    settled(tournament)
    pages = [text_of(client, f"/t/{tournament.code}/coppie/{number}/") for number in range(1, 5)]
    assert any(said in page for page in pages)


def test_points_conceded_are_told_as_they_are_and_what_was_not_played_is_said(client: Client) -> None:
    tournament = a_tournament(a_club(), pairs=6, criteria=["points_conceded", "lots"])
    catalogue.adopt_base_catalogue(tournament.club)
    round_ = a_round(tournament)
    article = tournament.club.articles.get(effect="forfeit", late_step=None)
    rulings.give(round_.matches.get(table=1), article, side="A", by=JURY, reason="Assenti")
    settle(tournament, round_)
    rows = {row["number"]: row for row in tournament.snapshots.get().rows}
    absent = next(row for row in rows.values() if row["per_turn"][0]["forfeited"])
    conceded = -absent["values"][0]
    assert conceded > absent["conceded"] == max(-row["difference"] for row in rows.values()) > 0

    page = text_of(client, f"/t/{tournament.code}/coppie/{absent['number']}/")
    results = client.get(f"/t/{tournament.code}/").content.decode()
    wall = client.get(f"/t/{tournament.code}/proiettore/").content.decode()

    assert f"come se avesse subito {conceded}" in page
    assert f"Meno punti subiti {conceded}" in page
    assert f"{conceded} meno punti subiti · differenza" in page
    assert f"a tavolino, 0–{absent['conceded']}, PP 0, come se avesse subito {conceded}" in results
    assert f'<td role="cell" class="num points">{conceded}<' in flat(results)
    assert f'<span class="points">{conceded}</span>' in wall


def test_the_sum_of_victory_points_is_shown_where_they_count_and_only_there(client: Client) -> None:
    for criteria in (["victory_points", "lots"], ["match_points", "lots"]):
        tournament = a_tournament(a_club(), pairs=4, criteria=criteria)
        settled(tournament)
        row = tournament.snapshots.get().rows[0]
        page = text_of(client, f"/t/{tournament.code}/coppie/{row['number']}/")
        total = f"Totale {row['scored']} – {row['conceded']} {row['difference']:+d} {row['match_points']}"
        counted = "victory_points" in criteria
        assert (f"{total} {row.get('victory_points')}" in page) is counted
        assert ("PP PV" in page) is counted


def test_a_published_table_shows_the_pair_its_seats(client: Client) -> None:
    tournament = a_tournament(a_club(), pairs=2)
    round_ = a_round(tournament, until="published")
    text = text_of(client, f"/t/{tournament.code}/coppie/2/")
    for seat in round_.matches.get().seats.all():
        assert seat.person.full_name in text
    assert "mazziere" in text


def test_a_draft_is_not_on_the_page(client: Client) -> None:
    tournament = a_tournament(a_club(), pairs=3)
    rounds.draw(tournament.pk, by=JURY, seed=1)
    for number in (1, 2, 3):
        assert "Non ha ancora giocato" in text_of(client, f"/t/{tournament.code}/coppie/{number}/")


def test_a_pair_entered_late_has_a_page_without_a_place(client: Client) -> None:
    tournament: Tournament = a_tournament(a_club(), pairs=4)
    settled(tournament)
    tournament.entries.filter(number=4).update(checked_in_at=None)
    Tournament.objects.filter(pk=tournament.pk).update(results_version=5)
    assert client.get(f"/t/{tournament.code}/coppie/4/").status_code == 200


def test_a_number_that_no_pair_has_is_not_found(client: Client) -> None:
    tournament = a_tournament(a_club(), pairs=2)
    assert client.get(f"/t/{tournament.code}/coppie/3/").status_code == 404


@pytest.mark.parametrize("pairs", [4, 40])
def test_the_page_takes_twelve_queries_whatever_the_size(
    client: Client, pairs: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = a_tournament(a_club(), pairs=pairs)
    settled(tournament)
    cache.clear()
    with django_assert_num_queries(12):
        assert client.get(f"/t/{tournament.code}/coppie/1/").status_code == 200
