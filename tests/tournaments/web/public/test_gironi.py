"""An evening of gironi and a final: every page, paper and file tells each girone by its own turns alone."""

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from pypdf import PdfReader
from pytest_django import DjangoAssertNumQueries

from tests.commits import committed
from tests.evening import JURY, a_club, a_round, a_tournament, settle
from tests.once import once_a_module
from tests.pages import flat, words
from tournaments.core.standings import BY_VICTORY_POINTS
from tournaments.evenings import lifecycle
from tournaments.exports import printing
from tournaments.exports.archive_pages import Steps
from tournaments.models import RulingEffect, Tournament
from tournaments.presenters import as_data
from tournaments.presenters.standings import shown_standings, standings_after
from tournaments.results import catalogue, rulings
from tournaments.rounds import rounds
from tournaments.standings import builds
from tournaments.standings.audit import recompute

pytestmark = pytest.mark.usefixtures("commits")

Told = dict[str, Any]
FIGURES = ("match_points", "victory_points", "difference", "scored", "conceded", "won", "lost", "rested")


@dataclass
class Scene:
    """The evening as it ended; what the API and the wall told at each stage of it."""

    tournament: Tournament
    told: dict[str, Told]
    walls: dict[str, str]


def _scene() -> Scene:
    club = a_club()
    catalogue.adopt_base_catalogue(club)
    tournament = a_tournament(
        club, pairs=7, format="groups-final", groups=2, qualifiers=2, criteria=list(BY_VICTORY_POINTS)
    )
    scene = Scene(tournament, {}, {})
    _turn(tournament)
    _punish(tournament, turn=1)
    _turn(tournament)
    _turn(tournament)
    _look(scene, "gironi")
    a_round(tournament, seed=4)
    _look(scene, "semi-finals playing")
    settle(tournament, tournament.rounds.get(number=4))
    builds.build(tournament.pk)
    _punish(tournament, turn=4)
    _look(scene, "semi-finals")
    a_round(tournament, seed=5, until="published")
    _look(scene, "finals published")
    rounds.play(tournament.pk, 5, by=JURY)
    settle(tournament, tournament.rounds.get(number=5))
    builds.build(tournament.pk)
    scene.tournament = lifecycle.close(tournament.pk, by=JURY)
    _look(scene, "over")
    return scene


def _turn(tournament: Tournament) -> None:
    settle(tournament, a_round(tournament, seed=tournament.rounds.count() + 1))
    builds.build(tournament.pk)


def _punish(tournament: Tournament, turn: int) -> None:
    """Points and victory points off, both to who sat N-S at the first table."""
    match = tournament.rounds.get(number=turn).matches.select_related("round__tournament").earliest("table")
    for effect, points in ((RulingEffect.POINTS_OFF, 40), (RulingEffect.VICTORY_POINTS_OFF, 3)):
        article = tournament.club.articles.create(
            code=f"{turn}{points}", title="Ritardo", effect=effect, points=points
        )
        rulings.give(match, article, side="A", by=JURY, reason="Tardi")
    builds.build(tournament.pk)


def _look(scene: Scene, stage: str) -> None:
    client = Client()
    code = scene.tournament.code
    scene.told[stage] = client.get(f"/api/v1/tournaments/{code}/results/").json()["standings"]
    scene.walls[stage] = client.get(f"/t/{code}/proiettore/").content.decode()


made_scene = once_a_module(committed(_scene))


@pytest.fixture
def scene(db: None, made_scene: Callable[[], Scene]) -> Scene:
    return made_scene()


def in_gironi(told: Told) -> dict[int, Told]:
    return {row["number"]: row["in_group"] for row in told["rows"]}


def opened(page: str, table: str, name: str) -> str:
    """The words behind the row of that pair in the girone's table, or in that of the evening."""
    section = flat(page).split(f'<section id="{table}"')[1].split("</section>")[0]
    row = next(each for each in section.split("<tr role=") if f">{name}</a>" in each)
    return words(row.split("<details")[1])


def test_until_the_final_a_girone_says_what_its_pairs_have_done(scene: Scene) -> None:
    told = scene.told["gironi"]
    for row in told["rows"]:
        assert [row["in_group"][name] for name in FIGURES] == [row[name] for name in FIGURES]
        assert row["in_group"]["place"] == row["group_place"]


def test_the_final_and_its_penalties_change_nothing_of_a_girone(scene: Scene) -> None:
    before = in_gironi(scene.told["gironi"])
    for stage in ("semi-finals playing", "semi-finals", "over"):
        assert in_gironi(scene.told[stage]) == before, stage
    # And they did change the classifica: else nothing would be proved.
    over = {row["number"]: row for row in scene.told["over"]["rows"]}
    lines = [line for row in over.values() for line in row["per_turn"] if line["penalty"]]
    assert sorted(line["turn"] for line in lines) == [1, 1, 4, 4]
    final = [row for row in over.values() if row["victory_points"] != before[row["number"]]["victory_points"]]
    assert len(final) == 4


