"""Tables changed by hand, and drafts mended: at the tables, in the log, for the codes."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from pytest_django import DjangoAssertNumQueries

from club.register import people
from tests.evening import JURY, a_club, a_round, a_tournament, fill, settle
from tests.once import once_a_module
from tests.tournaments.evenings.test_every_game import an_evening
from tournaments.core.draws import Swap
from tournaments.entries import entries, substitutions
from tournaments.errors import InputRefused, Outdated, TournamentError
from tournaments.models import Deal, Match, Rest, Round, Seat, Tournament
from tournaments.pairing import mending, moves
from tournaments.results import codes
from tournaments.rounds import rounds
from tournaments.standings import builds

pytestmark = pytest.mark.django_db


def sitting(round_: Round) -> dict[int, list[list[int]]]:
    """The numbers of the entries at each table, side by side."""
    tables: dict[int, dict[str, list[int]]] = {}
    for seat in (
        Seat.objects.filter(round=round_)
        .select_related("entry", "match")
        .order_by("match__table", "side", "position")
    ):
        numbers = tables.setdefault(seat.match.table, {}).setdefault(seat.side, [])
        if seat.entry.number not in numbers:
            numbers.append(seat.entry.number)
    return {table: [sides[side] for side in sorted(sides)] for table, sides in tables.items()}


def resting(round_: Round) -> list[int]:
    return sorted(Rest.objects.filter(round=round_).values_list("entry__number", flat=True))


def people_at(round_: Round) -> set[tuple[int, str, int, str]]:
    seats = Seat.objects.filter(round=round_)
    return set(seats.values_list("match__table", "position", "person", "side"))


def second_turn(tournament: Tournament, until: str = "draft") -> Round:
    """The draft of turn 2, so that there are standings and everybody has met somebody."""
    settle(tournament, a_round(tournament))
    builds.build(tournament.pk)
    tournament.refresh_from_db()
    return a_round(tournament, seed=2, until=until)


def a_draft() -> Round:
    return second_turn(a_tournament(a_club(), pairs=9))


made_draft = once_a_module(a_draft)


@pytest.fixture
def draft(made_draft: Callable[[], Round], db: None) -> Round:
    return made_draft()


@pytest.fixture
def tournament(request: pytest.FixtureRequest, db: None) -> Tournament:
    """The draft's, where there is one; else one of nine pairs that has not begun."""
    if "draft" not in request.fixturenames:
        return a_tournament(a_club(), pairs=9)
    draft: Round = request.getfixturevalue("draft")
    return draft.tournament


def move(round_: Round, swap: Swap, **more: object) -> Round:
    words = {"by": JURY, "reason": "così", **more}
    return moves.move(round_.tournament_id, round_.number, swap, **words)  # type: ignore[arg-type]


def opponents_then(tournament: Tournament, number: int) -> int:
    """Whom it met in turn 1."""
    first = tournament.rounds.get(number=1)
    return next(
        other
        for (one,), (two,) in sitting(first).values()
        for number_, other in ((one, two), (two, one))
        if number_ == number
    )


def side_of(round_: Round, table: int, side: int = 0) -> int:
    return sitting(round_)[table][side][0]


