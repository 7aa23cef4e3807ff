"""Building ratings: from the matches that people played, again after every change, the same each time."""

from datetime import date

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from pytest_django import DjangoAssertNumQueries

from club.models import Club, Person, User
from tests.evening import JURY, a_club, signed_in
from tests.tournaments.seasons.evenings import an_evening, some_people
from tournaments.core.ratings import START
from tournaments.errors import InputRefused, Outdated
from tournaments.evenings import lifecycle
from tournaments.models import ClubRatings, Match, RatingPoint, Seat
from tournaments.players import rating_builds

pytestmark = pytest.mark.usefixtures("commits")


@pytest.fixture
def players(club: Club) -> list[Person]:
    return some_people(club)


def ratings(club: Club) -> dict[int, int]:
    """The last rating of each person."""
    return dict(RatingPoint.objects.filter(club=club).order_by("position").values_list("person", "rating"))


def test_closing_an_evening_rates_who_played_it(club: Club, players: list[Person]) -> None:
    tournament = an_evening(club, players, turns=2)
    made = ratings(club)
    assert set(made) == {person.pk for person in players}
    row = tournament.snapshots.order_by("round_number").last()
    assert row
    unbeaten = next(each for each in row.rows if each["won"] == 2)
    for player in tournament.entries.get(number=unbeaten["number"]).players.all():
        assert made[player.person_id] > START
    assert set(RatingPoint.objects.values_list("matches", flat=True)) == {2}


def test_an_evening_still_open_rates_nobody(club: Club, players: list[Person]) -> None:
    an_evening(club, players, closed=False)
    assert ratings(club) == {}


def test_opening_an_evening_again_takes_it_out_until_it_is_closed(club: Club, players: list[Person]) -> None:
    first = an_evening(club, players)
    an_evening(club, players[::-1], on=date(2026, 10, 9), seed=4)
    before = rating_builds.stored(club.pk)
    lifecycle.reopen(first.pk, by=JURY, reason="Foglio letto male")
    assert set(RatingPoint.objects.values_list("matches", flat=True)) == {1}
    lifecycle.close(first.pk, by=JURY)
    assert rating_builds.stored(club.pk) == before


def test_evenings_count_in_order_of_their_days_and_not_of_their_closing(
    club: Club, players: list[Person]
) -> None:
    later = an_evening(club, players, on=date(2026, 11, 6))
    earlier = an_evening(club, players, on=date(2026, 10, 2), seed=4)
    positions = dict(RatingPoint.objects.values_list("tournament", "position"))
    assert positions == {earlier.pk: 1, later.pk: 2}


def test_a_substitute_has_the_rating_of_what_the_substitute_played(club: Club, players: list[Person]) -> None:
    tournament = an_evening(club, players, turns=2, closed=False)
    guest = some_people(club, 1)[0]
    Seat.objects.filter(person=players[0], round__number=2).update(person=guest)
    lifecycle.close(tournament.pk, by=JURY)
    matches = dict(RatingPoint.objects.values_list("person", "matches"))
    assert (matches[players[0].pk], matches[guest.pk], matches[players[1].pk]) == (1, 1, 2)


@pytest.mark.parametrize(
    "given", [{"lost_by": "A"}, {"assigned": {"A": 500, "B": 300}}], ids=["lost", "assigned"]
)
def test_a_match_that_a_ruling_decided_was_not_played(
    club: Club, players: list[Person], given: dict[str, object]
) -> None:
    tournament = an_evening(club, players, closed=False)
    match = Match.objects.get(round__tournament=tournament, table=1)
    Match.objects.filter(pk=match.pk).update(**given)
    lifecycle.close(tournament.pk, by=JURY)
    sat = set(Seat.objects.filter(match=match).values_list("person", flat=True))
    assert set(ratings(club)) == {person.pk for person in players} - sat


def test_many_changes_together_are_one_build(club: Club, players: list[Person]) -> None:
    an_evening(club, players)
    ClubRatings.objects.filter(club=club).update(wanted=9)
    assert rating_builds.build(club.pk)
    assert not rating_builds.build(club.pk)
    assert ClubRatings.objects.get(club=club).built == 9


