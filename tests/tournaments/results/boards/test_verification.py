"""A deal that its board could not have given is refused with the reason; a referee may overrule."""

from collections.abc import Mapping

import pytest
from django.urls import reverse

from club.models import RoleKind
from tests.evening import JURY, a_club, a_round, a_tournament, an_officer, signed_in
from tests.tournaments.results.boards.scene import play_boards, played
from tournaments.actors import Actor
from tournaments.core import boards
from tournaments.errors import InputRefused, SheetRefused, TournamentError
from tournaments.models import Match, Tournament
from tournaments.results import scores
from tournaments.results.board_values import most_declared
from tournaments.rounds import rounds

pytestmark = pytest.mark.django_db


def a_match(game: str = "quattro-scartate") -> Match:
    tournament = a_tournament(a_club(), pairs=2, game=game, is_duplicated=True)
    # Always the same cards: in none of them has a player all four kings.
    Tournament.objects.filter(pk=tournament.pk).update(boards_seed="0" * 32)
    tournament.refresh_from_db()
    return a_round(tournament).matches.select_related("round__tournament").get()


def refused(match: Match, way: str, entered: Mapping[str, object], by: Actor | None = None) -> str:
    with pytest.raises(InputRefused) as refusal:
        scores.enter(match, 1, way, entered, by=by or Actor.at_table(match, "A"), based_on=0)
    assert refusal.value.code == "not-of-board"
    is_of_side = by is None or bool(by.side)
    assert ("l'arbitro" in str(refusal.value)) is is_of_side
    assert ("scrivi il motivo e salvala di nuovo" in str(refusal.value)) is not is_of_side
    return str(refusal.value)


def told_referee(match: Match, way: str, entered: Mapping[str, object]) -> str:
    return refused(match, way, entered, by=JURY)


@pytest.mark.parametrize("game", ["quattro-scartate", "genovese-coppie"])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_played_with_the_cards_is_never_refused(game: str, seed: int) -> None:
    match = a_match(game)
    match.table = seed
    play_boards(match)
    assert match.deals.count() == 4


def first_board(match: Match) -> boards.Board:
    tournament = match.round.tournament
    return boards.board(tournament.game, tournament.boards_seed, 1)


def side_of(match: Match, card: str) -> str:
    board = first_board(match)
    return "A" if any(card in board.held_by(chair) for chair in "NS") else "B"


@pytest.mark.parametrize("card", ["Ang", "Mat"])
def test_a_card_that_nobody_captures_stays_with_its_side(card: str) -> None:
    match = a_match()
    entered = played(match, 1)
    (side,), pile = list(entered["cards"])[:1], next(iter(entered["cards"].values()))  # type: ignore[attr-defined,call-overload]
    whole = set(match.play.game.deck)
    mine, theirs = list(pile), sorted(whole - set(pile))
    if card in mine:
        swapped = next(each for each in theirs if each not in ("Ang", "Mat"))
        mine[mine.index(card)] = swapped
    else:
        mine[next(at for at, each in enumerate(mine) if each not in ("Ang", "Mat"))] = card
    wrong = {**entered, "cards": {side: mine}, "declarations": []}
    assert ("Angelo" if card == "Ang" else "Matto") in told_referee(match, "cards", wrong)
    told = refused(match, "cards", wrong)
    assert told.startswith("Le prese di ")
    assert "Angelo" not in told
    assert "Matto" not in told


def test_a_declaration_of_cards_that_its_player_was_not_dealt() -> None:
    match = a_match()
    board = first_board(match)
    kings = ["Rd", "Rc", "Rs", "Rb"]
    lacking = next(
        (chair for chair in "NESW" if sum(king in board.held_by(chair) for king in kings) < 3), "N"
    )
    player = match.play.player_at(lacking)
    shown = {"side": player[0], "player": player, "cricca": "re", "cards": kings[:3]}
    wrong = {**played(match, 1), "declarations": [shown]}
    assert "non aveva in mano" in told_referee(match, "cards", wrong)
    told = refused(match, "cards", wrong)
    assert "Re di danari, Re di coppe, Re di spade" in told  # what it declared itself, and nothing else
    assert "in mano" not in told


def test_a_declaration_of_more_cards_than_the_hand_has() -> None:
    match = a_match()
    shown = {"side": "A", "player": "A1", "cricca": "re", "number": 4}
    wrong = {**played(match, 1), "declarations": [shown]}
    assert "un accuso così" in told_referee(match, "cards", wrong)
    assert "di 4 carte" in refused(match, "cards", wrong)


