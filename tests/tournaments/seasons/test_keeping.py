"""Making a season, changing it, reading it: what counts, what is refused, what the log keeps."""

from datetime import date, time, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from club.models import Club, Membership, User
from tests.evening import JURY, a_club
from tests.tournaments.seasons.evenings import FIRST, LAST, a_season, an_evening, place_points, some_people
from tournaments import seasons
from tournaments.entries import entries
from tournaments.errors import InputRefused, Outdated, TournamentError
from tournaments.evenings import lifecycle
from tournaments.models import Season, Seat, Substitution, Tournament

pytestmark = pytest.mark.usefixtures("commits")


def rows_of(tournament: Tournament) -> list[dict[str, int]]:
    """Of the evening's standings: place, number and sums."""
    newest = tournament.snapshots.order_by("round_number", "results_version").last()
    assert newest
    return list(newest.rows)


def test_the_season_adds_up_what_the_stored_classifiche_give(club: Club, boss: User) -> None:
    players = some_people(club)
    first = an_evening(club, players, turns=2)
    second = an_evening(club, [*players[2:], *players[:2]], on=date(2026, 11, 6), seed=5)
    season = a_season(club, boss, first, second)
    expected = dict.fromkeys((person.pk for person in players), 0)
    for tournament in (first, second):
        for row in rows_of(tournament):
            for player in tournament.entries.get(number=row["number"]).players.all():
                expected[player.person_id] += season.place_points[row["place"] - 1]
    made = place_points(season)
    assert {who[0]: points for who, (_place, points) in made.items()} == expected
    assert sorted(place for place, _points in made.values() if place)[0] == 1


@pytest.mark.parametrize("score", ["match_points", "difference", "scored"])
def test_carried_scores_are_those_of_the_classifica(club: Club, boss: User, score: str) -> None:
    tournament = an_evening(club, some_people(club))
    season = a_season(club, boss, tournament, counted_by=score, ranks=Season.Ranks.PAIR)
    made = place_points(season)
    for row in rows_of(tournament):
        players = tournament.entries.get(number=row["number"]).players.all()
        assert made[tuple(sorted(player.person_id for player in players))][1] == row[score]


def test_victory_points_that_an_evening_has_not_are_nothing_and_it_says_so(club: Club, boss: User) -> None:
    tournament = an_evening(club, some_people(club))
    known = seasons.season_standings(a_season(club, boss, tournament, counted_by="victory_points"))
    assert {row.points for row in known.rows} == {0}
    assert [evening.uncounted for evening in known.evenings] == [True]


def test_an_evening_not_over_is_provisional_and_one_not_begun_gives_nothing(club: Club, boss: User) -> None:
    players = some_people(club)
    over = an_evening(club, players)
    going = an_evening(club, players, on=date(2026, 10, 9), closed=False)
    future = an_evening(club, players, on=date(2026, 10, 16), turns=0)
    known = seasons.season_standings(a_season(club, boss, over, going, future))
    assert [(evening.is_played, evening.is_final, evening.is_provisional) for evening in known.evenings] == [
        (True, True, False),
        (True, False, True),
        (False, False, False),
    ]
    assert known.is_provisional
    assert {len(row.evenings) for row in known.rows} == {2}


def test_a_late_correction_is_in_the_season_as_soon_as_the_classifica_is_built(
    club: Club, boss: User
) -> None:
    tournament = an_evening(club, some_people(club))
    season = a_season(club, boss, tournament)
    before = place_points(season)
    lifecycle.reopen(tournament.pk, by=JURY, reason="Foglio letto male")
    assert seasons.season_standings(season).is_provisional
    newest = tournament.snapshots.get()
    rows = [{**row, "place": len(newest.rows) + 1 - row["place"]} for row in newest.rows]
    tournament.snapshots.create(
        round_number=1, results_version=newest.results_version + 1, criteria=newest.criteria, rows=rows,
        built_at=timezone.now(),
    )  # fmt: skip
    after = place_points(season)
    assert after != before
    assert sorted(points for _place, points in after.values()) == sorted(p for _place, p in before.values())