def test_a_girone_opens_to_its_own_turns_and_a_row_of_the_evening_to_both_parts(scene: Scene) -> None:
    told = scene.told["over"]
    page = Client().get(f"/t/{scene.tournament.code}/").content.decode()
    for row in told["rows"]:
        mine = row["in_group"]
        girone, whole = opened(page, "gironi", row["name"]), opened(page, "classifica", row["name"])
        sum_of_girone = f"Punti vittoria {mine['victory_points']} · Differenza punti"
        assert sum_of_girone in girone
        assert f"Girone {'AB'[row['group'] - 1]}, {mine['place']}ª: {sum_of_girone}" in whole
        assert f'href="#girone-{row["number"]}"' in page
        assert page.count(f'id="girone-{row["number"]}"') == 1
        assert f"Punti vittoria {row['victory_points']} · Differenza punti" in whole
        went_on = max(line["turn"] for line in row["per_turn"]) > told["group_turns"]
        assert ("Fase finale:" in whole) == went_on
        for line in row["per_turn"]:
            what = "penalità" if line["penalty"] else "riposo" if line["rested"] else "contro"
            where = girone if line["turn"] <= told["group_turns"] else whole
            assert f"{line['turn']}: {what}" in where
            assert f"{line['turn']}: {what}" not in (girone if where is whole else whole)


def test_what_the_tabellone_decides_is_told_as_such(scene: Scene) -> None:
    told = scene.told["over"]
    page = Client().get(f"/t/{scene.tournament.code}/").content.decode()
    for row in told["rows"]:
        whole = opened(page, "classifica", row["name"])
        assert ("andata più avanti nel tabellone" in whole) == (row["decided_by"] == "stage")
        assert ("per il posto nel girone" in whole) == (row["decided_by"] == "group")
    assert {"stage", "group"} <= {row["decided_by"] for row in told["rows"]}


@pytest.mark.parametrize(
    ("stage", "kinds"),
    [
        ("gironi", ["gironi"]),
        ("semi-finals playing", ["tables", "gironi", "clock"]),
        ("semi-finals", ["standings", "gironi"]),
        ("finals published", ["tables", "seats-by-name", "seats-by-number"]),
        ("over", ["standings", "gironi"]),
    ],
)
def test_the_wall_turns_through_the_gironi(scene: Scene, stage: str, kinds: list[str]) -> None:
    slides = scene.walls[stage].split('class="slide slide-')[1:]
    assert [slide.split('"')[0] for slide in slides] == kinds
    for slide in slides:
        if slide.startswith("gironi"):
            said = words(slide)
            assert said.index("dopo il turno 3") < said.index("Girone A") < said.index("Girone B")
            for row in scene.told["gironi"]["rows"]:
                assert f"n. {row['number']} " in said
                assert f"{row['in_group']['leading']}" in said


def kinds_on_the_wall(tournament: Tournament) -> list[str]:
    page = Client().get(f"/t/{tournament.code}/proiettore/").content.decode()
    return [slide.split('"')[0] for slide in page.split('class="slide slide-')[1:]]


