"""A club's desk: the open evenings, what waits for this officer, and the steps of a new club."""

import re
from datetime import date
from typing import Any

from django.test import Client
from django.utils import timezone

from club.models import Club, RoleKind
from club.register import membership, people
from tests.club.dues.members import a_category, a_member, a_year
from tests.evening import FourPeople, a_tournament, an_officer, signed_in
from tests.tournaments.entries.bookings.scene import an_open_evening, player
from tournaments.entries.bookings import requests, terms
from tournaments.entries.bookings.requests import BookingRequest
from tournaments.models import CalendarRules, Tournament

DESK = "/circoli/circolo-mazzini/banco/"
#: The year of a due whose term has passed.
LAST_YEAR = timezone.localdate().year - 1


def words(client: Client) -> str:
    page = client.get(DESK)
    assert page.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()).split())


def test_an_organiser_sees_the_open_evenings_and_nothing_of_the_register(
    organiser: Client, club: Club
) -> None:
    shown, closed = a_tournament(club), a_tournament(club)
    Tournament.objects.filter(pk=shown.pk).update(name="Serata aperta")
    Tournament.objects.filter(pk=closed.pk).update(name="Serata finita", closed_at=timezone.now())
    page = words(organiser)
    assert "Serata aperta" in page
    assert "Serata finita" not in page
    assert "Che cosa aspetta" not in page


def test_the_secretary_sees_what_waits_and_each_line_leads_to_its_page(client: Client, club: Club) -> None:
    secretary = an_officer(club, RoleKind.SECRETARY)
    client.force_login(secretary)
    assert "Niente: richieste, quote, tessere e consensi sono a posto." in words(client)
    anna, year = a_member(club, "Rossi", by=secretary), a_year(club, by=secretary, first=LAST_YEAR)
    year.dues.create(person=anna, category=a_category(club), cents=2500)
    asks = people.add(club, last_name="Verdi", first_name="Ugo")
    today = timezone.localdate()
    membership.request(asks, on=today, today=today, by=secretary)
    page = words(client)
    assert "1 richiesta aspetta il consiglio" in page
    assert "1 socio è moroso: 25,00" in page
    assert "1 socio non ha ancora risposto sul nome nei risultati" in page
    html = client.get(DESK).content.decode()
    links = re.findall(r'<ul class="matters">.*?</ul>', html, re.S)[-1]
    for address in re.findall(r'href="([^"]+)"', links):
        listed = client.get(address.replace("&amp;", "&")).content.decode()
        assert "Rossi" in listed or "Verdi" in listed


def test_a_booking_by_telephone_waits_on_the_line_of_its_evening(organiser: Client, club: Club) -> None:
    CalendarRules.objects.create(club=club, takes_phone_alone=True)
    evening = an_open_evening(club)
    informed = terms.current_notice(terms.rules_of(club))
    asked = BookingRequest(player("Serra Pio"), player("Sarti Ada"), "", informed, phone="+39 333 123 4567")
    requests.submit(evening.pk, asked, language="it", origin="http://testserver")
    assert "1 iscrizione da confermare" in words(organiser)


def test_an_owner_is_led_through_the_steps_of_a_new_club(client: Client, club: Club) -> None:
    owner = an_officer(club, RoleKind.OWNER)
    client.force_login(owner)
    done = words(client).count("fatto")
    Club.objects.filter(pk=club.pk).update(fiscal_code="91234567890", venue="Bar Ines")
    a_member(club, "Rossi", by=owner)
    a_year(club, by=owner)
    page = words(client)
    assert page.count("fatto") == done + 5
    for step in re.findall(r'<li>\s*<a href="([^"]+)"><strong>', client.get(DESK).content.decode()):
        assert client.get(step, follow=True).status_code == 200


def test_the_steps_are_the_owners_alone(officers: FourPeople, club: Club) -> None:
    for user in (officers.organiser, an_officer(club, RoleKind.SECRETARY)):
        assert "Prepara il circolo" not in words(signed_in(user))


def test_only_the_clubs_officers_open_it(client: Client, officers: FourPeople) -> None:
    assert client.get(DESK).status_code == 302
    for user in (officers.stranger, officers.player):
        assert signed_in(user).get(DESK).status_code == 403
    for user in (officers.organiser, officers.referee):
        assert signed_in(user).get(DESK).status_code == 200


def test_the_pages_of_the_club_are_in_groups_and_only_those_that_open(
    officers: FourPeople, club: Club
) -> None:
    everything = signed_in(an_officer(club, *RoleKind))
    page = everything.get("/circoli/circolo-mazzini/quote/").content.decode()
    groups, pages = (
        re.findall(r">([^<>]+)</a>", part) for part in re.findall(r"<nav[^>]*tabs.*?</nav>", page, re.S)
    )
    assert groups == ["Banco", "Serate", "Soci", "Soldi", "Circolo"]
    assert {"Quote", "Ricevute", "Casse"} <= set(pages)
    few = signed_in(officers.organiser).get(DESK).content.decode()
    (nav,) = re.findall(r"<nav[^>]*tabs.*?</nav>", few, re.S)
    assert re.findall(r">([^<>]+)</a>", nav) == ["Banco", "Serate", "Soci"]


def test_a_desk_takes_as_many_queries_with_thirty_members_as_with_three(
    client: Client, club: Club, django_assert_max_num_queries: Any
) -> None:
    owner = an_officer(club, *RoleKind)
    client.force_login(owner)
    a_year(club, by=owner, first=LAST_YEAR)
    for number in range(30):
        a_member(club, f"Rossi{number}", by=owner)
    with django_assert_max_num_queries(50):
        client.get(DESK)


def test_a_day_is_written_in_small_letters(organiser: Client, tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(date=date(2026, 11, 27))
    assert "venerdì 27 novembre 2026" in words(organiser)
