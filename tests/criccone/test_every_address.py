"""Every address of the installation has a rule of access, and it holds for everybody: the four of STYLE, the
other officers of the club, and nobody at all. Whoever is refused changes nothing.

An address without a line here fails the first test: other tests need not ask who may open what.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from club import cash_book, membership_cards
from club.accounts import roles, tokens
from club.cash_book import Money
from club.models import CashKind, Club, MemberLetter, Membership, OwnPage, Person, PersonNote, RoleKind, User
from club.register import data_requests, notebook, own_pages
from club.web import account_urls
from club.webhooks import deliveries, hooks
from club.webhooks.deliveries import Event
from criccone import manual_places
from tests.club.api import rules
from tests.club.assemblies.scene import an_assembly
from tests.club.dues.members import a_member, a_year, paid
from tests.club.test_pictures import a_picture
from tests.evening import (
    FourPeople,
    a_club,
    a_round,
    a_tournament,
    an_officer,
    four_people,
    settle,
    signed_in,
)
from tests.once import once_a_module
from tests.tournaments.championships.played import a_championship, drawn
from tests.tournaments.entries.bookings.scene import an_open_evening, ask
from tests.tournaments.seasons.evenings import a_season
from tournaments.championships import captain_codes, reports
from tournaments.entries import cash
from tournaments.entries.bookings import links
from tournaments.models import Match
from tournaments.results import codes, evening_codes
from tournaments.standings import builds

pytestmark = pytest.mark.django_db

# Who is let in; everybody else is refused or asked to sign in.
ALL = {"nobody", "stranger", "player", "referee", "organiser", "secretary", "treasurer", "owner"}
SIGNED_IN = ALL - {"nobody"}
RUN = {"organiser"}
ENTER = {"referee", "organiser"}
PEOPLE = {"organiser", "secretary", "treasurer", "owner"}
OWNER = {"owner"}
KEEP = {"secretary", "treasurer", "owner"}
CASH = RUN | KEEP
OFFICERS = {"referee", "organiser", "secretary", "treasurer", "owner"}

GETS = {
    "book": ALL, "booking_sent": ALL, "booking": ALL, "bookings": RUN, "remove_booking": RUN,
    "calendar_rules": RUN, "readdress_booking": RUN,
    "home": ALL, "club_page": ALL, "club_picture": ALL, "results": ALL, "public_round": ALL, "pair": ALL,
    "evening_picture": ALL, "entry_picture": ALL, "season_picture": ALL, "player_picture": ALL,
    "provisional": ALL, "projector": ALL,
    "version": ALL, "standings_pdf": ALL, "health": ALL, "health_of_pages": ALL,
    "metrics": ALL, "service_worker": ALL,
    "robots": ALL, "manifest": ALL, "points_counter": ALL,
    "manual": ALL, "manual_of": ALL, "manual_page": ALL,
    "learn": ALL, "glossary": ALL, "rules": ALL, "new_exercise": ALL, "new_exercise_of": ALL, "exercise": ALL,
    "player_search": ALL, "new_learn_deal": ALL, "new_learn_deal_of": ALL, "learn_deal": ALL,
    "takeaway": ALL, "take_standings": ALL, "take_turn_standings": ALL, "take_earlier_standings": ALL,
    "seats": ALL, "take_seats_by_name": ALL, "take_seats_by_number": ALL, "take_all_seats_by_name": OFFICERS,
    "take_seating": ALL, "take_gironi": ALL, "take_provisional": ALL, "take_race": ALL, "take_season": ALL,
    "take_challenge": ALL,
    "take_season_results": ALL, "take_ratings": ALL, "take_rating": ALL, "take_evenings": ALL,
    "take_partners": ALL, "take_opponents": ALL, "take_figures": ALL, "take_meetings": ALL,
    "take_results": ALL, "take_deals": ALL, "take_entries": ALL, "take_archive": ALL, "calendar_feed": ALL,
    "take_cash": CASH, "cash": CASH, "cash_cancel": CASH, "cash_reopen": CASH, "cash_pdf": CASH,
    "accounts": KEEP, "accounts_of": KEEP, "accounts_xlsx": KEEP,
    "cash_years": KEEP, "cash_year": KEEP, "scan": RUN, "club_cards": KEEP, "void_card": KEEP,
    "take_all_standings": OFFICERS, "take_all_provisional": OFFICERS, "take_all_race": OFFICERS,
    "take_all_turn_standings": OFFICERS, "take_all_gironi": OFFICERS, "take_all_seating": OFFICERS,
    "take_all_results": OFFICERS, "desk_standings": OFFICERS, "desk_standings_pdf": OFFICERS, "prizes": RUN,
    "desk_pair": OFFICERS,
    "take_all_entries": RUN, "take_rulings": ENTER, "take_log": ENTER, "call_off": RUN,
    "player": ALL, "players_duel": ALL, "pairs_duel": ALL, "race": ALL,
    "boards": ALL, "board_compared": ALL, "boards_pdf": ALL, "compose_boards": ENTER,
    "draw_page": ALL, "draw_file": ALL, "check_draw": ALL,
    "table_by_code": ALL, "table_deal_by_code": ALL, "evening": ALL, "evening_by_card": ALL,
    "evening_now": ALL, "blank_deal_by_evening": ALL,
    "table_by_evening": ALL, "table_deal_by_evening": ALL, "entry_phone": RUN,
    "desk": SIGNED_IN, "club_desk": OFFICERS,
    "account": SIGNED_IN, "change_address": SIGNED_IN, "confirm_address": SIGNED_IN, "sessions": SIGNED_IN,
    "tokens": SIGNED_IN, "new_token": SIGNED_IN, "device_link": ALL, "devices": ENTER,
    "invitation": ALL, "club_leave": OFFICERS,
    "club_tournaments": ENTER, "new_tournament": RUN, "settings_tournament": RUN, "ranking": RUN,
    "entries": RUN, "entry_people": RUN, "paste_entries": RUN, "advice": RUN,
    "move": RUN, "undo_move": RUN, "mend": RUN,
    "rounds": ENTER, "round": ENTER, "score_sheets": ENTER, "table": ENTER, "table_deal": ENTER,
    "table_substitution": ENTER, "table_withdrawal": ENTER, "table_history": ENTER,
    "next_sheet": ENTER, "table_sheet": ENTER,
    "log": ENTER, "board": ENTER, "calls": ENTER, "table_ruling": ENTER, "catalogue": ENTER,
    "club_people": PEOPLE, "club_person": PEOPLE, "club_roles": OWNER,
    "club_publication": OWNER, "club_association": OWNER,
    "club_years": KEEP, "club_year": KEEP, "club_renewals": KEEP, "club_pay": KEEP, "club_arrears": KEEP,
    "reminder_text": KEEP, "club_letters": KEEP, "letters_pdf": KEEP,
    "club_assemblies": KEEP, "new_assembly": KEEP, "assembly": KEEP, "change_assembly": KEEP,
    "assembly_sheet": KEEP, "assembly_letters": KEEP, "assembly_letters_pdf": KEEP, "assembly_proof": KEEP,
    "assembly_door": KEEP, "assembly_minutes": KEEP, "minutes_version": KEEP, "minutes_pdf": KEEP,
    "voting_rules": OWNER,
    "club_receipts": KEEP, "club_receipts_of": KEEP, "club_receipt": KEEP, "receipt_pdf": KEEP,
    "new_receipt": KEEP,
    "seasons": ALL, "season": ALL, "ratings": ALL, "rating": ALL,
    "new_season": RUN, "settings_season": RUN, "season_final": RUN, "rating_settings": RUN,
    "delete_season": OWNER,
    "new_championship": RUN, "settings_championship": RUN, "draw_championship": RUN, "remove_calendar": RUN,
    "championship_play_off": RUN, "close_championship": RUN, "delete_championship": OWNER,
    "new_championship_team": RUN, "championship_team_desk": RUN, "add_team_player": RUN, "withdraw_team": RUN,
    "penalise_team": ENTER, "revoke_team_penalty": ENTER,
    "move_fixture": RUN, "write_line_up": RUN, "forfeit_fixture": ENTER, "approve_fixture": ENTER,
    "captain_line_up": ALL, "captain_date": ALL, "captain_contest": ALL,
    "championships": ALL, "championship": ALL, "championship_team": ALL, "championship_fixture": ALL,
    "championship_desk": ENTER, "championship_fixture_desk": ENTER, "fixture_report": ENTER, "captain": ALL,
    "take_championship": ALL, "take_championship_calendar": ALL, "take_championship_players": ALL,
    "take_championship_pairs": ALL,
    "register": KEEP, "register_add": KEEP, "register_requests": KEEP, "register_file": KEEP,
    "register_change_many": KEEP, "register_consents_of_many": KEEP, "register_print_many": KEEP,
    "register_join": KEEP,
    "register_categories": KEEP, "register_duplicates": KEEP, "register_compare": KEEP,
    "register_person": KEEP, "register_correct": KEEP, "register_amend": KEEP,
    "correct_note": OWNER, "own_page": ALL,
    "imports": KEEP, "import": KEEP, "import_columns": KEEP, "import_row": KEEP, "import_problems": KEEP,
    "exports": KEEP, "export": KEEP,
    "handover": OWNER, "take_handover": OWNER, "welcome": ALL, "sample_evening": OWNER,
    "club_frames": OWNER, "embedded_results": ALL, "embedded_standings": ALL, "embedded_calendar": ALL,
    "embedded_season": ALL, "embedded_championship": ALL,
    "club_webhooks": OWNER, "new_webhook": OWNER, "webhook": OWNER,
    "privacy_notice": ALL, "privacy_pdf": ALL, "write_notice": KEEP, "club_privacy": KEEP,
    "club_looks": OWNER, "club_retention": OWNER, "register_consents": KEEP, "dossier": KEEP,
    "register_erase": OWNER, "own_data": SIGNED_IN, "open_own_data": SIGNED_IN,
    "own_dossier": SIGNED_IN,
}  # fmt: skip
POSTS = {
    "evening_notices": ALL, "compose_boards": ENTER,
    "book": ALL, "confirm_booking": ALL, "booking_partner": ALL, "cancel_booking": ALL,
    "propose_partner": ALL, "accept_partner": ALL, "accept_bookings": RUN, "join_bookings": RUN,
    "accept_booking": RUN, "confirm_booking_at_desk": RUN, "refuse_booking": RUN, "remove_booking": RUN,
    "calendar_rules": RUN,
    "cash_fee": CASH, "cash_dues": KEEP, "cash_write": CASH, "cash_cancel": CASH, "cash_count": CASH,
    "cash_reopen": CASH, "scan": RUN, "print_cards": KEEP, "void_card": KEEP,
    "one_more_round": RUN,
    "draw": RUN, "publish": RUN, "play": RUN, "settle": RUN, "redraw": RUN, "discard": RUN,
    "move": RUN, "undo_move": RUN, "mend": RUN,
    "renew_codes": RUN, "close_tournament": RUN, "reopen_tournament": RUN,
    "make_archive": RUN, "call_off": RUN,
    "ask_simulation": RUN, "stop_simulation": RUN, "choose_formula": RUN,
    "check_in_all": RUN, "check_in": RUN, "check_out": RUN, "withdraw": RUN, "return_entry": RUN,
    "remove_entry": RUN, "name_consent": RUN, "fix_table": RUN, "describe_entry": RUN, "new_tournament": RUN,
    "paste_entries": RUN, "take_entry_fee": RUN, "rename_player": RUN,
    "seed_from_season": RUN, "settings_tournament": RUN, "entries": RUN, "ranking": RUN,
    "table_sheet": ENTER, "table_sheet_count": ENTER, "end_turn": ENTER, "table_time_over": ENTER,
    "table_count": ENTER, "table_erase": ENTER, "table_deal": ENTER, "table_accept": ENTER,
    "check_draw": ALL, "table_count_by_code": ALL, "table_deal_by_code": ALL,
    "table_confirm_by_code": ALL, "table_contest_by_code": ALL, "table_call_by_code": ALL,
    "table_withdraw_call_by_code": ALL,
    "table_count_by_evening": ALL, "table_deal_by_evening": ALL, "table_confirm_by_evening": ALL,
    "table_contest_by_evening": ALL, "table_call_by_evening": ALL, "table_withdraw_call_by_evening": ALL,
    "entry_phone": RUN,
    "table_substitution": ENTER, "table_withdrawal": ENTER, "end_substitution": ENTER, "extend_turn": ENTER,
    "answer_call": ENTER, "table_ruling": ENTER, "revoke_ruling": ENTER, "catalogue": ENTER,
    "adopt_catalogue": ENTER, "retire_article": ENTER,
    "club_people": PEOPLE, "club_person": PEOPLE, "club_roles": OWNER, "club_assign": OWNER,
    "club_publication": OWNER, "describe_club": OWNER, "change_club_picture": OWNER,
    "club_association": OWNER, "club_second_factor": OWNER,
    "club_invite_again": OWNER, "club_withdraw": OWNER, "club_leave": OFFICERS,
    "invitation": ALL, "change_address": SIGNED_IN, "confirm_address": SIGNED_IN, "own_data": SIGNED_IN,
    "end_session": SIGNED_IN, "end_other_sessions": SIGNED_IN, "forget_device": SIGNED_IN,
    "new_token": SIGNED_IN, "device_link": ALL, "devices": ENTER,
    "club_years": KEEP, "club_year": KEEP, "close_year": KEEP, "reopen_year": KEEP, "club_not_paid": KEEP,
    "change_due": KEEP, "undo_renewal": KEEP, "reminder_text": KEEP, "preview_reminders": KEEP,
    "send_reminders": KEEP, "letter_returned": KEEP, "new_receipt": KEEP, "receipts_pdf": KEEP,
    "send_receipts": KEEP,
    "club_renewals": KEEP, "club_pay": KEEP, "club_receipt": KEEP,
    "new_assembly": KEEP, "change_assembly": KEEP, "remove_assembly": KEEP, "assembly_letters": KEEP,
    "assembly_delivered": KEEP, "assembly_attend": KEEP, "assembly_minutes": KEEP, "approve_minutes": KEEP,
    "voting_rules": OWNER,
    "new_season": RUN, "settings_season": RUN, "season_final": RUN, "rating_settings": RUN,
    "delete_season": OWNER,
    "new_championship": RUN, "settings_championship": RUN, "draw_championship": RUN, "remove_calendar": RUN,
    "championship_play_off": RUN, "close_championship": RUN, "delete_championship": OWNER,
    "new_championship_team": RUN, "championship_team_desk": RUN, "add_team_player": RUN, "withdraw_team": RUN,
    "penalise_team": ENTER, "revoke_team_penalty": ENTER,
    "move_fixture": RUN, "write_line_up": RUN, "forfeit_fixture": ENTER, "approve_fixture": ENTER,
    "captain_line_up": ALL, "captain_date": ALL, "captain_contest": ALL,
    "remove_team_player": RUN, "renew_captain_code": RUN, "write_captain": RUN, "prepare_fixture": RUN,
    "captain_answer": ALL, "captain_confirm": ALL,
    "register_add": KEEP, "register_requests": KEEP, "register_categories": KEEP,
    "register_change_many": KEEP, "register_consents_of_many": KEEP, "register_print_many": KEEP,
    "register_compare": KEEP, "register_tell_apart": KEEP, "register_correct": KEEP,
    "register_request": KEEP, "register_end": KEEP, "register_undo_end": KEEP,
    "register_category": KEEP, "register_amend": KEEP,
    "register_mistake": KEEP, "register_undo_mistake": KEEP,
    "register_own_page": KEEP, "answer_data_request": KEEP, "ask_correction": ALL, "own_consent": ALL,
    "register_note": KEEP, "correct_note": OWNER, "remove_note": OWNER,
    "imports": KEEP, "import_columns": KEEP, "import_reading": KEEP, "import_row": KEEP, "import_write": KEEP,
    "import_undo": KEEP, "import_discard": KEEP,
    "club_frames": OWNER,
    "new_webhook": OWNER, "webhook": OWNER, "replay_delivery": OWNER, "remove_webhook": OWNER,
    "handover": OWNER, "take_handover": OWNER, "welcome": ALL,
    "sample_evening": OWNER, "throw_sample_away": OWNER,
    "write_notice": KEEP, "register_consents": KEEP, "register_guardian": KEEP, "register_erase": OWNER,
    "club_retention": OWNER, "rating_objection": KEEP,
}  # fmt: skip
# A program may ask with the code of a table, that in the address or another: what is for all is for it too.
CODES = {"table code", "another table's code"}
AT_THE_TABLE = ENTER | {"table code"}
API_GETS = {
    "schema": ALL, "docs": ALL, "errors": ALL, "me": SIGNED_IN, "tokens": SIGNED_IN, "clubs": ALL,
    "club": ALL, "people": PEOPLE, "club-tournaments": ALL, "tournaments": ALL, "tournament": ALL,
    "entries": ALL, "frames": OWNER,
    "entry": ALL, "evening": ALL, "evening-now": set(), "rounds": ALL, "round": ALL, "results": ALL,
    "table": ALL | {"table code"}, "deal": ALL | {"table code"},
    "advice": RUN, "simulation": RUN,
    "standings": ALL, "provisional": ALL, "ranking": ALL,
    "log": ENTER, "sheets": ENTER, "rulings": ENTER, "substitutions": ENTER,
    "moves": RUN,
    "seasons": ALL, "season": ALL, "ratings": ALL, "rating": ALL,
    "players": ALL, "player": ALL, "players-duel": ALL, "calendar": ALL,
    "season-file": ALL, "season-picture": ALL, "club-file": ALL, "player-file": ALL, "player-picture": ALL,
    "duel-file": ALL, "articles": ENTER, "calendar-rules": RUN, "rating-rules": RUN,
    "cash-years": KEEP, "cash-year": KEEP, "accounts": KEEP, "accounts-of": KEEP, "accounts-file": KEEP,
    "files": ALL, "file": ALL, "paper": ALL, "picture": ALL, "archive": ALL, "archive-file": ALL,
    "round-file": ALL, "round-paper": ENTER, "entry-file": ALL, "entry-picture": ALL, "entries-duel": ALL,
    "entry-players": RUN, "entry-phone": RUN, "bookings": RUN, "booking-terms": ALL, "cash": CASH,
    "board": ENTER, "calls": ENTER, "table-history": ENTER, "prizes": RUN, "race": ALL, "boards": ALL,
    "draw": ALL, "draw-file": ALL, "own-booking": ALL, "evening-by-card": ALL,
    "webhooks": OWNER, "webhook": OWNER, "webhook-deliveries": OWNER,
    "championships": ALL, "championship": ALL, "championship-team": ALL, "championship-fixture": ALL,
    "captain-code": RUN, "fixture-report": ENTER, "championship-file": ALL, "captain": ALL,
}  # fmt: skip
API_POSTS = {
    "moves": RUN, "weigh-move": RUN, "mend": RUN, "weigh-mend": RUN,
    "publish": RUN, "play": RUN, "settle": RUN, "renew-codes": RUN, "close": RUN, "reopen": RUN,
    "all-present": RUN, "entries": RUN, "rounds": RUN, "club-tournaments": RUN, "count": AT_THE_TABLE,
    "answer": AT_THE_TABLE, "correction-preview": ENTER, "rulings": ENTER, "ruling-preview": ENTER,
    "simulations": RUN, "substitutions": ENTER, "time-out": ENTER, "end-of-round": ENTER,
    "people": PEOPLE, "device-link": ALL,
    "articles": ENTER, "usual-articles": ENTER, "seasons": RUN, "season-final": RUN,
    "archive": RUN, "call-off": RUN, "hold": RUN, "choose-format": RUN, "redraw": RUN,
    "bulk-entries": RUN, "read-list": RUN, "seed-from-season": RUN, "scan": RUN, "entry-phone": RUN,
    "entry-fee": CASH, "cash-lines": CASH, "cash-dues": KEEP, "cash-count": CASH, "reopen-cash": CASH,
    "bookings": ALL, "accept-bookings": RUN, "join-bookings": RUN, "accept-booking": RUN,
    "confirm-booking": RUN, "confirm-own-booking": ALL, "propose-partner": ALL, "accept-partner": ALL,
    "call": {"table code"}, "answer-call": ENTER, "table-withdrawal": ENTER, "check-draw": ALL,
    "webhooks": OWNER, "webhook-replay": OWNER, "board-cards": ENTER,
    "championships": RUN, "close-championship": RUN, "reopen-championship": RUN,
    "championship-calendar": RUN, "championship-play-off": RUN, "championship-teams": RUN,
    "team-players": RUN, "captain-code": RUN, "team-penalties": ENTER, "line-ups": RUN,
    "prepare-fixture": RUN, "approve-fixture": ENTER, "captain-date": ALL,
}  # fmt: skip
API_OTHERS = {
    ("put", "frames"): OWNER, ("put", "webhook"): OWNER, ("delete", "webhook"): OWNER,
    ("put", "ranking"): RUN, ("put", "time-over"): ENTER,
    ("put", "deal"): AT_THE_TABLE, ("delete", "deal"): AT_THE_TABLE,
    ("patch", "tournament"): RUN, ("patch", "entry"): RUN,
    ("delete", "ruling"): ENTER, ("delete", "substitution"): ENTER,
    ("delete", "last-move"): RUN,
    ("delete", "simulation"): RUN,
    ("delete", "entry"): RUN, ("delete", "round"): RUN, ("delete", "token"): SIGNED_IN,
    ("put", "sheet"): ENTER, ("put", "sheets"): ENTER, ("delete", "call"): {"table code"},
    ("patch", "article"): ENTER, ("patch", "calendar-rules"): RUN, ("put", "rating-rules"): RUN,
    ("patch", "season"): RUN, ("delete", "season"): OWNER, ("put", "rating-objection"): KEEP,
    ("patch", "entry-player"): RUN, ("put", "name-consent"): RUN, ("delete", "cash-line"): CASH,
    ("patch", "booking"): RUN, ("delete", "booking"): RUN,
    ("put", "own-partner"): ALL, ("delete", "own-booking"): ALL,
    ("patch", "championship"): RUN, ("delete", "championship"): OWNER,
    ("delete", "championship-calendar"): RUN, ("patch", "championship-team"): RUN,
    ("delete", "championship-team"): RUN, ("delete", "team-player"): RUN, ("delete", "team-penalty"): ENTER,
    ("patch", "championship-fixture"): RUN, ("put", "forfeit-fixture"): ENTER,
    ("put", "captain-line-up"): ALL, ("put", "captain-date"): ALL, ("put", "captain-confirmation"): ALL,
    ("put", "captain-contest"): ALL,
}  # fmt: skip
API_GETS |= rules.GETS
API_POSTS |= rules.POSTS
API_OTHERS |= rules.OTHERS
WRITES = re.compile("INSERT|UPDATE|DELETE")
# Streams and other libraries' own pages, tried where they are tested.
ELSEWHERE = {"events", "v1:events", "set_language"} | account_urls.USED
CLOSED_ACCOUNT_PAGES = set(account_urls.CLOSED)


def names(resolver: URLResolver, prefix: str = "") -> Iterator[str]:
    """Every named address, `v1:` before those of the API."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from names(pattern, f"{prefix}{pattern.namespace}:" if pattern.namespace else prefix)
        elif isinstance(pattern, URLPattern) and pattern.name:
            yield prefix + pattern.name


