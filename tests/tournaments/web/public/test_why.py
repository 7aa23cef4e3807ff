"""Each row opens to the sum behind it; the classifica of the turn being played is told as provisional."""

import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.evening import JURY, a_club, a_round, a_tournament, fill
from tests.pages import flat, words
from tests.tournaments.seasons.evenings import an_evening as an_evening_of
from tests.tournaments.seasons.evenings import some_people
from tests.tournaments.standings.test_builds import an_evening, correct, fresh, table
from tests.tournaments.web.public.stages import playing, published, settled, text_of
from tournaments.errors import InputRefused
from tournaments.models import RulingEffect, Tournament
from tournaments.presenters import as_data
from tournaments.presenters.standings import shown_standings, standings_after
from tournaments.results import catalogue, rulings
from tournaments.standings import builds, ranking_service
from tournaments.text.deal_terms import signed
from tournaments.text.names import PUBLIC

pytestmark = pytest.mark.usefixtures("commits")


def row_of(client: Client, address: str, number: int) -> str:
    """The words behind the row of that pair."""
    page = flat(client.get(address).content.decode())
    row = re.search(rf'<tr role="row" id="riga-{number}".*?</tr>', page, re.DOTALL)
    assert row is not None
    opened = re.search(r"<details.*?</details>", row[0], re.DOTALL)
    assert opened is not None
    return words(opened[0])


def test_a_row_tells_figures_ties_movement_and_every_turn(client: Client) -> None:
    tournament = an_evening(pairs=5, turns=2)
    newest = builds.latest_snapshot(tournament)
    assert newest is not None
    before = {row["number"]: row["place"] for row in tournament.snapshots.get(round_number=1).rows}
    for row in newest.rows:
        said = row_of(client, f"/t/{tournament.code}/", row["number"])
        assert f"Punti partita {row['match_points']} · Differenza punti" in said
        assert (
            f"Prima era {before[row['number']]}ª" in said
            or f"Anche prima era {before[row['number']]}ª" in said
        )
        for line in row["per_turn"]:
            what = "riposo" if line["rested"] else f"contro n. {line['opponents'][0]}"
            assert (
                f"{line['turn']}: {what}, {line['scored']}–{line['conceded']}, PP {line['match_points']}"
                in said
            )
    level = [row for row in newest.rows if row["match_points"] == newest.rows[0]["match_points"]]
    if len(level) > 1:
        assert "decide il criterio «Differenza punti»" in row_of(
            client, f"/t/{tournament.code}/", level[0]["number"]
        )


def test_an_unresolved_tie_says_with_whom(client: Client) -> None:
    tournament = a_tournament(a_club(), pairs=4, criteria=["match_points"])
    settled(tournament)
    first, second = (row["number"] for row in tournament.snapshots.get().rows[:2])
    assert f"Nessun criterio la distingue da n. {second}" in row_of(client, f"/t/{tournament.code}/", first)


def test_penalties_forfeits_and_victory_points_are_in_the_sum(client: Client) -> None:
    tournament = an_evening(pairs=4, turns=1, criteria=["victory_points", "lots"])
    catalogue.adopt_base_catalogue(tournament.club)
    article = tournament.club.articles.create(
        code="20", title="Ritardo", effect=RulingEffect.VICTORY_POINTS_OFF, points=3
    )
    ruling = rulings.give(table(tournament), article, side="A", by=JURY, reason="Tardi")
    forfeit = tournament.club.articles.filter(effect=RulingEffect.FORFEIT)[0]
    lost = rulings.give(table(tournament, number=2), forfeit, side="A", by=JURY, reason="Via")
    builds.build(tournament.pk)
    punished = row_of(client, f"/t/{tournament.code}/", ruling.entry.number)
    assert "1: penalità, 0, PV −3" in punished
    worst = max(-row["difference"] for row in tournament.snapshots.latest("results_version").rows)
    assert f"1: a tavolino, 0–{worst}, PP 0, PV 0" in row_of(
        client, f"/t/{tournament.code}/", lost.entry.number
    )
    assert "punti vittoria" in text_of(client, f"/t/{tournament.code}/")


