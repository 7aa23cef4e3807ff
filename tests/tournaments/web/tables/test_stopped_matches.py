"""A match that an expulsion, or a pair that leaves, ends before its last deal: nobody is asked to play on."""

import io
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from club.register import people
from tests.evening import JURY, a_club, a_round, four_people
from tests.tournaments.web.tables.table import Table, parts
from tournaments.entries import entries
from tournaments.evenings import lifecycle
from tournaments.exports import evening_tables, printing
from tournaments.models import RulingEffect
from tournaments.presenters.tables import shown_table
from tournaments.results import catalogue, rulings
from tournaments.results.rulings import RulingRequest
from tournaments.text.names import FOR_OFFICERS
from tournaments.web.views.tables.previews import effect_sentence


def words(answer: Any) -> str:
    return " ".join(str(answer.content.decode()).replace("&#x27;", "'").split())


def rule(table: Table, effect: RulingEffect, side: str = "A") -> None:
    """A ruling of that effect on a side of the table."""
    club = table.match.round.tournament.club
    if not club.articles.exists():
        catalogue.adopt_base_catalogue(club)
    article = club.articles.filter(effect=effect)[0]
    rulings.give(table.match, article, side=side, by=JURY, reason="Insulti")


def number(table: Table, side: str) -> int:
    return table.match.seats.filter(side=side)[0].entry.number


@pytest.fixture
def expelled(table: Table, phone: Client) -> Table:
    """A table with one of its four deals written, whose North-South pair is then expelled."""
    assert phone.post(table.by_code("table_deal", 1), parts()).status_code == 303
    rule(table, RulingEffect.EXPULSION)
    return table


def void(table: Table) -> str:
    return f"annullata: coppia {number(table, 'A')} espulsa"


def test_after_an_expulsion_nobody_at_the_table_is_asked_to_play_on(expelled: Table, phone: Client) -> None:
    for side in "AB":
        page = words(phone.get(expelled.of(side).by_code()))
        assert void(expelled) in page
        assert "Qui non si gioca più e le smazzate non contano: chi resta ha il riposo." in page
        assert "data-write-next" not in page
        assert "Gli avversari hanno scritto" not in page
        assert "Manca il sì degli avversari" not in page
        assert f'href="{expelled.of(side).by_code("table_deal", 2)}"' not in page


@pytest.mark.parametrize("effect", [RulingEffect.EXPULSION, RulingEffect.FORFEIT])
def test_a_decided_table_refuses_the_deals_of_a_side_but_not_of_an_officer(
    table: Table, phone: Client, referee: Client, effect: RulingEffect
) -> None:
    rule(table, effect)
    refused = phone.post(table.by_code("table_deal", 1), parts())
    assert refused.status_code == 409
    assert "Il risultato del tavolo 1 l'ha deciso l'arbitro: le smazzate non si scrivono più." in words(
        refused
    )
    assert table.stored() == {}
    assert referee.post(table.by_officer("table_deal", 1), parts()).status_code == 303
    assert 1 in table.stored()


def test_the_desk_says_that_the_match_is_void(expelled: Table, referee: Client) -> None:
    code = expelled.match.round.tournament.code
    for address in (reverse("board", args=[code]), reverse("rounds", args=[code])):
        page = words(referee.get(address))
        assert void(expelled) in page
        assert "persa a tavolino" not in page


def test_the_results_page_shows_the_score_of_a_match_and_none_beside_a_void_one(
    table: Table, phone: Client
) -> None:
    results = reverse("results", args=[table.match.round.tournament.code])
    phone.post(table.by_code("table_deal", 1), parts())
    assert words(phone.get(results)).count('class="score"') == 2
    assert "Smazzate: 1 di 4" in words(phone.get(results))
    rule(table, RulingEffect.EXPULSION)
    cache.clear()
    assert 'class="score"' not in words(phone.get(results))
    assert void(table) in words(phone.get(results))


