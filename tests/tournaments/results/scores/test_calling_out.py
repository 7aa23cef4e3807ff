"""Chiamarsi fuori at the games to a target, and fuori at scopone: the last deal of the match."""

import io
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

import scoring
from club.models import Club, RoleKind
from tests.evening import JURY, an_officer, signed_in
from tests.tournaments.evenings.test_every_game import an_evening, playing
from tests.tournaments.web.tables.test_entering import sentences
from tournaments.actors import Actor
from tournaments.errors import InputRefused, TournamentError
from tournaments.exports import evening_tables, printing
from tournaments.models import Match
from tournaments.results import codes, scores
from tournaments.rounds.completeness import outstanding_deals
from tournaments.standings import audit
from tournaments.text.names import FOR_OFFICERS

TOTALS = {"last_trick": "A", "A": {"total": 320}, "B": {"total": 140}}


def a_match(club: Club, game: str, **fields: object) -> Match:
    round_ = playing(an_evening(club, game, 4, **fields))
    found = round_.matches.select_related("round__tournament").first()
    assert found
    return found


def again(match: Match) -> Match:
    return Match.objects.select_related("round__tournament").get(pk=match.pk)


def near_the_end(match: Match) -> None:
    """Two deals: A has 640 points, B 280."""
    for number in (1, 2):
        scores.enter(again(match), number, "totals", TOTALS, by=JURY, based_on=0)


def shown(player: str, *families: str) -> dict[str, Any]:
    """Four of a kind of each family: three kinds double (Barilli 3.5.1)."""
    told = [{"side": player[0], "player": player, "cricca": each, "number": 4} for each in families]
    return {"player": player, "declarations": told}


def test_a_call_that_holds_wins_and_leaves_nothing_to_play(club: Club) -> None:
    match = a_match(club, "ottocento")
    near_the_end(match)
    caller = next(player for player in match.play.players if player[0] == "A")
    told = shown(caller, "re", "regine", "cavalli")
    deal = scores.enter(again(match), 3, "out", told, by=JURY, based_on=0)
    assert deal.points == {"A": 2 * (34 + 28 + 26), "B": 0}
    match = again(match)
    assert match.winner == "A"
    assert outstanding_deals(match.round).missing.get(match.table) is None
    logged = match.round.tournament.log.get(act="deal.entered", subject__deal=3)
    assert logged.after["entered"]["player"] == caller
    assert audit.recompute(match.round.tournament_id).faults == []


def test_too_few_points_and_others_cards_are_refused_in_words(club: Club) -> None:
    match = a_match(club, "ottocento")
    near_the_end(match)
    with pytest.raises(scoring.ScoringError, match="ne mancano 126 al traguardo"):
        scores.enter(again(match), 3, "out", shown("A1", "re"), by=JURY, based_on=0)
    with pytest.raises(InputRefused, match="Scegli chi si è chiamato fuori"):
        scores.enter(again(match), 3, "out", {"player": "Z9"}, by=JURY, based_on=0)


@pytest.mark.parametrize("game", ["quattro-scartate", "terziglio", "genovese-gatti"])
def test_where_nobody_calls_out_there_is_no_such_way(club: Club, game: str) -> None:
    match = a_match(club, game)
    with pytest.raises(InputRefused, match="per carte, per parti o per totali"):
        scores.enter(match, 1, "out", shown("A1", "re"), by=JURY, based_on=0)


def test_an_earlier_deal_cannot_be_corrected_under_a_call(club: Club) -> None:
    match = a_match(club, "ottocento")
    near_the_end(match)
    told = shown("A1", "re", "regine", "cavalli")
    scores.enter(again(match), 3, "out", told, by=JURY, based_on=0)
    first = match.deals.get(number=1)
    less = {"last_trick": "A", "A": {"total": 194}, "B": {"total": 106}}
    with pytest.raises(TournamentError, match="chiamata fuori della smazzata 3"):
        scores.enter(again(match), 1, "totals", less, by=JURY, based_on=first.version)


@pytest.mark.parametrize(
    ("before", "claimed", "points", "winner"),
    [
        ((6, 3), {"A": 2, "B": 1}, {"A": 2, "B": 1}, "A"),
        ((6, 7), {"A": 2, "B": 3}, {"A": 2, "B": 0}, "A"),
        ((6, 3), {"A": 1, "B": 1}, {"A": 0, "B": 5}, "B"),
        ((2, 6), {"A": 1, "B": 0}, {"A": 1, "B": 2}, "B"),
    ],
    ids=["right", "right against as many", "wrong, as it would have been won", "wrong with fewer points"],
)
def test_fuori_at_scopone_as_article_16_has_it(
    before: tuple[int, int], claimed: dict[str, int], points: dict[str, int], winner: str
) -> None:
    totals = dict(zip("AB", before, strict=True))
    claim = {"side": "A", "points": claimed}
    assert scoring.fuori_points("scopone", claim, totals, 8) == points
    ended = scoring.outcome("scopone", [totals, points], 8)
    assert ended is not None
    assert (ended.winner, scoring.say_fuori("scopone", claim, totals, 8).winner) == (winner, winner)


def test_fuori_ends_a_match_of_scopone_from_the_tables_own_page(club: Club, client: Client) -> None:
    match = a_match(club, "scopone", target=8)
    page = reverse("table_deal_by_code", args=[codes.code_of(match, "A"), 1])
    assert "?modo=fuori" in sentences(client.get(page))
    assert "Punti sicuri" in sentences(client.get(page, {"modo": "fuori"}))
    sent = {"way": "out", "key": str(uuid4()), "based_on": 0, "caller": "A", "A-points": 8, "B-points": 2}
    count = page + "conto/"
    assert "possibili" in sentences(client.post(count, sent))
    assert client.post(page, sent).status_code == 303
    match = again(match)
    assert (match.winner, match.points) == ("A", {1: {"A": 8, "B": 2}})
    table = sentences(client.get(reverse("table_by_code", args=[codes.code_of(match, "B")])))
    assert "Chiamata fuori: N-S" in table
    assert "Vince" in table


