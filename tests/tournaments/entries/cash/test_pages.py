"""The desk's cash on its pages: for four people, by taps and by forms, on paper, year by year."""

import csv
import io
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from club.models import CashBook, CashCount, CashMovement, Club, Receipt, RoleKind, User
from tests.club.dues.members import a_member, a_year
from tests.evening import JURY, a_tournament, an_officer, signed_in
from tournaments.entries import entries
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return a_tournament(club, pairs=3, fee_cents=1000)


@pytest.fixture
def desk(treasurer: User) -> Client:
    return signed_in(treasurer)


def at(tournament: Tournament, rest: str = "") -> str:
    return f"/t/{tournament.code}/cassa/{rest}"


def line(kind: str, cents: str, cause: str = "") -> dict[str, str]:
    return {"kind": kind, "cents": cents, "cause": cause, "means": "cash", "key": str(uuid4())}


def text(answer: object) -> str:
    """The page, its amounts parted from their sign by a usual space."""
    return answer.content.decode().replace("\xa0", " ")  # type: ignore[attr-defined]


def test_the_treasurer_runs_no_evening_and_is_shown_no_link_that_is_refused(
    tournament: Tournament, desk: Client
) -> None:
    page = text(desk.get(at(tournament)))
    assert "/iscrizioni/" not in page
    assert "/turni/" not in page
    assert not CashBook.objects.exists(), "looking writes nothing"


def test_an_evening_of_cash_from_the_float_to_the_count(
    club: Club, tournament: Tournament, desk: Client
) -> None:
    assert "Ancora niente in cassa" in text(desk.get(at(tournament)))
    desk.post(at(tournament, "righe/"), line("opening", "50"))
    for number in (1, 2):
        sent = {"key": str(uuid4()), "cents": "10,00"}
        for _click in range(2):
            assert desk.post(at(tournament, f"quote/{number}/"), sent).status_code == 303
    refused = desk.post(at(tournament, "quote/1/"), {"key": str(uuid4()), "cents": "10,00"})
    assert (refused.status_code, "ha già pagato" in text(refused)) == (409, True)
    desk.post(at(tournament, "righe/"), line("prize", "15", "cena per i primi"))
    page = text(desk.get(at(tournament)))
    for part in ("55,00 €", "2 su 3", "Premio: cena per i primi", "−15,00 €", "ha scritto una riga di cassa"):
        assert part in page, part

    question = desk.get(at(tournament, "righe/2/annulla/"))
    key = str(question.context["form"]["key"].value())
    assert desk.post(at(tournament, "righe/2/annulla/"), {"key": key, "reason": ""}).status_code == 422
    desk.post(at(tournament, "righe/2/annulla/"), {"key": key, "reason": "pagava domani"})
    counted = {"counted": "45", "note": "", "key": str(uuid4())}
    assert desk.post(at(tournament, "conta/"), {**counted, "counted": "44"}).status_code == 422
    assert desk.post(at(tournament, "conta/"), counted).status_code == 303
    page = text(desk.get(at(tournament)))
    assert ("Torna." in page, "Conta e chiudi" in page, "annullata dalla 5" in page) == (True, False, True)
    desk.post(at(tournament, "riapri/"), {"reason": "un premio dimenticato"})
    assert "Conta e chiudi" in text(desk.get(at(tournament)))
    assert (CashMovement.objects.count(), CashCount.objects.count()) == (5, 1)


