"""What the club's pages show is taken as files too: seasons, ratings, players; the race, the running turn."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from club.models import Club, Person
from club.privacy import publication
from tests.commits import committed
from tests.evening import FourPeople, a_club, a_round, a_tournament, fill, four_people
from tests.once import once_a_module
from tests.tournaments.exports.test_tables import of_csv, of_pdf, of_xlsx
from tests.tournaments.seasons.evenings import a_season, an_evening, some_people
from tournaments import seasons
from tournaments.models import RatingPoint, Season, Tournament

pytestmark = pytest.mark.usefixtures("commits")

TABLES = [
    "{season}classifica", "{season}risultati", "{players}punteggi", "{one}punteggio", "{one}serate",
    "{one}compagni", "{one}avversari", "{one}cifre", "{one}contro/{other}/partite",
]  # fmt: skip
PAGES = ["{season}", "{players}", "{one}", "{one}punteggio/", "{one}contro/{other}/"]


@dataclass
class Place:
    """Two evenings of the same eight people, the fourth without consent, and a season of both."""

    club: Club
    players: list[Person]
    season: Season

    def at(self, address: str) -> str:
        club = f"/circoli/{self.club.slug}/"
        return address.format(
            season=f"{club}stagioni/{self.season.pk}/",
            players=f"{club}giocatori/",
            one=f"{club}giocatori/{self.players[0].pk}/",
            other=self.players[2].pk,
        )


def _place() -> tuple[Place, FourPeople]:
    club = a_club()
    four = four_people(club)
    players = some_people(club)
    evenings = [
        an_evening(club, players, name="Serata uno", turns=2),
        an_evening(club, players, on=date(2026, 10, 9), name="Serata due", seed=3, turns=2),
    ]
    return Place(club, players, a_season(club, four.organiser, *evenings, best_of=1)), four


made_place = once_a_module(committed(_place))


@pytest.fixture
def place(db: None, made_place: Callable[[], tuple[Place, FourPeople]]) -> Place:
    return made_place()[0]


@pytest.fixture
def its_people(db: None, made_place: Callable[[], tuple[Place, FourPeople]]) -> FourPeople:
    return made_place()[1]


def taken(address: str) -> bytes:
    answer = Client().get(address)
    assert answer.status_code == 200, (address, answer.content)
    return bytes(answer.content)


def rows_of(address: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(taken(f"{address}.json"))["rows"]
    return found


@pytest.mark.parametrize("table", TABLES)
def test_the_four_formats_hold_the_same_rows_and_no_name_that_may_not_be_read(
    place: Place, table: str
) -> None:
    address = place.at(table)
    said = json.loads(taken(f"{address}.json"))
    titles = [column["title"] for column in said["columns"]]
    in_csv, in_xlsx = of_csv(taken(f"{address}.csv")), of_xlsx(taken(f"{address}.xlsx"))
    on_paper = "".join(of_pdf(taken(f"{address}.pdf")))

    assert said["of"]["club"] == place.club.name
    assert said["rows"], "a table with nothing in it shows nothing"
    assert in_csv[0] == in_xlsx[0] == titles
    assert len(in_csv) == len(in_xlsx) == len(said["rows"]) + 1
    assert all(re.sub(r"[\s-]", "", title) in on_paper for title in titles)
    for words in (json.dumps(said), str(in_csv), str(in_xlsx), on_paper):
        assert "Socio4" not in words


@pytest.mark.parametrize("table", TABLES)
def test_where_the_rule_is_the_number_no_initials_are_in_the_files_either(place: Place, table: str) -> None:
    publication.set_rules(place.club, unnamed="number", is_indexed=False)
    said = taken(f"{place.at(table)}.csv").decode()
    assert "Socio4" not in said
    assert "S. A." not in said


def test_the_season_has_its_places_and_the_dropped_results_beside_those_that_count(place: Place) -> None:
    known = seasons.season_standings(place.season)
    rows = rows_of(place.at("{season}classifica"))
    assert [(row["place"], row["points"], row["dropped"]) for row in rows] == [
        (row.place, row.points, 1) for row in known.rows
    ]
    results = rows_of(place.at("{season}risultati"))
    assert len(results) == 2 * len(rows)
    assert sum(row["note"] == "risultato escluso" for row in results if not row["counted"]) == len(rows)
    counted = sum(int(str(row["points"])) for row in results if row["counted"])
    assert counted == sum(row.points for row in known.rows)


def test_a_rating_is_taken_evening_by_evening(place: Place) -> None:
    points = RatingPoint.objects.filter(person=place.players[0])
    assert [
        (row["evening"], row["rating"], row["change"]) for row in rows_of(place.at("{one}punteggio"))
    ] == [(point.tournament.name, point.rating, point.change) for point in points]
    assert len(rows_of(place.at("{players}punteggi"))) == len(place.players)


def test_a_player_s_evenings_add_up_to_the_partners_and_to_the_meetings(place: Place) -> None:
    evenings, partners = rows_of(place.at("{one}serate")), rows_of(place.at("{one}compagni"))
    for figure in ("matches", "won", "lost", "difference"):
        assert sum(int(str(row[figure])) for row in evenings) == sum(
            int(str(row[figure])) for row in partners
        )
    met = {row["name"]: row["matches"] for row in rows_of(place.at("{one}avversari"))}
    assert met["Socio3 Anna"] == len(rows_of(place.at("{one}contro/{other}/partite")))


@pytest.mark.parametrize("page", PAGES)
def test_each_page_has_its_tables_menu(place: Place, page: str) -> None:
    text = taken(place.at(page)).decode()
    addresses = set(re.findall(r'href="(/circoli/[^"]+\.(?:csv|xlsx|pdf|json))"', text))
    assert len(addresses) >= 4
    assert all(Client().get(address).status_code == 200 for address in addresses)
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("table", "queries"), [("{season}classifica", 0), ("{players}punteggi", 0), ("{one}serate", 1)]
)
def test_a_file_of_the_same_edition_costs_no_more_than_its_page(
    place: Place, table: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    address = f"{place.at(table)}.csv"
    first = Client().get(address)
    with django_assert_num_queries(queries):
        again = Client().get(address)
    with django_assert_num_queries(queries):
        known = Client().get(address, headers={"If-None-Match": first["ETag"]})
    assert again.content == first.content
    assert known.status_code == 304


@pytest.mark.parametrize("who", ["", "player", "stranger", "referee", "organiser"])
def test_the_file_is_the_same_whoever_asks(place: Place, its_people: FourPeople, who: str) -> None:
    answer = its_people.client(who).get(f"{place.at('{season}classifica')}.csv")
    assert answer.content == taken(f"{place.at('{season}classifica')}.csv")


def test_what_has_no_page_has_no_file(place: Place, its_people: FourPeople) -> None:
    theirs = place.at("{season}").replace(place.club.slug, "circolo-di-un-altro")
    unnamed = place.at("{players}") + f"{place.players[3].pk}/"
    publication.set_rules(place.club, unnamed="number", is_indexed=False)
    for address in (f"{theirs}classifica", f"{unnamed}serate", f"{unnamed}punteggio"):
        assert Client().get(f"{address}.csv").status_code == 404, address


def test_the_race_is_taken_as_the_page_has_it(finished: Tournament) -> None:
    rows = rows_of(f"/t/{finished.code}/scarica/andamento")
    for turn in (1, 2):
        snapshot = finished.snapshots.get(round_number=turn)
        assert {row["number"]: row[f"turn_{turn}"] for row in rows} == {
            row["number"]: row["place"] for row in snapshot.rows
        }
    assert f"/t/{finished.code}/scarica/andamento.pdf" in taken(f"/t/{finished.code}/andamento/").decode()


def test_the_provisional_classifica_says_that_it_is(club: Club) -> None:
    tournament = a_tournament(club, pairs=10)
    match = a_round(tournament).matches.select_related("round__tournament").first()
    assert match is not None
    fill(match)
    at = f"/t/{tournament.code}/scarica/provvisoria"
    said = json.loads(taken(f"{at}.json"))
    assert said["title"] == "Classifica provvisoria, durante il turno 1"
    assert sum(row["won"] + row["drawn"] + row["lost"] for row in said["rows"]) == 2
    assert "Cognome010" not in json.dumps(said)
    assert f"{at}.pdf" in taken(f"/t/{tournament.code}/provvisoria/").decode()


@pytest.mark.parametrize(
    ("table", "said"),
    [("andamento", "prima si conclude un turno"), ("provvisoria", "Non si sta giocando nessun turno")],
)
def test_before_there_is_anything_it_says_so(club: Club, table: str, said: str) -> None:
    answer = Client().get(f"/t/{a_tournament(club).code}/scarica/{table}.csv")
    assert answer.status_code == 409
    assert said in answer.content.decode()