class TestMoving:
    def test_two_pairs_change_tables_and_nobody_else_moves(self, draft: Round):
        before = sitting(draft)
        one, other = side_of(draft, 1), side_of(draft, 4, 1)
        move(draft, Swap("entries", one, other))
        after = sitting(draft)
        assert (after[1], after[4]) == ([[other], before[1][1]], [before[4][0], [one]])
        assert (after[2], after[3]) == (before[2], before[3])
        assert Seat.objects.filter(round=draft).count() == 16
        assert draft.matches.get(table=1).reason["code"] == "by-hand"
        assert draft.matches.get(table=2).reason["code"] != "by-hand"

    def test_the_sides_of_a_table_change_and_those_who_meet_meet_for_the_same_reason(self, draft: Round):
        before, reason = sitting(draft)[2], draft.matches.get(table=2).reason
        move(draft, Swap("entries", before[0][0], before[1][0]))
        assert sitting(draft)[2] == before[::-1]
        assert draft.matches.get(table=2).reason == reason

    def test_who_rests_plays_and_who_played_rests(self, draft: Round):
        (rests,) = resting(draft)
        plays = side_of(draft, 3)
        players = set(draft.tournament.entries.get(number=rests).players.values_list("person", flat=True))
        move(draft, Swap("entries", rests, plays))
        assert resting(draft) == [plays]
        assert side_of(draft, 3) == rests
        seats = Seat.objects.filter(round=draft, entry__number=rests)
        assert set(seats.values_list("person", flat=True)) == players

    def test_two_tables_change_their_numbers_with_all_that_is_theirs(self, draft: Round):
        before = sitting(draft)
        told = {m.table: (m.first_dealer, m.reason, m.distance) for m in draft.matches.all()}
        move(draft, Swap("tables", 1, 3))
        after = sitting(draft)
        assert (after[1], after[3], after[2]) == (before[3], before[1], before[2])
        assert {m.table: (m.first_dealer, m.reason, m.distance) for m in draft.matches.all()} == {
            **told,
            1: told[3],
            3: told[1],
        }

    def test_a_table_goes_to_a_number_that_nobody_has(self, draft: Round):
        before = sitting(draft)
        move(draft, Swap("tables", 2, 12))
        assert sitting(draft) == {1: before[1], 3: before[3], 4: before[4], 12: before[2]}

    def test_the_first_deal_is_another_s(self, draft: Round):
        dealt = draft.matches.get(table=1).first_dealer
        chair = "E" if dealt != "E" else "W"
        before = people_at(draft)
        move(draft, Swap("dealer", 1, chair))
        assert draft.matches.get(table=1).first_dealer == chair
        assert people_at(draft) == before

    def test_the_figures_of_the_round_are_those_of_its_tables(self, draft: Round):
        number = side_of(draft, 1)
        met = opponents_then(draft.tournament, number)
        opponent = sitting(draft)[1][1][0]
        moved = move(draft, Swap("entries", opponent, met))
        match = draft.matches.get(table=1)
        assert match.is_rematch
        assert moved.rematches == sum(m.is_rematch for m in draft.matches.all()) >= 1
        assert moved.cost == sum(m.distance for m in draft.matches.all())

    def test_a_substitute_moves_with_the_pair(self, draft: Round):
        match = draft.matches.select_related("round__tournament").get(table=1)
        seat = match.seats.get(position="N")
        other = people.add(draft.tournament.club, last_name="Verdi", first_name="Gina")
        substitutions.substitute(match, "N", other, by=JURY, reason="influenza")
        (rests,) = resting(draft)
        for swap in (Swap("entries", seat.entry.number, side_of(draft, 2)),):
            move(draft, swap)
        assert Seat.objects.get(round=draft, person=other).match.table == 2
        move(draft, Swap("entries", seat.entry.number, rests))
        move(draft, Swap("entries", seat.entry.number, rests))
        assert Seat.objects.get(round=draft, person=other).match.table == 2

    def test_every_table_still_takes_its_results_to_the_end(self, draft: Round):
        move(draft, Swap("entries", side_of(draft, 1), side_of(draft, 4)))
        move(draft, Swap("entries", resting(draft)[0], side_of(draft, 2)))
        move(draft, Swap("tables", 1, 3))
        tournament = draft.tournament
        rounds.publish(tournament.pk, 2, by=JURY)
        settle(tournament, rounds.play(tournament.pk, 2, by=JURY))
        assert builds.build(tournament.pk)
        third = a_round(tournament, seed=3, until="draft")
        assert third.rematches == 0


