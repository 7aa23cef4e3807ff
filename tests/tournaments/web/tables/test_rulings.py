"""The referee's ruling from the table's page: seen, given, taken back; and the club's catalogue."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.finders import find
from django.test import Client
from django.urls import reverse

from club.register import people
from tests.tournaments.web.tables.table import Table, parts
from tests.tournaments.web.tables.test_table_access import page_for
from tournaments.models import Article, Ruling
from tournaments.results import catalogue


def words(answer: Any) -> str:
    return str(answer.content.decode()).replace("&#x27;", "'")


@pytest.fixture
def ruled(table: Table, referee: Client) -> Table:
    """A table with its first smazzata written, in a club that has its catalogue."""
    catalogue.adopt_base_catalogue(table.match.round.tournament.club)
    referee.post(table.by_officer("table_deal", 1), parts(**{"A-declared": 17}))
    return table


def asked(code: str, **changed: object) -> dict[str, object]:
    article = Article.objects.get(code=code)
    return {"article": article.pk, "side": "A", "deal": "1", "reason": "Ha bussato", **changed}


def given(table: Table, client: Client, data: dict[str, object]) -> Any:
    """The ruling seen and then given, as the page does it."""
    seen = client.post(address(table), {**data, "preview": "1"})
    if seen.status_code != 200:
        return seen
    return client.post(address(table), {**data, "shown": seen.context["foreseen"].mark})


def address(table: Table) -> str:
    return table.by_officer("table_ruling")


def test_the_referee_sees_what_a_ruling_would_do_before_giving_it(ruled: Table, referee: Client) -> None:
    seen = referee.post(address(ruled), {**asked("1"), "preview": "1"})
    assert "A N-S restano solo gli scartini: da 211 a 41 punti." in words(seen)
    assert not Ruling.objects.exists()
    assert given(ruled, referee, asked("1")).status_code == 303
    assert ruled.stored() == {1: (41, 106)}
    table = words(referee.get(ruled.by_officer()))
    assert "1 Segnale non ammesso" in table
    assert "Ha bussato" in table


def test_the_players_see_the_ruling_and_not_the_referee_s_reason(ruled: Table, referee: Client) -> None:
    given(ruled, referee, asked("1"))
    table = words(Client().get(ruled.by_code()))
    assert "1 Segnale non ammesso" in table
    assert "Ha bussato" not in table


def test_a_ruling_is_taken_back_with_a_reason(ruled: Table, referee: Client) -> None:
    given(ruled, referee, asked("2"))
    there = ruled.by_officer("revoke_ruling", Ruling.objects.get().pk)
    referee.post(there, {"reason": ""})
    assert Ruling.objects.get().revoked_at is None
    seen = referee.post(there, {"reason": "Erano gli altri"})
    assert "Smazzata 1: N-S 194 → 211, E-O 106." in words(seen).replace("\u00a0", " ")
    assert ruled.stored() == {1: (194, 106)}
    done = {"reason": "Erano gli altri", "shown": seen.context["foreseen"].mark}
    assert referee.post(there, done).status_code == 303
    assert ruled.stored() == {1: (211, 106)}


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"deal": ""}, "Questo articolo è su una smazzata: scegli quale."),
        ({"reason": ""}, "Scrivi il motivo: resta nel registro."),
        ({"side": "N"}, "errorlist"),
        ({"article": "999"}, "errorlist"),
        ({"deal": "3"}, "errorlist"),
    ],
)
def test_a_ruling_badly_asked_says_what_is_missing(
    ruled: Table, referee: Client, changed: dict[str, object], sentence: str
) -> None:
    answer = referee.post(address(ruled), asked("1", **changed))
    assert answer.status_code == 422
    assert sentence in words(answer)
    assert not Ruling.objects.exists()


def test_only_the_second_warning_shows_the_points_that_it_takes(ruled: Table, referee: Client) -> None:
    for _time in range(2):
        given(ruled, referee, asked("3", deal=""))
    first, second = referee.get(ruled.by_officer()).context["rulings"]
    assert (first[1], second[1]) == (0, 50)
    assert words(referee.get(ruled.by_officer())).count("(50)") == 1
    referee.post(ruled.by_officer("revoke_ruling", first[0].pk), {"reason": "Erano gli altri"})
    seen = referee.post(ruled.by_officer("revoke_ruling", first[0].pk), {"reason": "Erano gli altri"})
    done = {"reason": "Erano gli altri", "shown": seen.context["foreseen"].mark}
    referee.post(ruled.by_officer("revoke_ruling", first[0].pk), done)
    assert [points for _ruling, points in referee.get(ruled.by_officer()).context["rulings"]] == [50, 0]


def test_without_a_catalogue_the_page_leads_to_it(table: Table, referee: Client) -> None:
    assert "Il catalogo del circolo è vuoto" in words(referee.get(address(table)))


def test_the_catalogue_begins_from_the_usual_articles_and_grows(table: Table, referee: Client) -> None:
    club = table.match.round.tournament.club
    there = reverse("catalogue", args=[club.slug])
    assert "Comincia dai provvedimenti più usati" in words(referee.get(there))
    referee.post(reverse("adopt_catalogue", args=[club.slug]))
    new = {"code": "12", "title": "Telefono al tavolo", "effect": "warning", "points": 30}
    assert referee.post(there, new).status_code == 303
    assert referee.post(there, new).status_code == 422, "the same article twice"
    article = Article.objects.get(code="12")
    for _tap in range(2):
        referee.post(reverse("retire_article", args=[club.slug, article.pk]), {"retired": "yes"})
        assert "Telefono al tavolo" not in words(referee.get(address(table)))
        assert "Telefono al tavolo" in words(referee.get(there))
    referee.post(reverse("retire_article", args=[club.slug, article.pk]), {"retired": "no"})
    assert "Telefono al tavolo" in words(referee.get(address(table)))


def test_one_club_s_articles_are_not_another_s(table: Table, referee: Client) -> None:
    club = table.match.round.tournament.club
    stranger = page_for(table.people.stranger)
    assert stranger.get(reverse("catalogue", args=[club.slug])).status_code == 403
    assert stranger.post(reverse("adopt_catalogue", args=[club.slug])).status_code == 403
    assert referee.post(reverse("retire_article", args=[club.slug, 999])).status_code == 404


def test_the_foglio_di_gara_shows_what_the_ruling_took(ruled: Table, referee: Client) -> None:
    given(ruled, referee, asked("1"))
    lines = referee.get(ruled.by_officer()).context["sheet"].deals[0].lines
    assert [(line.name, *line.values) for line in lines][-1] == ("Provvedimento", -170, 0)


def test_points_are_asked_only_for_an_article_that_assigns_them(ruled: Table, referee: Client) -> None:
    """The style sheet shows the fields by the effect of the chosen article: their names must be those."""
    page = words(referee.get(address(ruled)))
    rules = Path(str(find("css/pages/table.css"))).read_text()
    (hidden,) = re.findall(r'\.ruling-form \.field:has\(\[name\^="([^"]+)"\]\),', rules)
    (shown,) = re.findall(
        r'option\[data-on="assigned"\]:checked\) \.field:has\(\[name\^="([^"]+)"\]\)', rules
    )
    assert hidden == shown
    assert page.count(f'name="{hidden}') == 2
    assert page.count('data-on="assigned"') == 1


def test_only_people_who_are_free_are_offered_as_substitutes(ruled: Table, referee: Client) -> None:
    club = ruled.match.round.tournament.club
    free = people.add(club, last_name="Riserva", first_name="Ada")
    page = words(referee.get(ruled.by_officer("table_substitution")))
    offered = re.findall(r'<option value="(\d+)"', page)
    assert offered == [str(free.pk)]
    seated = ruled.match.seats.first()
    assert seated
    form = {"position": "N", "person": seated.person_id, "reason": "Mal di testa"}
    refused = words(referee.post(ruled.by_officer("table_substitution"), form))
    assert "gioca già nella coppia" in refused, "whoever sat down meanwhile is refused with the reason"
