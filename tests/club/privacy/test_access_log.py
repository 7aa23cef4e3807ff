"""Whoever opens private data leaves a look: walked over every address of officers, with a person full of
secrets.

Each such address is in one of these tables; one that is in none fails the first test.
"""

from collections import Counter
from collections.abc import Callable
from datetime import date
from uuid import uuid4

import pytest
from django.utils import timezone

from club import cash_book, membership_cards
from club.assemblies import convocation, door, minutes
from club.cash_book import Money
from club.dues import members
from club.models import (
    CashKind,
    Club,
    Import,
    ImportRow,
    Look,
    Membership,
    Particulars,
    Person,
    RoleKind,
    User,
)
from club.privacy import access_log
from club.register import people
from tests.club.assemblies.scene import an_assembly
from tests.club.dues.members import a_member, a_year, paid
from tests.criccone import test_every_address as addresses
from tests.evening import a_club, a_tournament, an_officer, signed_in
from tests.once import once_a_module
from tests.pages import flat
from tests.tournaments.entries.bookings.scene import an_open_evening, book
from tournaments.entries import cash

pytestmark = pytest.mark.django_db

#: What opens private data, and as which look it is written down.
SHOW = {
    "register": "register", "register_requests": "register", "register_person": "person",
    "register_correct": "correction", "register_amend": "correction", "correct_note": "correction",
    "register_compare": "comparison",
    "register_duplicates": "comparison", "register_consents": "consents", "dossier": "dossier",
    "register_erase": "erasure", "export": "export", "register_file": "export",
    "register_change_many": "register", "register_consents_of_many": "register",
    "register_print_many": "register",
    "club_year": "dues", "club_renewals": "dues", "club_arrears": "dues", "club_pay": "payment",
    "club_letters": "dues", "letters_pdf": "dues",
    "assembly": "assembly", "assembly_sheet": "assembly", "assembly_letters": "assembly",
    "assembly_letters_pdf": "assembly", "assembly_proof": "assembly", "assembly_door": "assembly",
    "minutes_pdf": "assembly",
    "club_receipts": "receipts", "club_receipts_of": "receipts", "club_receipt": "receipt",
    "receipt_pdf": "receipt", "club_cards": "cards", "void_card": "cards",
    "import": "import", "import_row": "import", "import_columns": "import", "import_problems": "import",
    "accounts_xlsx": "export", "cash": "cash", "cash_pdf": "cash", "take_cash": "cash",
    "bookings": "bookings", "entries": "bookings",
}  # fmt: skip
#: What shows no more of a person than the name that the whole evening reads, or nobody at all, and why.
NOTHING_PRIVATE = {
    "club_people": "names, and whether they may be public", "club_person": "the same of one",
    "club_frames": "addresses of sites",
    "club_webhooks": "addresses of programs", "new_webhook": "a form", "webhook": "what programs were told",
    "club_roles": "officers' accounts, not people of the register", "club_leave": "one's own roles",
    "club_desk": "how many wait",
    "club_association": "the club", "club_publication": "the club", "club_years": "sums of years",
    "reminder_text": "the club's own words", "voting_rules": "what the statute says",
    "club_assemblies": "days and titles", "new_assembly": "a form", "change_assembly": "what the call says",
    "assembly_minutes": "the club's own text", "minutes_version": "the same, as it was",
    "new_receipt": "names found by their letters",
    "accounts": "sums of a year", "accounts_of": "sums of a year",
    "cash_years": "sums of evenings", "cash_year": "sums of evenings", "cash_cancel": "a line's number",
    "cash_reopen": "a question", "register_add": "an empty form", "register_categories": "categories",
    "imports": "names of files", "exports": "what lists there are",
    "write_notice": "a text", "club_looks": "who looked, which is what looks are for",
    "club_retention": "numbers", "club_privacy": "names, and that they are to be asked",
    "new_season": "a form", "settings_season": "a form", "season_final": "names of the season",
    "delete_season": "a question", "rating_settings": "a form", "calendar_rules": "what the club says",
    "handover": "what goes along", "sample_evening": "people made up",
}  # fmt: skip
#: What shows nothing itself, and leads to an address of these tables.
LEADS_ON = {"register_join"}
#: Everything of everybody, locked by a passphrase; the log of the club says who took it, and when.
LOCKED = {"take_handover"}
#: Pages of an evening: names, tables and results, which all who are there read.
OF_AN_EVENING = {
    "devices", "take_all_entries", "take_rulings", "take_log", "call_off", "scan", "entry_phone",
    "club_tournaments", "new_tournament",
    "settings_tournament", "ranking", "entry_people", "advice", "move", "undo_move", "mend",
    "rounds", "round", "score_sheets", "table", "table_deal", "table_substitution", "table_withdrawal",
    "table_history", "log", "board", "table_ruling", "catalogue", "remove_booking", "readdress_booking",
    "table_sheet", "next_sheet", "calls", "paste_entries", "prizes", "desk_standings", "desk_standings_pdf",
    "desk_pair", "compose_boards",
    "new_championship", "settings_championship", "draw_championship", "remove_calendar",
    "championship_play_off",
    "close_championship", "delete_championship", "new_championship_team", "championship_team_desk",
    "add_team_player", "withdraw_team", "penalise_team", "revoke_team_penalty", "move_fixture",
    "write_line_up", "forfeit_fixture", "approve_fixture", "championship_desk", "championship_fixture_desk",
    "fixture_report",
    "take_all_standings", "take_all_turn_standings", "take_all_provisional", "take_all_gironi",
    "take_all_race", "take_all_results", "take_all_seating", "take_all_seats_by_name",
}  # fmt: skip
SECRETS = ("RSSNNA80A41A944L", "051 987 654", "via delle Moline 7", "anna.rossi@example.org")


