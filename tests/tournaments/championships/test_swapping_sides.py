"""Home and away swapped by the organiser: in both legs, so that each team stays once at home."""

from collections import Counter

import pytest
from django.urls import reverse

from club.models import RoleKind
from tests.evening import a_club, an_officer, signed_in
from tests.tournaments.championships.played import WEEKENDS, a_championship, drawn, give_both
from tournaments.championships import captain_codes, match_dates
from tournaments.errors import Outdated, TournamentError
from tournaments.models import DateProposal, Fixture

pytestmark = pytest.mark.django_db


def test_the_page_swaps_a_match_and_its_other_leg_with_their_rooms() -> None:
    club = a_club()
    boss = an_officer(club, RoleKind.ORGANISER)
    championship = a_championship(club, boss, of=4, size=1, legs=2)
    fixture = drawn(championship, boss)[0]
    home, away = fixture.home, fixture.away
    address = reverse("move_fixture", args=[club.slug, championship.code, fixture.pk])
    sent = {
        "date": fixture.date, "starts_at": "20:30", "venue": fixture.venue, "swaps": "on",
        "reason": "D'accordo fra i due", "version": fixture.version,
    }  # fmt: skip
    assert signed_in(boss).post(address, sent).status_code == 303
    fixtures = list(championship.fixtures.select_related("home", "away"))
    first, second = (each for each in fixtures if {each.home, each.away} == {home, away})
    assert (first.home, first.venue, first.date) == (away, away.room, WEEKENDS[0])
    assert (second.home, second.venue) == (home, home.room)
    at_home = Counter((each.home_id, each.away_id) for each in fixtures)
    assert set(at_home.values()) == {1}
    assert club.log.filter(act="fixture.sides-swapped").count() == 2


def test_the_proposals_of_both_legs_lapse_with_their_places_and_pages_left_open_are_refused() -> None:
    """A captain would else accept the room of the team that is not at home any more."""
    club = a_club()
    boss = an_officer(club, RoleKind.ORGANISER)
    championship = a_championship(club, boss, of=2, size=1, legs=2)
    first, second = drawn(championship, boss)
    for fixture in (first, second):
        match_dates.propose(fixture.pk, fixture.away, on=WEEKENDS[5], starts_at=None, venue=fixture.home.room)
    second.refresh_from_db()
    page = reverse("move_fixture", args=[club.slug, championship.code, first.pk])
    shown = signed_in(boss).get(page).content.decode()
    assert "se sposti l&#x27;incontro, la proposta cade" in shown
    assert "se inverti il campo, cade anche quella" in shown
    match_dates.move(
        first.pk, by=boss, on=WEEKENDS[1], starts_at=None, venue=first.venue, reason="Sala", swaps=True
    )
    assert not DateProposal.objects.filter(answered_at=None).exists()
    assert not DateProposal.objects.filter(is_accepted=True).exists()
    assert club.log.filter(act="fixture.proposal-lapsed").count() == 2
    with pytest.raises(Outdated):
        match_dates.answer(second.pk, second.home, accepts=True, version=second.version)
    with pytest.raises(TournamentError, match="La proposta non c'è più"):
        match_dates.answer(second.pk, second.home, accepts=True)


def test_a_match_that_only_moves_leaves_the_proposal_of_the_other_leg() -> None:
    club = a_club()
    boss = an_officer(club, RoleKind.ORGANISER)
    first, second = drawn(a_championship(club, boss, of=2, size=1, legs=2), boss)
    match_dates.propose(second.pk, second.home, on=WEEKENDS[5], starts_at=None, venue="")
    match_dates.move(first.pk, by=boss, on=WEEKENDS[1], starts_at=None, venue="", reason="Sala")
    assert second.proposals.filter(answered_at=None).exists()
    assert not club.log.filter(act="fixture.proposal-lapsed").exists()


def test_a_prepared_match_does_not_swap_and_a_captain_cannot_ask_for_it() -> None:
    club = a_club()
    boss = an_officer(club, RoleKind.ORGANISER)
    championship = a_championship(club, boss, of=4)
    fixture = drawn(championship, boss)[0]
    page = signed_in(boss).get(
        reverse("captain_date", args=[captain_codes.code_of(fixture.home), fixture.pk])
    )
    assert 'name="swaps"' not in page.content.decode()
    give_both(fixture)
    with pytest.raises(TournamentError, match="chi è in casa non cambia più"):
        match_dates.move(
            fixture.pk, by=boss, on=WEEKENDS[1], starts_at=None, venue="", reason="Sala", swaps=True
        )
    assert Fixture.objects.get(pk=fixture.pk).home == fixture.home