def test_every_address_has_a_rule() -> None:
    ruled = set(GETS) | set(POSTS) | ELSEWHERE
    ruled |= {f"v1:{name}" for name in [*API_GETS, *API_POSTS, *(name for _verb, name in API_OTHERS)]}
    ours = set(names(get_resolver())) - CLOSED_ACCOUNT_PAGES
    assert ours - ruled == set()
    assert ruled - ours == set()


def clients_of(club: Club) -> dict[str, Client]:
    """Everybody's browser, each signed in as it is."""
    four: FourPeople = four_people(club)
    users = {
        "organiser": four.organiser,
        "referee": four.referee,
        "player": four.player,
        "stranger": four.stranger,
        "secretary": an_officer(club, RoleKind.SECRETARY),
        "treasurer": an_officer(club, RoleKind.TREASURER),
        "owner": an_officer(club, RoleKind.OWNER),
    }
    return {"nobody": Client(), **{who: signed_in(user) for who, user in users.items()}}


def words_of(club: Club) -> dict[str, object]:
    """What the addresses have in them: an evening in its second turn."""
    tournament = a_tournament(club, pairs=4)
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    a_round(tournament)
    match = Match.objects.select_related("round").get(round__tournament=tournament, round__number=2, table=1)
    season = a_season(club, an_officer(club, email="stagioni@example.org"), tournament)
    played = a_championship(club, an_officer(club, email="campionati@example.org"), of=2)
    [fixture] = drawn(played, an_officer(club, email="calendario@example.org"))
    referee = an_officer(club, RoleKind.REFEREE, email="penalita@example.org")
    penalty = reports.penalise(played.pk, 1, by=referee, kind="points", amount=1, reason="Ritardo")
    first, second = club.people.order_by("pk")[:2]
    membership = Membership.objects.create(club=club, person=first, requested_on=date(2026, 1, 10))
    treasurer = an_officer(club, RoleKind.TREASURER)
    year = a_year(club, by=treasurer)
    boss = an_officer(club, RoleKind.OWNER, email="titolare@example.org")
    invited, word = roles.invite(
        club, email="nuova@example.org", name="Ada Negri", kinds=["referee"], by=boss
    )
    receipt = paid(year, a_member(club, "Rossi", by=treasurer), by=treasurer)
    float_in = Money(CashKind.OPENING, 5000)
    cash_book.write(cash.book_of(tournament.pk).pk, float_in, key=uuid4(), by=treasurer)
    card = membership_cards.prepare_for_print(year, [first.pk], today=date(2026, 3, 10), by=treasurer)[0]
    letter = a_letter(club, first)
    booking = ask(an_open_evening(club), "Serra Pio", "Serra Zoe")
    return {
        "device_word": tokens.offer_link(boss, club, name="Tabellone", opens="/"),
        **a_webhook(club, boss),
        "booking_word": links.token(booking), "token": word, "invitation_id": invited.pk, "session_id": 1,
        "own_word": own_pages.token(an_own_page(first, treasurer)),
        "request_id": data_requests.ask(first, text="…", key=uuid4()).pk,
        "note_id": a_note(first, treasurer).pk, "letter_id": letter.pk, "key": letter.key,
        "assembly_id": an_assembly(club, treasurer).pk,
        "first_id": first.pk, "second_id": second.pk, "membership_id": membership.pk,
        "year_id": year.pk, "year": receipt.year, "card_id": card.pk,
        "of_set": 1, "code": tournament.code, "slug": club.slug, "turn": 2, "table": 1, "number": 1,
        "table_code": codes.code_of(match, "A"), "card_word": card.token,
        "evening_code": evening_codes.code_of(tournament.entries.get(number=1)), "token_key": "nothing",
        "name": "members", "renewal": uuid4(), "category_id": 1,
        "ending": "csv", "list_name": "soci", "period": "2026",
        "file": "standings", "paper": "standings", "player_file": "evenings",
        "import_id": 1, "article_id": 1, "simulation_id": 1,
        "championship_code": played.code, "fixture_id": fixture.pk, "penalty_id": penalty.pk,
        "captain_code": captain_codes.code_of(fixture.home), "championship_file": "standings",
        "season_id": season.pk, "digest": a_picture(club, boss).digest, "version": 1, "kind": "json",
        "game": "ottocento", "asked": "tutto", "seed": 7,
        "language": "it", "path": "search.html",
        "person_id": club.people.all()[0].pk, "other_id": club.people.all()[1].pk, "other": 2,
        "user_id": an_officer(club, email="altro@example.org").pk,
    }  # fmt: skip