def test_the_log_says_expelled_and_not_withdrawn(expelled: Table, referee: Client) -> None:
    page = words(referee.get(reverse("log", args=[expelled.match.round.tournament.code])))
    assert f"ha espulso la coppia {number(expelled, 'A')}" in page
    assert "ha segnato il ritiro" not in page


def test_the_pair_s_page_says_void_and_gives_the_opponents_the_bye(expelled: Table) -> None:
    code = expelled.match.round.tournament.code
    theirs = words(Client().get(reverse("pair", args=[code, number(expelled, "B")])))
    assert void(expelled) in theirs
    assert "Riposo" in theirs
    assert "Vinta" not in theirs
    own = words(Client().get(reverse("pair", args=[code, number(expelled, "A")])))
    assert void(expelled) in own
    assert "Persa" in own


def test_no_figures_stand_beside_a_void_match_in_the_table_of_results(expelled: Table) -> None:
    tournament = expelled.match.round.tournament
    table = evening_tables.results(tournament, FOR_OFFICERS, 1)
    row = dict(zip([column.key for column in table.columns], next(iter(table.cells())), strict=True))
    assert row["note"] == void(expelled)
    assert (row["points_a"], row["points_b"], row["difference"], row["winner"]) == (None, None, None, "")


def test_the_score_sheet_says_that_the_match_is_void(expelled: Table) -> None:
    tournament = expelled.match.round.tournament
    pdf = printing.score_sheets(tournament, 1, "http://laptop{}".format)
    first = " ".join(PdfReader(io.BytesIO(pdf)).pages[0].extract_text().split())
    assert void(expelled) in first


def test_a_table_that_a_pair_has_left_says_so_and_still_takes_a_finished_match(
    table: Table, phone: Client
) -> None:
    tournament = table.match.round.tournament
    entries.withdraw(tournament.pk, number(table, "A"), withdrawn=True, by=JURY)
    page = words(phone.get(table.of("B").by_code()))
    assert f"la coppia {number(table, 'A')} ha lasciato il torneo: all'altra il riposo" in page
    assert "Qui non si gioca più. Se avevate già finito" in page
    assert 'data-write-next="1"' not in page
    assert phone.post(table.by_code("table_deal", 1), parts()).status_code == 303


def test_an_assigned_score_after_the_expulsion_is_no_void_match(expelled: Table) -> None:
    club = expelled.match.round.tournament.club
    article = club.articles.filter(effect=RulingEffect.ASSIGNED)[0]
    rulings.give(expelled.match, article, side="A", by=JURY, reason="Appello", assigned={"A": 100, "B": 300})
    expelled.match.refresh_from_db()
    shown = shown_table(expelled.match, FOR_OFFICERS)
    assert (shown.stopped, shown.expelled, shown.winner) == ("punteggio arbitrale", [], "B")


def test_rulings_at_a_table_of_single_players_name_the_player_and_show_everybody_s_points(db: None) -> None:
    club = a_club()
    tournament = lifecycle.create(club, name="Terziglio", on=date(2026, 11, 21), by=JURY, game="terziglio")
    for first in ("Anna", "Bruno", "Carla"):
        person = people.add(club, first_name=first, last_name="Rossi")
        entries.enter(tournament.pk, [person], by=JURY, present=True)
    tournament.refresh_from_db()
    round_ = a_round(tournament)
    table = Table(round_.matches.select_related("round__tournament").get(), four_people(club))
    catalogue.adopt_base_catalogue(club)
    article = club.articles.filter(effect=RulingEffect.ASSIGNED)[0]
    player = table.match.seats.get(side="B").person.full_name
    expulsion = club.articles.filter(effect=RulingEffect.EXPULSION)[0]
    foreseen = effect_sentence(table.match, RulingRequest(expulsion, "B"))
    assert f"{player} non ha punti in questo turno ed esce dal torneo. Agli altri va" in foreseen
    points = {"A": 10, "B": 20, "C": 30}
    rulings.give(table.match, article, side="A", by=JURY, reason="Appello", assigned=points)
    assert "10 – 20 – 30" in words(Client().get(table.by_code()))
