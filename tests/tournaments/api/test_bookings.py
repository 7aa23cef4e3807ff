"""Online bookings by programs: their author's by its link, the desk's by an officer's token."""

from uuid import uuid4

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from club.models import Look
from tests.tournaments.api.conftest import Evening
from tests.tournaments.entries.bookings.scene import an_open_evening, ask, book, couples
from tournaments.entries.bookings import links, terms
from tournaments.models import Booking, Tournament


@pytest.fixture
def open_evening(evening: Evening) -> Tournament:
    return an_open_evening(evening.tournament.club)


def at(tournament: Tournament, rest: str = "") -> str:
    return f"/api/v1/tournaments/{tournament.code}/bookings/{rest}"


def own(booking: Booking, rest: str = "") -> str:
    return f"/api/v1/bookings/{links.token(booking)}/{rest}"


def a_request(client: APIClient, tournament: Tournament, **fields: object) -> dict[str, object]:
    informed = client.get(at(tournament, "terms/")).json()["informed_by"]
    return {
        "last_name": "Serra", "first_name": "Pio", "partner_last_name": "Serra", "partner_first_name": "Zoe",
        "email": "pio@example.org", "accepts_notice": True, "informed_by": informed, **fields,
    }  # fmt: skip


def test_anybody_books_reads_the_letter_and_confirms(evening: Evening, open_evening: Tournament) -> None:
    terms_told = evening.anybody.get(at(open_evening, "terms/")).json()
    assert (terms_told["state"], terms_told["taken"], terms_told["has_partners"]) == ("open", 0, True)
    asked = evening.anybody.post(at(open_evening), a_request(evening.anybody, open_evening), format="json")
    assert (asked.status_code, asked.json()) == (202, {"word": ""})
    booking = open_evening.bookings.get()
    seen = evening.anybody.get(own(booking))
    assert (seen.json()["names"], seen.json()["state"]) == ("Serra Pio – Serra Zoe", "asked")
    assert "no-store" in seen["Cache-Control"]
    assert evening.anybody.post(own(booking, "confirm/")).json()["state"] == "placed"
    cancelled = [evening.anybody.delete(own(booking)).json()["state"] for _time in range(2)]
    assert cancelled == ["cancelled", "cancelled"]


def test_a_booking_sent_twice_with_its_key_is_one(evening: Evening, open_evening: Tournament) -> None:
    wanted = a_request(evening.anybody, open_evening, key=str(uuid4()))
    answers = [evening.anybody.post(at(open_evening), wanted, format="json").status_code for _ in range(2)]
    assert answers == [202, 202]
    assert open_evening.bookings.count() == 1


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"accepts_notice": False}, "accepts_notice"),
        ({"informed_by": "0-other"}, "accepts_notice"),
        ({"partner_last_name": ""}, "partner_last_name"),
        ({"email": "nobody"}, "email"),
        ({"website": "https://example.org"}, "website"),
    ],
)
def test_what_the_page_refuses_the_api_refuses_by_field(
    evening: Evening, open_evening: Tournament, fields: dict[str, object], field: str
) -> None:
    wanted = a_request(evening.anybody, open_evening, **fields)
    refused = evening.anybody.post(at(open_evening), wanted, format="json")
    assert refused.status_code == 400
    assert field in refused.json()["fields"]
    assert not open_evening.bookings.exists()


def test_one_address_is_not_flooded_with_letters(evening: Evening, open_evening: Tournament) -> None:
    def sent() -> int:
        wanted = a_request(evening.anybody, open_evening)
        return int(evening.anybody.post(at(open_evening), wanted, format="json").status_code)

    assert [sent() for _time in range(9)] == [202] * 8 + [429]


def test_a_wrong_link_opens_nothing(evening: Evening) -> None:
    assert evening.anybody.get("/api/v1/bookings/1.nonsense/").status_code == 404


def test_a_booking_by_telephone_alone_gets_its_word_at_once(
    evening: Evening, open_evening: Tournament
) -> None:
    club = open_evening.club
    terms.change_rules(club, by=evening.people.organiser, takes_phone_alone=True)
    wanted = a_request(evening.anybody, open_evening, email="", phone="051 123456")
    word = evening.anybody.post(at(open_evening), wanted, format="json").json()["word"]
    assert evening.anybody.get(f"/api/v1/bookings/{word}/").json()["state"] == "to-ring"
    number = open_evening.bookings.get().number
    confirmed = evening.organiser.post(at(open_evening, f"{number}/confirm/")).json()
    assert confirmed["state"] == "placed"