def a_webhook(club: Club, boss: User) -> dict[str, object]:
    """A webhook to which something was sent."""
    url = "https://example.org/"
    webhook = hooks.add(club, url=url, events=["tournament.created"], by=boss)
    deliveries.make(
        webhook,
        [Event(uuid4(), "tournament.created", timezone.now(), club.slug, "tournament", "x", url)],
        timezone.now(),
    )
    return {"webhook_id": webhook.pk, "delivery_id": webhook.deliveries.get().pk}


def a_note(person: Person, by: User) -> PersonNote:
    """A note by that officer, which no other may change but the owner."""
    today = timezone.localdate()
    return notebook.write(person.pk, person.club, text="…", on=today, today=today, by=by, key=uuid4())


def an_own_page(person: Person, by: User) -> OwnPage:
    today = timezone.localdate()
    return own_pages.switch_on(person.pk, person.club, origin="http://testserver", today=today, by=by)


def a_letter(club: Club, person: Person) -> MemberLetter:
    now = timezone.now()
    return MemberLetter.objects.create(
        club=club,
        person=person,
        kind="dues",
        subject="Quota",
        text="…",
        key=uuid4(),
        written_at=now,
        due_at=now,
    )


def a_scene() -> tuple[dict[str, Client], dict[str, object]]:
    club = a_club()
    people, words = clients_of(club), words_of(club)
    first, second = Match.objects.select_related("round").filter(round__number=2).order_by("table")
    people["table code"] = Client(headers={"Authorization": f"Table {codes.code_of(first, 'A')}"})
    people["another table's code"] = Client(headers={"Authorization": f"Table {codes.code_of(second, 'A')}"})
    return people, words


