"""Two of a girone level at the last place of the final: who runs the evening hears of it with the draft."""

import pytest
from pytest_django import DjangoAssertNumQueries

from club.models import Club, RoleKind
from tests.evening import JURY, a_club, a_round, a_tournament, an_officer, signed_in
from tests.tournaments.evenings.test_every_format import side_a_wins
from tournaments.models import Round, Tournament
from tournaments.rounds import rounds
from tournaments.standings import builds, ranking_service
from tournaments.standings.builds import Level, level_at_the_cut

pytestmark = pytest.mark.django_db

#: After three turns in which every side A won: 2 and 5 have four points in girone A, 7 and 8 two; so have
#: 1 and 4, and 3 and 6, in girone B.
AFTER_THREE_TURNS = {1: [(2, 5), (1, 4)], 2: [], 3: [(7, 8), (3, 6)]}


@pytest.fixture
def club() -> Club:
    return a_club()


def at_the_final(club: Club, qualifiers: int = 1) -> Tournament:
    tournament = a_tournament(
        club, pairs=8, format="groups-final", groups=2, qualifiers=qualifiers, criteria=["match_points"]
    )
    for _turn in range(3):
        side_a_wins(tournament)
    return tournament


def a_draft(tournament: Tournament) -> Round:
    return a_round(tournament, seed=4, until="draft")


def page(club: Club, tournament: Tournament, role: RoleKind = RoleKind.ORGANISER) -> str:
    client = signed_in(an_officer(club, role))
    return client.get(f"/t/{tournament.code}/turni/").content.decode()


@pytest.mark.parametrize("qualifiers", AFTER_THREE_TURNS)
def test_those_level_are_told_with_who_of_them_plays(club: Club, qualifiers: int) -> None:
    tournament = at_the_final(club, qualifiers)
    told = level_at_the_cut(tournament, a_draft(tournament))
    assert [level.numbers for level in told] == AFTER_THREE_TURNS[qualifiers]
    assert [level.taken for level in told] == [(min(level.numbers),) for level in told]


def test_the_organiser_reads_it_over_the_draft_and_the_referee_does_not(club: Club) -> None:
    tournament = at_the_final(club)
    assert "a pari merito" not in page(club, tournament)
    a_draft(tournament)
    read = page(club, tournament)
    assert "Girone A: 2, 5 sono a pari merito, e l&#x27;abbinamento ha preso 2" in read.replace("'", "&#x27;")
    assert f"/t/{tournament.code}/impostazioni/classifica/" in read
    assert "a pari merito" not in page(club, tournament, RoleKind.REFEREE)


def test_it_goes_once_the_tables_are_announced(club: Club) -> None:
    tournament = at_the_final(club)
    draft = a_draft(tournament)
    rounds.publish(tournament.pk, draft.number, by=JURY)
    assert "a pari merito" not in page(club, tournament)


def test_the_remedy_works(club: Club) -> None:
    """Lots added to the criteria and the tables drawn again: who goes on is whom the lots put first."""
    tournament = at_the_final(club)
    draft = a_draft(tournament)
    ranking_service.choose(tournament.pk, by=JURY, reason="sorteggio", criteria=["match_points", "lots"])
    builds.build(tournament.pk)
    tournament.refresh_from_db()
    again = rounds.redraw(tournament.pk, draft.number, by=JURY)
    assert level_at_the_cut(tournament, again) == []
    best = [row["number"] for row in tournament.snapshots.latest("results_version").rows[:2]]
    assert [order[0] for order in again.draw_input["group_orders"]] == sorted(best, key=[2, 5, 1, 4].index)
    assert set(best) <= {1, 2, 4, 5}


def test_two_who_play_on_both_need_no_word(club: Club) -> None:
    """With three going on, 2 and 5 are level as well: both are in."""
    tournament = at_the_final(club, qualifiers=3)
    assert Level("Girone A", (2, 5), (2,)) not in level_at_the_cut(tournament, a_draft(tournament))


def test_other_turns_ask_nothing(club: Club, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    tournament = at_the_final(club)
    played = tournament.rounds.get(number=3)
    first = a_round(a_tournament(club, pairs=8, format="groups-final", groups=2, qualifiers=1), until="draft")
    with django_assert_num_queries(0):
        assert level_at_the_cut(tournament, played) == []
        assert level_at_the_cut(first.tournament, first) == []