@pytest.mark.parametrize(
    ("pairs", "groups", "slides"), [(6, 3, ["gironi", "gironi"]), (14, 2, ["girone", "girone"])]
)
def test_small_gironi_stand_side_by_side_and_large_ones_have_slides_of_their_own(
    pairs: int, groups: int, slides: list[str]
) -> None:
    tournament = a_tournament(a_club(), pairs=pairs, format="girone", groups=groups)
    _turn(tournament)
    assert kinds_on_the_wall(tournament) == slides
    lifecycle.close(tournament.pk, by=JURY)
    assert kinds_on_the_wall(tournament) == ["standings"] * -(-pairs // 10) + slides


def test_before_the_first_result_the_wall_says_who_is_in_which_girone() -> None:
    tournament = a_tournament(a_club(), pairs=9, format="girone", groups=3)
    round_ = a_round(tournament)
    page = Client().get(f"/t/{tournament.code}/proiettore/").content.decode()
    slides = [each for each in page.split('class="slide slide-')[1:] if each.startswith("pairs")]
    assert len(slides) == 3
    for group, slide in enumerate(slides, start=1):
        said = words(slide)
        assert f"Girone {'ABC'[group - 1]}" in said
        mine = [number for number, of in round_.group_of.items() if of == group]
        assert len(mine) == 3
        for number in mine:
            assert f"Cognome{number:03}" in said


def test_a_place_shared_in_a_girone_is_flagged_wherever_it_is_told() -> None:
    """No criterion tells them apart: the girone says so, though in the whole one comes before the other."""
    tournament = a_tournament(a_club(), pairs=8, format="girone", groups=2, criteria=["match_points"])
    _turn(tournament)
    told = Client().get(f"/api/v1/tournaments/{tournament.code}/results/").json()["standings"]
    assert sorted(row["in_group"]["place"] for row in told["rows"]) == [1, 1, 1, 1, 3, 3, 3, 3]
    page = Client().get(f"/t/{tournament.code}/").content.decode()
    for row in told["rows"]:
        mine = row["in_group"]
        assert mine["tied"]
        assert len(mine["shares_with"]) == 1
        girone, whole = opened(page, "gironi", row["name"]), opened(page, "classifica", row["name"])
        assert f"Nessun criterio la distingue da n. {mine['shares_with'][0]}: dividono il posto." in girone
        assert f"{mine['place']}ª a pari merito:" in whole
    section = page.split('<section id="gironi"')[1].split("</section>")[0]
    assert words(section).count("a pari merito") == 8
    wall = words(Client().get(f"/t/{tournament.code}/proiettore/").content.decode())
    assert wall.count("a pari merito") == 8


def test_the_wall_names_the_matches_of_the_final(scene: Scene) -> None:
    assert "Tavoli del turno 4 · Semifinali" in words(scene.walls["semi-finals playing"])
    assert "Turno 4: si gioca · Semifinali" in words(scene.walls["semi-finals playing"])
    last = words(scene.walls["finals published"])
    assert "Turno 5: ai tavoli · Finali" in last
    assert last.index(" Finale ") < last.index("Finale per il terzo posto")


@pytest.mark.parametrize("turn", [2, 3, 5])
def test_the_files_of_the_gironi_say_what_the_page_does(scene: Scene, turn: int) -> None:
    where = f"/t/{scene.tournament.code}/scarica/turni/{turn}/gironi"
    told = as_data(shown_standings(standings_after(scene.tournament, {}, turn)))
    rows = json.loads(Client().get(f"{where}.json").content)["rows"]
    by_number = in_gironi(told)
    assert [row["number"] for row in rows] == [number for group in told["groups"] for number in group]
    for row in rows:
        mine = by_number[row["number"]]
        assert [row[name] for name in FIGURES] == [mine[name] for name in FIGURES]
    in_csv = Client().get(f"{where}.csv").content.decode("utf-8-sig")
    assert [int(line[2]) for line in list(csv.reader(io.StringIO(in_csv), delimiter=";"))[1:]] == [
        row["number"] for row in rows
    ]
    assert Client().get(f"{where}.xlsx").content[:2] == b"PK"
    assert Client().get(f"{where}.pdf").content[:4] == b"%PDF"


def test_paper_and_archive_have_the_gironi_below_the_classifica(scene: Scene) -> None:
    paper = PdfReader(io.BytesIO(printing.standings_pdf(scene.tournament)))
    on_paper = " ".join(" ".join(page.extract_text() for page in paper.pages).split())
    assert on_paper.index("Girone A") < on_paper.index("Girone B")
    assert "Solo i turni dei gironi, senza la fase finale." in on_paper
    steps = Steps(scene.tournament)
    files = steps.files(0) | steps.files(steps.turns.index(5) + 1)
    assert "Girone B" in files["index.html"].decode()
    kept = json.loads(files["dati/classifica-5.json"])
    assert in_gironi(kept) == in_gironi(scene.told["gironi"])


def test_the_page_of_a_pair_adds_up_the_girone_and_the_final(scene: Scene) -> None:
    first = scene.told["over"]["rows"][0]
    page = flat(Client().get(f"/t/{scene.tournament.code}/coppie/{first['number']}/").content.decode())
    table = page.split('class="sum-table"')[1].split("</table>")[0]
    sums = [words(each) for each in re.findall(r"<tr[^>]*><th scope=.row.*?</tr>", table, re.DOTALL)]
    of = [first["in_group"]["victory_points"], first["victory_points"] - first["in_group"]["victory_points"]]
    girone, final, whole = sums
    assert girone.startswith(f"Girone {'AB'[first['group'] - 1]} ")
    assert final.startswith("Fase finale ")
    assert [said.split()[-1] for said in sums] == [str(of[0]), str(of[1]), str(first["victory_points"])]
    assert whole.startswith("Totale ")


def test_the_results_page_takes_nine_queries_with_gironi_too(
    scene: Scene, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    address = f"/t/{scene.tournament.code}/"
    cache.clear()
    with django_assert_num_queries(9):
        assert "Girone A" in Client().get(address).content.decode()
    with django_assert_num_queries(0):
        Client().get(address)


def test_recomputing_finds_what_is_stored(scene: Scene) -> None:
    report = recompute(scene.tournament.pk)
    assert report.faults == []
    assert report.snapshots > 5, "the penalties made new versions of what was there"


def test_where_there_are_no_gironi_there_is_no_table_of_them() -> None:
    tournament = a_tournament(a_club(), pairs=4)
    _turn(tournament)
    assert Client().get(f"/t/{tournament.code}/scarica/turni/1/gironi.csv").status_code == 404
    assert "gironi" not in Client().get(f"/t/{tournament.code}/scarica/").content.decode()
    told = Client().get(f"/api/v1/tournaments/{tournament.code}/results/").json()["standings"]
    assert {row["in_group"] for row in told["rows"]} == {None}