def test_a_build_that_was_lost_is_asked_for_again(club: Club, players: list[Person]) -> None:
    an_evening(club, players)
    RatingPoint.objects.all().delete()
    ClubRatings.objects.filter(club=club).update(built=0)
    rating_builds.repair_ratings()
    assert set(ratings(club)) == {person.pk for person in players}


def test_a_club_does_not_see_another_s(club: Club, players: list[Person]) -> None:
    an_evening(club, players)
    other = a_club("Altro")
    an_evening(other, some_people(other))
    assert not set(ratings(club)) & set(ratings(other))
    assert len(ratings(other)) == 8


@pytest.mark.parametrize("evenings", [1, 3])
def test_a_build_reads_the_same_however_many_evenings(
    club: Club, players: list[Person], evenings: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for at in range(evenings):
        an_evening(club, players, on=date(2026, 10, 2 + at), seed=at + 1)
    with django_assert_num_queries(4):
        rating_builds.computed(club.pk)


def test_recomputing_gives_the_same_bytes_and_finds_what_was_altered(
    club: Club, players: list[Person], capsys: pytest.CaptureFixture[str]
) -> None:
    an_evening(club, players)
    call_command("recompute_ratings", club.slug)
    assert f"{club.slug}: uguali" in capsys.readouterr().out
    RatingPoint.objects.filter(person=players[0]).update(rating=2400)
    with pytest.raises(SystemExit) as ended:
        call_command("recompute_ratings")
    assert ended.value.code == 1
    assert f"{club.slug}: diversi" in capsys.readouterr().out
    with pytest.raises(CommandError, match="nessuno") as refused:
        call_command("recompute_ratings", "nessuno")
    assert refused.value.returncode == 2


def test_settings_are_kept_with_a_version_and_within_reason(club: Club) -> None:
    made = rating_builds.change(club.pk, version=1, inactive_days=90, provisional_matches=20)
    assert (made.inactive_days, made.version) == (90, 2)
    with pytest.raises(Outdated):
        rating_builds.change(club.pk, version=1, inactive_days=30, provisional_matches=20)
    for days, matches in ((0, 20), (90, 0), (99999, 20)):
        with pytest.raises(InputRefused):
            rating_builds.change(club.pk, version=2, inactive_days=days, provisional_matches=matches)
    assert rating_builds.settings_of(club).inactive_days == 90


def test_a_player_who_objects_has_no_rating_until_the_objection_is_taken_back(
    club: Club, players: list[Person], secretary: User
) -> None:
    an_evening(club, players, turns=2)
    before = rating_builds.stored(club.pk)
    said = {"today": date(2026, 10, 9), "by": secretary}
    for _time in range(2):
        rating_builds.set_objection(club, players[0].pk, objects=True, **said)
    assert set(ratings(club)) == {person.pk for person in players[1:]}
    assert rating_builds.stored(club.pk) == rating_builds.recomputed(club.pk)
    an_evening(club, players[::-1], on=date(2026, 10, 10), seed=4)
    assert players[0].pk not in ratings(club)
    assert club.log.filter(act="person.rating-refused").count() == 1
    rating_builds.set_objection(club, players[0].pk, objects=False, **said)
    assert players[0].pk in ratings(club)
    assert rating_builds.stored(club.pk).startswith(before[:-1])


def test_the_objection_is_written_on_the_page_of_consents(
    club: Club, players: list[Person], secretary: User
) -> None:
    desk = signed_in(secretary)
    page, act = (f"/circoli/{club.slug}/libro/{players[0].pk}/{each}/" for each in ("consensi", "punteggio"))
    assert "Scrivi che si oppone" in desk.get(page).content.decode()
    assert "Si è opposto" in desk.post(act, {"objects": "1"}, follow=True).content.decode()
    assert "Scrivi che si oppone" in desk.post(act, {}, follow=True).content.decode()
