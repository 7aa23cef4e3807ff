"""The opponents' word: who may confirm or contest what, on which phone, and what a turn does without it."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.evening import JURY, a_round, fill
from tests.tournaments.web.tables.table import Table, cards, parts
from tests.tournaments.web.tables.test_table_access import page_for
from tournaments.errors import TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Deal, LogEntry, RoundState
from tournaments.results import codes, scores
from tournaments.rounds import rounds
from tournaments.rounds.completeness import outstanding_deals


def words(answer: Any) -> str:
    return str(answer.content.decode()).replace("&#x27;", "'")


@pytest.fixture
def written(table: Table, phone: Client) -> Deal:
    """The first smazzata, written by N-S."""
    phone.post(table.by_code("table_deal", 1), parts())
    return table.match.deals.get(number=1)


def seen(deal: Deal) -> str:
    return f"{deal.number}:{deal.version}"


def test_what_a_side_writes_waits_for_the_other(written: Deal) -> None:
    assert (written.entered_side, written.agreement) == ("A", "waiting")


def test_the_other_side_is_asked_and_confirms_with_one_tap(
    table: Table, written: Deal, phone: Client
) -> None:
    theirs = table.of("B")
    asked = words(phone.get(theirs.by_code()))
    assert "Gli avversari hanno scritto" in asked
    assert f'value="{seen(written)}"' in asked
    answer = phone.post(theirs.by_code("table_confirm"), {"seen": seen(written), "key": uuid4()})
    assert answer.status_code == 303
    written.refresh_from_db()
    assert (written.agreement, written.answered_by_name) == ("confirmed", "turno 1, tavolo 1, E-O")
    said = LogEntry.objects.get(act="deal.confirmed")
    assert (said.before, said.after) == ({"agreement": "waiting"}, {"agreement": "confirmed"})


def test_two_deals_contested_at_once_are_both_contested_and_sending_it_again_changes_nothing(
    table: Table, written: Deal, phone: Client
) -> None:
    phone.post(table.by_code("table_deal", 2), cards())
    second = table.match.deals.get(number=2)
    theirs = table.of("B").by_code("table_contest")
    said = {"seen": [seen(written), seen(second)], "key": uuid4(), "reason": "Non torna"}
    assert [phone.post(theirs, said).status_code for _time in range(2)] == [303, 303]
    assert set(table.match.deals.values_list("number", "agreement", "contest_reason")) == {
        (1, "contested", "Non torna"),
        (2, "contested", "Non torna"),
    }
    assert LogEntry.objects.filter(act="deal.contested").count() == 2


def test_the_page_of_a_contested_deal_says_so_and_has_no_tick(
    table: Table, written: Deal, phone: Client
) -> None:
    def heading() -> str:
        page = words(phone.get(table.by_code("table_deal", 1)))
        return page.split('id="stored-deal"')[1].split('class="soft"')[0]

    assert "da confermare" in heading()
    phone.post(table.of("B").by_code("table_contest"), {"seen": seen(written), "reason": "Erano tre fanti"})
    assert "contestata" in heading()
    assert "chip-settled" not in heading()


def test_a_contest_names_lines_of_the_sheet_with_a_tap_and_needs_no_typing(
    table: Table, written: Deal, phone: Client
) -> None:
    theirs = table.of("B")
    page = words(phone.get(theirs.by_code()))
    assert 'name="line" value="Cricche"' in page
    nothing = phone.post(theirs.by_code("table_contest"), {"seen": seen(written)})
    assert nothing.status_code == 422
    contest = {"seen": seen(written), "line": ["Cricche", "Totale"], "reason": "Erano tre fanti"}
    assert phone.post(theirs.by_code("table_contest"), contest).status_code == 303
    written.refresh_from_db()
    assert written.contest_reason == "Cricche, Totale: Erano tre fanti"


def test_the_last_deal_written_is_open_on_the_sheet_of_those_who_answer_until_they_do(
    table: Table, written: Deal, phone: Client
) -> None:
    def opened(side: str) -> list[str]:
        page = words(phone.get(table.of(side).by_code()))
        return re.findall(r'<details\s+id="deal-\d"\s*(open)?', page)

    assert (opened("A"), opened("B")) == ([""], ["open"])
    phone.post(table.of("B").by_code("table_confirm"), {"seen": seen(written), "key": uuid4()})
    assert opened("B") == [""]


def test_two_phones_of_the_other_side_confirm_the_same_and_both_hear_yes(
    table: Table, written: Deal, phone: Client
) -> None:
    theirs = table.of("B").by_code("table_confirm")
    statuses = [
        phone.post(theirs, {"seen": seen(written), "key": uuid4()}).status_code for _phone in range(2)
    ]
    assert statuses == [303, 303]
    assert LogEntry.objects.filter(act="deal.confirmed").count() == 1


def test_both_sides_writing_the_same_points_is_a_confirmation(
    table: Table, written: Deal, phone: Client
) -> None:
    assert phone.post(table.of("B").by_code("table_deal", 1), parts()).status_code == 303
    written.refresh_from_db()
    assert (written.agreement, written.entered_side) == ("confirmed", "A")
    other = parts(**{"B-declared": 17})
    assert phone.post(table.of("B").by_code("table_deal", 1), other).status_code == 409, (
        "other points are not"
    )


def test_one_side_writing_the_same_points_twice_confirms_nothing(
    table: Table, written: Deal, phone: Client
) -> None:
    assert phone.post(table.by_code("table_deal", 1), parts()).status_code == 303
    written.refresh_from_db()
    assert written.agreement == "waiting"


def test_who_wrote_it_cannot_confirm_it(table: Table, written: Deal, phone: Client) -> None:
    answer = phone.post(table.by_code("table_confirm"), {"seen": seen(written)})
    assert answer.status_code == 409
    assert "la confermano gli avversari" in words(answer)
    written.refresh_from_db()
    assert written.agreement == "waiting"


def test_the_others_confirm_on_the_writers_phone_with_their_four_letters(
    table: Table, written: Deal, phone: Client
) -> None:
    assert "Confermano qui, su questo telefono" in words(phone.get(table.by_code()))
    short = codes.short_code(table.match, "B")
    typed = {"seen": seen(written), "short_code": f" {short.upper()} "}
    assert phone.post(table.by_code("table_confirm"), typed).status_code == 303
    written.refresh_from_db()
    assert written.agreement == "confirmed"


def test_ones_own_four_letters_confirm_nothing(table: Table, written: Deal, phone: Client) -> None:
    typed = {"seen": seen(written), "short_code": codes.short_code(table.match, "A")}
    assert phone.post(table.by_code("table_confirm"), typed).status_code == 409


def test_four_letters_are_not_found_by_trying(table: Table, written: Deal, phone: Client) -> None:
    tries = [
        phone.post(table.by_code("table_confirm"), {"seen": seen(written), "short_code": "zzzz"}).status_code
        for _attempt in range(11)
    ]
    assert tries == [422] * 10 + [409]
    right = {"seen": seen(written), "short_code": codes.short_code(table.match, "B")}
    assert phone.post(table.by_code("table_confirm"), right).status_code == 409, "nor by trying on"
    there = table.of("B").by_code("table_confirm")
    assert phone.post(there, {"seen": seen(written)}).status_code == 303, "their own code always opens"


def test_a_contest_says_why_and_the_turn_waits_for_the_referee(
    table: Table, written: Deal, phone: Client
) -> None:
    theirs = table.of("B")
    without = phone.post(theirs.by_code("table_contest"), {"seen": seen(written), "reason": "  "})
    assert (without.status_code, "Scrivi che cosa non torna" in words(without)) == (422, True)
    phone.post(theirs.by_code("table_contest"), {"seen": seen(written), "reason": "I fanti erano nostri"})
    written.refresh_from_db()
    assert (written.agreement, written.contest_reason) == ("contested", "I fanti erano nostri")
    assert outstanding_deals(table.match.round).contested == {1: [1]}
    assert "I fanti erano nostri" in words(phone.get(table.by_code()))
    public = phone.get(f"/api/v1/tournaments/{table.match.round.tournament.code}/rounds/1/tables/1/").json()
    assert public["deals"][0]["contest_reason"] == "", "what they say to each other is not for the room"


def test_a_correction_asks_again_and_answers_to_the_old_version_are_refused(
    table: Table, written: Deal, phone: Client
) -> None:
    phone.post(table.of("B").by_code("table_contest"), {"seen": seen(written), "reason": "Non torna"})
    contested = table.match.deals.get()
    corrected = parts(based_on=contested.version, **{"B-declared": 17})
    phone.post(table.of("B").by_code("table_deal", 1), corrected)
    now = table.match.deals.get()
    assert (now.entered_side, now.agreement, now.answered_by_name) == ("B", "waiting", "")
    late = phone.post(table.by_code("table_confirm"), {"seen": seen(contested)})
    assert late.status_code == 409
    assert phone.post(table.by_code("table_confirm"), {"seen": seen(now)}).status_code == 303


def test_the_same_answer_sent_twenty_times_is_one(table: Table, written: Deal, phone: Client) -> None:
    sent = {"seen": seen(written), "key": uuid4()}
    statuses = {phone.post(table.of("B").by_code("table_confirm"), sent).status_code for _time in range(20)}
    assert statuses == {303}
    assert LogEntry.objects.filter(act="deal.confirmed").count() == 1


def test_all_that_is_waiting_is_confirmed_together_or_not_at_all(
    table: Table, written: Deal, phone: Client
) -> None:
    phone.post(table.by_code("table_deal", 2), cards())
    second = table.match.deals.get(number=2)
    stale = {"seen": [seen(written), f"2:{second.version + 5}"]}
    assert phone.post(table.of("B").by_code("table_confirm"), stale).status_code == 409
    assert not table.match.deals.filter(agreement="confirmed").exists()
    both = {"seen": [seen(written), seen(second)]}
    assert phone.post(table.of("B").by_code("table_confirm"), both).status_code == 303
    assert table.match.deals.filter(agreement="confirmed").count() == 2


@pytest.mark.parametrize("given", ["", "1", "1:x", "x:1", "1:" + "9" * 30, "7:1"])
def test_an_answer_to_nothing_is_refused_with_a_sentence(
    table: Table, written: Deal, phone: Client, given: str
) -> None:
    answer = phone.post(table.of("B").by_code("table_confirm"), {"seen": given})
    assert answer.status_code in (409, 422)
    assert "banner-error" in words(answer)


def test_an_officers_word_needs_no_confirmation(table: Table, referee: Client) -> None:
    referee.post(table.by_officer("table_deal", 1), parts())
    deal = table.match.deals.get()
    assert (deal.entered_side, deal.agreement) == ("", "confirmed")


def test_the_referee_accepts_what_nobody_confirms(table: Table, written: Deal, referee: Client) -> None:
    assert "Senza conferma" in words(referee.get(table.by_officer()))
    referee.post(table.by_officer("table_accept"), {"seen": seen(written)})
    written.refresh_from_db()
    assert written.agreement == "confirmed"
    assert LogEntry.objects.filter(act="deal.accepted").count() == 1


def test_a_club_may_play_without_confirmation(table: Table, phone: Client) -> None:
    lifecycle.change(table.match.round.tournament_id, by=JURY, confirmation=False)
    phone.post(table.by_code("table_deal", 1), parts())
    assert table.match.deals.get().agreement == "confirmed"
    assert "Gli avversari hanno scritto" not in words(phone.get(table.of("B").by_code()))


def _all_written_by(side: str, table: Table) -> None:
    """Every table of the turn full; the first smazzata of this one written by that side."""
    for match in table.match.round.matches.select_related("round__tournament"):
        fill(match)
    scores.erase(table.match, 1, by=JURY, based_on=table.match.deals.get(number=1).version)
    Client().post(table.of(side).by_code("table_deal", 1), parts())


def test_unconfirmed_results_enter_no_draw_unless_somebody_accepts_them(table: Table) -> None:
    _all_written_by("A", table)
    tournament = table.match.round.tournament_id
    with pytest.raises(TournamentError) as refused:
        rounds.settle(tournament, 1, by=JURY)
    assert (refused.value.code, refused.value.details["tables"]) == ("results-unconfirmed", [1])
    settled = rounds.settle(tournament, 1, by=JURY, accept_unconfirmed=True)
    assert settled.state == RoundState.SETTLED
    assert LogEntry.objects.filter(act="deal.accepted").count() == 1


def test_contested_results_are_decided_before_the_turn_ends(table: Table) -> None:
    _all_written_by("A", table)
    deal = table.match.deals.get(number=1)
    Client().post(table.of("B").by_code("table_contest"), {"seen": seen(deal), "reason": "No"})
    with pytest.raises(TournamentError) as refused:
        rounds.settle(table.match.round.tournament_id, 1, by=JURY, accept_unconfirmed=True)
    assert refused.value.code == "results-contested"


def test_the_cockpit_asks_before_it_accepts(table: Table) -> None:
    _all_written_by("A", table)
    organiser = page_for(table.people.organiser)
    tournament = table.match.round.tournament
    cockpit = reverse("rounds", args=[tournament.code])
    assert "anche senza la conferma degli avversari" in words(organiser.get(cockpit))
    settle = reverse("settle", args=[tournament.code, 1])
    assert organiser.post(settle).status_code == 409
    assert organiser.post(settle, {"accept_unconfirmed": "1"}).status_code == 303


def test_the_page_of_a_table_follows_what_the_other_phone_does(
    table: Table, written: Deal, phone: Client
) -> None:
    address = table.of("B").by_code()
    version = phone.get(address).context["live_version"]
    htmx = {"HX-Request": "true"}
    assert phone.get(address, {"seen": version}, headers=htmx).status_code == 204
    phone.post(table.by_code("table_deal", 2), cards())
    again = phone.get(address, {"seen": version}, headers=htmx)
    assert again.status_code == 200
    assert "<html" not in words(again)


def test_a_side_of_one_table_answers_nothing_of_another(table: Table, written: Deal, phone: Client) -> None:
    other = table.match.round.matches.select_related("round__tournament").get(table=2)
    there = reverse("table_confirm_by_code", args=[codes.code_of(other, "B")])
    assert phone.post(there, {"seen": seen(written)}).status_code == 422
    written.refresh_from_db()
    assert written.agreement == "waiting"


def test_answers_are_refused_once_the_turn_is_over(table: Table, phone: Client) -> None:
    _all_written_by("A", table)
    deal = table.match.deals.get(number=1)
    rounds.settle(table.match.round.tournament_id, 1, by=JURY, accept_unconfirmed=True)
    late = phone.post(table.of("B").by_code("table_confirm"), {"seen": seen(deal)})
    assert late.status_code == 403
    a_round(table.match.round.tournament, seed=2)
    with pytest.raises(TournamentError):
        scores.accept(table.match, {1: deal.version}, by=JURY)
