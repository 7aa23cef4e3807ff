"""What `moving` stores of its changes is what the published file is checked by, one after another."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.evening import JURY, a_club, a_round, a_tournament
from tests.once import once_a_module
from tournaments.core.draws import Swap
from tournaments.core.draws.verifying import verification
from tournaments.entries import entries
from tournaments.models import Round
from tournaments.pairing import mending, moves
from tournaments.pairing.draw_files import file_of
from tournaments.rounds import rounds

pytestmark = pytest.mark.django_db


def after_four_changes() -> dict[str, Any]:
    """The file of a turn of nine pairs after four changes, one of them taken back."""
    tournament = a_tournament(a_club(), pairs=9)
    draft = a_round(tournament, until="draft")
    at = {
        match.table: [seat.entry.number for seat in match.seats.order_by("side") if seat.position in "NE"]
        for match in draft.matches.all()
    }
    resting = draft.rests.get().entry.number
    for swap in (
        Swap("entries", at[1][0], at[2][0]),
        Swap("entries", resting, at[3][1]),
        Swap("tables", 4, 7),
        Swap("entries", at[2][0], at[1][1]),
        Swap("dealer", 2, "W"),
    ):
        current = Round.objects.get(pk=draft.pk)
        if swap.kind == "dealer" and current.matches.get(table=2).first_dealer == "W":
            swap = Swap("dealer", 2, "N")
        moves.move(tournament.pk, 1, swap, by=JURY, reason="prova")
    moves.undo(tournament.pk, 1, by=JURY, reason="prova")
    rounds.publish(tournament.pk, 1, by=JURY)
    data: dict[str, Any] = json.loads(file_of(Round.objects.get(pk=draft.pk)).written)
    return data


made_moved = once_a_module(after_four_changes)


@pytest.fixture
def moved(made_moved: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    return made_moved()


def outcome(data: dict[str, Any], code: str = "played-by-hand") -> str:
    return next(each.outcome for each in verification(data).checks if each.code == code)


def test_the_changes_stored_lead_from_the_tables_drawn_to_the_tables_played(moved: dict[str, Any]) -> None:
    assert [move["swap"][0] for move in moved["moves"]] == ["entries", "entries", "tables", "entries"]
    assert outcome(moved) == "kept"
    assert all(check.outcome == "kept" for check in verification(moved).checks)


def test_a_change_left_out_is_found(moved: dict[str, Any]) -> None:
    for at in range(4):
        fewer = {**moved, "moves": [*moved["moves"][:at], *moved["moves"][at + 1 :]]}
        assert outcome(fewer) == "broken", at


def test_a_change_of_nobody_s_and_a_rest_of_another_s_are_found(moved: dict[str, Any]) -> None:
    assert outcome({**moved, "moves": [*moved["moves"], {"swap": ["entries", 1, 99]}]}) == "broken"
    resting, (table, *_others) = moved["played"]["rests"], moved["played"]["tables"]
    (other,) = table["sides"][0]
    table["sides"][0], moved["played"]["rests"] = resting, [other]
    assert outcome(moved) == "broken"


def test_a_cost_that_was_not_paid_is_found(moved: dict[str, Any]) -> None:
    assert outcome(moved, "costs-true") == "kept"
    moved["moves"][0]["cost"] = {"farther": 3}
    assert outcome(moved, "costs-true") == "broken"
    assert outcome(moved) == "kept"


def test_who_was_moved_from_a_fixed_table_against_no_word_is_found(moved: dict[str, Any]) -> None:
    """Whoever sat at table 4 is said to need it: the change to table 7 has to tell."""
    table = next(table for table in moved["draw"]["tables"] if table["number"] == 4)
    fixed = next(one for one in moved["input"]["entrants"] if one["id"] == table["side_a"])
    assert outcome(moved, "fixed-kept") == "kept"
    fixed["fixed_table"] = 4
    assert outcome(moved, "fixed-kept") == "broken"
    moved["moves"][2]["cost"]["unfixed"] = [[fixed["id"], 4]]
    assert outcome(moved, "fixed-kept") == "kept"


def after_a_mend() -> dict[str, Any]:
    """The file of a turn of nine pairs: two changed, one gone and the draft mended, two more changed."""
    tournament = a_tournament(a_club(), pairs=9)
    draft = a_round(tournament, until="draft")
    tables = {match.table: match.seats.filter(side="A").first().entry.number for match in draft.matches.all()}
    moves.move(tournament.pk, 1, Swap("entries", tables[1], tables[2]), by=JURY, reason="prova")
    entries.withdraw(tournament.pk, tables[3], withdrawn=True, by=JURY)
    mending.mend(tournament.pk, 1, by=JURY)
    moves.move(tournament.pk, 1, Swap("entries", tables[1], tables[4]), by=JURY, reason="prova")
    rounds.publish(tournament.pk, 1, by=JURY)
    data: dict[str, Any] = json.loads(file_of(Round.objects.get(pk=draft.pk)).written)
    return data


made_mended = once_a_module(after_a_mend)


@pytest.fixture
def mended(made_mended: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    return made_mended()


def test_a_draft_that_was_mended_is_mended_again(mended: dict[str, Any]) -> None:
    assert [move["swap"][0] for move in mended["moves"]] == ["entries", "mended", "entries"]
    found = {check.code: check.outcome for check in verification(mended).checks}
    assert set(found.values()) == {"kept"}
    assert found.keys() >= {"same-draw", "none-cheaper", "played-by-hand", "costs-true", "fixed-kept"}


def test_a_mended_draft_with_another_s_opponent_or_one_who_has_not_gone_is_found(
    mended: dict[str, Any],
) -> None:
    one, other = (table["sides"] for table in mended["played"]["tables"][:2])
    one[0], other[0] = other[0], one[0]
    assert outcome(mended) == "broken"
    one[0], other[0] = other[0], one[0]
    assert outcome(mended) == "kept"
    mended["moves"][1]["gone"] = [mended["played"]["tables"][0]["sides"][0][0]]
    assert outcome(mended) == "broken"
