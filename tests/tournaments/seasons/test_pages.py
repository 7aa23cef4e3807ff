"""The pages of seasons and ratings: what they say, to whom, at which cost, by the names rule."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from club.models import Club, Person, RoleKind
from club.privacy import publication
from tests.commits import committed
from tests.evening import JURY, FourPeople, a_club, an_officer, four_people, signed_in
from tests.once import once_a_module
from tests.pages import flat
from tests.tournaments.seasons.evenings import a_season, an_evening, some_people
from tests.tournaments.web.public.stages import text_of
from tournaments import seasons
from tournaments.evenings import lifecycle
from tournaments.models import ClubRatings, Season, Tournament

pytestmark = pytest.mark.usefixtures("commits")


@dataclass
class Place:
    """A club with two evenings of the same eight people and a season of both."""

    club: Club
    officers: FourPeople
    players: list[Person]
    evenings: list[Tournament]
    season: Season

    @property
    def at(self) -> str:
        return f"/circoli/{self.club.slug}/stagioni/{self.season.pk}/"

    @property
    def players_at(self) -> str:
        return f"/circoli/{self.club.slug}/giocatori/"

    def signed_in(self, who: str) -> Client:
        return signed_in(getattr(self.officers, who))


def _place() -> Place:
    club = a_club()
    officers = four_people(club)
    players = some_people(club)
    evenings = [
        an_evening(club, players, name="Serata uno"),
        an_evening(club, players[::-1], on=date(2026, 10, 9), name="Serata due", seed=3),
    ]
    season = a_season(club, officers.organiser, *evenings, best_of=1)
    return Place(club, officers, players, evenings, season)


made_place = once_a_module(committed(_place))


@pytest.fixture
def place(db: None, made_place: Callable[[], Place]) -> Place:
    return made_place()


def test_a_row_opens_to_its_evenings_with_the_dropped_one_struck_and_said(place: Place) -> None:
    page = flat(Client().get(place.at).content.decode())
    text = text_of(Client(), place.at)
    assert page.count("<s><a href=") == 8, "each has one evening too many"
    assert "1 risultato escluso" in text
    assert "risultato escluso" in text
    assert "Conta il miglior risultato di ognuno." in text
    assert "Classifica dopo 2 serate" in text


def test_names_are_those_of_the_club_s_rule(place: Place) -> None:
    text = text_of(Client(), place.at)
    assert "Socio1 Anna" in text
    assert "Socio4" not in text
    assert "S. A." in text
    publication.set_rules(place.club, unnamed="number", is_indexed=False)
    for address in (place.at, place.players_at):
        text = text_of(Client(), address)
        assert "Socio4" not in text
        assert "S. A." not in text
    fourth = place.players[3].pk
    assert Client().get(f"{place.players_at}{fourth}/punteggio/").status_code == 404
    assert f"/giocatori/{fourth}/" not in Client().get(place.players_at).content.decode()


def test_what_is_not_over_is_provisional_and_what_has_not_begun_says_so(place: Place) -> None:
    assert "Provvisoria" not in text_of(Client(), place.at)
    going = an_evening(place.club, place.players, on=date(2026, 10, 16), closed=False)
    future = an_evening(place.club, place.players, on=date(2026, 10, 23), turns=0)
    weights = {**seasons.evening_weights(place.season), going.code: 2, future.code: 1}
    seasons.change(place.season.pk, by=place.officers.organiser, evenings=weights)
    text = text_of(Client(), place.at)
    for words in ("Provvisoria", "vale ×2", "Nessun turno concluso"):
        assert words in text


def test_an_evening_that_changes_shows_at_once(place: Place) -> None:
    first = Client().get(place.at)
    lifecycle.reopen(place.evenings[0].pk, by=JURY, reason="Foglio letto male")
    second = Client().get(place.at)
    assert second["ETag"] != first["ETag"]
    assert "Provvisoria" in second.content.decode()


@pytest.mark.parametrize("page", ["season", "ratings", "player"])
def test_a_page_kept_costs_no_query_and_is_not_sent_again(
    place: Place, page: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    player = f"{place.players_at}{place.players[0].pk}/punteggio/"
    where = {"season": place.at, "ratings": place.players_at, "player": player}[page]
    cache.clear()
    with django_assert_num_queries({"season": 9, "ratings": 7, "player": 8}[page]):
        etag = Client().get(where)["ETag"]
    with django_assert_num_queries(0):
        assert Client().get(where).status_code == 200
        assert Client().get(where, headers={"If-None-Match": etag}).status_code == 304


def test_a_player_s_page_reads_the_club_with_its_seasons(
    place: Place, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    cache.clear()
    with django_assert_num_queries(15):
        assert Client().get(f"{place.players_at}{place.players[0].pk}/").status_code == 200


@pytest.mark.parametrize("who", ["organiser", "referee", "player", "stranger"])
def test_everybody_reads_and_only_the_organiser_is_led_to_the_rules(place: Place, who: str) -> None:
    client = place.signed_in(who)
    assert ("Regole e serate" in text_of(client, place.at)) is (who == "organiser")
    assert ("Regole dei punteggi" in text_of(client, place.players_at)) is (who == "organiser")
    seasons = f"/circoli/{place.club.slug}/stagioni/"
    assert ("Nuova stagione" in text_of(client, seasons)) is (who == "organiser")
    assert "Socio4" not in text_of(client, place.at)


def test_another_club_s_season_is_not_there(place: Place) -> None:
    other = place.officers.stranger.roles.first()
    assert other
    for path in ("", "cambia/", "finale/"):
        where = f"/circoli/{other.club.slug}/stagioni/{place.season.pk}/{path}"
        assert place.signed_in("stranger").get(where).status_code == 404
    someone = f"/circoli/{other.club.slug}/giocatori/{place.players[0].pk}/punteggio/"
    assert Client().get(someone).status_code == 404


def fields_of(season: Season, **others: Any) -> dict[str, Any]:
    """The form as the page shows it, with other answers."""
    shown = {
        "name": season.name, "from_day": season.from_day, "to_day": season.to_day, "ranks": season.ranks,
        "counted_by": season.counted_by, "place_points": " ".join(map(str, season.place_points)),
        "presence_points": season.presence_points, "best_of": season.best_of or "",
        "min_evenings": season.min_evenings, "among": season.among, "qualifiers": season.qualifiers,
        "criterion_0": "evenings_won", "version": season.version,
        **{f"evening_{code}": weight for code, weight in seasons.evening_weights(season).items()},
    }  # fmt: skip
    return {**shown, **others}


def test_the_organiser_changes_rules_and_evenings_on_one_page(place: Place) -> None:
    client = place.signed_in("organiser")
    season = Season.objects.get(pk=place.season.pk)
    said = fields_of(season, place_points="9, 7 5", best_of="", **{f"evening_{place.evenings[0].code}": 2})
    assert client.post(f"{place.at}cambia/", said).status_code == 303
    season.refresh_from_db()
    assert (season.place_points, season.best_of, season.criteria) == ([9, 7, 5], None, ["evenings_won"])
    assert seasons.evening_weights(season)[place.evenings[0].code] == 2
    page = client.get(f"{place.at}cambia/").content.decode()
    told = " ".join(page.replace("</strong>", "").split()).partition("ha cambiato la stagione: ")[2]
    assert "punti dei primi posti" in told[:120]


@pytest.mark.parametrize(
    ("answers", "status", "said"),
    [
        ({"place_points": "5 9"}, 422, "non possono crescere"),
        ({"place_points": "cinque"}, 422, "numeri interi separati da spazi"),
        ({"from_day": "2027-08-01"}, 422, "finisce prima di cominciare"),
        ({"best_of": "2", "min_evenings": "3"}, 422, "servono 3 serate"),
        ({"criterion_1": "evenings_won"}, 422, "scritto due volte"),
        ({"version": "1"}, 409, "cambiata da un&#x27;altra persona"),
    ],
    ids=["rising", "words", "backwards", "contradiction", "twice", "outdated"],
)
def test_what_cannot_be_is_refused_on_the_page(
    place: Place, answers: dict[str, str], status: int, said: str
) -> None:
    season = Season.objects.get(pk=place.season.pk)
    response = place.signed_in("organiser").post(f"{place.at}cambia/", fields_of(season, **answers))
    assert response.status_code == status
    assert said in response.content.decode()
    assert Season.objects.get(pk=season.pk).version == season.version


def test_a_new_season_is_made_once_however_often_it_is_tapped(place: Place) -> None:
    client = place.signed_in("organiser")
    said = fields_of(place.season, name="Nuova", key=str(uuid4()))
    where = f"/circoli/{place.club.slug}/stagioni/nuova/"
    assert {client.post(where, said).status_code for _tap in range(2)} == {303}
    assert place.club.seasons.filter(name="Nuova").count() == 1


def test_the_final_is_made_from_its_page(place: Place) -> None:
    client = place.signed_in("organiser")
    season = Season.objects.get(pk=place.season.pk)
    page = client.get(f"{place.at}finale/").content.decode()
    assert "Socio4 Anna" in page, "officers read whole names"
    said = {"name": "Finalissima", "date": "2027-06-25", "version": season.version}
    assert client.post(f"{place.at}finale/", said).status_code == 303
    assert "Finalissima" in text_of(Client(), place.at)
    assert client.post(f"{place.at}finale/", said).status_code == 409


def test_players_are_placed_provisional_or_inactive(place: Place) -> None:
    ClubRatings.objects.filter(club=place.club).update(provisional_matches=3)
    assert "Meno di 3 partite" in text_of(Client(), place.players_at)
    ClubRatings.objects.filter(club=place.club).update(provisional_matches=1)
    cache.clear()
    text = text_of(Client(), place.players_at)
    assert "Punteggio dei giocatori" in text
    assert "Provvisori" not in text
    Tournament.objects.filter(club=place.club).update(date=timezone.localdate() - timedelta(days=181))
    cache.clear()
    assert "Non giocano da più di 180 giorni" in text_of(Client(), place.players_at)


def test_a_player_s_history_is_drawn_with_the_same_figures_beside_it(place: Place) -> None:
    person = place.players[0]
    page = Client().get(f"{place.players_at}{person.pk}/punteggio/").content.decode()
    points = list(person.rating_points.order_by("position"))
    assert page.count('class="plot-mark"') == len(points) == 2
    for point in points:
        assert f"{point.rating}<small>± {point.deviation}</small>" in flat(page)
    assert 'cx="64.0"' in page, "coordinates with a point, whatever the language"


def test_a_club_without_evenings_says_what_will_be_there() -> None:
    club = a_club()
    assert "Ancora nessun punteggio" in text_of(Client(), f"/circoli/{club.slug}/giocatori/")
    assert "Ancora nessuna stagione" in text_of(Client(), f"/circoli/{club.slug}/stagioni/")
    season = a_season(club, four_people(club).organiser)
    assert "La classifica comincia con la prima serata" in text_of(Client(), season.get_absolute_url())


def test_the_api_says_what_the_pages_do(place: Place) -> None:
    at = f"/api/v1/clubs/{place.club.slug}"
    said = Client().get(f"{at}/seasons/{place.season.pk}/").json()
    known = seasons.season_standings(place.season)
    assert [(row["place"], row["points"]) for row in said["rows"]] == [
        (row.place, row.points) for row in known.rows
    ]
    assert {sum(each["dropped"] for each in row["evenings"]) for row in said["rows"]} == {1}
    assert "Socio4 Anna" not in str(said)
    whole = place.signed_in("referee").get(f"{at}/seasons/{place.season.pk}/").json()
    assert "Socio4 Anna" in str(whole)
    assert [season["id"] for season in Client().get(f"{at}/seasons/").json()] == [place.season.pk]
    ratings = Client().get(f"{at}/ratings/").json()
    assert len(ratings) == 8
    history = Client().get(f"{at}/ratings/{ratings[0]['person']}/").json()
    assert history["points"][0]["rating"] == ratings[0]["rating"]


def test_the_owner_says_why_and_officers_read_it_afterwards(place: Place) -> None:
    owner = Client()
    owner.force_login(an_officer(place.club, RoleKind.OWNER, email="presidente@example.org"))
    at = f"/circoli/{place.club.slug}/stagioni/"
    assert f"{place.at}elimina/" in owner.get(at).content.decode()
    assert owner.post(f"{place.at}elimina/", {"reason": ""}).status_code == 422
    assert owner.post(f"{place.at}elimina/", {"reason": "Fatta due volte"}).url == at
    assert Client().get(place.at).status_code == 404
    assert "«Fatta due volte»" in text_of(owner, at)
    assert "Fatta due volte" not in text_of(Client(), at)


def test_the_page_of_a_player_has_their_place_in_the_season(place: Place) -> None:
    player = f"{place.players_at}{place.players[0].pk}/"
    text = text_of(Client(), player)
    assert "Le stagioni" in text
    row = next(
        row for row in seasons.season_standings(place.season).rows if row.players == (place.players[0].pk,)
    )
    assert f"{row.place}º in classifica Sociale" in text
    assert f"{row.points} punti · su 8" in text
    assert "1 risultato escluso" in text
    seasons.change(place.season.pk, by=place.officers.organiser, name="Campionato")
    assert "in classifica Campionato" in text_of(Client(), player), "another name shows at once"