def test_a_penalty_of_victory_points_is_refused_where_nobody_counts_them() -> None:
    tournament = an_evening(pairs=4, turns=1)
    article = tournament.club.articles.create(
        code="20", title="Ritardo", effect=RulingEffect.VICTORY_POINTS_OFF, points=3
    )
    with pytest.raises(InputRefused, match="non conta i punti vittoria"):
        rulings.give(table(tournament), article, side="A", by=JURY, reason="Tardi")


def test_while_a_turn_is_played_there_are_two_classifiche_and_each_says_which_it_is(client: Client) -> None:
    tournament = an_evening(pairs=4, turns=1)
    a_round(tournament, seed=2)
    fill(table(tournament, turn=2))
    here, there = f"/t/{tournament.code}/", f"/t/{tournament.code}/provvisoria/"
    assert f'href="{there}"' in client.get(here).content.decode()
    assert "Classifica dopo il turno 1" in text_of(client, here)
    told = text_of(client, there)
    assert "Provvisoria: turno 2 in corso, 1 tavolo finito su 2." in told
    assert "Classifica provvisoria, durante il turno 2" in told
    assert f'href="{here}#classifica"' in client.get(there).content.decode()


@pytest.mark.parametrize("reach", [published, settled])
def test_between_turns_there_is_no_provisional_classifica(client: Client, reach: object) -> None:
    tournament = a_tournament(a_club(), pairs=4)
    reach(tournament)  # type: ignore[operator]
    assert "Non si sta giocando nessun turno" in text_of(client, f"/t/{tournament.code}/provvisoria/")
    assert "provvisoria/" not in client.get(f"/t/{tournament.code}/").content.decode()


def test_in_the_first_turn_the_provisional_one_is_the_only_one(client: Client) -> None:
    tournament = a_tournament(a_club(), pairs=4)
    playing(tournament)
    assert "Con il turno in corso" in text_of(client, f"/t/{tournament.code}/")
    assert "durante il turno 1" in text_of(client, f"/t/{tournament.code}/provvisoria/")


def test_a_corrected_classifica_says_what_changed(client: Client) -> None:
    tournament = an_evening(pairs=4, turns=1)
    assert "è stata corretta" not in text_of(client, f"/t/{tournament.code}/")
    correct(tournament)
    builds.build(tournament.pk)
    newest = builds.latest_snapshot(fresh(tournament))
    assert newest is not None
    told = text_of(client, f"/t/{tournament.code}/")
    assert "La classifica del turno 1 è stata corretta" in told
    for shift in newest.changes["shifts"]:
        before, after = (f"{shift[when]['difference']:+d}".replace("-", "−") for when in ("before", "after"))
        assert (f"differenza {before} → {after}" in told) == (before != after)
    # And it is there to be taken as it was.
    first = tournament.snapshots.first()
    where = f"/t/{tournament.code}/scarica/turni/1/classifica/{first.results_version}"
    assert f"{where}.pdf" in client.get(f"/t/{tournament.code}/").content.decode()
    earlier = json.loads(client.get(f"{where}.json").content)
    assert [row["difference"] for row in earlier["rows"]] == [row["difference"] for row in first.rows]
    assert "com'era" in earlier["title"]
    assert client.get(f"/t/{tournament.code}/scarica/turni/1/classifica/99.json").status_code == 404


def test_another_ranking_says_beside_the_classifica_why(client: Client) -> None:
    tournament = an_evening(pairs=4, turns=1)
    ranking_service.choose(
        tournament.pk, by=JURY, criteria=["total_points", "lots"], reason="Così dice il circolo"
    )
    builds.build(tournament.pk)
    assert "Il motivo: «Così dice il circolo»" in text_of(client, f"/t/{tournament.code}/")


def test_an_earlier_classifica_is_told_by_the_rules_that_made_it(client: Client) -> None:
    tournament = an_evening(pairs=4, turns=1)
    first = tournament.snapshots.get().results_version
    ranking_service.choose(tournament.pk, by=JURY, match_scale="3-1-0", reason="Così dice il circolo")
    builds.build(tournament.pk)
    told = {
        version: as_data(shown_standings(standings_after(fresh(tournament), PUBLIC, 1, version)))
        for version in (first, None)
    }
    assert "Due punti per ogni partita vinta" in told[first]["criteria"][0]["explanation"]
    assert "Tre punti per ogni partita vinta" in told[None]["criteria"][0]["explanation"]