def test_a_pair_whose_substitute_played_more_than_half_gets_nothing(club: Club, boss: User) -> None:
    players = some_people(club, 9)
    tournament = an_evening(club, players[:8], turns=2, closed=False)
    entry = tournament.entries.get(number=1)
    Substitution.objects.create(
        entry=entry, replaced=players[0], substitute=players[8], from_turn=1, reason="Febbre",
        at=timezone.now(), by_name="Giuria",
    )  # fmt: skip
    season = a_season(club, boss, tournament)
    Seat.objects.filter(entry=entry, person=players[0], round__number=1).update(person=players[8])
    assert place_points(season)[players[0].pk,][1] > 0, "half of the turns is not more than half"
    Seat.objects.filter(entry=entry, person=players[0]).update(person=players[8])
    made = place_points(season)
    assert made[players[0].pk,][1] == made[players[1].pk,][1] == 0
    assert (players[8].pk,) not in made, "who sits in for somebody is not of the pair"


def test_a_pair_that_withdrew_keeps_its_place_and_one_that_never_played_is_not_there(
    club: Club, boss: User
) -> None:
    players = some_people(club, 10)
    tournament = an_evening(club, players[:8], closed=False)
    entries.withdraw(tournament.pk, 2, withdrawn=True, by=JURY)
    entries.enter(tournament.pk, players[8:], by=JURY)
    lifecycle.close(tournament.pk, by=JURY)
    made = place_points(a_season(club, boss, tournament))
    assert made[players[2].pk,][1] > 0
    assert (players[9].pk,) not in made


def test_among_members_only_those_in_the_register_are_ranked(club: Club, boss: User) -> None:
    players = some_people(club)
    season = a_season(club, boss, an_evening(club, players), among="members")
    today = timezone.localdate()
    for person, admitted, ended in (
        (players[0], today, None),
        (players[1], None, None),
        (players[2], today - timedelta(days=9), today),
    ):
        Membership.objects.create(
            club=club, person=person, requested_on=today - timedelta(days=30), admitted_on=admitted,
            ended_on=ended, end_cause="resignation" if ended else "",
        )  # fmt: skip
    assert [who for who, (place, _points) in place_points(season).items() if place] == [(players[0].pk,)]


def test_a_season_begins_with_the_free_evenings_of_its_days(club: Club, boss: User) -> None:
    players = some_people(club)
    inside = an_evening(club, players, turns=0)
    an_evening(club, players, on=date(2027, 8, 1), turns=0)
    fields = {"name": "Sociale", "from_day": FIRST, "to_day": LAST}
    season = seasons.create(club.pk, by=boss, all_evenings=True, **fields)
    assert seasons.evening_weights(season) == {inside.code: 1}
    other = seasons.create(club.pk, by=boss, all_evenings=True, **fields)
    assert seasons.evening_weights(other) == {}, "the evening counts for the first one"


def test_an_evening_counts_for_two_seasons_only_where_one_says_so(club: Club, boss: User) -> None:
    evening = an_evening(club, some_people(club), turns=0)
    a_season(club, boss, evening)
    with pytest.raises(TournamentError, match="conta già per la stagione «Sociale»") as refused:
        a_season(club, boss, evening, name="A coppie", ranks="pair")
    assert refused.value.code == "evening-taken"
    both = a_season(club, boss, evening, name="A coppie", ranks="pair", shares_evenings=True)
    assert seasons.evening_weights(both) == {evening.code: 1}


REFUSED = [
    ({"from_day": LAST, "to_day": FIRST}, "season-backwards"),
    ({"best_of": 2, "min_evenings": 3}, "more-needed-than-counted"),
    ({"place_points": [5, 9]}, "points-rise"),
    ({"place_points": [0], "presence_points": 0}, "points-all-nought"),
    ({"criteria": ["podiums", "podiums"]}, "criterion-twice"),
    ({"criteria": ["lots"]}, "criterion-unknown"),
    ({"qualifiers": 1}, "too-few-qualifiers"),
]


@pytest.mark.parametrize(("fields", "code"), REFUSED, ids=[code for _fields, code in REFUSED])
def test_a_season_that_cannot_be_is_refused_in_words(
    club: Club, boss: User, fields: dict[str, object], code: str
) -> None:
    season = a_season(club, boss)
    with pytest.raises(InputRefused) as refused:
        seasons.change(season.pk, by=boss, **fields)
    assert refused.value.code == code
    assert "%(" not in str(refused.value)
    assert Season.objects.get(pk=season.pk).version == season.version