scene = once_a_module(a_scene)


def takes(name: str) -> set[str]:
    """The words that the address takes."""
    own = get_resolver()
    known = own.namespace_dict["v1"][1] if name.startswith("v1:") else own
    [[place, *_other], *_rest] = known.reverse_dict.getlist(name.removeprefix("v1:"))
    return set(place[0][1])


def address(name: str, words: dict[str, object]) -> str:
    """The address, with those of the words that it takes."""
    return reverse(name, kwargs={word: words[word] for word in takes(name)})


def sent(client: Client, verb: str, where: str) -> tuple[HttpResponse, list[str]]:
    """The answer, and the queries that wrote."""
    written: list[str] = []

    def watched(execute: Callable[..., Any], sql: str, *given: Any) -> Any:
        if WRITES.match(sql):
            written.append(sql)
        return execute(sql, *given)

    with connection.execute_wrapper(watched):
        answer = getattr(client, verb)(where, {} if verb in ("get", "post") else "{}", **_kind(verb))
    assert answer.status_code < 500
    return answer, written


def is_refused(who: str, verb: str, where: str, answer: HttpResponse, written: list[str]) -> bool:
    """Whether the answer turns the asker away: 403 for the known; the login page and the way back for the
    unknown, or 401 where a program asks."""
    if who != "nobody":
        refused = answer.status_code == 403
    elif where.startswith("/api/"):
        refused = answer.status_code == 401
        asked = answer.get("WWW-Authenticate", "").split()
        assert not refused or {"Token", "Table"} <= set(asked)
    else:
        back = f"?{urlencode({'next': where}, safe='/')}" if verb == "get" else ""
        refused = answer.status_code == 302 and answer["Location"].startswith(f"/accesso/login/{back}")
    if refused:
        assert written == []
        assert not where.startswith("/api/") or is_error(answer.json())
    else:
        assert answer.status_code not in (401, 403)
    return refused