class TestReasons:
    def test_what_costs_is_kept_only_with_its_reason(self, draft: Round):
        met = opponents_then(draft.tournament, side_of(draft, 1))
        swap = Swap("entries", sitting(draft)[1][1][0], met)
        weighing = moves.weigh(draft.tournament, 2, swap)
        assert weighing.needs_reason
        assert weighing.cost.rematches
        with pytest.raises(InputRefused) as refused:
            move(draft, swap, reason="  ")
        assert refused.value.code == "reason-missing"
        assert refused.value.details["cost"] == weighing.cost.as_json()
        moved = move(draft, swap, reason=" sono parenti ")
        (kept,) = moved.moves
        assert (kept["swap"], kept["reason"], kept["cost"]) == (
            swap.as_json(),
            "sono parenti",
            weighing.cost.as_json(),
        )

    def test_weighing_stores_nothing(self, draft: Round):
        acts, before = draft.tournament.log.count(), sitting(draft)
        moves.weigh(draft.tournament, 2, Swap("entries", side_of(draft, 1), side_of(draft, 2)))
        assert (draft.tournament.log.count(), sitting(draft)) == (acts, before)

    def test_what_costs_nothing_needs_none_on_a_draft(self, tournament: Tournament):
        round_ = a_round(tournament, until="draft")
        move(round_, Swap("entries", side_of(round_, 1), side_of(round_, 2)), reason="")
        assert tournament.rounds.get().moves[0]["cost"] == {}

    def test_the_log_tells_who_sat_where_and_what_it_cost(self, draft: Round):
        one, other = side_of(draft, 1), side_of(draft, 4)
        before = sitting(draft)[1]
        moved = move(draft, Swap("entries", one, other), reason="non si sopportano")
        said = draft.tournament.log.order_by("-number")[0]
        assert (said.act, said.subject) == ("round.moved", {"turn": 2, "first": one, "second": other})
        assert said.reason == "non si sopportano"
        assert said.before["tables"]["1"] == f"{one} – {before[1][0]}"
        assert said.after["tables"]["1"] == f"{other} – {before[1][0]}"
        assert said.number == moved.version


class TestAnnounced:
    def test_it_needs_a_reason_even_for_nothing(self, tournament: Tournament):
        round_ = a_round(tournament, until="published")
        swap = Swap("entries", side_of(round_, 1), side_of(round_, 2))
        with pytest.raises(InputRefused):
            move(round_, swap, reason="")
        assert len(move(round_, swap).moves) == 1

    def test_the_codes_of_the_tables_changed_open_nothing_and_the_others_still_do(
        self, tournament: Tournament
    ):
        round_ = a_round(tournament)
        old = {m.table: codes.code_of(m, "A") for m in _matches(round_)}
        move(round_, Swap("entries", side_of(round_, 1), side_of(round_, 2)))
        for table in (1, 2):
            with pytest.raises(codes.CodeRefused) as refused:
                codes.table_code(old[table])
            assert refused.value.code == "code-renewed"
        assert codes.table_code(old[3]).match.table == 3
        new = {m.table: codes.code_of(m, "A") for m in _matches(round_)}
        assert codes.table_code(new[1]).match.table == 1
        rounds.renew_codes(tournament.pk, 1, by=JURY)
        with pytest.raises(codes.CodeRefused):
            codes.table_code(new[1])

    def test_moved_there_and_back_the_first_codes_are_not_good_again(self, tournament: Tournament):
        round_ = a_round(tournament, until="published")
        first = codes.code_of(_matches(round_)[0], "A")
        swap = Swap("entries", side_of(round_, 1), side_of(round_, 2))
        move(round_, swap)
        moves.undo(tournament.pk, 1, by=JURY, reason="ripensamento")
        with pytest.raises(codes.CodeRefused):
            codes.table_code(first)

    def test_a_table_with_a_smazzata_stays_and_the_others_may_change(self, tournament: Tournament):
        round_ = a_round(tournament)
        fill(_matches(round_)[0])
        with pytest.raises(TournamentError) as refused:
            move(round_, Swap("entries", side_of(round_, 1), side_of(round_, 2)))
        assert (refused.value.code, refused.value.details) == ("table-played", {"tables": [1]})
        move(round_, Swap("entries", side_of(round_, 2), side_of(round_, 3)))
        assert Deal.objects.filter(match__round=round_).count() == 4

    def test_a_turn_that_is_over_stays_as_it_was_played(self, tournament: Tournament):
        round_ = settle(tournament, a_round(tournament))
        with pytest.raises(TournamentError) as refused:
            move(round_, Swap("entries", 1, 2))
        assert refused.value.code == "already-settled"


def _matches(round_: Round) -> list[Match]:
    return list(round_.matches.select_related("round__tournament").order_by("table"))


