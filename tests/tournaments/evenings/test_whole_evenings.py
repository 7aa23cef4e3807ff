"""Whole evenings with pairs who leave and come back, by the verbs; and what they run into at their end."""

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from club.models import Club
from tests.evening import JURY, a_round
from tests.samples import so_many
from tests.tournaments.evenings.rotation.evening import a_rotation
from tests.tournaments.evenings.test_every_format import (
    an_evening,
    leave,
    met,
    resting,
    rows,
    side_a_wins,
    sides_of,
    winners,
)
from tournaments.core.draws.verifying import verification
from tournaments.entries import entries
from tournaments.errors import TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Round, Tournament
from tournaments.pairing import pairing_service
from tournaments.pairing.draw_files import file_of
from tournaments.rounds import rounds
from tournaments.web.views.desk.cockpit import Next, Progress, next_step

pytestmark = pytest.mark.django_db

#: Who leaves (-) or comes back (+) after each turn.
COMINGS_AND_GOINGS = [(-3,), (-8, +3), (-1, -2), (+8, +1)]


def quick_turns(tournament: Tournament, changes: list[tuple[int, ...]]) -> Iterator[tuple[Round, set[int]]]:
    """Every turn with who was there for it, people leaving and coming back in between."""
    here = {entry.number for entry in tournament.entries.all()}
    for after in [*changes, ()]:
        tournament.refresh_from_db()
        side_a_wins(tournament)
        yield tournament.rounds.order_by("-number")[0], set(here)
        for number in after:
            leave(tournament, abs(number), back=number > 0)
            (here.add if number > 0 else here.discard)(abs(number))


def at_tables(round_: Round) -> list[int]:
    return [number for pair in met(round_) for number in pair]


@pytest.mark.parametrize("pairs", [11, 12])
@pytest.mark.parametrize("format_", ["danish", "swiss"])
def test_an_evening_by_the_classifica_goes_on_with_whoever_is_there(
    club: Club, format_: str, pairs: int
) -> None:
    tournament = an_evening(club, format_, pairs, turns=5)
    again: Counter[frozenset[int]] = Counter()
    rests: Counter[int] = Counter()
    for round_, here in quick_turns(tournament, COMINGS_AND_GOINGS):
        assert sorted([*at_tables(round_), *resting(round_)]) == sorted(here)
        assert len(resting(round_)) == len(here) % 2
        again.update(map(frozenset, met(round_)))
        rests.update(resting(round_))
        assert round_.rematches == 0
    assert max(again.values()) == 1
    assert max(rests.values(), default=0) <= 1
    assert {row["number"] for row in rows(tournament)} == set(range(1, pairs + 1)), "who left keeps a place"
    assert lifecycle.close(tournament.pk, by=JURY).is_final


@pytest.mark.parametrize("pairs", [11, 12])
def test_a_mitchell_goes_on_with_whoever_is_there(club: Club, pairs: int) -> None:
    tournament = an_evening(club, "mitchell", pairs, turns=5)
    again: Counter[frozenset[int]] = Counter()
    tables: dict[int, set[int]] = {}
    for round_, here in quick_turns(tournament, COMINGS_AND_GOINGS):
        assert sorted([*at_tables(round_), *resting(round_)]) == sorted(here)
        again.update(map(frozenset, met(round_)))
        for match in round_.matches.prefetch_related("seats__entry"):
            tables.setdefault(sides_of(match)[0], set()).add(match.table)
    assert max(again.values()) == 1
    assert all(len(each) == 1 for each in tables.values()), "N-S keep their table, who came back as well"
    lifecycle.close(tournament.pk, by=JURY)


@pytest.mark.parametrize("sections", [1, 2])
def test_a_mitchell_seats_who_cannot_move_n_s_at_their_table_all_evening(club: Club, sections: int) -> None:
    tournament = an_evening(club, "mitchell", 13, turns=3, sections=sections)
    fixed = {2: 5, 7: 1, 12: 7}
    for number, table in fixed.items():
        entries.fix_table(tournament.pk, number, table, by=JURY)
    rested: Counter[int] = Counter()
    for round_, _here in quick_turns(tournament, [(), ()]):
        assert all(check.outcome == "kept" for check in verification(_published(round_)).checks)
        rested.update(resting(round_))
        sits = {sides_of(match)[0]: match.table for match in round_.matches.prefetch_related("seats__entry")}
        assert all(sits.get(number, table) == table for number, table in fixed.items())
        assert all(number in sits or number in resting(round_) for number in fixed)
    assert max(rested.values()) == 1