def is_error(told: dict[str, str]) -> bool:
    """Whether a program finds a code in it, and a person a sentence."""
    return bool(told["code"]) and told["detail"].endswith((".", "?"))


def _kind(verb: str) -> dict[str, str]:
    return {} if verb in ("get", "post") else {"content_type": "application/json"}


RULES = [
    *(("get", name, let_in) for name, let_in in GETS.items()),
    *(("post", name, let_in) for name, let_in in POSTS.items()),
    *(("get", f"v1:{name}", let_in) for name, let_in in API_GETS.items()),
    *(("post", f"v1:{name}", let_in) for name, let_in in API_POSTS.items()),
    *((verb, f"v1:{name}", let_in) for (verb, name), let_in in API_OTHERS.items()),
]


# The words of an address that give access by themselves.
SECRETS = {
    "captain_code",
    "table_code",
    "evening_code",
    "card_word",
    "booking_word",
    "token",
    "own_word",
    "device_word",
}
#: The document of an evening holds nothing of its entry: browsers keep it, to open it without network.
EMPTY = {"evening"}


def verify_ids(answer: HttpResponse) -> None:
    """No id is there twice on a page: a label or a link with it would lead to the first one."""
    if answer.status_code == 200 and answer.get("Content-Type", "").startswith("text/html"):
        page = re.sub(r'<input type="hidden"[^>]*>', "", answer.content.decode())
        ids = Counter(re.findall(r'\sid="([^"]+)"', page))
        assert [name for name, times in ids.items() if times > 1] == []


