"""A whole score sheet typed by an officer: stored together or not at all, then the next missing table."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

import scoring
from club.models import Club, RoleKind
from tests import games
from tests.evening import JURY, an_officer, fill, settle, signed_in
from tests.tournaments.evenings.test_every_game import an_evening, playing
from tests.tournaments.web.tables.table import Table
from tests.tournaments.web.tables.test_entering import HTMX, sentences
from tournaments.models import Deal, Match, RoundState
from tournaments.results import scores
from tournaments.results.scores import DealPlace
from tournaments.web.forms.deal.sheet import SheetDeal

Cells = dict[str, object]


def a_deal(number: int, north: int = 194, east: int = 106, *, last: str = "A", based_on: int = 0) -> Cells:
    """CONTRACT's own example of possible totals, as the cells of the sheet."""
    return {
        f"{number}-based_on": based_on,
        f"{number}-A-total": north,
        f"{number}-B-total": east,
        f"{number}-{last}-last_trick": 6,
    }


def four_deals(**changed: object) -> Cells:
    deals = {name: value for number in range(1, 5) for name, value in a_deal(number).items()}
    return {"way": "totals", "key": str(uuid4()), **deals, **changed}


def test_a_sheet_is_stored_whole_and_the_next_missing_table_follows(table: Table, referee: Client) -> None:
    answer = referee.post(table.by_officer("table_sheet"), {**four_deals(), "paper-A": 776, "paper-B": 424})
    assert table.stored() == dict.fromkeys(range(1, 5), (194, 106))
    assert answer.status_code == 303
    round_ = table.match.round
    following = reverse("table_sheet", args=[round_.tournament.code, round_.number, 2])
    assert answer["Location"] == f"{following}?modo=totali"
    assert "Tavolo 1: N-S 776, E-O 424." in sentences(referee.get(answer["Location"]))
    log = round_.tournament.log.filter(act="deal.entered")
    assert [each.subject["deal"] for each in log] == [1, 2, 3, 4]


def test_after_the_last_sheet_the_round_follows(table: Table, referee: Client) -> None:
    round_ = table.match.round
    fill(round_.matches.select_related("round__tournament").get(table=2))
    answer = referee.post(table.by_officer("table_sheet"), four_deals())
    assert answer["Location"] == reverse("rounds", args=[round_.tournament.code])


def test_one_impossible_deal_keeps_the_whole_sheet_out_and_what_was_typed_in(
    table: Table, referee: Client
) -> None:
    sent = four_deals(**{"3-A-total": 999, "2-B-total": 106})
    answer = referee.post(table.by_officer("table_sheet"), sent, headers=HTMX)
    assert answer.status_code == 422
    assert table.stored() == {}
    page = sentences(answer)
    assert "Nessuna smazzata è salvata" in page
    third = page[page.index('data-number="3"') : page.index('data-number="4"')]
    assert 'value="999"' in third
    assert "data-fill" in third
    assert 'role="alert"' not in page[page.index('data-number="4"') : page.index('id="sheet-total"')]


def test_the_total_on_the_paper_must_agree(table: Table, referee: Client) -> None:
    sent = four_deals(**{"paper-A": 776, "paper-B": 414})
    answer = referee.post(table.by_officer("table_sheet"), sent)
    assert answer.status_code == 422
    assert table.stored() == {}
    assert "Il totale sul foglio è 776 – 414, ma le smazzate fanno 776 – 424" in sentences(answer)


def test_an_empty_sheet_is_not_saved(table: Table, referee: Client) -> None:
    blank = {name: "" for name in four_deals() if name[0].isdigit() and not name.endswith("based_on")}
    answer = referee.post(table.by_officer("table_sheet"), four_deals(**blank))
    assert answer.status_code == 422
    assert "Il foglio è vuoto" in sentences(answer)


def test_sending_a_sheet_twice_writes_it_once(table: Table, referee: Client) -> None:
    sent = four_deals()
    for _again in range(2):
        assert referee.post(table.by_officer("table_sheet"), sent).status_code == 303
    assert table.match.round.tournament.log.filter(act__startswith="deal.").count() == 4