class TestTwoDevices:
    def test_the_second_one_is_told_and_changes_nothing(self, draft: Round):
        seen = draft.version
        move(draft, Swap("entries", side_of(draft, 1), side_of(draft, 2)), version=seen)
        now = sitting(draft)
        with pytest.raises(Outdated) as refused:
            move(draft, Swap("entries", side_of(draft, 1), side_of(draft, 3)), version=seen)
        assert refused.value.details["current"] == draft.tournament.rounds.get(number=2).version
        assert sitting(draft) == now

    def test_sending_it_again_is_sending_it_once(self, draft: Round):
        swap, key = Swap("entries", side_of(draft, 1), side_of(draft, 2)), uuid4()
        first = move(draft, swap, key=key, version=draft.version)
        again = move(draft, swap, key=key, version=draft.version)
        assert (again.version, len(again.moves)) == (first.version, 1)

    def test_a_key_serves_one_change_only(self, draft: Round):
        key = uuid4()
        move(draft, Swap("entries", side_of(draft, 1), side_of(draft, 2)), key=key)
        with pytest.raises(InputRefused) as refused:
            move(draft, Swap("tables", 1, 2), key=key)
        assert refused.value.code == "key-used"

    def test_a_draft_changed_by_hand_is_not_published_unseen(self, draft: Round):
        seen = draft.version
        move(draft, Swap("entries", side_of(draft, 1), side_of(draft, 2)))
        with pytest.raises(Outdated):
            rounds.publish(draft.tournament_id, 2, by=JURY, version=seen)


class TestUndoing:
    @pytest.mark.parametrize("kind", ["entries", "rest", "tables", "dealer"])
    def test_everything_is_as_it_was(self, draft: Round, kind: str):
        one, other = side_of(draft, 1), side_of(draft, 4, 1)
        chair = "E" if draft.matches.get(table=1).first_dealer != "E" else "W"
        swap = {
            "entries": Swap("entries", one, other),
            "rest": Swap("entries", resting(draft)[0], other),
            "tables": Swap("tables", 1, 9),
            "dealer": Swap("dealer", 1, chair),
        }[kind]
        rows = ("table", "first_dealer", "distance", "is_rematch", "reason")
        before = (
            sitting(draft),
            people_at(draft),
            resting(draft),
            list(draft.matches.order_by("table").values_list(*rows)),
            (draft.cost, draft.rematches),
        )
        move(draft, swap)
        undone = moves.undo(draft.tournament_id, 2, by=JURY)
        assert before == (
            sitting(draft),
            people_at(draft),
            resting(draft),
            list(draft.matches.order_by("table").values_list(*rows)),
            (undone.cost, undone.rematches),
        )
        assert undone.moves == []
        assert draft.tournament.log.order_by("-number")[0].act == "round.move-undone"

    def test_without_a_change_there_is_nothing_to_undo(self, draft: Round):
        with pytest.raises(TournamentError) as refused:
            moves.undo(draft.tournament_id, 2, by=JURY)
        assert refused.value.code == "nothing-to-undo"

    def test_a_redraw_forgets_the_changes(self, draft: Round):
        move(draft, Swap("entries", side_of(draft, 1), side_of(draft, 2)))
        assert rounds.redraw(draft.tournament_id, 2, by=JURY).moves == []


class TestRefusals:
    @pytest.mark.parametrize(
        ("swap", "code"),
        [
            (Swap("entries", 3, 3), "move-nothing-changes"),
            (Swap("entries", 3, 99), "move-not-in-the-draw"),
            (Swap("tables", 30, 31), "move-no-table"),
            (Swap("tables", 1, 0), "no-such-table"),
            (Swap("tables", 1, 10**9), "no-such-table"),
            (Swap("dealer", 1, "1"), "no-chair"),
            (Swap("dealer", 30, "N"), "move-no-table"),
        ],
    )
    def test_what_cannot_be_is_said_in_a_sentence(self, draft: Round, swap: Swap, code: str):
        with pytest.raises(InputRefused) as refused:
            move(draft, swap)
        assert refused.value.code == code
        assert str(refused.value).endswith(".")
        assert "%(" not in str(refused.value)

    def test_a_turn_nobody_drew_and_an_evening_that_is_over(self, tournament: Tournament):
        with pytest.raises(TournamentError) as refused:
            moves.move(tournament.pk, 1, Swap("entries", 1, 2), by=JURY)
        assert refused.value.code == "no-round"

    def test_in_a_bracket_only_tables_sides_and_dealers_change(self, draft: Round):
        draft.matches.update(reason={"code": "stage", "params": {"left": 8}})
        with pytest.raises(TournamentError) as refused:
            move(draft, Swap("entries", side_of(draft, 1), side_of(draft, 2)))
        assert refused.value.code == "bracket"
        move(draft, Swap("tables", 1, 2))
        move(draft, Swap("entries", side_of(draft, 1), side_of(draft, 1, 1)))