def test_a_correction_that_leaves_the_difference_says_which_points_it_changed(client: Client) -> None:
    tournament = an_evening(pairs=4, turns=1)
    catalogue.adopt_base_catalogue(tournament.club)
    match = table(tournament, turn=1, number=1)
    totals = match.play.totals(list(match.points.values()))
    rulings.give(
        match,
        tournament.club.articles.get(effect=RulingEffect.ASSIGNED),
        side="A",
        by=JURY,
        reason="Dieci punti a testa",
        assigned={side: points + 10 for side, points in totals.items()},
    )
    builds.build(tournament.pk)
    told = text_of(client, f"/t/{tournament.code}/")
    for points in totals.values():
        assert f"punti fatti {points} → {points + 10}" in told
        assert f"punti subiti {points} → {points + 10}" in told
    assert not re.search(r"differenza [+−]?\d+ →", told)


def test_a_settled_turn_without_its_classifica_says_that_it_is_coming(client: Client) -> None:
    """Between the settling and the build the new tables stand beside the old classifica, and it is said."""
    tournament = an_evening(pairs=4, turns=1)
    round_ = a_round(tournament, seed=2)
    for match in round_.matches.select_related("round__tournament"):
        fill(match, seed=2)
    round_.state = "settled"
    round_.save(update_fields=["state"])
    assert Tournament.objects.get(pk=tournament.pk).standings_are_current, "read before the change"
    told = text_of(client, f"/t/{tournament.code}/")
    assert "La classifica si sta aggiornando" in told
    assert "Classifica dopo il turno 1" in told
    assert "Tavoli del turno 2" in told


def test_the_provisional_page_takes_a_fixed_number_of_queries(client: Client) -> None:
    made = []
    for pairs in (4, 12):
        tournament = an_evening(pairs=pairs, turns=1)
        a_round(tournament, seed=2)
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/t/{tournament.code}/provvisoria/")
        made.append(len(queries))
    assert made[0] == made[1] <= 11


def test_a_single_player_is_not_told_as_a_pair(client: Client) -> None:
    club = a_club()
    tournament = an_evening_of(club, some_people(club), format=Tournament.Format.ROTATION, turns=2)
    page = client.get(f"/t/{tournament.code}/").content.decode()
    before = {row["number"]: row["place"] for row in tournament.snapshots.get(round_number=1).rows}
    for number, place in before.items():
        assert re.search(rf"[Pp]rima era {place}º[.:]", row_of(client, f"/t/{tournament.code}/", number))
    assert not re.search(r"\dª|altra\b", page)


def test_a_tie_among_themselves_says_what_their_own_matches_gave(client: Client) -> None:
    tournament = an_evening(pairs=4, turns=3, format="girone", criteria=["cappotti", "mini_table", "lots"])
    rows = tournament.snapshots.get(round_number=3).rows
    assert {row["values"][0] for row in rows} == {0}, "all four are level, and have met"
    for row in rows:
        gave = f"PP {row['match_points']} e differenza {signed(row['difference'])}"
        said = row_of(client, f"/t/{tournament.code}/", row["number"])
        assert f"decide il criterio «Classifica avulsa», fra loro {gave}." in said


def test_the_strength_of_the_opponents_is_told_as_a_sum(client: Client) -> None:
    tournament = an_evening(pairs=5, turns=2, criteria=["match_points", "opponents_strength", "lots"])
    rows = tournament.snapshots.get(round_number=2).rows
    points = {row["number"]: row["match_points"] for row in rows}
    for row in rows:
        terms = [
            f"{row['match_points']} (riposo)" if line["rested"] else "{1} (n. {0})".format(*of_one)
            for line in row["per_turn"]
            for of_one in [next(((n, points[n]) for n in line["opponents"]), ())]
        ]
        said = row_of(client, f"/t/{tournament.code}/", row["number"])
        assert f"Forza degli avversari: {' + '.join(terms)}" in said
        assert f"Forza degli avversari {row['values'][1]}" in said
        assert row["values"][1] == sum(int(term.split()[0]) for term in terms)
