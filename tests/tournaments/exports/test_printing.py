"""What is printed: every name and figure of the page is on the paper, for those who may have it."""

import io
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Event

import pytest
from django.db import connection
from django.test import Client, RequestFactory
from django.utils import translation
from pypdf import PdfReader
from pytest_django import DjangoAssertNumQueries, Settings

from club import typesetting
from club.models import Club
from club.public_urls import absolute_url
from club.register import people
from tests.evening import (
    JURY,
    FourPeople,
    a_challenge,
    a_club,
    a_round,
    a_tournament,
    fill,
    four_people,
    settle,
    signed_in,
)
from tournaments import log
from tournaments.core.standings import BY_VICTORY_POINTS
from tournaments.entries import entries
from tournaments.errors import TournamentError
from tournaments.exports import printing
from tournaments.models import Tournament
from tournaments.rounds import rounds
from tournaments.standings import builds
from tournaments.web.views.public import page_cache

pytestmark = pytest.mark.usefixtures("commits")


def pages(pdf: bytes) -> list[str]:
    """The words of each page, white space folded."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages]


def sheets(tournament: Tournament, turn: int = 1) -> list[str]:
    return pages(printing.score_sheets(tournament, turn, "http://laptop{}".format))


def test_a_round_prints_one_sheet_a_table_with_both_pairs_and_the_dealer_of_each_deal() -> None:
    tournament = a_tournament(a_club(), pairs=8)
    round_ = a_round(tournament)

    printed = sheets(tournament)

    assert len(printed) == 4
    assert all(log.head(tournament).printed in text for text in printed)
    for match, text in zip(round_.matches.order_by("table"), printed, strict=True):
        assert "Foglio di gara" in text
        for seat in match.seats.select_related("person"):
            assert text.count(seat.person.full_name) == 2  # in the pair, and as the dealer of one deal
        for word in ("Accusi", "Sequenze", "Cricche", "Scartini", "Ultima presa", "Totale", "Progressivo"):
            assert word in text
        assert "Firma N-S" in text


def test_two_sheets_share_a_page_if_wanted_and_one_table_s_sheet_is_printed_alone() -> None:
    tournament = a_tournament(a_club(), pairs=10)
    a_round(tournament)

    def address(path: str) -> str:
        return f"http://laptop{path}"

    paper = PdfReader(io.BytesIO(printing.score_sheets(tournament, 1, address, two_a_page=True)))
    assert [page.extract_text().count("Foglio di gara") for page in paper.pages] == [2, 2, 1]
    assert {(round(page.mediabox.width), round(page.mediabox.height)) for page in paper.pages} == {(595, 842)}

    (alone,) = pages(printing.score_sheets(tournament, 1, address, table=3))
    sitting = tournament.rounds.get().matches.get(table=3).seats.select_related("person")
    assert all(seat.person.full_name in alone for seat in sitting)
    with pytest.raises(TournamentError, match="il tavolo 9 non c'è"):
        printing.score_sheets(tournament, 1, address, table=9)


@pytest.mark.parametrize(("language", "day"), [("it", "21 novembre 2026"), ("en", "21 November 2026")])
def test_paper_writes_the_day_as_its_language_does(language: str, day: str) -> None:
    tournament = a_tournament(a_club())
    settle(tournament, a_round(tournament))

    with translation.override(language):
        (classifica,) = pages(printing.standings_pdf(tournament))
        for text in (classifica, *sheets(tournament)):
            assert day in text


def test_what_is_entered_already_is_printed_with_its_running_total_and_margin() -> None:
    tournament = a_tournament(a_club(), pairs=2)
    match = a_round(tournament).matches.select_related("round__tournament").get()
    fill(match)
    totals = {side: sum(deal.points[side] for deal in match.deals.all()) for side in "AB"}

    (text,) = sheets(tournament)

    for side in "AB":
        assert str(totals[side]) in text
    assert f"Differenza punti {abs(totals['A'] - totals['B'])}" in text


def test_a_name_is_printed_as_it_is_whatever_it_looks_like() -> None:
    club = a_club()
    tournament = a_tournament(club, pairs=1)
    odd = ['#pagebreak() "D\'Angelo"', "<script>alert(1)</script> $x$ *_\\"]
    couple = [people.add(club, last_name=name, first_name="Anna") for name in odd]
    entries.enter(tournament.pk, couple, by=JURY, present=True)
    a_round(tournament)

    (text,) = sheets(tournament)

    for name in odd:
        assert re.sub(r"\s", "", name) in re.sub(r"\s", "", text).replace("’", "'")


def test_the_classifica_prints_places_and_only_the_names_that_may_be_public() -> None:
    tournament = a_tournament(a_club(), pairs=10)
    settle(tournament, a_round(tournament))
    tournament.refresh_from_db()

    (text,) = pages(printing.standings_pdf(tournament))

    assert "Classifica provvisoria" in text
    assert "dopo il turno 1 di 4" in text
    assert log.head(tournament).printed in text
    assert text.count("Cognome001") == 2
    assert "Cognome010" not in text
    assert "C. A. – C. B." in text


def test_there_is_nothing_to_print_before_the_first_round() -> None:
    tournament = a_tournament(a_club())
    with pytest.raises(TournamentError, match="abbinalo prima"):
        sheets(tournament)
    with pytest.raises(TournamentError, match="prima si conclude un turno"):
        printing.standings_pdf(tournament)


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def four(club: Club) -> FourPeople:
    return four_people(club)


def test_the_classifica_prints_what_it_goes_by_first() -> None:
    tournament = a_tournament(a_club(), pairs=8)
    Tournament.objects.filter(pk=tournament.pk).update(criteria=list(BY_VICTORY_POINTS))
    settle(tournament, a_round(tournament))
    tournament.refresh_from_db()
    newest = builds.latest_snapshot(tournament)
    assert newest
    (text,) = pages(printing.standings_pdf(tournament))
    assert "Punti vittoria" in text
    assert "Punti partita" not in text.split("nell'ordine")[0]
    assert all(str(row["values"][0]) in text for row in newest.rows)


@pytest.mark.parametrize(
    ("criteria", "beside"), [(["total_points", "lots"], 0), (list(BY_VICTORY_POINTS), 2)]
)
def test_a_challenge_prints_the_points_of_a_team_once(criteria: list[str], beside: int) -> None:
    tournament = a_challenge(a_club(), 2, 2, turns=1, criteria=criteria)
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    (text,) = pages(printing.standings_pdf(tournament))
    assert "tavoli:" in text
    assert len(re.findall(r"punti: \d", text)) == beside


def test_points_conceded_are_printed_as_they_are() -> None:
    tournament = a_tournament(a_club(), pairs=4, criteria=["points_conceded", "lots"])
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    (text,) = pages(printing.standings_pdf(tournament))
    for row in tournament.snapshots.get().rows:
        assert str(row["conceded"]) in text
        assert not re.search(rf"[-−]\s*{row['conceded']}\b", text)


def test_the_classifica_is_for_everybody_and_says_when_there_is_none(club: Club) -> None:
    tournament = a_tournament(club)
    assert Client().get(f"/t/{tournament.code}/classifica.pdf").status_code == 409
    settle(tournament, a_round(tournament))

    answer = Client().get(f"/t/{tournament.code}/classifica.pdf")

    assert answer.status_code == 200
    assert answer.content.startswith(b"%PDF")


@pytest.fixture
def typeset(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each page was typeset."""
    told, typeset = Counter[str](), typesetting._set

    def counted(page: str, text: bytes, kind: str) -> bytes:
        told[page] += 1
        return typeset(page, text, kind)

    monkeypatch.setattr(typesetting, "_set", counted)
    return told


