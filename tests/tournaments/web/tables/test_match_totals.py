"""The totals of a match on the whole sheet, where the tournament allows them; corrected, and taken off."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.evening import JURY, fill, signed_in
from tests.tournaments.web.tables.table import Table
from tests.tournaments.web.tables.test_entering import HTMX, sentences
from tests.tournaments.web.tables.test_sheets import four_deals
from tournaments.evenings import lifecycle
from tournaments.models import Deal, Match, Round
from tournaments.results import scores
from tournaments.rounds import rounds


@pytest.fixture
def open_table(table: Table) -> Table:
    """A table of a tournament that takes the totals of a match alone."""
    lifecycle.change(table.match.round.tournament_id, by=JURY, match_totals=True)
    table.match.round.tournament.refresh_from_db()
    return table


def whole(
    north: object = 650, east: object = 480, *, based_on: int = 0, **changed: object
) -> dict[str, object]:
    sent = {"0-based_on": based_on, "0-A-total": north, "0-B-total": east}
    return {"way": "match", "key": str(uuid4()), **sent, **changed}


def stored(table: Table) -> Deal:
    return table.match.deals.get()


def test_the_sheet_offers_them_only_where_the_tournament_allows_it(table: Table, referee: Client) -> None:
    address = table.by_officer("table_sheet")
    assert "Solo la partita" not in sentences(referee.get(address))
    answer = referee.post(address, whole())
    assert table.stored() == {}
    assert answer.status_code in (409, 422)
    lifecycle.change(table.match.round.tournament_id, by=JURY, match_totals=True)
    page = sentences(referee.get(address, {"modo": "partita"}))
    assert "Totali della partita" in page
    assert 'name="0-A-total"' in page
    assert 'name="1-A-total"' not in page


def test_the_totals_are_saved_and_the_next_missing_table_follows_in_the_same_way(
    open_table: Table, referee: Client
) -> None:
    address = open_table.by_officer("table_sheet")
    sent = whole()
    for _again in range(2):
        answer = referee.post(address, sent)
        assert answer.status_code == 303
    assert open_table.stored() == {0: (650, 480)}
    assert open_table.match.round.tournament.log.filter(act="deal.entered").count() == 1
    following = reverse("table_sheet", args=[open_table.match.round.tournament.code, 1, 2])
    assert answer["Location"] == f"{following}?modo=partita"
    assert "Tavolo 1: N-S 650, E-O 480." in sentences(referee.get(answer["Location"]))


@pytest.mark.parametrize(
    ("north", "east", "said"),
    [
        (6000, 480, "in 4 smazzate se ne fanno al massimo 5780"),
        (200, 100, "in 4 smazzate se ne fanno almeno 348"),
        (650, "", "Scrivi il totale di E-O."),
        (650, -4, "Un punteggio non può essere negativo."),
        ("", "", "Il foglio è vuoto: scrivi i totali della partita."),
    ],
)
def test_impossible_totals_stay_on_the_page_with_the_reason(
    open_table: Table, referee: Client, north: object, east: object, said: str
) -> None:
    answer = referee.post(open_table.by_officer("table_sheet"), whole(north, east), headers=HTMX)
    assert answer.status_code == 422
    assert said in sentences(answer)
    assert open_table.stored() == {}


def test_the_count_judges_them_as_one_types(open_table: Table, referee: Client) -> None:
    address = open_table.by_officer("table_sheet_count")
    assert "possibile" in sentences(referee.post(address, whole()))
    assert "al massimo 5780" in sentences(referee.post(address, whole(6000)))


def test_another_version_is_not_written_over(open_table: Table, referee: Client) -> None:
    address = open_table.by_officer("table_sheet")
    referee.post(address, whole())
    answer = referee.post(address, whole(700, 500))
    assert answer.status_code == 409
    assert "I totali della partita sono stati cambiati" in sentences(answer)
    referee.post(address, whole(700, 500, based_on=stored(open_table).version))
    assert open_table.stored() == {0: (700, 500)}


def test_deals_take_their_place_only_if_the_referee_says_so(open_table: Table, referee: Client) -> None:
    address = open_table.by_officer("table_sheet")
    referee.post(address, whole())
    page = sentences(referee.get(address, {"modo": "totali"}))
    assert "Le smazzate prendono il posto dei totali della partita (650 – 480)" in page
    answer = referee.post(address, four_deals())
    assert answer.status_code == 409
    assert "conferma in fondo al foglio" in sentences(answer)
    assert open_table.stored() == {0: (650, 480)}
    referee.post(address, four_deals(replaces=stored(open_table).version))
    assert open_table.stored() == dict.fromkeys(range(1, 5), (194, 106))


def test_the_table_shows_them_and_they_are_taken_off_again(open_table: Table, referee: Client) -> None:
    referee.post(open_table.by_officer("table_sheet"), whole())
    page = sentences(referee.get(open_table.by_officer()))
    assert "Totali della partita" in page
    assert "Smazzata 0" not in page
    assert "smazzata 0" not in page
    assert "650" in page
    phone = sentences(Client().get(open_table.by_code()))
    assert "Totali della partita" in phone
    assert "Smazzata 1" not in phone
    assert Client().get(open_table.by_code("table_deal", 1)).status_code == 404
    own = sentences(referee.get(open_table.by_officer("table_deal", 0)))
    assert "Togli i totali della partita" in own
    referee.post(open_table.by_officer("table_erase", 0), {"based_on": stored(open_table).version})
    assert open_table.stored() == {}


def test_a_correction_in_a_settled_round_shows_first_what_changes(open_table: Table, referee: Client) -> None:
    referee.post(open_table.by_officer("table_sheet"), whole())
    round_ = open_table.match.round
    fill(Match.objects.select_related("round__tournament").get(round=round_, table=2))
    rounds.settle(round_.tournament_id, 1, by=JURY)
    address = open_table.by_officer("table_deal", 0)
    sent = {
        "way": "match",
        "key": str(uuid4()),
        "based_on": stored(open_table).version,
        "A-total": 480,
        "B-total": 650,
    }
    foreseen = sentences(referee.post(address, sent))
    assert "Totali della partita: N-S 650 → 480, E-O 480 → 650." in foreseen
    assert open_table.stored() == {0: (650, 480)}
    assert "Smazzata 0" not in foreseen


def test_pages_for_everybody_say_that_only_the_totals_are_known(open_table: Table, referee: Client) -> None:
    referee.post(open_table.by_officer("table_sheet"), whole())
    tournament = open_table.match.round.tournament
    number = open_table.match.seats.filter(side="A")[0].entry.number
    pair = sentences(Client().get(reverse("pair", args=[tournament.code, number])))
    assert "Di questa partita è stato consegnato solo il totale" in pair
    assert "Smazzata 0" not in pair
    results = sentences(Client().get(reverse("results", args=[tournament.code])))
    assert "Partita finita" in results
    cockpit = sentences(referee.get(reverse("rounds", args=[tournament.code])))
    assert "manca la smazzata" not in cockpit
    board = sentences(signed_in(open_table.people.organiser).get(reverse("board", args=[tournament.code])))
    assert "Tavoli finiti: 1 su 2" in board


def test_a_phone_cannot_send_them(open_table: Table) -> None:
    for number in (0, 1):
        sent = {"way": "match", "key": str(uuid4()), "based_on": 0, "A-total": 650, "B-total": 480}
        Client().post(open_table.by_code("table_deal", number), sent)
    assert open_table.stored() == {}


def test_they_say_nothing_of_the_pace_of_a_deal(open_table: Table, referee: Client) -> None:
    round_ = open_table.match.round
    board = reverse("board", args=[round_.tournament.code])
    other = Match.objects.select_related("round__tournament").get(round=round_, table=2)
    totals = {"last_trick": "A", "A": {"total": 194}, "B": {"total": 106}}
    scores.enter(other, 1, "totals", totals, by=JURY, based_on=0)
    Round.objects.filter(pk=round_.pk).update(started_at=timezone.now() - timedelta(minutes=8))

    def foreseen() -> str:
        words = sentences(referee.get(board))
        return words[words.index("fine prevista") :][:60]

    referee.post(open_table.by_officer("table_sheet"), whole())
    before = foreseen()
    Deal.objects.filter(number=0).update(entered_at=timezone.now() + timedelta(hours=2))
    assert foreseen() == before