def test_every_address_of_officers_is_in_one_table() -> None:
    of_officers = {
        name for name, let_in in addresses.GETS.items() if not let_in & {"nobody", "stranger", "player"}
    }
    tables = (set(SHOW), set(NOTHING_PRIVATE), OF_AN_EVENING, LOCKED, LEADS_ON)
    assert of_officers == set().union(*tables)
    assert sum(map(len, tables)) == len(of_officers)


def a_scene() -> tuple[dict[str, object], Person]:
    """A club where one person has everything that can be looked at; the words of every address are hers."""
    club, today = a_club(), timezone.localdate()
    treasurer = an_officer(club, RoleKind.TREASURER, email="cassa@example.org")
    anna = a_member(club, "Rossi", by=treasurer)
    twin = people.add(club, last_name="Rossi", first_name="Anna")
    of_anna = dict(zip(("fiscal_code", "phone", "street", "email"), SECRETS, strict=True))
    Particulars.objects.create(person=anna, born_on=date(1980, 1, 1), **of_anna)
    Membership.objects.create(club=club, person=twin, requested_on=date(2026, 1, 1))
    owed, year, next_one = (a_year(club, by=treasurer, first=today.year + away) for away in (-1, 0, 1))
    members.renew(owed, shown=members.plan(owed, today=today).fingerprint, today=today, by=treasurer)
    receipt = paid(year, anna, by=treasurer, on=today, today=today)
    card = membership_cards.prepare_for_print(year, [anna.pk], today=today, by=treasurer)[0]
    tournament = a_tournament(club, pairs=4)
    money = Money(CashKind.OTHER_IN, 500, cause="tessera", person=anna)
    cash_book.write(cash.book_of(tournament.pk).pk, money, key=uuid4(), by=treasurer)
    by_phone = an_open_evening(club)
    book(by_phone, "Rossi Anna", "Neri Ugo", email=SECRETS[3], phone=SECRETS[1])
    one = Import.objects.create(
        club=club, key=uuid4(), file_name="soci.csv", digest="x", state=Import.State.CHECKED,
        headings=["Nome"], mapping=["full_name"], total=1, done=1,
    )  # fmt: skip
    problem = {
        "code": "homonym",
        "field": "full_name",
        "bars": False,
        "name": "Rossi Anna",
        "person": anna.pk,
    }
    ImportRow.objects.create(
        of=one, number=1, cells=["Rossi Anna"], person=anna, problems=[problem], is_warned=True
    )
    without_vote = a_member(club, "Neri", by=treasurer, category="onorario")
    club.categories.filter(name="onorario").update(votes=False)
    letter = addresses.a_letter(club, anna)
    assembly = an_assembly(club, treasurer, first_call_at=timezone.now(), second_call_at=None)
    convocation.convene(club, assembly.pk, again=False, today=today, key=uuid4(), by=treasurer)
    door.mark_present(club, assembly.pk, anna.pk, by=treasurer)
    assembly.letters.update(email="")
    minutes.save(club, assembly.pk, "Si è discusso.", version=0, by=treasurer)
    words = {
        **addresses.a_webhook(club, treasurer),
        "note_id": addresses.a_note(anna, treasurer).pk,
        "letter_id": letter.pk, "key": letter.key, "assembly_id": assembly.pk, "without_vote": without_vote,
        "slug": club.slug, "person_id": anna.pk, "first_id": anna.pk, "second_id": twin.pk,
        "membership_id": Membership.objects.get(person=anna).pk, "year_id": owed.pk, "year": receipt.year,
        "number": receipt.number, "card_id": card.pk, "list_name": "soci", "ending": "csv", "kind": "json",
        "import_id": one.pk, "code": tournament.code, "next_year": next_one.pk, "twin": twin,
        "by_phone": by_phone.code, "period": str(today.year),
    }  # fmt: skip
    return words, anna


