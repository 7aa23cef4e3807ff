"""An evening of every format, by the verbs, to its end: who plays whom, who goes on, who may still come."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from club.models import Club
from club.register import people
from tests.evening import JURY, a_club, a_round, a_tournament, fill, settle
from tests.once import once_a_module
from tournaments.core.draws import DrawInput, Movement, drawn
from tournaments.entries import entries
from tournaments.errors import InputRefused, Outdated, TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Entry, Round, RoundState, RulingEffect, Tournament
from tournaments.results import rulings, scores
from tournaments.rounds import rounds
from tournaments.standings import builds

pytestmark = pytest.mark.django_db


def an_evening(club: Club, format_: str, pairs: int = 6, **fields: Any) -> Tournament:
    return a_tournament(club, pairs=pairs, format=format_, **fields)


def played(tournament: Tournament, seed: int = 0) -> Round:
    """The next turn, drawn, played and settled, its standings built."""
    tournament.refresh_from_db()
    round_ = settle(tournament, a_round(tournament, seed=seed or tournament.rounds.count() + 1))
    builds.build(tournament.pk)
    tournament.refresh_from_db()
    return round_


def all_turns(tournament: Tournament) -> Iterator[Round]:
    yield played(tournament)
    while tournament.rounds.count() < tournament.turns:
        yield played(tournament)


def met(round_: Round) -> list[tuple[int, int]]:
    """Side A and side B of every table, by number of entry."""
    return [sides_of(match) for match in round_.matches.prefetch_related("seats__entry")]


def sides_of(match: Any) -> tuple[int, int]:
    by_side = {seat.side: seat.entry.number for seat in match.seats.all()}
    return by_side["A"], by_side["B"]


def resting(round_: Round) -> list[int]:
    return [rest.entry.number for rest in round_.rests.select_related("entry")]


def winners(round_: Round) -> set[int]:
    found = set()
    for match in round_.matches.prefetch_related("seats__entry", "deals"):
        match.round = round_
        if match.winner in ("A", "B"):
            found.add(sides_of(match)["AB".index(match.winner)])
    return found


def rows(tournament: Tournament) -> list[dict[str, Any]]:
    snapshot = builds.latest_snapshot(tournament)
    assert snapshot is not None
    return snapshot.rows


def leave(tournament: Tournament, number: int, *, back: bool = False) -> None:
    entries.withdraw(tournament.pk, number, withdrawn=not back, by=JURY)


def a_late_pair(tournament: Tournament, *, present: bool = True) -> Entry:
    couple = [people.add(tournament.club, last_name="Tardi", first_name=name) for name in ("Ugo", "Eva")]
    return entries.enter(tournament.pk, couple, by=JURY, present=present)


@pytest.mark.parametrize(("pairs", "turns"), [(6, 5), (5, 5)])
def test_a_girone_has_the_turns_it_needs_and_everybody_meets_everybody(
    club: Club, pairs: int, turns: int
) -> None:
    tournament = an_evening(club, "girone", pairs, turns=3)
    meetings = [meeting for round_ in all_turns(tournament) for meeting in met(round_)]
    assert tournament.turns == tournament.rounds.count() == turns
    assert Counter(map(frozenset, meetings)) == Counter(map(frozenset, combinations(range(1, pairs + 1), 2)))
    with pytest.raises(TournamentError, match=r"turni previsti \(\d+\) sono stati giocati"):
        rounds.draw(tournament.pk, by=JURY)
    assert lifecycle.close(tournament.pk, by=JURY).is_final


def test_who_leaves_a_girone_gives_its_opponents_the_riposo_and_finds_its_place_on_return(club: Club) -> None:
    tournament = an_evening(club, "girone", 4)
    played(tournament)
    leave(tournament, 2)
    second = played(tournament)
    assert len(second.matches.all()) == 1
    assert len(resting(second)) == 1
    leave(tournament, 2, back=True)
    third = played(tournament)
    assert any(2 in pair for pair in met(third))
    assert resting(third) == []


@pytest.mark.parametrize("format_", ["girone", "groups-final", "mitchell", "knockout"])
def test_who_arrives_after_the_first_tables_of_a_calendar_hears_what_else_is_possible(
    club: Club, format_: str
) -> None:
    tournament = an_evening(club, format_, 6, groups=2 if format_ == "groups-final" else 1, turns=3)
    early = a_late_pair(tournament, present=False)
    a_round(tournament, until="draft")
    entries.check_in(tournament.pk, early.number, present=True, by=JURY)
    with pytest.raises(TournamentError, match="rifai l'abbinamento"):
        rounds.publish(tournament.pk, 1, by=JURY)
    entries.check_in(tournament.pk, early.number, present=False, by=JURY)
    rounds.publish(tournament.pk, 1, by=JURY)
    for try_to in (
        lambda: entries.check_in(tournament.pk, early.number, present=True, by=JURY),
        lambda: a_late_pair_named(tournament, "Tardissimi"),
    ):
        with pytest.raises(TournamentError, match="può sostituire un giocatore"):
            try_to()
    assert entries.check_in_all(tournament.pk, by=JURY) == []


def a_late_pair_named(tournament: Tournament, name: str) -> Entry:
    couple = [people.add(tournament.club, last_name=name, first_name=first) for first in ("Ada", "Leo")]
    return entries.enter(tournament.pk, couple, by=JURY)


@pytest.mark.parametrize("format_", ["danish", "swiss"])
def test_who_arrives_late_in_an_open_movement_plays_from_the_next_turn(club: Club, format_: str) -> None:
    tournament = an_evening(club, format_, 4)
    played(tournament)
    late = a_late_pair(tournament)
    second = played(tournament)
    assert late.number in {*(number for pair in met(second) for number in pair), *resting(second)}


def test_a_swiss_pairs_by_match_points_without_rematches(club: Club) -> None:
    tournament = an_evening(club, "swiss", 8, turns=3)
    first = played(tournament)
    won = winners(first)
    second = played(tournament)
    assert all((a in won) == (b in won) for a, b in met(second))
    third = played(tournament)
    meetings = Counter(frozenset(pair) for round_ in (first, second, third) for pair in met(round_))
    assert set(meetings.values()) == {1}


def test_a_mitchell_keeps_half_the_room_seated_and_carries_the_deals(club: Club) -> None:
    tournament = an_evening(club, "mitchell", 7, turns=3)
    tables: dict[int, set[int]] = {}
    for round_ in all_turns(tournament):
        for match in round_.matches.prefetch_related("seats__entry"):
            assert match.boards is not None
            tables.setdefault(sides_of(match)[0], set()).add(match.table)
        assert len(resting(round_)) <= 1
    assert all(len(each) == 1 for each in tables.values())
    assert sum(row["rested"] for row in rows(tournament)) == 3


def test_a_mitchell_of_more_turns_than_tables_says_how_many_there_can_be(club: Club) -> None:
    tournament = an_evening(club, "mitchell", 6, turns=4)
    with pytest.raises(TournamentError, match="se ne possono giocare 3"):
        rounds.draw(tournament.pk, by=JURY)


def test_a_knockout_of_six_lets_the_best_pass_and_comes_to_a_podium(club: Club) -> None:
    tournament = an_evening(club, "knockout", 6, turns=8)
    first = played(tournament)
    assert tournament.turns == 3
    assert (len(met(first)), len(first.passing), resting(first)) == (2, 2, [])
    second = played(tournament)
    playing = {number for pair in met(second) for number in pair}
    assert playing == {*first.passing, *winners(first)}
    assert set(second.idle) == set(range(1, 7)) - playing
    third = played(tournament)
    codes = {match.reason["code"]: match for match in third.matches.prefetch_related("seats__entry")}
    order = [row["number"] for row in rows(tournament)]
    final, little = sides_of(codes["final"]), sides_of(codes["third-place"])
    assert set(order[:2]) == set(final)
    assert order[0] in winners(third)
    assert set(order[2:4]) == set(little)
    assert order[2] in winners(third)
    assert set(order[4:]) == set(second.idle)
    assert [row["place"] for row in rows(tournament)] == list(range(1, 7))
    with pytest.raises(TournamentError):
        rounds.draw(tournament.pk, by=JURY)


def test_who_passed_without_a_match_has_a_place_and_cannot_be_taken_off_the_list(club: Club) -> None:
    tournament = an_evening(club, "knockout", 3)
    first = played(tournament)
    (through,) = first.passing
    assert {row["number"] for row in rows(tournament)} == {1, 2, 3}
    assert rows(tournament)[-1]["number"] not in {through, *winners(first)}
    with pytest.raises(TournamentError, match="segnala come ritirata"):
        entries.remove(tournament.pk, through, by=JURY)


def test_who_leaves_a_knockout_lets_its_opponent_pass_and_is_out_for_good(club: Club) -> None:
    tournament = an_evening(club, "knockout", 8)
    first = played(tournament)
    gone = min(winners(first))
    leave(tournament, gone)
    second = played(tournament)
    assert len(met(second)) == 1
    assert len(second.passing) == 1
    with pytest.raises(TournamentError, match="è fuori dal tabellone"):
        leave(tournament, gone, back=True)
    third = played(tournament)
    assert set(second.passing) <= {number for pair in met(third) for number in pair}
    lifecycle.close(tournament.pk, by=JURY)


def test_a_pair_that_leaves_during_its_match_lets_the_other_go_on(club: Club) -> None:
    tournament = an_evening(club, "knockout", 4)
    round_ = a_round(tournament)
    match, other = round_.matches.select_related("round__tournament")
    gone, stays = sides_of(match)
    leave(tournament, gone)
    fill(other)
    rounds.settle(tournament.pk, 1, by=JURY)
    builds.build(tournament.pk)
    second = rounds.draw(tournament.pk, by=JURY, seed=2)
    final = next(each for each in second.matches.all() if each.reason["code"] == "final")
    assert stays in sides_of(final)


def test_the_referee_s_score_decides_a_level_match(club: Club) -> None:
    tournament = an_evening(club, "knockout", 2)
    side_a_wins(tournament)
    assert rows(tournament)[0]["number"] in winners(tournament.rounds.get())


def level(match: Any) -> None:
    """Every deal of the match with the same points for both."""
    for number in range(1, 5):
        side = "A" if number % 2 else "B"
        entered = {"last_trick": side, side: {"total": 194}, "AB".replace(side, ""): {"total": 106}}
        scores.enter(match, number, "totals", entered, by=JURY, based_on=0)


def test_a_match_of_a_knockout_that_ends_level_is_decided_by_the_referee(club: Club) -> None:
    tournament = an_evening(club, "knockout", 2)
    round_ = a_round(tournament)
    match = round_.matches.select_related("round__tournament").get()
    level(match)
    with pytest.raises(TournamentError, match=r"Al tavolo 1 la partita è finita pari.*arbitro"):
        rounds.settle(tournament.pk, 1, by=JURY)
    assert Round.objects.get(pk=round_.pk).state == RoundState.PLAYING


def test_a_level_match_is_no_trouble_where_nobody_has_to_go_on(club: Club) -> None:
    tournament = an_evening(club, "girone", 2)
    round_ = a_round(tournament)
    level(round_.matches.select_related("round__tournament").get())
    assert rounds.settle(tournament.pk, 1, by=JURY).state == RoundState.SETTLED


def test_a_result_corrected_late_changes_the_classifica_and_never_who_went_on(club: Club) -> None:
    tournament = an_evening(club, "knockout", 4)
    first = played(tournament)
    went_on = winners(first)
    rounds.draw(tournament.pk, by=JURY, seed=9)
    second = rounds.publish(tournament.pk, 2, by=JURY)
    turn_around(first)
    tournament.refresh_from_db()
    assert winners(Round.objects.get(pk=first.pk)) != went_on
    rounds.play(tournament.pk, 2, by=JURY)
    settle(tournament, second)
    builds.build(tournament.pk)
    assert {row["number"] for row in rows(tournament)[:2]} == went_on
    with pytest.raises(TournamentError):
        rounds.draw(tournament.pk, by=JURY)


def turn_around(round_: Round) -> None:
    """The winners of every table turned into its losers, as the referee may."""
    for match in round_.matches.select_related("round__tournament").prefetch_related("deals"):
        loser = "B" if match.winner == "A" else "A"
        entered = {"last_trick": loser, loser: {"total": 194}, "AB".replace(loser, ""): {"total": 106}}
        for deal in match.deals.all():
            scores.enter(
                match,
                deal.number,
                "totals",
                entered,
                by=JURY,
                based_on=deal.version,
                may_correct=True,
                reason="foglio letto male",
            )


def test_groups_play_among_themselves_and_their_best_come_to_a_final(club: Club) -> None:
    tournament = an_evening(club, "groups-final", 8, groups=2, qualifiers=2)
    of_groups = [played(tournament) for _turn in range(3)]
    assert tournament.turns == 5
    groups = {row["number"]: row["group"] for row in rows(tournament)}
    assert all(groups[a] == groups[b] for round_ in of_groups for a, b in met(round_))
    best = {row["number"] for row in rows(tournament) if row["group_place"] <= 2}
    semi = played(tournament)
    assert {number for pair in met(semi) for number in pair} == best
    assert all(groups[a] != groups[b] for a, b in met(semi)), "first of one against second of the other"
    played(tournament)
    final = rows(tournament)
    assert {row["number"] for row in final[:4]} == best
    assert sorted(row["group_place"] for row in final[4:]) == [3, 3, 4, 4]
    assert [row["place"] for row in final] == list(range(1, 9))
    lifecycle.close(tournament.pk, by=JURY)


def test_who_leaves_before_the_final_makes_room_for_the_next_of_the_girone(club: Club) -> None:
    tournament = an_evening(club, "groups-final", 8, groups=2, qualifiers=1)
    for _turn in range(3):
        played(tournament)
    first = {row["group"]: row["number"] for row in rows(tournament) if row["group_place"] == 1}
    second = {row["group"]: row["number"] for row in rows(tournament) if row["group_place"] == 2}
    leave(tournament, first[1])
    final = played(tournament)
    assert {number for pair in met(final) for number in pair} == {second[1], first[2]}


def test_several_gironi_without_a_final_rank_the_best_of_each_first(club: Club) -> None:
    tournament = an_evening(club, "girone", 7, groups=2)
    list(all_turns(tournament))
    assert tournament.turns == 3
    assert [row["group_place"] for row in rows(tournament)] == [1, 1, 2, 2, 3, 3, 4]


def test_the_first_turn_goes_by_order_of_entry(club: Club) -> None:
    tournament = an_evening(club, "danish", 6, first_turn="entry")
    assert {frozenset(pair) for pair in met(a_round(tournament))} == {
        frozenset((1, 2)),
        frozenset((3, 4)),
        frozenset((5, 6)),
    }


def test_the_first_turn_goes_by_seed_and_who_has_none_comes_after(club: Club) -> None:
    tournament = an_evening(club, "danish", 6, first_turn="seed")
    for number, seed in ((5, 1), (2, 2), (6, 3), (1, 4)):
        entries.set_seed(tournament.pk, number, seed, by=JURY)
    round_ = a_round(tournament)
    assert {frozenset(pair) for pair in met(round_)} == {
        frozenset((5, 2)),
        frozenset((6, 1)),
        frozenset((3, 4)),
    }


def test_the_best_seeds_of_a_knockout_meet_in_the_final_only(club: Club) -> None:
    tournament = an_evening(club, "knockout", 8, first_turn="seed")
    for number in range(1, 9):
        entries.set_seed(tournament.pk, number, number, by=JURY)
    assert {frozenset(pair) for pair in met(a_round(tournament))} == {
        frozenset((one, 9 - one)) for one in range(1, 5)
    }


def test_those_of_one_circolo_do_not_meet_in_the_first_turn(club: Club) -> None:
    tournament = an_evening(club, "danish", 8, circles_apart=True)
    for number in range(1, 9):
        entries.set_home_club(
            tournament.pk, number, "Circolo Sole" if number % 2 else " circolo  luna ", by=JURY
        )
    assert all((a + b) % 2 for a, b in met(a_round(tournament)))


@pytest.mark.parametrize("format_", ["danish", "swiss"])
def test_the_first_against_the_second_play_at_table_1_where_the_club_says_so(
    club: Club, format_: str
) -> None:
    tournament = an_evening(club, format_, 8, tables_by_standings=True, rematches="allowed")
    for _turn in range(2):
        played(tournament)
        snapshot = tournament.snapshots.latest("round_number")
        place = {row["number"]: at for at, row in enumerate(snapshot.rows)}
        round_ = a_round(tournament, seed=9, until="draft")
        best = [
            min(place[seat.entry.number] for seat in match.seats.select_related("entry"))
            for match in round_.matches.order_by("table")
        ]
        assert best == sorted(best)
        rounds.discard(tournament.pk, round_.number, by=JURY)


def test_wishes_that_cannot_all_be_kept_are_told_at_the_table(club: Club) -> None:
    tournament = an_evening(club, "danish", 4, circles_apart=True, first_turn="entry")
    for number in range(1, 5):
        entries.set_home_club(tournament.pk, number, "Mazzini", by=JURY)
    assert {match.reason["code"] for match in a_round(tournament).matches.all()} == {"wish-unkept"}


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"format": "groups-final"}, "almeno due gironi"),
        ({"format": "knockout", "game": "terziglio"}, "scegli il movimento danese"),
    ],
)
def test_settings_that_no_evening_can_be_drawn_by_are_refused(
    club: Club, fields: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(InputRefused, match=sentence):
        a_tournament(club, pairs=0, **fields)
    assert not club.tournaments.exists()


@pytest.mark.parametrize(
    ("pairs", "fields", "sentence"),
    [
        (1, {"format": "danish"}, "almeno due coppie"),
        (1, {"format": "knockout"}, "almeno due coppie"),
        (3, {"format": "girone", "groups": 2}, "Se ne possono fare al più 1"),
        (6, {"format": "groups-final", "groups": 3, "qualifiers": 3}, "il girone più piccolo ne ha 2"),
        (5, {"format": "mitchell", "turns": 9}, "se ne possono giocare 3"),
    ],
)
def test_a_draw_that_cannot_be_made_says_what_can(
    club: Club, pairs: int, fields: dict[str, Any], sentence: str
) -> None:
    tournament = a_tournament(club, pairs=pairs, **fields)
    with pytest.raises(TournamentError, match=sentence):
        rounds.draw(tournament.pk, by=JURY)
    assert not tournament.rounds.exists()


@pytest.mark.parametrize("format_", ["danish", "swiss", "girone", "mitchell", "knockout"])
def test_two_pairs_are_an_evening(club: Club, format_: str) -> None:
    tournament = a_tournament(club, pairs=2, format=format_, turns=1)
    assert {frozenset(pair) for pair in met(played(tournament))} == {frozenset((1, 2))}
    lifecycle.close(tournament.pk, by=JURY)


@pytest.mark.parametrize("format_", ["danish", "swiss"])
def test_when_everybody_has_met_everybody_the_fewest_meet_again(club: Club, format_: str) -> None:
    tournament = a_tournament(club, pairs=4, format=format_, turns=4)
    again = [round_.rematches for round_ in all_turns(tournament)]
    assert again == [0, 0, 0, 2]


@pytest.mark.parametrize("format_", ["danish", "girone"])
def test_a_table_fixed_for_two_is_refused_and_named(club: Club, format_: str) -> None:
    tournament = a_tournament(club, pairs=6, format=format_, rematches="avoided")
    for number in (1, 2):
        entries.fix_table(tournament.pk, number, 4, by=JURY)
    with pytest.raises(TournamentError, match=r"lo stesso tavolo fisso, il 4|tavolo 4 è fisso per le coppie"):
        rounds.draw(tournament.pk, by=JURY)


def test_a_girone_of_more_turns_than_an_evening_has_says_so(club: Club) -> None:
    tournament = a_tournament(club, pairs=32, format="girone")
    with pytest.raises(TournamentError, match="fai più gironi"):
        rounds.draw(tournament.pk, by=JURY)
    lifecycle.change(tournament.pk, by=JURY, groups=4)
    assert rounds.draw(tournament.pk, by=JURY, seed=1).number == 1
    tournament.refresh_from_db()
    assert tournament.turns == 7


def test_a_calendar_that_has_begun_keeps_its_settings(club: Club) -> None:
    tournament = a_tournament(club, pairs=6, format="girone")
    a_round(tournament, until="published")
    for fields in ({"format": "danish"}, {"groups": 2}, {"is_double": True}):
        with pytest.raises(TournamentError, match="non cambiano più"):
            lifecycle.change(tournament.pk, by=JURY, **fields)
    with pytest.raises(TournamentError, match="i turni sono 5"):
        lifecycle.change(tournament.pk, by=JURY, turns=4)
    assert lifecycle.change(tournament.pk, by=JURY, venue="Bar Sport").venue == "Bar Sport"


def test_a_danese_may_go_on_as_a_swiss_and_not_as_a_girone(club: Club) -> None:
    tournament = a_tournament(club, pairs=4)
    played(tournament)
    with pytest.raises(TournamentError, match="non cambiano più"):
        lifecycle.change(tournament.pk, by=JURY, format="girone")
    lifecycle.change(tournament.pk, by=JURY, format="swiss")
    assert played(tournament).movement["kind"] == "swiss"


def test_a_draft_of_another_formula_is_not_published(club: Club) -> None:
    tournament = a_tournament(club, pairs=4)
    a_round(tournament, until="draft")
    lifecycle.change(tournament.pk, by=JURY, format="girone")
    with pytest.raises(Outdated, match="La formula del torneo è cambiata"):
        rounds.publish(tournament.pk, 1, by=JURY)
    rounds.redraw(tournament.pk, 1, by=JURY)
    rounds.publish(tournament.pk, 1, by=JURY)


FORMATS: dict[str, dict[str, Any]] = {
    "danish": {},
    "swiss": {},
    "girone": {"groups": 3},
    "groups-final": {"groups": 2},
    "mitchell": {"turns": 2},
    "knockout": {},
}


@pytest.mark.parametrize("format_", FORMATS)
def test_every_turn_replays_from_what_it_was_stored_with(club: Club, format_: str) -> None:
    tournament = a_tournament(club, pairs=12, format=format_, **FORMATS[format_])
    for round_ in [played(tournament), played(tournament)]:
        stored = Round.objects.get(pk=round_.pk)
        again = drawn(Movement.from_json(stored.movement), DrawInput.from_json(stored.draw_input))
        assert [(table.number, *table.entrants) for table in again.tables] == [
            (match.table, *sides_of(match)) for match in stored.matches.prefetch_related("seats__entry")
        ]


def side_a_wins(tournament: Tournament) -> None:
    """A turn in which the referee lets every side A win: quicker than entering the deals."""
    round_ = a_round(tournament)
    article, _made = tournament.club.articles.get_or_create(
        code="tutti", title="Assegnato", effect=RulingEffect.ASSIGNED
    )
    for match in round_.matches.select_related("round__tournament"):
        score = {"A": 700, "B": 500 + match.table}
        rulings.give(match, article, side="A", by=JURY, reason="prova", assigned=score)
    rounds.settle(tournament.pk, round_.number, by=JURY)
    builds.build(tournament.pk)


#: The tables of turn 1 and 2 of eight pairs, side A first, as every database and machine draws them.
AS_DRAWN: dict[str, list[list[tuple[int, int]]]] = {
    "danish": [[(6, 7), (4, 2), (3, 8), (5, 1)], [(3, 5), (1, 8), (4, 6), (7, 2)]],
    "swiss": [[(8, 7), (6, 3), (1, 4), (5, 2)], [(5, 6), (1, 8), (3, 2), (7, 4)]],
    "girone": [[(5, 7), (2, 8), (1, 6), (4, 3)], [(4, 1), (3, 6), (2, 5), (8, 7)]],
    "groups-final": [[(5, 7), (2, 8), (1, 6), (4, 3)], [(4, 1), (3, 6), (2, 5), (8, 7)]],
    "mitchell": [[(7, 6), (4, 2), (8, 3), (1, 5)], [(7, 5), (4, 6), (8, 2), (1, 3)]],
    "knockout": [[(5, 7), (8, 2), (6, 1), (3, 4)], [(5, 8), (3, 6)]],
}


@pytest.mark.parametrize("format_", FORMATS)
def test_every_database_gives_the_same_draw(club: Club, format_: str) -> None:
    fields = {"groups": 2} if format_ in ("girone", "groups-final") else {}
    tournament = a_tournament(club, pairs=8, format=format_, **{**FORMATS[format_], **fields})
    side_a_wins(tournament)
    second = a_round(tournament, seed=2, until="draft")
    assert [met(round_) for round_ in (tournament.rounds.get(number=1), second)] == AS_DRAWN[format_]


def a_room(pairs: str) -> Tournament:
    return a_tournament(a_club(), pairs=int(pairs))


made_room = once_a_module(a_room, params=["8", "60"])


@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize("format_", FORMATS)
def test_a_whole_draw_takes_nineteen_queries_at_most_at_any_size(
    made_room: Callable[[], Tournament],
    format_: str,
    turn: int,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    room = made_room()
    groups = {"girone": room.entries.count() // 4, "groups-final": room.entries.count() // 4}.get(format_, 1)
    fields = {"format": format_, **FORMATS[format_], "groups": groups, "qualifiers": 1}
    tournament = lifecycle.change(room.pk, by=JURY, **fields)
    if turn == 2:
        side_a_wins(tournament)
    with django_assert_max_num_queries(19):  # three of them for the digest of the tables
        rounds.draw(tournament.pk, by=JURY, seed=4)