#: Pages without a «?»: five are in frames, two are the manual, and one is made by the API's library.
WITHOUT_MANUAL = {
    *("embedded_results", "embedded_standings", "embedded_calendar", "embedded_season"),
    "embedded_championship",
    *("manual_of", "manual_page", "v1:docs"),
}


def verify_manual(name: str, answer: HttpResponse) -> None:
    """The «?» of a page leads to its place in the manual."""
    is_page = answer.get("Content-Type", "").startswith("text/html") and b"<html" in answer.content
    if answer.status_code == 200 and is_page and name not in WITHOUT_MANUAL:
        place = manual_places.address_of(manual_places.place_of(name), "it")
        links = re.findall(r'manual"\s+href="/manuale/([^"]*)"', answer.content.decode())
        assert set(links) == {place}, links


def verify_stored(who: str, answer: HttpResponse, *, is_public: bool) -> None:
    """Private data stay in no cache; public ones keep their caching."""
    stored = "no-store" not in answer.headers.get("Cache-Control", "")
    if not is_public:
        assert not stored, who
    elif "ETag" not in answer.headers and who != "nobody":
        assert not stored or not answer.wsgi_request.session.accessed, who  # type: ignore[attr-defined]


def test_the_results_page_keeps_its_caching_for_everybody(
    scene: Callable[[], tuple[dict[str, Client], dict[str, object]]],
) -> None:
    people, words = scene()
    for who in ("nobody", "organiser"):
        answer = people[who].get(address("results", words))
        assert ("ETag" in answer, "no-store" in answer["Cache-Control"]) == (True, False)
    whole = people["organiser"].get(address("v1:results", words))
    assert "no-store" in whole["Cache-Control"], "an officer reads full names"


