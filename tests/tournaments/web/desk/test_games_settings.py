"""The settings of an evening offer what its game has, and refuse the rest with a sentence."""

import re

import pytest
from django.test import Client

from club.accounts import roles
from club.models import Club
from scoring import GAMES
from tests.evening import JURY, a_round, a_tournament, settle
from tournaments.errors import InputRefused
from tournaments.evenings import lifecycle
from tournaments.models import Tournament
from tournaments.results import catalogue

NEW = "/circoli/circolo-mazzini/tornei/nuovo/"


def _shown(page: str) -> set[str]:
    """The fields of the game that this page shows."""
    fields = re.findall(
        r'<div\s+class="field"\s+data-games="[^"]*"\s*(hidden)?\s*>.*?name="(\w+)"', page, re.DOTALL
    )
    return {name for hidden, name in fields if not hidden}


@pytest.mark.parametrize(
    ("game", "fields"),
    [
        ("quattro-scartate", {"house_rule", "match_totals", "is_duplicated"}),
        ("ottocento", {"house_rule", "target", "match_totals"}),
        ("millone", {"house_rule", "match_totals"}),
        ("terziglio", {"house_rule", "deals_a_turn", "match_totals"}),
        ("mattazza", {"house_rule", "target", "agreement"}),
        ("scopone", {"target", "match_totals"}),
        ("genovese-gatti", {"house_rule", "match_totals"}),
    ],
)
def test_the_settings_show_what_the_game_has(
    organiser: Client, club: Club, game: str, fields: set[str]
) -> None:
    evening = a_tournament(club, pairs=0, game=game)
    page = organiser.get(f"/t/{evening.code}/impostazioni/").content.decode()
    assert _shown(page) == fields


def test_every_option_names_the_games_that_have_it(organiser: Client, club: Club) -> None:
    page = organiser.get(NEW).content.decode()
    for value, games in re.findall(r'<option value="([^"]*)" data-games="([^"]*)"', page):
        for key in games.split():
            game = GAMES[key]
            assert value in {*game.house_rules, *map(str, game.targets), *game.agreements}
    assert _shown(page) == {"house_rule", "match_totals", "is_duplicated"}, "what Quattro Scartate has"


@pytest.mark.parametrize(
    ("game", "sent", "sentence"),
    [
        ("quattro-scartate", {"house_rule": "none"}, "A Quattro Scartate non c'è la regola «senza buone»"),
        ("genovese-pizzico", {"house_rule": "captured"}, "scegli fra buone accusate, senza buone."),
        ("scopone", {"house_rule": "none"}, "lasciala come d'uso nel gioco."),
        ("quattro-scartate", {"target": 800}, "i punti della partita non si scelgono"),
        ("ottocento", {"target": 21}, "si gioca a questi punti: 800, 1000, 1500."),
        (
            "quattro-scartate",
            {"agreement": "until-two"},
            "A Quattro Scartate la partita non finisce così",
        ),
    ],
)
def test_a_new_evening_refuses_what_its_game_does_not_have(
    organiser: Client, club: Club, game: str, sent: dict[str, object], sentence: str
) -> None:
    answer = organiser.post(
        NEW,
        {
            "name": "Torneo",
            "date": "2026-11-21",
            "turns": 4,
            "turn_minutes": 30,
            "rematches": "avoided",
            "game": game,
            **sent,
        },
    )
    assert answer.status_code == 422
    assert sentence in answer.content.decode().replace("&#x27;", "'")
    assert not Tournament.objects.filter(club=club, name="Torneo").exists()


def test_another_game_takes_its_own_rule_only_where_none_was_chosen(club: Club) -> None:
    evening = a_tournament(club, pairs=0)
    with pytest.raises(InputRefused, match="A Gatti non c'è la regola «Accademia»"):
        lifecycle.change(evening.pk, game="genovese-gatti", house_rule="accademia", by=JURY)
    changed = lifecycle.change(evening.pk, game="genovese-gatti", by=JURY)
    assert changed.house_rule == "declared"
    assert lifecycle.change(evening.pk, game="scopone", by=JURY).counted_by is None


def test_the_usual_rule_is_sent_for_what_the_page_proposes(organiser: Client, club: Club) -> None:
    form = organiser.get(NEW).context["form"]
    shown = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    organiser.post(NEW, {**shown, "game": "genovese-coppie"})
    assert Tournament.objects.get(club=club, game="genovese-coppie").house_rule == "declared"


def test_a_new_club_starts_with_the_usual_catalogue(db: None) -> None:
    made = roles.create_club("Circolo Nuovo", "anna@example.org", "quattro parole molto lunghe")
    assert made.club.articles.count() == len(catalogue.BASE_CATALOGUE)
    assert catalogue.missing(made.club) == []


def test_closing_says_first_who_has_not_paid(organiser: Client, club: Club) -> None:
    evening = a_tournament(club, pairs=4, fee_cents=1000)
    settle(evening, a_round(evening))
    organiser.post(
        f"/t/{evening.code}/iscrizioni/3/quota/",
        {"key": "0b0a5c1e-7f6a-4d0f-9a52-9f27e0c3a111", "cents": "10,00"},
    )
    page = organiser.get(f"/t/{evening.code}/concludi/").content.decode().replace("\xa0", " ")
    assert "Non hanno pagato la quota i n. 1, 2, 4: restano da incassare 30,00 €" in page