def at_once(client: Client, address: str, requests: int) -> set[bytes]:
    """The different PDFs that so many requests got."""

    def ask(_request: int) -> bytes:
        try:
            answer = client.get(address)
            assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
            return bytes(answer.content)
        finally:
            connection.close()

    with ThreadPoolExecutor(requests) as room:
        return set(room.map(ask, range(requests)))


@pytest.mark.django_db(transaction=True)
def test_the_classifica_that_many_want_at_once_is_made_once_for_each_version_and_language(
    typeset: Counter[str],
) -> None:
    tournament = a_tournament(a_club())
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    address = f"/t/{tournament.code}/classifica.pdf"

    assert len(at_once(Client(), address, 12)) == typeset["classifica"] == 1
    assert len(at_once(Client(headers={"Cookie": "django_language=en"}), address, 6)) == 1
    assert typeset["classifica"] == 2

    settle(tournament, a_round(tournament, seed=2))
    builds.build(tournament.pk)
    assert len(at_once(Client(), address, 6)) == 1
    assert typeset["classifica"] == 3
    known = Client().get(address)["ETag"]
    assert Client().get(address, headers={"If-None-Match": known}).status_code == 304


@pytest.mark.django_db(transaction=True)
def test_the_sheets_are_made_once_and_again_for_other_codes(typeset: Counter[str]) -> None:
    club = a_club()
    four, tournament = four_people(club), a_tournament(club)
    a_round(tournament)
    client = signed_in(four.referee)
    address = f"/t/{tournament.code}/turni/1/fogli.pdf"
    before = at_once(client, address, 6)
    assert len(before) == typeset["sheets"] == 1
    rounds.renew_codes(tournament.pk, 1, by=JURY)
    assert before.isdisjoint(at_once(client, address, 6))
    assert typeset["sheets"] == 2


