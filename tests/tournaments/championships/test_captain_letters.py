"""Letters to captains about line-ups and dates, once the organiser has sent them their link."""

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from club.dues import reminders
from club.models import Club, MemberLetter, Particulars
from tests.evening import FourPeople, signed_in
from tests.tournaments.championships.played import WEEKENDS, a_championship, drawn, give_both
from tournaments.championships import captain_codes, captain_letters, match_dates, teams
from tournaments.models import Championship, Fixture, Team

pytestmark = pytest.mark.django_db


@pytest.fixture
def fixture(club: Club, four: FourPeople) -> Fixture:
    """The only match of two teams, whose captains have an address."""
    championship = a_championship(club, four.organiser, of=2)
    for team in championship.teams.all():
        Particulars.objects.update_or_create(person=team.captain, defaults={"email": email(team)})
    return drawn(championship, four.organiser)[0]


def email(team: Team) -> str:
    return f"capitano{team.number}@example.org"


def with_letters(fixture: Fixture, four: FourPeople) -> Fixture:
    for team in (fixture.home, fixture.away):
        teams.write_captain(
            fixture.championship_id, team.number, origin="https://gioco.example", by=four.organiser
        )
    MemberLetter.objects.all().delete()
    return Fixture.objects.select_related("home", "away", "championship").get(pk=fixture.pk)


def letters() -> list[tuple[str, str]]:
    """The address and the subject of each letter, the oldest first."""
    return list(MemberLetter.objects.order_by("pk").values_list("email", "subject"))


def test_the_organiser_sends_the_link_and_it_opens_the_page(fixture: Fixture, four: FourPeople) -> None:
    championship, team = fixture.championship, fixture.home
    args = [championship.club.slug, championship.code, team.number]
    desk, write = reverse("championship_team_desk", args=args), reverse("write_captain", args=args)
    organiser = signed_in(four.organiser)
    shown = organiser.get(desk).content.decode()
    assert "Manda il link per e-mail" in shown
    assert email(team) not in shown  # an organiser does not read the register
    assert signed_in(four.player).post(write).status_code == 403
    assert organiser.post(write).status_code == 303
    [letter] = MemberLetter.objects.all()
    reminders.OUTBOX.send(letter.pk)
    [sent] = mail.outbox
    assert sent.to == [email(team)]
    path = reverse("captain", args=[captain_codes.code_of(team)])
    assert f"http://testserver{path}" in sent.body
    assert Client().get(path).status_code == 200
    assert organiser.post(write, {"stop": "1"}).status_code == 303
    match_dates.propose(fixture.pk, fixture.away, on=WEEKENDS[3], starts_at=None, venue="")
    assert len(letters()) == 1


def test_captains_read_of_dates_and_line_ups(fixture: Fixture, four: FourPeople) -> None:
    fixture = with_letters(fixture, four)
    name, home, away = fixture.championship.name, email(fixture.home), email(fixture.away)
    match_dates.propose(
        fixture.pk, fixture.home, on=WEEKENDS[3], starts_at=None, venue="Arci", reason="Maria sta male"
    )
    match_dates.answer(fixture.pk, fixture.away, accepts=False)
    match_dates.propose(fixture.pk, fixture.home, on=WEEKENDS[4], starts_at=None, venue="")
    match_dates.answer(fixture.pk, fixture.home, accepts=False)  # taken back: nobody waits for an answer
    match_dates.propose(fixture.pk, fixture.away, on=WEEKENDS[5], starts_at=None, venue="")
    match_dates.answer(fixture.pk, fixture.home, accepts=True)
    match_dates.move(fixture.pk, by=four.organiser, on=WEEKENDS[6], starts_at=None, venue="", reason="Sala")
    fixture.refresh_from_db()
    give_both(fixture)
    assert letters() == [
        (away, f"{name}: una nuova data da confermare"),
        (home, f"{name}: la data resta"),
        (away, f"{name}: una nuova data da confermare"),
        (home, f"{name}: una nuova data da confermare"),
        (away, f"{name}: la nuova data va bene"),
        (home, f"{name}: l'incontro è cambiato"),
        (away, f"{name}: l'incontro è cambiato"),
        (home, f"{name}: le formazioni ci sono"),
        (away, f"{name}: le formazioni ci sono"),
    ]
    first = MemberLetter.objects.order_by("pk")[0]
    assert "venerdì 11 ottobre 2030\nArci" in first.text
    assert "Maria" not in first.text


def test_nobody_is_written_to_without_being_asked_without_an_address_or_too_often(
    fixture: Fixture, four: FourPeople
) -> None:
    match_dates.propose(fixture.pk, fixture.home, on=WEEKENDS[3], starts_at=None, venue="")
    assert letters() == []
    fixture = with_letters(fixture, four)
    for _again in range(captain_letters.MOST_A_DAY + 3):
        match_dates.answer(fixture.pk, fixture.home, accepts=False)
        match_dates.propose(fixture.pk, fixture.home, on=WEEKENDS[3], starts_at=None, venue="")
    assert len(letters()) == captain_letters.MOST_A_DAY
    Particulars.objects.update(email="")
    championship = Championship.objects.get(pk=fixture.championship_id)
    write = reverse("write_captain", args=[championship.club.slug, championship.code, 1])
    assert "dagli tu il link" in signed_in(four.organiser).post(write, follow=True).content.decode()


def test_a_new_captain_gets_no_letters_before_the_link(fixture: Fixture, four: FourPeople) -> None:
    fixture = with_letters(fixture, four)
    other = fixture.home.players.exclude(person=fixture.home.captain).first()
    assert other
    teams.change(fixture.championship_id, fixture.home.number, by=four.organiser, captain=other.person)
    match_dates.propose(fixture.pk, fixture.away, on=WEEKENDS[3], starts_at=None, venue="")
    assert letters() == []