scene = once_a_module(a_scene)


def opened(words: dict[str, object], name: str) -> tuple[str, User]:
    """What somebody with every role reads there, and who that is."""
    club = Club.objects.get(slug=words["slug"])
    officer = an_officer(club, *RoleKind, email="tutto@example.org")
    by_phone = {"code": words["by_phone"]}
    of: dict[str, dict[str, object]] = {
        "club_renewals": {"year_id": words["next_year"]}, "import_row": {"number": 1},
        "bookings": by_phone, "entries": by_phone, "assembly_proof": {"ending": "xlsx"},
    }  # fmt: skip
    client = signed_in(officer)
    answer = client.get(
        addresses.address(name, {**words, **of.get(name, {})}), {"mostra": "tutte", "tutti": "si"}
    )
    assert answer.status_code == 200, name
    return answer.content.decode(errors="replace"), officer


@pytest.mark.parametrize("name", sorted(SHOW))
def test_private_data_opened_are_a_look(
    scene: Callable[[], tuple[dict[str, object], Person]], name: str
) -> None:
    words, anna = scene()
    whose = {"register_requests": words["twin"], "assembly": words["without_vote"]}.get(name, anna)
    _text, officer = opened(words, name)
    looks = Look.objects.filter(person=whose)  # type: ignore[misc]
    assert [(look.page, look.officer) for look in looks] == [(SHOW[name], officer)]


@pytest.mark.parametrize(
    "name", sorted({*NOTHING_PRIVATE} - {"season_final", "settings_season", "delete_season"})
)
def test_where_nothing_private_is_there_is_nothing_private(
    scene: Callable[[], tuple[dict[str, object], Person]], name: str
) -> None:
    words, _anna = scene()
    if name == "cash_cancel":
        words["number"] = 1
    if name == "cash_year":
        words["year"] = timezone.localdate().year
    text, _officer = opened(words, name)
    assert [secret for secret in SECRETS if secret in text] == []
    assert not Look.objects.exists()


@pytest.mark.parametrize("list_name", ["soci", "libro", "morosi", "anno", "ricevute", "assemblea"])
def test_every_list_with_people_is_a_look_at_each(
    scene: Callable[[], tuple[dict[str, object], Person]], list_name: str
) -> None:
    words, anna = scene()
    opened({**words, "list_name": list_name, "ending": "xlsx"}, "export")
    assert Look.objects.filter(person=anna, page="export").count() == 1


def test_a_list_opened_all_evening_is_one_look_a_day_and_a_page_one_each_time(
    scene: Callable[[], tuple[dict[str, object], Person]],
) -> None:
    words, anna = scene()
    club = Club.objects.get(slug=words["slug"])
    officer = an_officer(club, *RoleKind)
    client = signed_in(officer)
    for _time in range(3):
        client.get(addresses.address("register", words))
        client.get(addresses.address("register_person", words))
    assert Counter(anna.looks.values_list("page", flat=True)) == {"register": 1, "person": 3}


def test_the_owner_reads_who_looked(scene: Callable[[], tuple[dict[str, object], Person]]) -> None:
    words, anna = scene()
    club = Club.objects.get(slug=words["slug"])
    looked = an_officer(club, RoleKind.SECRETARY, email="zelante@example.org")
    access_log.record(club, looked, [anna], Look.Page.PERSON)
    access_log.record_list(club, looked, [anna.pk, words["twin"].pk], Look.Page.DUES)  # type: ignore[attr-defined]
    client = signed_in(an_officer(club, RoleKind.OWNER))
    page = client.get(f"/circoli/{club.slug}/privacy/consultazioni/", {"chi": "Secretary"}).content.decode()
    assert "Rossi Anna" in page
    assert "<summary>2 persone</summary>Rossi Anna, Rossi Anna" in flat(page)