def test_evenings_that_cannot_count_are_refused_in_words(club: Club, boss: User) -> None:
    players = some_people(club)
    outside = an_evening(club, players, on=date(2027, 7, 1), turns=0)
    singles = an_evening(club, players, turns=0, format=Tournament.Format.ROTATION)
    other = an_evening(a_club("Altro"), [], turns=0)
    season = a_season(club, boss, ranks="pair")
    for weights, code in (
        ({outside.code: 1}, "evening-outside"),
        ({singles.code: 1}, "evening-of-singles"),
        ({other.code: 1}, "no-such-evening"),
        ({singles.code: 6}, "weight"),
    ):
        with pytest.raises(InputRefused) as refused:
            seasons.change(season.pk, by=boss, evenings=weights)
        assert refused.value.code == code
    assert seasons.evening_weights(season) == {}


def test_evenings_that_overlap_count_each_for_itself_in_an_order_that_stays(club: Club, boss: User) -> None:
    """Two tournaments at the same hour of the same day, two people entered in both."""
    players = some_people(club)
    one = an_evening(club, players, name="Al circolo", starts_at=time(21))
    other = an_evening(club, players[:2] + players[6:], name="In piazza", starts_at=time(21), seed=5)
    season = a_season(club, boss, other, one)

    known = seasons.season_standings(season)
    assert [evening.tournament for evening in known.evenings] == [one, other]
    of = {row.players: row for row in known.rows}
    assert [kept.evening for kept in of[players[0].pk,].evenings] == [one.pk, other.pk]
    assert [kept.evening for kept in of[players[3].pk,].evenings] == [one.pk]
    assert of[players[0].pk,].points == sum(kept.points for kept in of[players[0].pk,].evenings)


def test_dates_that_leave_an_evening_out_are_refused(club: Club, boss: User) -> None:
    season = a_season(club, boss, an_evening(club, some_people(club), turns=0))
    with pytest.raises(InputRefused, match="fuori dalle date"):
        seasons.change(season.pk, by=boss, from_day=date(2026, 12, 1))


def test_two_who_write_at_once_never_overwrite_each_other(club: Club, boss: User) -> None:
    season = a_season(club, boss)
    seasons.change(season.pk, by=boss, version=season.version, best_of=5)
    with pytest.raises(Outdated) as refused:
        seasons.change(season.pk, by=boss, version=season.version, best_of=7)
    assert refused.value.details["current"] == season.version + 1
    assert Season.objects.get(pk=season.pk).best_of == 5


def test_a_page_sent_twice_makes_one_season(club: Club, boss: User) -> None:
    fields = {"name": "Sociale", "from_day": FIRST, "to_day": LAST, "key": uuid4()}
    first, second = (seasons.create(club.pk, by=boss, **fields) for _tap in range(2))
    assert first == second
    assert club.seasons.count() == 1


def test_the_club_s_log_keeps_what_changed_and_nothing_for_nothing(club: Club, boss: User) -> None:
    evening = an_evening(club, some_people(club), turns=0)
    season = a_season(club, boss, evening)
    seasons.change(season.pk, by=boss, evenings={evening.code: 2}, best_of=4)
    same = seasons.change(season.pk, by=boss, evenings={evening.code: 2}, best_of=4)
    assert same.version == season.version + 1
    acts = list(club.log.filter(subject__season=season.pk).values_list("act", "before", "after"))
    assert acts[-1] == (
        "season.changed",
        {"best_of": None, "evenings": {evening.code: 1}},
        {"best_of": 4, "evenings": {evening.code: 2}},
    )
    assert [act for act, _before, _after in acts] == ["season.created", "season.changed", "season.changed"]


@pytest.mark.parametrize("evenings", [1, 3])
def test_reading_a_season_costs_the_same_however_many_evenings(
    club: Club, boss: User, evenings: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    players = some_people(club)
    counted = [an_evening(club, players, on=FIRST + timedelta(days=7 * at)) for at in range(evenings)]
    season = a_season(club, boss, *counted)
    with django_assert_num_queries(5):
        seasons.season_standings(season)


def test_a_season_taken_away_leaves_its_evenings_and_what_it_was_in_the_log(club: Club, boss: User) -> None:
    tournament = an_evening(club, some_people(club, 4))
    season = a_season(club, boss, tournament, name="Prova")
    with pytest.raises(InputRefused, match="motivo"):
        seasons.delete(season.pk, by=boss, reason=" ")
    seasons.delete(season.pk, by=boss, reason="Fatta due volte")
    assert not club.seasons.exists()
    assert Tournament.objects.filter(pk=tournament.pk).exists()
    (act,) = seasons.deleted_seasons(club)
    assert (act.subject["name"], act.reason) == ("Prova", "Fatta due volte")
    assert act.before["evenings"] == {tournament.code: 1}
    assert a_season(club, boss, tournament).pk, "the evening is free for another one"