class TestMending:
    def test_a_pair_leaves_and_its_opponent_plays_against_who_rested(self, draft: Round):
        tournament = draft.tournament
        (rested,) = resting(draft)
        leaver, left = sitting(draft)[2][0][0], sitting(draft)[2][1][0]
        before = sitting(draft)
        entries.withdraw(tournament.pk, leaver, withdrawn=True, by=JURY)
        with pytest.raises(TournamentError, match="sistema la bozza") as refused:
            rounds.publish(tournament.pk, 2, by=JURY)
        assert refused.value.code == "entry-left"
        assert mending.missing(draft) == mending.Missing((leaver,), ())
        weighing = mending.weigh_mend(tournament, 2)
        assert len(weighing.after) == 1
        mended = mending.mend(tournament.pk, 2, by=JURY)
        after = sitting(draft)
        assert {table for table in after if after[table] != before.get(table)} == {2}
        assert {after[2][0][0], after[2][1][0]} == {left, rested}
        assert resting(draft) == []
        assert draft.matches.get(table=2).reason["code"] == "mended"
        assert (mended.moves[0]["swap"], mended.moves[0]["gone"]) == (["mended"], [leaver])
        rounds.publish(tournament.pk, 2, by=JURY, version=mended.version)

    def test_who_has_lost_the_opponent_rests_and_comes_back_with_it(self, tournament: Tournament):
        entries.withdraw(tournament.pk, 9, withdrawn=True, by=JURY)
        round_ = second_turn(tournament)
        leaver, left = (side[0] for side in sitting(round_)[3])
        entries.withdraw(tournament.pk, leaver, withdrawn=True, by=JURY)
        mending.mend(tournament.pk, 2, by=JURY)
        assert resting(round_) == [left]
        assert set(sitting(round_)) == {1, 2, 4}
        entries.withdraw(tournament.pk, leaver, withdrawn=False, by=JURY)
        mending.mend(tournament.pk, 2, by=JURY)
        assert resting(round_) == []
        assert {side[0] for side in sitting(round_)[3]} == {leaver, left}
        rounds.publish(tournament.pk, 2, by=JURY)

    def test_who_comes_late_plays_against_who_rests_and_can_be_moved_then(self, tournament: Tournament):
        round_ = a_round(tournament, until="draft")
        (rests,) = resting(round_)
        couple = [people.add(tournament.club, last_name="Tardi", first_name=name) for name in "AB"]
        entries.enter(tournament.pk, couple, by=JURY, present=True)
        with pytest.raises(TournamentError) as refused:
            rounds.publish(tournament.pk, 1, by=JURY)
        assert refused.value.code == "entry-late"
        mending.mend(tournament.pk, 1, by=JURY)
        assert {side[0] for side in sitting(round_)[5]} == {rests, 10}
        move(round_, Swap("entries", 10, side_of(round_, 1)))
        assert side_of(round_, 1) == 10

    def test_tables_changed_by_hand_stay_changed(self, draft: Round):
        move(draft, Swap("entries", side_of(draft, 1), side_of(draft, 2)))
        by_hand = sitting(draft)
        entries.withdraw(draft.tournament_id, side_of(draft, 4), withdrawn=True, by=JURY)
        mending.mend(draft.tournament_id, 2, by=JURY)
        after = sitting(draft)
        assert [after[table] for table in (1, 2, 3)] == [by_hand[table] for table in (1, 2, 3)]

    def test_a_true_draft_and_an_announced_turn_are_not_mended(self, draft: Round):
        with pytest.raises(TournamentError) as refused:
            mending.mend(draft.tournament_id, 2, by=JURY)
        assert refused.value.code == "nothing-to-mend"
        rounds.publish(draft.tournament_id, 2, by=JURY)
        with pytest.raises(TournamentError) as refused:
            mending.mend(draft.tournament_id, 2, by=JURY)
        assert refused.value.code == "round-announced"

    def test_a_mended_draft_is_not_undone(self, draft: Round):
        entries.withdraw(draft.tournament_id, side_of(draft, 4), withdrawn=True, by=JURY)
        mending.mend(draft.tournament_id, 2, by=JURY)
        with pytest.raises(TournamentError) as refused:
            moves.undo(draft.tournament_id, 2, by=JURY)
        assert refused.value.code == "nothing-to-undo"

    def test_when_only_one_is_left_it_is_said(self, tournament: Tournament):
        round_ = a_round(tournament, until="draft")
        for number in range(1, 9):
            entries.withdraw(tournament.pk, number, withdrawn=True, by=JURY)
        with pytest.raises(TournamentError, match="Servono almeno due coppie") as refused:
            mending.mend(tournament.pk, round_.number, by=JURY)
        assert refused.value.code == "mend-too-few-entrants"


