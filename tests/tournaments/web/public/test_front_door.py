"""A club's public page as a newcomer reads it: where, when, whom to ring, prices, and the announcement."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from club import presentation
from club.models import Club
from tests.evening import JURY, FourPeople, a_round, a_tournament, an_officer, four_people, signed_in
from tests.pages import flat
from tests.tournaments.entries.bookings.scene import an_open_evening
from tests.tournaments.web.public.stages import text_of
from tournaments.evenings import lifecycle
from tournaments.models import CalendarRules

pytestmark = pytest.mark.usefixtures("commits")

WRITTEN = {
    "venue": "Bar Sport, via Mazzini 12",
    "meets": "Tutti i giovedì alle 20:45",
    "contact": "Anna, dopo le 18",
    "phone": "051 123456",
    "prices": "Serata 8 €, la prima sera è gratis",
    "first_time": "Un socio gioca con te.\nNon serve sapere contare.",
    "announcement": "",
    "announced_until": None,
}


def described(club: Club, **changed: Any) -> Club:
    owner = an_officer(club, "owner", email="titolare@example.org")
    return presentation.describe(club, by=owner, **{**WRITTEN, **changed})


def page(club: Club) -> str:
    return f"/circoli/{club.slug}/"


def form(**changed: Any) -> dict[str, str]:
    return {name: str(value or "") for name, value in {**WRITTEN, **changed}.items()}


def test_a_newcomer_reads_where_when_and_whom_to_ring(client: Client, club: Club) -> None:
    described(club)
    shown = flat(client.get(page(club)).content.decode())
    for words in (
        "Bar Sport, via Mazzini 12",
        "Tutti i giovedì alle 20:45",
        "Anna, dopo le 18",
        "Prima volta?",
    ):
        assert words in shown
    assert 'href="tel:051123456"' in shown
    assert "openstreetmap.org/search?query=Bar+Sport%2C+via+Mazzini+12" in shown
    assert "Non serve sapere contare." in shown


def test_the_next_evening_has_its_button(client: Client, club: Club) -> None:
    described(club)
    off = an_open_evening(club, days=1)
    lifecycle.call_off(off.pk, reason="neve", by=JURY)
    evening = an_open_evening(club, days=5)
    an_open_evening(club, days=9)
    shown = flat(client.get(page(club)).content.decode())
    door = shown[shown.index("Prossima serata") : shown.index("In corso e in arrivo")]
    assert f"/t/{evening.code}/iscriviti/" in door
    assert off.code not in door


def test_empty_parts_do_not_show_and_without_any_the_page_is_the_calendar(client: Client, club: Club) -> None:
    assert "Venite a giocare" not in text_of(client, page(club))
    described(club, **dict.fromkeys(("venue", "contact", "phone", "prices", "first_time"), ""))
    shown = text_of(client, page(club))
    assert "Tutti i giovedì" in shown
    for words in ("Dove", "Mappa", "Chi chiamare", "Prezzi", "Prima volta?", "Prossima serata"):
        assert words not in shown


def test_without_a_telephone_of_its_own_the_page_gives_the_one_for_bookings(
    client: Client, club: Club
) -> None:
    CalendarRules.objects.create(club=club, phone="051 999")
    described(club, phone="")
    assert 'href="tel:051999"' in flat(client.get(page(club)).content.decode())


def test_texts_are_shown_as_text(client: Client, club: Club) -> None:
    tag = "<script>alert(1)</script>"
    described(club, first_time=tag, prices=tag, venue=tag, contact=tag, announcement=tag)
    assert "<script>alert" not in client.get(page(club)).content.decode()


def test_the_announcement_is_on_the_club_s_page_and_its_coming_evenings(client: Client, club: Club) -> None:
    evening, played = an_open_evening(club), a_tournament(club)
    where = f"/t/{evening.code}/"
    assert "Avviso" not in text_of(client, where)
    described(club, announcement="Giovedì si gioca in sala grande.")
    for each in (page(club), where, f"{where}iscriviti/"):
        assert "Giovedì si gioca in sala grande." in text_of(client, each)
    a_round(played)
    assert "sala grande" not in text_of(client, f"/t/{played.code}/")


def test_the_announcement_ends_after_its_last_day(client: Client, club: Club) -> None:
    today = timezone.localdate()
    described(club, announcement="Torneo sociale", announced_until=today)
    assert "Torneo sociale" in text_of(client, page(club))
    Club.objects.update(announced_until=today - timedelta(days=1))
    assert "Torneo sociale" not in text_of(client, page(club))


def test_an_announcement_keeps_its_day_until_its_text_changes(club: Club) -> None:
    described(club, announcement="Torneo sociale")
    earlier = timezone.localdate() - timedelta(days=3)
    Club.objects.update(announced_on=earlier)
    assert described(club, announcement="Torneo sociale", prices="8 €").announced_on == earlier
    assert described(club, announcement="Rinviato").announced_on == timezone.localdate()
    assert described(club).announced_on is None


def test_the_owner_is_offered_to_write_it_and_writes_it(club: Club) -> None:
    owner = signed_in(an_officer(club, "owner", email="titolare@example.org"))
    assert "Presenta il circolo" in text_of(owner, page(club))
    where = f"{page(club)}pubblico/"
    answer = owner.post(f"{where}presentazione/", form(announcement="Si comincia alle 21"), follow=True)
    assert "Salvato" in answer.content.decode()
    club.refresh_from_db()
    assert (club.venue, club.announced_on) == ("Bar Sport, via Mazzini 12", timezone.localdate())
    assert "Bar Sport, via Mazzini 12" in owner.get(where).content.decode()
    entry = club.log.get(act="presentation.changed")
    assert "venue" in entry.after["fields"]
    assert "Bar Sport" not in str(entry.after)
    assert "Cambia la presentazione" in text_of(owner, page(club))


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"phone": "chiamami"}, "ha solo cifre"),
        ({"first_time": "x" * 1001}, "1000"),
        ({"venue": "x" * 161}, "160"),
        ({"announcement": "Ieri", "announced_until": "2020-01-01"}, "è già passato"),
    ],
)
def test_a_wrong_part_is_said_and_nothing_saved(club: Club, changed: dict[str, Any], sentence: str) -> None:
    owner = signed_in(an_officer(club, "owner", email="titolare@example.org"))
    answer = owner.post(f"{page(club)}pubblico/presentazione/", form(**changed))
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    club.refresh_from_db()
    assert club.venue == ""


@pytest.mark.parametrize("person", ["organiser", "referee", "player", "stranger"])
def test_nobody_but_the_owner_writes_it(club: Club, person: str) -> None:
    people: FourPeople = four_people(club)
    answer = signed_in(getattr(people, person)).post(f"{page(club)}pubblico/presentazione/", form())
    assert answer.status_code in (403, 404)
    club.refresh_from_db()
    assert club.venue == ""
    assert "Presenta il circolo" not in text_of(signed_in(getattr(people, person)), page(club))