@pytest.mark.parametrize(
    ("rest", "sent", "status", "said"),
    [
        ("righe/", {"kind": "in", "cents": "tanto", "cause": "bar"}, 422, "Scrivi un importo in euro"),
        ("righe/", {"kind": "gold", "cents": "5", "cause": "bar"}, 422, "errorlist"),
        ("righe/", {"kind": "in", "cents": "5", "cause": ""}, 422, "Scrivi per che cosa"),
        ("righe/", {"kind": "prize", "cents": "5", "cause": "coppa"}, 409, "In cassa ci sono 0,00 €"),
        ("righe/", {"kind": "fee", "cents": "5", "cause": "coppa"}, 422, "errorlist"),
        ("quote/1/", {"cents": "-5"}, 422, "Scrivi un importo in euro"),
        ("quote/1/", {"cents": "10,01"}, 422, "Restano da pagare 10,00 €"),
        ("conta/", {"counted": "5"}, 422, "conta di nuovo, o scrivi perché"),
    ],
)  # fmt: skip
def test_what_cannot_be_comes_back_in_words_and_nothing_is_written(
    tournament: Tournament, desk: Client, rest: str, sent: dict[str, str], status: int, said: str
) -> None:
    got = desk.post(at(tournament, rest), {"key": str(uuid4()), **sent})
    assert (got.status_code, said in text(got)) == (status, True)
    assert not CashMovement.objects.exists()
    assert not CashCount.objects.exists()


def test_the_list_of_entries_says_who_has_still_to_pay(club: Club, tournament: Tournament) -> None:
    organiser = signed_in(an_officer(club, RoleKind.ORGANISER))
    organiser.post(at(tournament, "quote/2/"), {"key": str(uuid4()), "cents": "10"})
    page = text(organiser.get(f"/t/{tournament.code}/iscrizioni/"))
    assert [f"cassa/#quota-{number}" in page for number in (1, 2, 3)] == [True, False, True]


def test_dues_of_who_plays_tonight_are_taken_with_their_receipt(
    club: Club, tournament: Tournament, treasurer: User, desk: Client
) -> None:
    now = timezone.localdate().year
    year = a_year(club, by=treasurer, first=now)
    couple = [a_member(club, name, by=treasurer) for name in ("Rossi", "Bianchi")]
    a_member(club, "Altrove", by=treasurer)
    entries.enter(tournament.pk, couple, by=JURY, present=True)
    page = text(desk.get(at(tournament)))
    assert ("Rossi Anna" in page, "Bianchi Anna" in page, "Altrove Anna" in page) == (True, True, False)
    assert "Altrove Anna" in text(desk.get(at(tournament), {"socio": "altr"}))
    where, sent = at(tournament, f"soci/{year.pk}/{couple[0].pk}/"), {"key": str(uuid4())}
    for _click in range(2):
        assert desk.post(where, sent).status_code == 303
    assert "ricevuta 1/" in text(desk.get(at(tournament)))
    assert Receipt.objects.get().person == couple[0]

    # Who only runs the evening sees the line, and neither receipts nor who owes.
    organiser = signed_in(an_officer(club, RoleKind.ORGANISER))
    page = text(organiser.get(at(tournament)))
    assert ("ricevuta 1/" in page, "/ricevute/" in page, "Bianchi Anna deve" in page) == (True, False, False)
    assert organiser.post(where, {"key": str(uuid4())}).status_code == 403
    assert organiser.get(at(tournament, "righe/1/annulla/")).status_code == 403

    receipt = f"/circoli/{club.slug}/ricevute/{now}/1/"
    desk.post(receipt, {"reason": "era di un altro", "key": str(uuid4())})
    assert "annullata dalla 2" in text(desk.get(at(tournament)))


def test_the_book_is_printed_and_taken_away_with_no_formula_in_it(
    tournament: Tournament, desk: Client
) -> None:
    assert desk.get(f"/t/{tournament.code}/cassa.pdf").status_code == 404
    desk.post(at(tournament, "righe/"), line("opening", "50"))
    desk.post(at(tournament, "righe/"), line("in", "12,50", '=cmd|"/c calc"!A1'))
    desk.post(at(tournament, "conta/"), {"counted": "60", "note": "resto #sbagliato", "key": str(uuid4())})
    paper = PdfReader(io.BytesIO(desk.get(f"/t/{tournament.code}/cassa.pdf").content))
    said = " ".join(paper.pages[0].extract_text().split())
    for part in ("Cassa della serata", "€ 62,50", "€ −2,50", "resto #sbagliato", "Firma del tesoriere"):
        assert part in said, part
    rows = list(csv.DictReader(
        io.StringIO(text(desk.get(f"/t/{tournament.code}/scarica/banco/cassa.csv")).removeprefix("\ufeff")),
        delimiter=";",
    ))  # fmt: skip
    assert rows[1]["Per che cosa"].startswith("'=cmd")
    assert [row["Importo in euro"] for row in rows] == ["50,00", "12,50"]


