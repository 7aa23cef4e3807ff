"""The calendar: what is on and what comes first, then what was; of all clubs or of one."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.evening import JURY, a_club, a_round, a_tournament
from tests.tournaments.entries.bookings.scene import an_open_evening, book, couples
from tests.tournaments.web.public.stages import closed, text_of
from tournaments.evenings import lifecycle
from tournaments.models import Tournament

pytestmark = pytest.mark.usefixtures("commits")


def on_day(tournament: Tournament, days: int, name: str) -> Tournament:
    """The tournament, moved so many days from today."""
    tournament.date = timezone.localdate() + timedelta(days=days)
    tournament.name = name
    tournament.save(update_fields=["date", "name"])
    return tournament


def test_without_tournaments_the_page_says_what_will_be_there(client: Client) -> None:
    a_club()
    assert "Ancora nessun torneo" in text_of(client, "/")


def test_what_comes_is_nearest_first_and_what_was_newest_first(client: Client) -> None:
    club = a_club()
    for days, name in ((9, "Lontano"), (0, "Stasera"), (-30, "Vecchio"), (-3, "Recente")):
        on_day(a_tournament(club, pairs=0), days, name)
    text = text_of(client, "/")
    order = ["In corso e in arrivo", "Stasera", "Lontano", "Già giocati", "Recente", "Vecchio"]
    assert [text.index(word) for word in order] == sorted(text.index(word) for word in order)


def test_the_first_page_leads_to_the_club_and_the_clubs_own_page_does_not_repeat_it(client: Client) -> None:
    club = a_club()
    on_day(a_tournament(club, pairs=0), 1, "Domani")
    clubs = re.compile(rf'I circoli.*href="{club.get_absolute_url()}"\s*>\s*{club.name}\s*<', re.DOTALL)
    assert clubs.search(client.get("/").content.decode())
    assert "I circoli" not in text_of(client, club.get_absolute_url())


def test_an_evening_that_goes_on_after_midnight_is_still_on(client: Client) -> None:
    tournament = a_tournament(a_club())
    a_round(tournament)
    on_day(tournament, -1, "Nottata")
    text = text_of(client, "/")
    assert text.index("Nottata") > text.index("In corso")
    assert "Già giocati" not in text
    assert "Turno 1" in text


def test_a_tournament_closed_today_is_played(client: Client) -> None:
    tournament = a_tournament(a_club())
    closed(tournament)
    on_day(tournament, 0, "Finito")
    text = text_of(client, "/")
    assert "In corso" not in text
    assert "Concluso" in text


def test_a_draft_does_not_show_in_the_calendar(client: Client) -> None:
    tournament = on_day(a_tournament(a_club()), 0, "Bozza")
    a_round(tournament, until="draft")
    text = text_of(client, "/")
    assert "Turno 1" not in text
    assert "Oggi" in text


def test_a_club_s_page_has_its_own_tournaments_only(client: Client) -> None:
    mine, other = a_club(), a_club("Circolo di un altro")
    on_day(a_tournament(mine, pairs=0), 1, "Nostro")
    on_day(a_tournament(other, pairs=0), 1, "Loro")
    text = text_of(client, f"/circoli/{mine.slug}/")
    assert "Nostro" in text
    assert "Loro" not in text
    assert client.get("/circoli/nessuno/").status_code == 404


def test_a_long_past_comes_a_page_at_a_time(client: Client) -> None:
    club = a_club()
    today = timezone.localdate()
    for days in range(1, 46):
        lifecycle.create(club, name=f"Serata {days:02}", on=today - timedelta(days=days), by=JURY)
    assert "Serata 40" in text_of(client, "/")
    assert "Serata 41" not in text_of(client, "/")
    assert "Serata 45" in text_of(client, "/?pagina=2")
    assert "Serata 45" in text_of(client, "/?pagina=99")


def test_the_calendar_takes_as_many_queries_for_twenty_tournaments_as_for_two(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club = a_club()
    for days in (-1, 1):
        on_day(a_tournament(club, pairs=0), days, "Torneo")
    with django_assert_num_queries(4):
        client.get("/")
    for days in range(2, 10):
        on_day(a_tournament(club, pairs=0), days, "Torneo")
        on_day(a_tournament(club, pairs=0), -days, "Torneo")
    with django_assert_num_queries(4):
        client.get("/")


def test_the_evening_s_page_says_the_same_as_the_calendar_about_places(client: Client) -> None:
    evening = an_open_evening(a_club(), places=1, fee_cents=1000)
    where, words = f"/t/{evening.code}/", ["Quattro Scartate, movimento danese · 10,00 € a coppia"]
    for change, more in (
        (lambda: None, ["0 di 1 coppia", "Iscriviti"]),
        (
            lambda: couples(evening, 2),
            ["1 di 1 coppia · al completo · 1 in lista d'attesa", "Lista d'attesa"],
        ),
        (lambda: book(evening, "Fontana Pia"), ["1 cerca compagno"]),
        (lambda: close_bookings(evening), ["Iscrizioni chiuse"]),
    ):
        change()
        cache.clear()  # the page of the evening is kept for some seconds
        for page in ("/", where):
            for each in (*words, *more):
                assert each in text_of(client, page), page
    assert "Le iscrizioni sono aperte" not in text_of(client, where)


def close_bookings(evening: Tournament) -> None:
    lifecycle.change(evening.pk, by=JURY, booking_hours=24 * 8)
