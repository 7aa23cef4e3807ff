"""A captain is offered another date until the tables of the match are announced, and is then told why not."""

import html
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.evening import a_club, a_round, four_people
from tests.pages import flat
from tests.tournaments.championships.played import a_championship, drawn, give_both
from tournaments.championships import captain_codes, match_dates
from tournaments.models import DateProposal

pytestmark = pytest.mark.django_db

OFFER = "Proponi un'altra data"
ACCEPT = 'value="accept"'
WHY = "L'incontro è già cominciato: la data non cambia più."


def test_another_date_is_offered_until_the_tables_are_announced(client: Client) -> None:
    club = a_club()
    boss = four_people(club).organiser
    fixture = drawn(a_championship(club, boss, of=2), boss)[0]
    tournament = give_both(fixture)
    code = captain_codes.code_of(fixture.home)
    page, form = reverse("captain", args=[code]), reverse("captain_date", args=[code, fixture.pk])

    def text(at: str) -> str:
        return html.unescape(flat(client.get(at, follow=True).content.decode()))

    assert OFFER in text(page)
    assert client.get(form).status_code == 200
    assert WHY not in text(page)
    assert fixture.date
    later = fixture.date + timedelta(weeks=1)
    match_dates.propose(fixture.pk, fixture.away, on=later, starts_at=None, venue="")
    assert ACCEPT in text(page)
    a_round(tournament)
    assert ACCEPT not in text(page)
    assert OFFER not in text(page)
    assert WHY in text(page)
    assert client.get(form).status_code == 303
    assert WHY in text(form)
    sent = {"date": later.isoformat(), "starts_at": "18:00", "venue": "", "reason": ""}
    assert client.post(form, sent).status_code in (409, 422)
    assert DateProposal.objects.count() == 1
