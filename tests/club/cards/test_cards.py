"""Tessere: one good card a person and year, its code, the sheets, a lost one made void."""

import io
from datetime import date

import pytest
from django.test import Client
from pypdf import PdfReader

from club import membership_cards
from club.dues import years
from club.errors import ClubError, ClubInputRefused
from club.membership_cards import Reading, Show, Wanted, cards_pdf, check_card, holders
from club.models import Card, Club, MembershipYear, Person, RoleKind, User
from club.register import people
from club.web.views import cards as cards_views
from tests.club.dues.members import TODAY, a_category, a_member, a_year, paid
from tests.evening import a_club, an_officer

pytestmark = pytest.mark.django_db
MM = 72 / 25.4


@pytest.fixture
def by(club: Club) -> User:
    return an_officer(club, RoleKind.SECRETARY)


@pytest.fixture
def year(club: Club, by: User) -> MembershipYear:
    return a_year(club, by=by)


def printed(year: MembershipYear, *people: Person, by: User) -> list[Card]:
    return membership_cards.prepare_for_print(year, [person.pk for person in people], today=TODAY, by=by)


def test_a_member_has_one_card_a_year_with_the_number_of_the_register(
    club: Club, year: MembershipYear, by: User
) -> None:
    person = a_member(club, "Rossi", by=by)
    (card,) = printed(year, person, by=by)
    assert printed(year, person, by=by) == [card]
    assert (card.number, card.valid_from, card.valid_until) == ("1", date(2026, 1, 1), date(2026, 12, 31))
    assert Card.objects.get().printed_on == TODAY


def test_who_is_no_member_has_a_number_of_his_own_for_good(
    club: Club, by: User, year: MembershipYear
) -> None:
    guests = [people.add(club, last_name=name, first_name="Ugo") for name in ("Neri", "Verdi")]
    assert [card.number for card in printed(year, *guests, by=by)] == ["T1", "T2"]
    after = years.open_year(club, 2027, due_on=date(2027, 2, 28), by=by)
    late = people.add(club, last_name="Zucchi", first_name="Ida")
    assert [card.number for card in printed(after, guests[1], late, by=by)] == ["T2", "T3"]


def test_a_lost_card_is_void_and_the_next_print_gives_another_code(
    club: Club, year: MembershipYear, by: User
) -> None:
    person = a_member(club, "Rossi", by=by)
    (lost,) = printed(year, person, by=by)
    with pytest.raises(ClubInputRefused):
        membership_cards.void(club, lost.pk, reason=" ", today=TODAY, by=by)
    for _click in range(2):
        membership_cards.void(club, lost.pk, reason="persa", today=TODAY, by=by)
    (new,) = printed(year, person, by=by)
    assert (new.number, new.token == lost.token) == ("1/2", False)
    assert check_card(club, lost.token, TODAY).reading is Reading.VOID
    assert check_card(club, new.token, TODAY).reading is Reading.GOOD
    assert club.log.filter(act="card.voided").count() == 1


@pytest.mark.parametrize(
    ("day", "reading"),
    [
        (date(2025, 12, 31), Reading.NOT_YET), (date(2026, 1, 1), Reading.GOOD),
        (date(2026, 12, 31), Reading.GOOD), (date(2027, 1, 1), Reading.EXPIRED),
    ],
)  # fmt: skip
def test_a_card_is_good_from_the_first_to_the_last_day_of_its_year(
    club: Club, year: MembershipYear, by: User, day: date, reading: Reading
) -> None:
    (card,) = printed(year, a_member(club, "Rossi", by=by), by=by)
    assert check_card(club, card.token, day).reading is reading


def test_a_code_is_read_however_it_was_typed_and_nothing_else_is_a_card(
    club: Club, year: MembershipYear, by: User
) -> None:
    (card,) = printed(year, a_member(club, "Rossi", by=by), by=by)
    assert check_card(club, f" {card.token.lower()}\r\n", TODAY).card == card
    for text in (
        "",
        "1",
        card.number,
        card.token[:-1],
        f"{card.token}A",
        "http://x/",
        "'; DROP TABLE",
        "\x00",
    ):
        assert check_card(club, text, TODAY).reading is Reading.UNKNOWN


def test_of_another_club_s_card_nothing_is_told(club: Club, year: MembershipYear, by: User) -> None:
    (card,) = printed(year, a_member(club, "Rossi", by=by), by=by)
    told = check_card(a_club("Un altro circolo"), card.token, TODAY)
    assert (told.reading, told.card) == (Reading.OTHER_CLUB, None)


def test_nobody_and_a_stranger_are_refused(club: Club, year: MembershipYear, by: User) -> None:
    theirs = people.add(a_club("Un altro circolo"), last_name="Neri", first_name="Ugo")
    with pytest.raises(ClubInputRefused):
        membership_cards.prepare_for_print(year, [], today=TODAY, by=by)
    with pytest.raises(ClubError):
        printed(year, a_member(club, "Rossi", by=by), theirs, by=by)
    assert not Card.objects.exists()