def test_a_call_in_cards_is_written_on_the_page_and_confirmed_by_the_others(
    club: Club, client: Client
) -> None:
    match = a_match(club, "millone-due")
    for number in range(1, 5):
        if not again(match).play.is_over(again(match).points):
            figures = {"last_trick": "A", "A": {"total": 240}, "B": {"total": 110}}
            scores.enter(again(match), number, "totals", figures, by=JURY, based_on=0)
    assert sum(points["A"] for points in again(match).points.values()) == 960
    page = reverse("table_deal_by_code", args=[codes.code_of(match, "A"), 5])
    assert "Chi si è chiamato fuori?" in sentences(client.get(page, {"modo": "fuori"}))
    told = '[{"side": "A", "player": "A1", "cricca": "re", "number": 4}, {"side": "A", "player": "A1", '
    told += '"cricca": "fanti", "number": 4}]'
    sent = {"way": "out", "key": str(uuid4()), "based_on": 0, "caller": "A1", "declarations": told}
    assert client.post(page, sent).status_code == 303
    match = again(match)
    assert match.points[5] == {"A": 58, "B": 0}
    assert match.winner == "A"
    assert 'value="A1" checked' in " ".join(client.get(page, {"modo": "fuori"}).content.decode().split())
    deal = match.deals.get(number=5)
    scores.confirm(match, {5: deal.version}, by=Actor.at_table(match, "B"))
    assert match.deals.get(number=5).is_decided


def test_a_call_stays_on_the_whole_sheet_beside_the_deals_typed_there(club: Club) -> None:
    match = a_match(club, "scopone", target=8)
    referee = signed_in(an_officer(club, RoleKind.REFEREE))
    sheet = reverse("table_sheet", args=[match.round.tournament.code, 1, match.table])
    assert "smazzate/1/?modo=fuori" in sentences(referee.get(sheet))
    entered = {"side": "A", "points": {"A": 8, "B": 2}}
    deal = scores.enter(match, 1, "out", entered, by=JURY, based_on=0)
    page = sentences(referee.get(sheet))
    assert 'name="1-A-total" value="8"' in page
    untouched = {"1-based_on": deal.version, "1-A-total": 8, "1-B-total": 2, "paper-A": 8}
    assert referee.post(sheet, {"way": "totals", **untouched}).status_code == 303
    assert match.deals.get().version == deal.version


def test_the_paper_says_who_called_out(club: Club) -> None:
    match = a_match(club, "scopone", target=8)
    scores.enter(match, 1, "out", {"side": "A", "points": {"A": 8, "B": 2}}, by=JURY, based_on=0)
    with patch.object(printing, "pdf", return_value=b"") as typeset:
        printing.score_sheets(match.round.tournament, 1, lambda path: path)
    (_kind, data), _options = typeset.call_args
    printed = next(each for each in data["tables"] if each["table"] == match.table)
    assert printed["deals"][0]["note"] == "chiamata fuori: N-S"
    assert data["words"]["out"] == "Chiamata fuori"
    assert printing.score_sheets(match.round.tournament, 1, lambda path: path).startswith(b"%PDF")


def test_the_paper_of_a_long_match_says_it_too(club: Club) -> None:
    """With more than eight deals, the sheet has a line for each deal, as for more than two sides."""
    match = a_match(club, "ottocento")
    for number in range(1, 9):
        totals = {"last_trick": "A", "A": {"total": 97}, "B": {"total": 40}}
        scores.enter(again(match), number, "totals", totals, by=JURY, based_on=0)
    scores.enter(again(match), 9, "out", shown("A1", "re", "regine", "cavalli"), by=JURY, based_on=0)
    pdf = printing.score_sheets(match.round.tournament, 1, lambda path: path, table=match.table)
    (page,) = [" ".join(each.extract_text().split()) for each in PdfReader(io.BytesIO(pdf)).pages]
    assert "Chiamata fuori" in page
    assert "chiamata fuori: Nord" in page


def test_a_call_is_named_alike_on_pages_sheet_log_files_and_in_the_api(club: Club, client: Client) -> None:
    match = a_match(club, "ottocento")
    near_the_end(match)
    scores.enter(again(match), 3, "out", shown("A1", "re", "regine", "cavalli"), by=JURY, based_on=0)
    tournament, said = match.round.tournament, "hiamata fuori: Nord"
    referee = signed_in(an_officer(club, RoleKind.REFEREE))
    number = match.seats.filter(side="A")[0].entry.number
    assert said in sentences(client.get(reverse("table_by_code", args=[codes.code_of(match, "B")])))
    assert said in sentences(client.get(reverse("pair", args=[tournament.code, number])))
    assert said in sentences(client.get(reverse("results", args=[tournament.code])))
    assert said in sentences(referee.get(reverse("board", args=[tournament.code])))
    log = sentences(referee.get(reverse("log", args=[tournament.code])))
    assert "chiamata fuori" in log
    assert "A1" not in log
    results = evening_tables.results(tournament, FOR_OFFICERS, 1)
    notes = [cells[-1] for cells in results.cells()]
    assert any(said in str(note) for note in notes)
    deals = evening_tables.deals(tournament, FOR_OFFICERS, number)
    assert said in str(list(deals.cells())[-1][-1])
    answered = client.get(f"/api/v1/tournaments/{tournament.code}/rounds/1/").json()
    table = next(each for each in answered["tables"] if each["table"] == match.table)
    assert said in table["deals"][-1]["call"]