@pytest.mark.django_db(transaction=True)
def test_a_table_that_many_want_at_once_is_written_once(typeset: Counter[str]) -> None:
    tournament = a_tournament(a_club())
    answers = at_once(Client(), f"/t/{tournament.code}/scarica/iscritti.pdf", 6)
    assert len(answers) == sum(typeset.values()) == 1


@pytest.mark.django_db(transaction=True)
def test_officers_print_while_others_ask_for_every_pdf_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    club = a_club()
    officer, stranger, tournament = signed_in(four_people(club).referee), Client(), a_tournament(club)
    a_round(tournament)
    public = [f"/t/{tournament.code}/scarica/iscritti.pdf", f"/circoli/{club.slug}/privacy.pdf"]
    own = [f"/t/{tournament.code}/turni/1/fogli.pdf", *public]
    taken, over = Event(), Event()
    with ThreadPoolExecutor(1) as others, ExitStack() as flood:
        flood.callback(over.set)
        flood.enter_context(typesetting.for_everybody())
        others.submit(_take_all_files, taken, over)
        taken.wait()
        with monkeypatch.context() as hurried:
            hurried.setattr(typesetting, "SECONDS", 0.01)
            refused = stranger.get(public[1]).status_code
        answers = [officer.get(address).status_code for address in own]
    assert (refused, answers) == (503, [200, 200, 200])
    assert [stranger.get(address).status_code for address in public] == [200, 200]


def _take_all_files(taken: Event, over: Event) -> None:
    """Holds every file of everybody, as slow ones that others ask for would."""
    with ExitStack() as locks:
        for lock in page_cache._files._locks:
            locks.enter_context(lock)
        taken.set()
        over.wait()


def test_sheets_cost_the_same_queries_for_four_tables_and_for_forty(
    club: Club, four: FourPeople, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    small, large = a_tournament(club, pairs=8), a_tournament(club, pairs=80)
    client = signed_in(four.referee)
    for tournament in (small, large):
        a_round(tournament)
        with django_assert_num_queries(11):
            client.get(f"/t/{tournament.code}/turni/1/fogli.pdf")


def test_the_qr_code_carries_an_address_that_a_phone_can_reach(
    club: Club, four: FourPeople, settings: Settings
) -> None:
    settings.LAN_ADDRESS = "192.168.1.20"
    made = RequestFactory().get("/", HTTP_HOST="localhost:8000")
    assert absolute_url(made, "/tavolo/x/") == "http://192.168.1.20:8000/tavolo/x/"
    made = RequestFactory().get("/", HTTP_HOST="127.0.0.1")
    assert absolute_url(made, "/tavolo/x/") == "http://192.168.1.20/tavolo/x/"


def test_a_draft_has_no_sheets_because_its_codes_may_die(club: Club, four: FourPeople) -> None:
    tournament = a_tournament(club)
    a_round(tournament, until="draft")
    client = signed_in(four.organiser)
    for address in (
        f"/t/{tournament.code}/turni/1/fogli.pdf",
        f"/api/v1/tournaments/{tournament.code}/rounds/1/sheets/",
    ):
        answer = client.get(address)
        assert answer.status_code == 409
        assert "prima pubblicalo" in answer.content.decode()


def test_what_the_letters_lack_is_printed_from_the_signs() -> None:
    tournament = a_tournament(a_club("Circolo 🎉"), pairs=2)
    a_round(tournament)
    pdf = PdfReader(io.BytesIO(printing.score_sheets(tournament, 1, "http://laptop{}".format)))
    fonts = {str(font.get_object()["/BaseFont"]) for font in pdf.pages[0]["/Resources"]["/Font"].values()}
    assert any("NotoEmoji" in name for name in fonts), "else an empty box is printed"