def test_the_list_goes_by_year_category_dues_and_what_is_not_printed_yet(
    club: Club, year: MembershipYear, by: User
) -> None:
    has, pays, honorary = (
        a_member(club, name, by=by, category=kind)
        for name, kind in (("Rossi", "ordinario"), ("Bianchi", "ordinario"), ("Verdi", "onorario"))
    )
    guest = people.add(club, last_name="Neri", first_name="Ugo")
    printed(year, has, by=by)
    paid(year, pays, by=by)

    def found(**wanted: object) -> list[Person]:
        return [each.person for each in holders(year, Wanted(**wanted), today=TODAY)]  # type: ignore[arg-type]

    assert found() == [pays, honorary]
    assert found(show=Show.PRINTED) == [has]
    assert found(show=Show.ALL) == [pays, has, honorary]
    assert found(category=a_category(club, "onorario").pk) == [honorary]
    assert found(only_paid=True) == [pays]
    assert found(letters="ner") == [guest]
    printed(year, guest, by=by)
    assert found(show=Show.PRINTED) == [guest, has]


def test_the_sheets_hold_ten_cards_of_the_right_size_each_with_name_number_and_code(
    club: Club, year: MembershipYear, by: User
) -> None:
    names = [
        "#panic() $x$",
        "Degli Uberti Montecuccoli Sforza della Rovere",
        *(f"Socio{n:02}" for n in range(9)),
    ]
    cards = printed(year, *(a_member(club, name, by=by) for name in names), by=by)
    sheets = PdfReader(io.BytesIO(cards_pdf(year, cards, today=TODAY))).pages
    assert len(sheets) == 2
    assert [float(side) for side in sheets[0].mediabox[2:]] == pytest.approx([210 * MM, 297 * MM], abs=0.1)
    said = " ".join("".join(page.extract_text() for page in sheets).split())
    assert said.count("valida fino al 31/12/2026") == 11
    for part in ("#panic() $x$ Anna", "della Rovere Anna", "Tessera n. 11", "ordinario", "Circolo Mazzini"):
        assert part in said


def test_the_page_prints_those_ticked_and_a_lost_one_is_voided(
    client: Client, club: Club, by: User, year: MembershipYear
) -> None:
    first, _second = (a_member(club, name, by=by) for name in ("Rossi", "Bianchi"))
    client.force_login(by)
    where = f"/circoli/{club.slug}/tessere/"
    shown = client.get(where, {"anno": year.pk}).content.decode()
    assert ("Rossi Anna" in shown, "2 persone, anno 2026" in shown) == (True, True)
    sheets = client.post(f"{where}{year.pk}/stampa/", {"people": [first.pk]})
    assert sheets.content.startswith(b"%PDF")
    assert sheets["Cache-Control"] == "private, no-store"
    card = Card.objects.get()
    assert client.post(f"{where}{card.pk}/annulla/", {"reason": ""}).status_code == 422
    got = client.post(f"{where}{card.pk}/annulla/", {"reason": "persa in treno"}, follow=True)
    assert "La tessera 1 di Rossi Anna non vale più" in got.content.decode()
    assert "Annullata il" in client.get(f"{where}{card.pk}/annulla/").content.decode()
    assert "<q>persa in treno</q>" in client.get(f"/circoli/{club.slug}/libro/{first.pk}/").content.decode()
    assert client.post(f"{where}{year.pk}/stampa/", {"people": ["x"]}).status_code == 422
    card.refresh_from_db()
    assert card.revoked_because == "persa in treno"


def test_the_page_asks_the_same_queries_for_one_member_and_for_many(
    client: Client, club: Club, by: User, year: MembershipYear, django_assert_max_num_queries: object
) -> None:
    for number in range(5):
        a_member(club, f"Socio{number}", by=by)
    client.force_login(by)
    with django_assert_max_num_queries(17):  # type: ignore[operator]
        client.get(f"/circoli/{club.slug}/tessere/", {"anno": year.pk, "mostra": "tutte"})


def test_a_long_list_is_printed_a_page_at_a_time(
    client: Client, club: Club, by: User, year: MembershipYear, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than a thousand ticks are more than the server reads of a form."""
    assert cards_views.A_PAGE < 1000
    monkeypatch.setattr(cards_views, "A_PAGE", 2)
    for number in range(5):
        a_member(club, f"Socio{number}", by=by)
    client.force_login(by)
    page = client.get(f"/circoli/{club.slug}/tessere/", {"anno": year.pk, "mostra": "tutte", "pagina": "2"})
    assert [each.person.last_name for each in page.context["page_obj"]] == ["Socio2", "Socio3"]
    said = page.content.decode()
    assert f"?pagina=3&amp;anno={year.pk}&amp;mostra=tutte" in said
    assert ("5 persone, anno 2026" in said, "segnate in questa pagina" in said) == (True, True)