def asking_here(name: str, let_in: set[str]) -> set[str]:
    """Everybody; on PostgreSQL, which is asked whether its queries work, two who are let in and one who is
    not."""
    everybody = ALL | CODES if ":" in name else ALL
    if connection.vendor == "sqlite":
        return everybody
    by_powers = sorted(everybody, key=lambda who: (who in OFFICERS, who))
    opens = [who for who in by_powers if who in let_in]
    refused = [who for who in by_powers if who not in let_in]
    return {*opens[:1], *opens[-1:], *refused[:1]}


@pytest.mark.parametrize(("verb", "name", "let_in"), RULES, ids=[f"{verb}-{name}" for verb, name, _ in RULES])
def test_an_address_opens_for_those_it_is_for_alone_and_no_private_answer_is_stored(
    scene: Callable[[], tuple[dict[str, Client], dict[str, object]]],
    verb: str,
    name: str,
    let_in: set[str],
) -> None:
    people, words = scene()
    where = address(name, words)
    # Those who are refused go first, while nothing has changed.
    asking = asking_here(name, let_in)
    expected = asking - let_in if let_in != ALL else set()
    in_order = sorted(asking, key=lambda who: who not in expected)
    answers = {who: sent(people[who], verb, where) for who in in_order}
    assert {who for who, given in answers.items() if is_refused(who, verb, where, *given)} == expected
    has_secret = any(str(words[word]) in where for word in SECRETS) and name not in EMPTY
    is_public = let_in >= ALL and not has_secret
    for who in let_in & asking if verb == "get" else ():
        verify_stored(who, answers[who][0], is_public=is_public)
        verify_ids(answers[who][0])
        verify_manual(name, answers[who][0])