@pytest.mark.parametrize(
    "game", ["terziglio", "mattazza", "genovese-chiama-re", "genovese-gatti", "quindici"]
)
def test_larger_tables_and_single_players_move_leave_and_come_back_too(game: str) -> None:
    tournament = an_evening(a_club(), game, 13)
    round_ = a_round(tournament, until="draft")
    tables = sitting(round_)
    first, last = tables[1][0][0], tables[max(tables)][-1][0]
    move(round_, Swap("entries", first, last))
    assert sitting(round_)[max(tables)][-1] == [first]
    move(round_, Swap("tables", 1, 2))
    chair = Seat.objects.filter(match__round=round_, match__table=1).order_by("-position")[0].position
    if round_.matches.get(table=1).first_dealer != chair:
        move(round_, Swap("dealer", 1, chair))
    for number in (2, 7):
        entries.withdraw(tournament.pk, number, withdrawn=True, by=JURY)
    mending.mend(tournament.pk, 1, by=JURY)
    everyone = {n for sides in sitting(round_).values() for (n,) in sides} | set(resting(round_))
    assert everyone == set(range(1, 14)) - {2, 7}
    entries.withdraw(tournament.pk, 7, withdrawn=False, by=JURY)
    mending.mend(tournament.pk, 1, by=JURY)
    rounds.publish(tournament.pk, 1, by=JURY)
    rounds.play(tournament.pk, 1, by=JURY)
    for match in _matches(round_):
        assert match.first_dealer in match.play.positions
        assert {seat.position for seat in match.seats.all()} == set(match.play.positions)


@pytest.mark.parametrize("pairs", [9, 61])
def test_a_change_takes_the_same_queries_at_any_size(
    pairs: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = a_tournament(a_club(), pairs=pairs)
    round_ = a_round(tournament, until="draft")
    one, other, rests = side_of(round_, 1), side_of(round_, 2), resting(round_)[0]
    with django_assert_num_queries(4):
        moves.weigh(tournament, 1, Swap("entries", one, other))
    with django_assert_num_queries(19):  # three of them for the digest of the tables
        move(round_, Swap("entries", one, other))
    with django_assert_num_queries(21):
        move(round_, Swap("entries", one, rests))


def test_where_partners_change_two_players_swap_partners_and_somebody_leaves() -> None:
    tournament = an_evening(a_club(), "quattro-scartate", 9, format="rotation")
    round_ = a_round(tournament, until="draft")
    before = sitting(round_)
    one, other = before[1][0][1], before[2][1][0]
    move(round_, Swap("entries", one, other))
    after = sitting(round_)
    assert sorted(after[1][0]) == sorted([before[1][0][0], other])
    assert sorted(after[2][1]) == sorted([one, before[2][1][1]])
    entries.withdraw(tournament.pk, one, withdrawn=True, by=JURY)
    mending.mend(tournament.pk, 1, by=JURY)
    assert len(sitting(round_)) == 2
    assert resting(round_) == []
    assert sitting(round_)[1] == after[1]