def test_declared_points_beyond_what_the_hands_could_show() -> None:
    match = a_match()
    tournament = match.round.tournament
    most = most_declared(tournament, first_board(match))
    count = scores.draft(
        match, 1, scores.place_of(match, 1), "cards", {**played(match, 1), "declarations": []}
    )
    totals = {side: {"total": figures["total"], "declared": 0} for side, figures in count.counted.items()}
    totals["A"]["declared"] = most["A"] + 17
    last = count.entered["last_trick"]
    told = refused(match, "totals", {**totals, "last_trick": last})
    assert f"{most['A'] + 17} punti" in told


def test_a_referee_overrules_with_a_reason_alone_and_refusals_are_logged() -> None:
    match = a_match()
    entered = played(match, 1)
    shown = [{"side": "A", "player": "A1", "cricca": "re", "number": 4}]
    wrong = {**entered, "declarations": shown}
    refused(match, "cards", wrong)
    refused(match, "cards", wrong, by=JURY)
    tournament = match.round.tournament
    assert tournament.log.filter(act="deal.not-of-board").count() == 2
    with pytest.raises(InputRefused):
        scores.enter(
            match, 1, "cards", wrong, by=Actor.at_table(match, "A"), based_on=0, reason="siamo sicuri"
        )
    deal = scores.enter(match, 1, "cards", wrong, by=JURY, based_on=0, reason="il mazzetto era composto male")
    assert deal.points["A"] > 0


def cricca(match: Match, player: str, number: int) -> dict[str, object]:
    shown = [{"side": player[0], "player": player, "cricca": "re", "number": number}]
    return {**played(match, 1), "declarations": shown}


def test_after_three_different_deals_only_the_referee_writes_it() -> None:
    match = a_match()
    for player in ("A1", "B1"):
        refused(match, "cards", cricca(match, player, 4))
        refused(match, "cards", cricca(match, player, 4))  # sent twice by a phone: the same try
    assert "chiamate l'arbitro, la scrive lui" in refused(match, "cards", cricca(match, "A2", 4))
    tournament = match.round.tournament
    assert tournament.log.filter(act="deal.not-of-board").count() == 3
    for entered in (cricca(match, "B2", 4), played(match, 1)):  # even what is true: it would tell something
        with pytest.raises(TournamentError) as refusal:
            scores.enter(match, 1, "cards", entered, by=Actor.at_table(match, "B"), based_on=0)
        assert refusal.value.code == "board-needs-referee"
    assert tournament.log.filter(act="deal.not-of-board").count() == 3
    scores.enter(match, 2, "cards", played(match, 2), by=Actor.at_table(match, "A"), based_on=0)
    assert scores.enter(match, 1, "cards", played(match, 1), by=JURY, based_on=0).points


def test_the_referee_reads_which_deal_waits_and_why() -> None:
    match = a_match()
    tournament = match.round.tournament
    client = signed_in(an_officer(tournament.club, RoleKind.ORGANISER))
    board, cockpit = (reverse(name, args=[tournament.code]) for name in ("board", "rounds"))
    refused(match, "cards", cricca(match, "A1", 4))
    told = client.get(board).content.decode()
    assert "smazzata 1 rifiutata 1 volta" in told
    assert "Nord non aveva in mano un accuso così" in told
    assert "rifiutata tre volte" not in client.get(cockpit).content.decode()
    for player in ("B1", "A2"):
        refused(match, "cards", cricca(match, player, 4))
    assert "smazzata 1: scrivila tu" in client.get(board).content.decode()
    assert "rifiutata tre volte" in client.get(cockpit).content.decode()
    [row] = client.get(reverse("v1:board", args=[tournament.code])).json()["tables"]
    assert (row["need"], row["refused"]) == ("contested", [1])
    scores.enter(match, 1, "cards", played(match, 1), by=JURY, based_on=0)
    assert "scrivila tu" not in client.get(board).content.decode()
    assert "rifiutata tre volte" not in client.get(cockpit).content.decode()


def test_the_tables_of_a_round_drawn_again_start_anew() -> None:
    match = a_match()
    for player in ("A1", "B1", "A2"):
        refused(match, "cards", cricca(match, player, 4))
    tournament = match.round.tournament
    rounds.discard(tournament.pk, 1, by=JURY, reason="Un tavolo sbagliato")
    again = a_round(tournament).matches.select_related("round__tournament").get()
    assert scores.enter(again, 1, "cards", played(again, 1), by=Actor.at_table(again, "A"), based_on=0)


def test_a_whole_sheet_is_checked_too() -> None:
    match = a_match()
    shown = [{"side": "A", "player": "A1", "cricca": "re", "number": 4}]
    sheet = [scores.DealOfSheet(1, "cards", {**played(match, 1), "declarations": shown}, 0)]
    with pytest.raises(SheetRefused):
        scores.enter_sheet(match, sheet, by=JURY)
    assert not match.deals.exists()
