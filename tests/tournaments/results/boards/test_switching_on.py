"""Duplicated deals are switched on in the settings; then boards decide who deals."""

import json

import pytest

import scoring
from club.handover import archive_writer
from club.models import RoleKind
from tests.evening import JURY, a_club, a_round, a_tournament, an_officer, signed_in
from tournaments.core import boards
from tournaments.core.draws.tables import Swap
from tournaments.errors import InputRefused, Outdated, TournamentError
from tournaments.evenings import lifecycle
from tournaments.pairing import draw_files, moves
from tournaments.rounds import rounds

pytestmark = pytest.mark.django_db


def test_switching_on_makes_a_secret_seed_once() -> None:
    tournament = a_tournament(a_club(), is_duplicated=True)
    first = tournament.boards_seed
    assert len(first) == 32
    lifecycle.change(tournament.pk, by=JURY, is_duplicated=False)
    changed = lifecycle.change(tournament.pk, by=JURY, is_duplicated=True)
    changed.refresh_from_db()
    assert (changed.is_duplicated, changed.boards_seed) == (True, first)


def test_an_ordinary_evening_has_no_seed() -> None:
    assert a_tournament(a_club()).boards_seed == ""


@pytest.mark.parametrize("game", [key for key, each in scoring.GAMES.items()])
def test_only_games_of_two_pairs_with_fixed_deals_are_duplicated(game: str) -> None:
    fits = game in ("quattro-scartate", "genovese-coppie")
    assert boards.can_be_duplicated(scoring.GAMES[game]) is fits
    if not fits:
        with pytest.raises(InputRefused) as refused:
            a_tournament(a_club(), pairs=0, game=game, is_duplicated=True)
        assert refused.value.code == "not-duplicated"


def test_totals_of_the_match_alone_compare_nothing_and_are_refused() -> None:
    with pytest.raises(InputRefused) as refused:
        a_tournament(a_club(), is_duplicated=True, match_totals=True)
    assert refused.value.code == "totals-of-duplicated"


def test_it_stays_once_tables_are_announced() -> None:
    tournament = a_tournament(a_club(), is_duplicated=True)
    a_round(tournament, until="published")
    with pytest.raises(TournamentError) as refused:
        lifecycle.change(tournament.pk, by=JURY, is_duplicated=False)
    assert refused.value.code == "already-playing"


@pytest.mark.parametrize("before", [False, True])
def test_a_draft_from_before_the_switch_is_drawn_again(before: bool) -> None:
    """Its first dealers are not those of the boards, who take up the last cards."""
    tournament = a_tournament(a_club(), pairs=8, is_duplicated=before)
    a_round(tournament, until="draft")
    lifecycle.change(tournament.pk, by=JURY, is_duplicated=not before)
    with pytest.raises(Outdated) as refused:
        rounds.publish(tournament.pk, 1, by=JURY)
    assert refused.value.code == "settings-changed"
    rounds.redraw(tournament.pk, 1, by=JURY)
    rounds.publish(tournament.pk, 1, by=JURY)


@pytest.mark.parametrize("format_", ["danish", "girone", "mitchell", "swiss"])
def test_the_boards_say_who_deals_first(format_: str) -> None:
    tournament = a_tournament(a_club(), pairs=8, format=format_, is_duplicated=True, turns=3)
    round_ = a_round(tournament, until="draft")
    for match in round_.matches.all():
        assert match.first_dealer == boards.first_dealer(match.boards or 1)
        numbers = boards.boards_of_set(match.boards or 1, 4)
        dealers = [boards.board(tournament.game, tournament.boards_seed, each).dealer for each in numbers]
        assert match.dealers == dealers


def test_no_hand_changes_the_dealer_of_a_board() -> None:
    tournament = a_tournament(a_club(), is_duplicated=True)
    round_ = a_round(tournament, until="draft")
    with pytest.raises(TournamentError) as refused:
        moves.move(tournament.pk, 1, Swap("dealer", 1, "E"), by=JURY)
    assert refused.value.code == "dealer-of-board"
    moves.move(tournament.pk, 1, Swap("tables", 1, 2), by=JURY, reason="posto più comodo")
    assert {match.first_dealer for match in round_.matches.all()} == {"N"}