def _published(round_: Round) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(file_of(round_).written)
    return data


@pytest.mark.parametrize(
    ("fixed", "sentence"),
    [
        ({1: 9}, "i tavoli vanno da 1 a 3: scegline uno"),
        ({1: 2, 5: 2}, "Il tavolo 2 è fisso per le coppie 1 e 5"),
    ],
)
def test_a_fixed_table_that_a_mitchell_cannot_keep_is_told_and_refused(
    club: Club, fixed: dict[int, int], sentence: str
) -> None:
    tournament = an_evening(club, "mitchell", 6, turns=3)
    for number, table in fixed.items():
        entries.fix_table(tournament.pk, number, table, by=JURY)
    assert [each.is_fatal for each in pairing_service.obstacles(tournament, 1)] == [True]
    with pytest.raises(TournamentError, match=sentence):
        rounds.draw(tournament.pk, by=JURY)


def test_a_table_is_fixed_in_a_mitchell_before_the_first_turn_only(club: Club) -> None:
    tournament = an_evening(club, "mitchell", 6, turns=3)
    entries.fix_table(tournament.pk, 4, 2, by=JURY)
    a_round(tournament, until="published")
    with pytest.raises(TournamentError, match="scambia due tavoli a mano"):
        entries.fix_table(tournament.pk, 5, 1, by=JURY)
    assert entries.fix_table(tournament.pk, 4, None, by=JURY).fixed_table is None


@pytest.mark.parametrize("format_", ["girone", "knockout"])
def test_two_who_cannot_move_and_have_to_meet_sit_at_the_table_of_one_of_them(
    club: Club, format_: str
) -> None:
    tournament = an_evening(club, format_, 4)
    for number, table in ((1, 3), (2, 4), (3, 5), (4, 6)):
        entries.fix_table(tournament.pk, number, table, by=JURY)
    found = pairing_service.obstacles(tournament, 1)
    assert [(each.code, each.is_fatal) for each in found if each.code.startswith("fixed")] == [
        ("fixed-tables-meet", False)
    ]
    tournament.refresh_from_db()
    for _turn in range(2):
        side_a_wins(tournament)
    for round_ in tournament.rounds.all():
        for match in round_.matches.prefetch_related("seats__entry"):
            assert match.table == 2 + min(sides_of(match))


def test_a_table_fixed_for_two_is_told_before_the_calendar_runs_into_it(club: Club) -> None:
    tournament = an_evening(club, "girone", 6)
    for number in (1, 2):
        entries.fix_table(tournament.pk, number, 3, by=JURY)
    assert {each.code for each in pairing_service.obstacles(tournament, 1) if each.is_fatal} == {
        "fixed-table-shared"
    }
    for seed in range(1, 6):  # in some of these the two would meet in turn 1
        with pytest.raises(TournamentError, match=r"tavolo fisso, il 3|tavolo 3 è fisso"):
            rounds.draw(tournament.pk, by=JURY, seed=seed)


NOTHING = Progress(0, 0, 0, (), ())


def offered(tournament: Tournament) -> Next:
    tournament.refresh_from_db()
    last = tournament.rounds.order_by("-number").first()
    here = tournament.entries.filter(withdrawn_at=None, checked_in_at__isnull=False).count()
    return next_step(tournament, last, NOTHING, here)


def test_leavers_who_decide_a_knock_out_leave_it_to_be_concluded(club: Club) -> None:
    tournament = an_evening(club, "knockout", 8, third_place=False)
    side_a_wins(tournament)
    assert offered(tournament) is Next.DRAW
    *gone, last = sorted(winners(tournament.rounds.get(number=1)))
    for number in gone:
        leave(tournament, number)
    assert last
    assert tournament.entries.filter(withdrawn_at=None).count() == 5
    assert offered(tournament) is Next.CLOSE
    with pytest.raises(TournamentError, match="concludi il torneo"):
        rounds.draw(tournament.pk, by=JURY)
    assert lifecycle.close(tournament.pk, by=JURY).is_final


@pytest.mark.parametrize("format_", ["knockout", "girone", "danish"])
def test_while_something_is_left_to_play_the_draw_is_offered(club: Club, format_: str) -> None:
    tournament = an_evening(club, format_, 8, turns=3)
    side_a_wins(tournament)
    leave(tournament, 1)
    assert offered(tournament) is Next.DRAW
    assert not pairing_service.is_decided(tournament, tournament.rounds.get(number=1))
    rounds.draw(tournament.pk, by=JURY)