def test_a_deal_that_somebody_else_wrote_meanwhile_is_shown_beside_and_one_is_chosen(
    table: Table, referee: Client
) -> None:
    theirs = {"last_trick": "A", "A": {"total": 211}, "B": {"total": 106}}
    stored = scores.enter(table.match, 2, "totals", theirs, by=JURY, based_on=0)
    answer = referee.post(table.by_officer("table_sheet"), four_deals(), headers=HTMX)
    assert answer.status_code == 409
    assert table.stored() == {2: (211, 106)}
    page = sentences(answer)
    assert "211 – 106" in page
    assert "194 – 106" in page
    chosen = {"2-seen": stored.version}
    for stands, points in (("theirs", 211), ("mine", 194)):
        sent = four_deals(**chosen, **{"2-stands": stands})
        assert referee.post(table.by_officer("table_sheet"), sent).status_code == 303
        assert table.stored()[2] == (points, 106)
        table.match.deals.exclude(number=2).delete()


def test_stored_deals_stay_and_a_changed_one_is_corrected(table: Table, referee: Client) -> None:
    fill(table.match)
    before = {deal.number: deal for deal in table.match.deals.all()}
    page = sentences(referee.get(table.by_officer("table_sheet"), {"modo": "totali"}))
    cells = {
        name: value
        for number, deal in before.items()
        for name, value in a_deal(
            number, *deal.points.values(), last=deal.entered["last_trick"], based_on=deal.version
        ).items()
    }
    for name, value in cells.items():
        assert f'name="{name}" value="{value}"' in page
    untouched = {name: value for name, value in cells.items() if not name.startswith("2-")}
    changed = {"way": "totals", **untouched, **a_deal(2, based_on=before[2].version)}
    assert referee.post(table.by_officer("table_sheet"), changed).status_code == 303
    after = {deal.number: deal for deal in table.match.deals.all()}
    assert after[2].points == {"A": 194, "B": 106}
    assert {n: deal.version for n, deal in after.items() if n != 2} == {
        n: deal.version for n, deal in before.items() if n != 2
    }


def test_the_sheet_is_judged_while_it_is_typed(table: Table, referee: Client) -> None:
    sent = {"way": "totals", **a_deal(1), **a_deal(2, 999)}
    answer = referee.post(table.by_officer("table_sheet_count"), sent)
    said = sentences(answer)
    first, second = said[said.index('id="verdict-1"') :].split('id="verdict-2"')
    assert "possibile" in first
    assert "data-fill" in second
    assert "194" in said[: said.index('id="verdict-1"')]
    assert table.stored() == {}


def test_two_last_tricks_or_another_figure_than_six_are_refused(table: Table, referee: Client) -> None:
    for wrong in ({"1-B-last_trick": 6}, {"1-A-last_trick": 5}):
        answer = referee.post(table.by_officer("table_sheet"), four_deals(**wrong))
        assert answer.status_code == 422
        assert "Scegli chi ha fatto l'ultima presa" in sentences(answer)


def test_what_totals_contain_is_asked_once_and_remembered_for_the_next_table(
    table: Table, referee: Client
) -> None:
    sent = four_deals(**{"1-A-declared": 17, "2-B-declared": 20})
    assert "I totali comprendono gli accusi? Scegli" in sentences(
        referee.post(table.by_officer("table_sheet"), sent)
    )
    answer = referee.post(table.by_officer("table_sheet"), {**sent, "with_declared": "no"})
    assert answer["Location"].endswith("?modo=totali&accusi=no")
    assert table.stored() == {1: (211, 106), 2: (194, 126), 3: (194, 106), 4: (194, 106)}
    assert 'value="no" checked' in sentences(referee.get(answer["Location"]))


def test_the_first_missing_table_opens_or_the_one_on_top_of_the_pile(table: Table, referee: Client) -> None:
    fill(table.match)
    code = table.match.round.tournament.code
    address = reverse("next_sheet", args=[code, 1])
    assert referee.get(address)["Location"] == reverse("table_sheet", args=[code, 1, 2])
    assert referee.get(address, {"tavolo": "1"})["Location"] == reverse("table_sheet", args=[code, 1, 1])
    assert referee.get(address, {"tavolo": "99"})["Location"] == reverse("rounds", args=[code])