def test_the_file_of_the_draw_says_the_same_dealers() -> None:
    tournament = a_tournament(a_club(), pairs=8, format="mitchell", is_duplicated=True, turns=3)
    rounds.publish(tournament.pk, a_round(tournament, until="draft").number, by=JURY)
    round_ = tournament.rounds.get()
    told = json.loads(draw_files.file_of(round_).written)
    played = {match.table: match.first_dealer for match in round_.matches.all()}
    assert {table["number"]: table["first_dealer"] for table in told["draw"]["tables"]} == played
    assert tournament.boards_seed not in json.dumps(told)


def test_a_board_is_the_whole_deck_and_the_same_every_time() -> None:
    made = boards.board("quattro-scartate", "0" * 32, 7)
    cards = [card for hand in made.hands.values() for card in hand] + list(made.rest)
    assert sorted(cards) == sorted(scoring.DECK)
    assert [len(made.hands[chair]) for chair in "NESW"] == [15] * 4
    assert boards.board("quattro-scartate", "0" * 32, 7) == made
    assert boards.board("quattro-scartate", "1" * 32, 7) != made


def test_one_pass_over_a_sorted_deck_composes_the_board() -> None:
    made = boards.board("quattro-scartate", "0" * 32, 3)
    heaps: dict[str, list[str]] = {}
    for card, heap in boards.heaps("quattro-scartate", made):
        heaps.setdefault(heap, []).append(card)
    assert set(heaps.pop(boards.LAST_CARDS)) == set(made.rest)
    assert {chair: tuple(cards) for chair, cards in heaps.items()} == made.hands


def test_the_settings_page_and_the_api_switch_it_on() -> None:
    club = a_club()
    tournament = a_tournament(club)
    organiser = signed_in(an_officer(club, RoleKind.ORGANISER))
    page = organiser.get(f"/t/{tournament.code}/impostazioni/").content.decode()
    assert "Le stesse carte a tutti i tavoli" in page
    assert "Le smazzate si compongono prima" in page
    at = f"/api/v1/tournaments/{tournament.code}/"
    changed = organiser.patch(at, {"is_duplicated": True}, content_type="application/json").json()
    assert changed["is_duplicated"] is True
    assert not any("seed" in key for key in changed)
    tournament.refresh_from_db()
    assert tournament.boards_seed
    refused = organiser.patch(at, {"game": "ottocento"}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "not-duplicated")
    assert "scegli un altro gioco" in refused.json()["detail"]


def test_the_log_tells_the_switch_and_never_the_seed() -> None:
    tournament = a_tournament(a_club())
    changed = lifecycle.change(tournament.pk, by=JURY, is_duplicated=True)
    last = tournament.log.order_by("number").last()
    assert last is not None
    assert last.after == {"is_duplicated": "True"}
    told = [(each.before, each.after, each.subject) for each in tournament.log.all()]
    assert changed.boards_seed not in str(told)


def test_a_club_does_not_move_while_its_boards_are_secret() -> None:
    club = a_club()
    owner = an_officer(club, RoleKind.OWNER)
    tournament = a_tournament(club, is_duplicated=True)
    with pytest.raises(TournamentError) as refused:
        archive_writer.request_archive(club, by=owner)
    assert refused.value.code == "boards-secret"
    lifecycle.call_off(tournament.pk, by=JURY, reason="neve")
    archive_writer.request_archive(club, by=owner)


@pytest.mark.parametrize(("pairs", "is_told"), [(2, True), (4, False)])
def test_one_table_is_told_that_its_boards_compare_with_nobody(pairs: int, is_told: bool) -> None:
    club = a_club()
    tournament = a_tournament(club, pairs=pairs, is_duplicated=True)
    desk = signed_in(an_officer(club, RoleKind.ORGANISER))
    text = desk.get(f"/t/{tournament.code}/turni/").content.decode()
    assert ("non si confrontano con nessuno" in text) is is_told