def test_the_year_sums_its_evenings_and_says_what_dues_were_paid_elsewhere(
    club: Club, tournament: Tournament, treasurer: User, desk: Client
) -> None:
    other = a_tournament(club, pairs=0)
    year = a_year(club, by=treasurer, first=timezone.localdate().year)
    member = a_member(club, "Rossi", by=treasurer)
    desk.post(at(tournament, "righe/"), line("opening", "50"))
    desk.post(at(tournament, "quote/1/"), {"key": str(uuid4()), "cents": "10"})
    desk.post(at(tournament, "righe/"), line("prize", "4", "coppa"))
    desk.post(at(tournament, f"soci/{year.pk}/{member.pk}/"), {"key": str(uuid4())})
    desk.post(at(tournament, "conta/"), {"counted": "80", "note": "manca un euro", "key": str(uuid4())})
    desk.post(at(other, "righe/"), line("in", "7", "bar"))
    totals = desk.get(f"/circoli/{club.slug}/cassa/").context["totals"]
    sums = [(each.tournament, each.sums.result) for each in totals.evenings]
    assert sums == [(other, 700), (tournament, 1000 - 400 + 2500 - 100)]
    assert (totals.sums.came_in, totals.sums.went_out, totals.sums.difference) == (4200, -400, -100)
    assert (totals.receipts, totals.receipts_elsewhere) == (2500, 0)
    page = text(desk.get(f"/circoli/{club.slug}/cassa/2026/"))
    assert ("da chiudere" in page, "37,00 €" in page) == (True, True)
    assert "Ancora nessuna cassa" in text(desk.get(f"/circoli/{club.slug}/cassa/1999/"))


def test_the_settings_write_the_fee_and_a_form_without_it_keeps_it(
    club: Club, tournament: Tournament
) -> None:
    organiser = signed_in(an_officer(club, RoleKind.ORGANISER))
    where = f"/t/{tournament.code}/impostazioni/"
    page = organiser.get(where)
    assert page.context["form"]["fee_cents"].value() == "10,00"
    said = {
        "name": "Torneo", "date": "2026-11-21", "turns": "4", "turn_minutes": "30", "rematches": "avoided",
        "house_rule": "accademia", "version": tournament.version,
    }  # fmt: skip
    organiser.post(where, said)
    tournament.refresh_from_db()
    assert (tournament.name, tournament.fee_cents) == ("Torneo", 1000)
    for written, cents in (("12,50", 1250), ("", 0)):
        organiser.post(where, {**said, "fee_cents": written, "version": tournament.version})
        tournament.refresh_from_db()
        assert tournament.fee_cents == cents
    assert (
        organiser.post(where, {**said, "fee_cents": "tanto", "version": tournament.version}).status_code
        == 422
    )


def test_the_page_asks_the_same_queries_for_many_pairs(
    club: Club, treasurer: User, desk: Client, django_assert_max_num_queries: object
) -> None:
    tournament = a_tournament(club, pairs=8, fee_cents=1000)
    a_year(club, by=treasurer)
    for number in range(1, 6):
        desk.post(at(tournament, f"quote/{number}/"), {"key": str(uuid4()), "cents": "10"})
    with django_assert_max_num_queries(24):  # type: ignore[operator]
        desk.get(at(tournament))