def test_two_players_without_a_partner_find_each_other(evening: Evening, open_evening: Tournament) -> None:
    one, other = book(open_evening, "Rossi Mario"), book(open_evening, "Neri Ada")
    asked = evening.anybody.post(own(one, f"propose/{other.number}/"), {"text": "Ciao"}, format="json")
    assert asked.json()["others"][0]["is_asked"]
    told = evening.anybody.get(own(other)).json()["others"][0]
    assert (told["name"], told["text"], told["has_asked"]) == ("Rossi Mario", "Ciao", True)
    joined = evening.anybody.post(own(other, f"accept/{one.number}/")).json()
    assert joined["state"] == "placed"
    assert set(joined["names"].split(" – ")) == {"Rossi Mario", "Neri Ada"}


def test_a_partner_is_changed(evening: Evening, open_evening: Tournament) -> None:
    booking = couples(open_evening, 1)[0]
    partner = {"partner_last_name": "Verdi", "partner_first_name": "Ugo"}
    changed = evening.anybody.put(own(booking, "partner/"), partner, format="json")
    assert changed.json()["names"] == "Rossi Mario – Verdi Ugo"


def test_the_desk_reads_the_list_and_the_access_log_notes_it(
    evening: Evening, open_evening: Tournament
) -> None:
    open_evening.places = 1
    open_evening.save(update_fields=["places"])
    couples(open_evening, 2)
    ask(open_evening, "Serra Pio", "Serra Zoe")
    listed = evening.organiser.get(at(open_evening)).json()["results"]
    assert [(each["number"], each["state"]) for each in listed] == [
        (1, "placed"),
        (2, "waiting"),
        (3, "unconfirmed"),
    ]
    assert Look.objects.filter(officer=evening.people.organiser, page=Look.Page.BOOKINGS).exists()


def test_the_list_comes_in_pages_and_with_the_same_queries(
    evening: Evening, open_evening: Tournament
) -> None:
    couples(open_evening, 4)

    def queries(size: int) -> int:
        Look.objects.all().delete()
        with CaptureQueriesContext(connection) as captured:
            page = evening.organiser.get(f"{at(open_evening)}?size={size}").json()
        assert len(page["results"]) == size
        return len(captured)

    queries(1)  # the token's last use is written
    assert queries(1) == queries(4)


def test_the_desk_makes_entries_of_bookings(evening: Evening, open_evening: Tournament) -> None:
    one, other = couples(open_evening, 2)
    made = evening.organiser.post(at(open_evening, f"{one.number}/accept/"), {"present": True}, format="json")
    assert (made.status_code, made.json()["present"]) == (201, True)
    rest = evening.organiser.post(at(open_evening, "accept-all/")).json()
    assert rest == {"entries": [2], "left": []}
    code = evening.anybody.get(own(other)).json()["evening_code"]
    now = APIClient(headers={"Authorization": f"Evening {code}"}).get("/api/v1/evening/")
    assert now.status_code == 200


def test_the_desk_joins_two_who_look_for_a_partner(evening: Evening, open_evening: Tournament) -> None:
    one, other = book(open_evening, "Rossi Mario"), book(open_evening, "Neri Ada")
    numbers = {"first": one.number, "second": other.number}
    joined = evening.organiser.post(at(open_evening, "join/"), numbers, format="json").json()
    assert joined["state"] == "placed"


def test_the_desk_removes_a_booking_with_the_reason_that_its_letter_needs(
    evening: Evening, open_evening: Tournament
) -> None:
    booking = couples(open_evening, 1)[0]
    where = at(open_evening, f"{booking.number}/")
    refused = evening.organiser.delete(where)
    assert (refused.status_code, refused.json()["code"]) == (422, "reason-missing")
    assert evening.organiser.delete(f"{where}?reason=doppia").status_code == 204
    assert evening.anybody.get(own(booking)).json()["state"] == "removed"


def test_an_address_is_corrected_and_the_old_link_ends(evening: Evening, open_evening: Tournament) -> None:
    booking = ask(open_evening, "Serra Pio", "Serra Zoe")
    old = own(booking)
    changed = evening.organiser.patch(
        at(open_evening, f"{booking.number}/"), {"email": "giusto@example.org"}, format="json"
    )
    assert changed.json()["email"] == "giusto@example.org"
    assert evening.anybody.get(old).status_code == 404


def test_the_club_changes_its_rules_for_bookings(evening: Evening) -> None:
    where = f"{evening.club_at}/calendar/rules/"
    assert evening.organiser.get(where).json()["hold_hours"] == 24
    changed = evening.organiser.patch(where, {"hold_hours": 48, "reminder_at": "09:30"}, format="json").json()
    assert (changed["hold_hours"], changed["reminder_at"], changed["phone"]) == (48, "09:30", "")
    assert evening.organiser.patch(where, {"hold_hours": 0}, format="json").status_code == 400
    assert mail.outbox == []