def test_the_table_the_board_and_the_round_lead_to_the_sheets(table: Table, referee: Client) -> None:
    code = table.match.round.tournament.code
    sheets = reverse("next_sheet", args=[code, 1])
    assert table.by_officer("table_sheet") in sentences(referee.get(table.by_officer()))
    assert sheets in sentences(referee.get(reverse("board", args=[code])))
    assert sheets in sentences(referee.get(reverse("rounds", args=[code])))


def test_before_play_the_sheet_leads_to_the_round_that_has_to_start(table: Table, referee: Client) -> None:
    round_ = table.match.round
    type(round_).objects.filter(pk=round_.pk).update(state=RoundState.PUBLISHED)
    page = referee.get(table.by_officer("table_sheet")).content.decode()
    assert "i risultati si scrivono quando si gioca" in page
    assert f'href="{reverse("rounds", args=[round_.tournament.code])}">Vai ai turni' in page
    assert "siediti" not in page


def test_a_settled_round_takes_no_sheet(table: Table, referee: Client) -> None:
    settle(table.match.round.tournament, table.match.round)
    assert "data-sheet" not in sentences(referee.get(table.by_officer("table_sheet")))
    before = table.stored()
    assert referee.post(table.by_officer("table_sheet"), four_deals()).status_code == 409
    assert table.stored() == before


def test_a_sheet_takes_a_fixed_number_of_queries(
    table: Table, referee: Client, django_assert_max_num_queries: Any
) -> None:
    sent = four_deals()
    with django_assert_max_num_queries(70):
        assert referee.post(table.by_officer("table_sheet"), sent).status_code == 303


# --- Every game -----------------------------------------------------------------------------------------

WRITTEN = {"totals": games.by_totals, "parts": games.by_parts}


def cells_of(match: Match, place: DealPlace, number: int, way: str) -> Cells:
    """A deal of that game, played out by the engine, as a person reads it from the paper."""
    fields = games.fields(place, WRITTEN[way](place, games.dealt(place, number)))
    on_sheet = SheetDeal(number, way, place, {side: side for side in match.play.sides}, None, None)
    facts = {
        name: 1 if name == "own" else match.play.sides.index(fields.pop(name)) + 1
        for name in place.game.facts
        if fields.get(name)
    }
    prefixed = {f"{number}-{name}": value for name, value in fields.items() if name != "with_declared"}
    return {
        f"{number}-based_on": 0,
        **on_sheet.filled_by(prefixed),
        **{f"{number}-{name}": value for name, value in facts.items()},
    }


@pytest.mark.parametrize("way", WRITTEN)
@pytest.mark.parametrize("game", scoring.GAMES)
def test_every_game_is_typed_on_its_sheet(club: Club, game: str, way: str) -> None:
    tournament = an_evening(club, game, 5)
    match = playing(tournament).matches.select_related("round__tournament").first()
    assert match
    sent: Cells = {"way": way, "key": str(uuid4()), "with_declared": "yes"}
    drafts: dict[int, Deal] = {}
    expected: dict[int, dict[str, int]] = {}
    while len(drafts) < 6 and not match.play.is_over({n: draft.points for n, draft in drafts.items()}):
        number = len(drafts) + 1
        place = scores.place_of(match, number, drafts.values())
        deal = games.dealt(place, number)
        expected[number] = games.points(place, deal)
        sent |= cells_of(match, place, number, way)
        drafts[number] = scores.draft(match, number, place, way, WRITTEN[way](place, deal))
    address = reverse("table_sheet", args=[tournament.code, 1, match.table])
    referee = signed_in(an_officer(club, RoleKind.REFEREE))
    assert referee.get(address).status_code == 200
    answer = referee.post(address, sent)
    assert answer.status_code == 303, sentences(answer)
    assert {deal.number: deal.points for deal in match.deals.all()} == expected