@pytest.mark.parametrize("format_", ["danish", "swiss"])
def test_more_turns_than_opponents_are_told_before_and_at_every_table_that_meets_again(
    club: Club, format_: str
) -> None:
    tournament = an_evening(club, format_, 4, turns=4)
    told = pairing_service.obstacles(tournament, 1)
    assert (
        told[0].sentence == "4 turni sono più degli avversari: dopo il turno 3 tutti si sono già incontrati."
    )
    assert told[0].remedy == "Riduci i turni, o metti in conto gli incontri ripetuti."
    for _turn in range(4):
        side_a_wins(tournament)
    last = tournament.rounds.get(number=4)
    assert last.rematches == 2
    for match in last.matches.all():
        assert match.is_rematch
        assert match.reason["code"].endswith("rematch")
        assert match.reason["params"]["turn"] == 1, "the oldest there are"


@pytest.mark.parametrize("format_", ["danish", "swiss", "girone"])
def test_a_rotation_that_has_begun_stays_one(club: Club, format_: str) -> None:
    tournament = a_rotation(club, players=8)
    lifecycle.change(tournament.pk, by=JURY, venue="Bar Sport")
    a_round(tournament, until="published")
    with pytest.raises(TournamentError, match="rotazione individuale è già cominciata") as refused:
        lifecycle.change(tournament.pk, by=JURY, format=format_)
    assert refused.value.code == "schedule-started"


@pytest.mark.parametrize(("pairs", "format_"), [(4, "knockout"), (6, "knockout"), (8, "groups-final")])
def test_without_a_match_for_it_the_losers_of_the_semi_finals_are_both_third(
    club: Club, pairs: int, format_: str
) -> None:
    settings = {"groups": 2, "qualifiers": 2} if format_ == "groups-final" else {}
    tournament = an_evening(club, format_, pairs, third_place=False, **settings)
    side_a_wins(tournament)
    tournament.refresh_from_db()
    while tournament.rounds.count() < tournament.turns:
        side_a_wins(tournament)
    semi = tournament.rounds.get(number=tournament.turns - 1)
    out = {number for pair in met(semi) for number in pair} - winners(semi)
    classifica = rows(tournament)
    assert {row["number"] for row in classifica if row["place"] == 3} == out
    assert [row["place"] for row in classifica[:4]] == [1, 2, 3, 3]
    assert [row["tied"] for row in classifica[:4]] == [False, False, True, True]
    assert [row["place"] for row in classifica[4:]] == list(range(5, pairs + 1))


def test_with_a_match_for_the_third_place_nobody_shares_it(club: Club) -> None:
    tournament = an_evening(club, "knockout", 8)
    for _turn in range(3):
        side_a_wins(tournament)
    assert [row["place"] for row in rows(tournament)] == list(range(1, 9))


@pytest.mark.parametrize("seed", range(so_many(10, 1)))
@pytest.mark.parametrize("format_", ["danish", "swiss", "mitchell", "girone", "knockout", "groups-final"])
def test_any_evening_with_leavers_and_returners_is_verified_turn_by_turn(
    club: Club, format_: str, seed: int
) -> None:
    chance = Random(f"{format_}{seed}")
    pairs = chance.randint(9, 14)
    settings = {"groups-final": {"groups": 2}, "girone": {"groups": 2}}.get(format_, {})
    tournament = an_evening(club, format_, pairs, turns=4, **settings)
    away: list[int] = []
    for _turn in range(4):
        tournament.refresh_from_db()
        if tournament.rounds.exists() and offered(tournament) is Next.CLOSE:
            break
        side_a_wins(tournament)
        round_ = tournament.rounds.order_by("-number")[0]
        broken = [check for check in verification(_published(round_)).checks if check.outcome == "broken"]
        assert not broken
        back = [] if format_ in ("knockout", "groups-final") else [n for n in away if chance.random() < 0.5]
        for number in back:
            leave(tournament, number, back=True)
            away.remove(number)
        for number in chance.sample([n for n in range(1, pairs + 1) if n not in away], chance.randint(0, 2)):
            leave(tournament, number)
            away.append(number)
    assert len(rows(tournament)) == pairs
    lifecycle.close(tournament.pk, by=JURY)
