"""A duplicated round that is drawn again has the same boards, and the page says so."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from club.models import Club, RoleKind
from tests.evening import JURY, a_club, a_round, a_tournament, an_officer, settle, signed_in
from tournaments.core.boards import Board
from tournaments.models import Tournament
from tournaments.presenters.boards import compared
from tournaments.results.boards import board_of, sets_of
from tournaments.rounds import rounds
from tournaments.text.names import PUBLIC

pytestmark = pytest.mark.django_db
SAID = "Le smazzate restano le stesse"


def asked(club: Club, tournament: Tournament, name: str) -> str:
    client: Client = signed_in(an_officer(club, RoleKind.ORGANISER))
    return client.get(reverse(name, args=[tournament.code, 1])).content.decode()


@pytest.mark.parametrize(
    ("name", "until"), [("redraw", "draft"), ("discard", "draft"), ("discard", "published")]
)
def test_the_question_says_that_the_boards_stay(name: str, until: str) -> None:
    club = a_club()
    tournament = a_tournament(club, is_duplicated=True)
    a_round(tournament, until=until)
    assert SAID in asked(club, tournament, name)


def test_of_an_ordinary_round_it_says_nothing() -> None:
    club = a_club()
    tournament = a_tournament(club)
    a_round(tournament, until="draft")
    assert SAID not in asked(club, tournament, "redraw")


def the_cards(tournament: Tournament, of_set: int) -> list[Board]:
    tournament.refresh_from_db()
    [found] = [each for each in sets_of(tournament) if each.number == of_set]
    return [board_of(tournament, number) for number in found.boards]


def begun(turn: int = 1, **fields: Any) -> Tournament:
    """An evening whose round `turn` is being played, without a result."""
    tournament = a_tournament(a_club(), is_duplicated=True, turns=3, **fields)
    for each in range(1, turn):
        settle(tournament, a_round(tournament, seed=each))
    a_round(tournament, seed=turn)
    return tournament


def taken_back(tournament: Tournament, turn: int, **how: bool) -> dict[str, bool] | None:
    """What the log says of the boards of the round that was taken back."""
    rounds.discard(tournament.pk, turn, by=JURY, reason="Tavoli sbagliati", **how)
    after: dict[str, bool] | None = tournament.log.get(act="round.taken-back").after
    return after


def test_boards_that_players_have_seen_are_others_when_the_round_is_drawn_again() -> None:
    tournament = begun(turn=2)
    old, first = the_cards(tournament, 2), the_cards(tournament, 1)
    assert taken_back(tournament, 2) == {"boards_dealt_again": True}
    new = the_cards(tournament, 2)
    assert [each.number for each in new] == [each.number for each in old]
    assert [each.dealer for each in new] == [each.dealer for each in old]
    assert all(mine.hands != theirs.hands for mine, theirs in zip(new, old, strict=True))
    assert the_cards(tournament, 1) == first  # what was played is compared by its cards
    settle(tournament, a_round(tournament, seed=9))
    assert [each.number for each in compared(tournament, PUBLIC)] == list(range(1, 9))


def test_the_referee_may_keep_them_and_the_log_says_so() -> None:
    tournament = begun()
    old = the_cards(tournament, 1)
    assert taken_back(tournament, 1, keep_boards=True) == {"boards_dealt_again": False}
    assert the_cards(tournament, 1) == old


def test_tables_that_had_not_begun_keep_them() -> None:
    tournament = a_tournament(a_club(), is_duplicated=True)
    a_round(tournament, until="published")
    old = the_cards(tournament, 1)
    assert taken_back(tournament, 1) is None
    assert the_cards(tournament, 1) == old


@pytest.mark.parametrize("turn", [1, 2])
def test_sets_that_move_are_dealt_again_only_before_others_have_played_them(turn: int) -> None:
    tournament = begun(turn, format="mitchell", pairs=8)
    old = the_cards(tournament, 1)
    taken_back(tournament, turn)
    assert (the_cards(tournament, 1) == old) is (turn == 2)


def test_the_question_warns_that_printed_sheets_are_void_and_offers_to_keep_them() -> None:
    tournament = begun()
    client = signed_in(an_officer(tournament.club, RoleKind.ORGANISER))
    where = reverse("discard", args=[tournament.code, 1])
    said = client.get(where).content.decode()
    assert "non valgono più" in said
    assert "Tieni le stesse smazzate" in said
    old = the_cards(tournament, 1)
    client.post(where, {"reason": "Tavoli sbagliati", "keep_boards": "on"})
    assert the_cards(tournament, 1) == old
    a_round(tournament)
    in_api = reverse("v1:round", args=[tournament.code, 1])
    assert client.delete(f"{in_api}?reason=Ancora").status_code == 204
    assert the_cards(tournament, 1) != old


def test_they_do_stay() -> None:
    tournament = a_tournament(a_club(), is_duplicated=True)
    a_round(tournament, until="draft")
    before, seed = [each.boards for each in sets_of(tournament)], tournament.boards_seed
    rounds.redraw(tournament.pk, 1, by=JURY)
    tournament.refresh_from_db()
    assert ([each.boards for each in sets_of(tournament)], tournament.boards_seed) == (before, seed)
