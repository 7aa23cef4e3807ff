"""The pages of a championship: who reads what, what captains do from their link, what nobody sees early."""

from dataclasses import dataclass
from datetime import date
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from club.models import Club, RoleKind
from tests.evening import JURY, FourPeople, a_club, a_round, an_officer, four_people, settle, signed_in
from tests.tournaments.championships.played import (
    a_championship,
    before_close,
    drawn,
    give_both,
    play,
    players_of,
)
from tournaments.championships import captain_codes, line_ups, match_dates, reports, teams
from tournaments.championships.team_standings import championship_standings
from tournaments.evenings import lifecycle
from tournaments.models import Championship, Fixture, Team, Tournament
from tournaments.standings import builds

pytestmark = pytest.mark.usefixtures("commits")


@dataclass
class Scene:
    club: Club
    people: FourPeople
    championship: Championship
    fixtures: list[Fixture]

    def at(self, name: str, *args: object) -> str:
        return reverse(name, args=[self.club.slug, self.championship.code, *args])

    def of_captain(self, name: str, team: Team, *args: object) -> str:
        return reverse(name, args=[captain_codes.code_of(team), *args])


@pytest.fixture
def scene(db: None) -> Scene:
    club = a_club()
    people = four_people(club)
    championship = a_championship(club, people.organiser, of=4)
    return Scene(club, people, championship, drawn(championship, people.organiser))


def text_of(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, answer.content.decode()[:2000]
    return answer.content.decode()


def test_the_whole_from_the_pages(club: Club, four: FourPeople) -> None:
    """An organiser makes a championship of two teams, captains play it, the referee approves."""
    organiser, referee = signed_in(four.organiser), signed_in(four.referee)
    new = reverse("new_championship", args=[club.slug])
    assert "70 140 200" in text_of(organiser, new)
    given = {
        "name": "Coppa", "game": "quattro-scartate", "turns": 2, "turn_minutes": 45, "legs": 1, "groups": 1,
        "qualifiers": 0, "matches_at_once": 1, "line_up_hours": 2, "match_scale": "2-1-0",
        "victory_thresholds": "70 140", "order": "accademia",
    }  # fmt: skip
    assert organiser.post(new, given).status_code == 303
    championship = club.championships.get()
    slug, code = club.slug, championship.code
    for name in ("Mazzini", "Garibaldi"):
        names = "\n".join(f"{name} {first}" for first in ("Anna", "Bruno", "Carla", "Dino", "Elena"))
        entered = {
            "name": name,
            "club_name": "Circolo di un altro",
            "room": name,
            "players": names,
            "consents": "on",
        }
        answer = organiser.post(reverse("new_championship_team", args=[slug, code]), entered)
        assert answer.status_code == 303, answer.content.decode()
    one = championship.teams.get(number=1)
    assert one.club_slug
    assert one.players.count() == 5
    assert one.captain
    assert one.captain.full_name == "Mazzini Anna"
    draw = reverse("draw_championship", args=[slug, code])
    version = Championship.objects.get(pk=championship.pk).version
    answer = organiser.post(
        draw, {"first": "2030-10-04", "every": 7, "starts_at": "21:00", "version": version}
    )
    assert answer.status_code == 303, answer.content.decode()
    fixture = championship.fixtures.get()
    assert fixture.date == date(2030, 10, 4)

    for team in (fixture.home, fixture.away):
        page = reverse("captain_line_up", args=[captain_codes.code_of(team), fixture.pk])
        four_of = {f"player{at}": person.pk for at, person in enumerate(players_of(team)[:4], 1)}
        assert Client().get(page).status_code == 200
        assert Client().post(page, four_of).status_code == 303
    fixture.refresh_from_db()
    assert fixture.tournament
    assert fixture.tournament.entries.count() == 4
    play(fixture)
    captain = reverse("captain", args=[captain_codes.code_of(fixture.home)])
    assert "Conferma" in text_of(Client(), captain)
    for team in (fixture.home, fixture.away):
        where = reverse("captain_confirm", args=[captain_codes.code_of(team), fixture.pk])
        sent = Client().post(where, {"results": fixture.tournament.results_version})
        assert sent.status_code == 303
    [played] = championship_standings(championship).fixtures
    assert played.report == "confirmed"
    desk = reverse("championship_fixture_desk", args=[slug, code, fixture.pk])
    assert "Approva il referto" in text_of(referee, desk)
    fixture.refresh_from_db()
    approve = reverse("approve_fixture", args=[slug, code, fixture.pk])
    seen = {"version": fixture.version, "results": fixture.tournament.results_version}
    assert referee.post(approve, {**seen, "note": ""}).status_code == 303
    public = text_of(Client(), championship.get_absolute_url())
    assert "approvato dall'arbitro" in public.replace("&#x27;", "'")
    assert "Classifica dei giocatori" in public


@pytest.mark.parametrize("who", ["organiser", "referee", "player", "stranger", ""])
def test_who_opens_the_desk(scene: Scene, who: str) -> None:
    client = scene.people.client(who)
    desk = {"organiser": 200, "referee": 200, "": 302}.get(who, 403)
    assert client.get(scene.at("championship_desk")).status_code == desk
    run = {"organiser": 200, "": 302}.get(who, 403)
    assert client.get(scene.at("championship_team_desk", 1)).status_code == run
    text = text_of(client, scene.at("championship"))
    assert ("Banco del campionato" in text) is (desk == 200)
    text_of(client, scene.at("championship_team", 1))
    text_of(client, scene.at("championship_fixture", scene.fixtures[0].pk))


def test_a_treasurer_reads_the_championship_without_a_link_to_its_desk(scene: Scene) -> None:
    treasurer = signed_in(an_officer(scene.club, RoleKind.TREASURER))
    assert "Banco del campionato" not in text_of(treasurer, scene.at("championship"))
    assert treasurer.get(scene.at("championship_desk")).status_code == 403


def test_names_are_those_of_the_club_s_rule(scene: Scene) -> None:
    for fixture in scene.fixtures:
        line_up = [each.pk for each in players_of(fixture.home)[1:]]
        line_ups.give(fixture.pk, fixture.home, line_up, now=before_close(fixture))
        four = [each.pk for each in players_of(fixture.away)[1:]]
        line_ups.give(fixture.pk, fixture.away, four, now=before_close(fixture))
        fixture.refresh_from_db()
        play(fixture)
    pages = [scene.at("championship"), scene.at("championship_team", 1)]
    pages += [scene.at("championship_fixture", fixture.pk) for fixture in scene.fixtures]
    for page in pages:
        text = text_of(scene.people.client("organiser"), page) + text_of(Client(), page)
        assert "Elena" not in text
    assert "Squadra1 Anna" in text_of(Client(), scene.at("championship_team", 1))


def every_address(scene: Scene, fixture: Fixture) -> list[tuple[str, str]]:
    """Each address that could show the home team's line-up to somebody else, and who opens it."""
    public = [
        scene.at("championship"),
        scene.at("championship_team", fixture.home.number),
        scene.at("championship_fixture", fixture.pk),
        f"/circoli/{scene.club.slug}/",
    ]
    desk = [scene.at("championship_desk"), scene.at("championship_fixture_desk", fixture.pk)]
    of_captain = [
        scene.of_captain("captain", fixture.away),
        scene.of_captain("captain_line_up", fixture.away, fixture.pk),
    ]
    return [
        *((address, who) for address in public for who in ("", "stranger", "referee", "organiser")),
        *((address, who) for address in desk for who in ("referee", "organiser")),
        *((address, "") for address in of_captain),
    ]


def test_no_address_shows_a_line_up_of_the_other_team_before_both_are_in(scene: Scene) -> None:
    """The four are recognised by their order, which no other page has: last to first."""
    fixture = scene.fixtures[0]
    four = players_of(fixture.home)[3::-1]
    line_ups.give(fixture.pk, fixture.home, [each.pk for each in four], now=before_close(fixture))
    secrets = [f"{one.full_name} – {other.full_name}" for one, other in (four[:2], four[2:])]
    for address, who in every_address(scene, fixture):
        text = text_of(scene.people.client(who), address)
        assert not any(secret in text for secret in secrets), f"{address} for {who or 'nobody'}"
    assert not scene.club.log.filter(after__icontains="Squadra").exists()
    # Its own captain reads it, and may change it.
    own = text_of(Client(), scene.of_captain("captain", fixture.home))
    assert secrets[0] in own
    line_ups.give(fixture.pk, fixture.home, [each.pk for each in four[::-1]], now=before_close(fixture))
    # Once the time is over, everybody reads it.
    closes_at = fixture.line_ups_close_at
    assert closes_at
    with patch.object(timezone, "now", return_value=closes_at):
        late = text_of(Client(), scene.at("championship_fixture", fixture.pk))
    assert f"{four[3].full_name} – {four[2].full_name}" in late


def test_a_captain_reaches_only_own_matches_and_a_renewed_link_opens_nothing(scene: Scene) -> None:
    fixture = scene.fixtures[0]
    others = [
        team for team in scene.championship.teams.all() if team.pk not in (fixture.home_id, fixture.away_id)
    ]
    assert Client().get(scene.of_captain("captain_line_up", others[0], fixture.pk)).status_code == 404
    assert Client().post(scene.of_captain("captain_answer", others[0], fixture.pk)).status_code == 404
    before = scene.of_captain("captain", fixture.home)
    text_of(Client(), before)
    teams.renew_code(scene.championship.pk, fixture.home.number, by=scene.people.organiser)
    assert Client().get(before).status_code == 403
    assert Client().get(before[:-3] + "zz/").status_code == 403


def test_captains_agree_on_a_date_from_their_phones(scene: Scene) -> None:
    fixture = scene.fixtures[0]
    propose = scene.of_captain("captain_date", fixture.home, fixture.pk)
    assert Client().get(propose).status_code == 200
    sent = {"date": "2030-11-30", "starts_at": "18:00", "venue": "Altrove", "reason": "La sala è chiusa"}
    assert Client().post(propose, {**sent, "version": fixture.version}).status_code == 303
    assert "propone" in text_of(Client(), scene.of_captain("captain", fixture.away))
    answer = scene.of_captain("captain_answer", fixture.away, fixture.pk)
    page = text_of(Client(), scene.of_captain("captain", fixture.away))
    fixture.refresh_from_db()
    assert f'name="version" value="{fixture.version}"' in page
    # The page of a proposal that was changed since accepts nothing.
    stale = {"answer": "accept", "version": fixture.version - 1}
    assert Client().post(answer, stale).status_code == 303
    assert fixture.proposals.filter(answered_at=None).exists()
    seen = {"answer": "accept", "version": fixture.version}
    assert Client().post(answer, seen).status_code == 303
    fixture.refresh_from_db()
    assert (fixture.date, fixture.venue) == (date(2030, 11, 30), "Altrove")
    outdated = Client().post(propose, {**sent, "version": 1})
    assert outdated.status_code == 409


def test_a_contested_report_goes_to_the_referee(scene: Scene) -> None:
    fixture = scene.fixtures[0]
    played = play(fixture)
    contest = scene.of_captain("captain_contest", fixture.away, fixture.pk)
    assert Client().post(contest, {"reason": ""}).status_code == 422
    assert Client().post(contest, {"reason": "Il tavolo 2 è scritto al contrario"}).status_code == 303
    referee = scene.people.client("referee")
    assert "scritto al contrario" in text_of(referee, scene.at("championship_fixture_desk", fixture.pk))
    approve = scene.at("approve_fixture", fixture.pk)
    fixture.refresh_from_db()
    seen = {"version": fixture.version, "results": played.results_version}
    assert referee.post(approve, {**seen, "note": ""}).status_code == 422
    assert referee.post(approve, {**seen, "note": "Sentiti tutti"}).status_code == 303
    played.refresh_from_db()
    assert played.closed_at


def test_a_referee_approves_only_the_result_on_the_page(scene: Scene) -> None:
    fixture = scene.fixtures[0]
    played = play(fixture)
    referee, approve = scene.people.client("referee"), scene.at("approve_fixture", fixture.pk)
    points = next(each.points for each in championship_standings(scene.championship).fixtures)
    assert points
    assert "{}–{}".format(*points) in text_of(referee, approve)
    # Another desk corrects a deal meanwhile.
    Tournament.objects.filter(pk=played.pk).update(results_version=played.results_version + 1)
    sent = {"version": fixture.version, "results": played.results_version, "note": ""}
    assert referee.post(approve, sent).status_code == 409
    fixture.refresh_from_db()
    assert fixture.approved is None


def test_dates_that_are_past_are_told_when_the_calendar_is_drawn(scene: Scene) -> None:
    """Else the captains could give no line-up, and the calendar shows no year."""
    organiser, draw = scene.people.client("organiser"), scene.at("draw_championship")
    for first, is_told in (("2025-01-10", True), ("2090-01-10", False)):
        scene.championship.refresh_from_db()
        sent = {"first": first, "every": 7, "version": scene.championship.version}
        assert organiser.post(draw, sent).status_code == 303
        assert ("10/1/2025" in text_of(organiser, scene.at("championship_desk"))) == is_told


def test_a_calendar_goes_from_its_page_so_that_a_team_can_come(scene: Scene) -> None:
    organiser, desk = scene.people.client("organiser"), scene.at("championship_desk")
    new, removal = scene.at("new_championship_team"), scene.at("remove_calendar")
    team = {"name": "La quinta", "players": "", "key": ""}
    answer = organiser.post(new, team)
    assert answer.status_code == 409
    assert "prima toglilo, poi sorteggialo di nuovo" in answer.content.decode()
    assert removal in text_of(organiser, desk)
    assert "si perde, con le date spostate" in text_of(organiser, scene.at("draw_championship"))
    assert "si perde, con le date spostate" in text_of(organiser, removal)
    scene.championship.refresh_from_db()
    version = scene.championship.version
    assert organiser.post(removal, {"version": version - 1}).status_code == 409
    assert organiser.post(removal, {"version": version}).status_code == 303
    assert not scene.championship.fixtures.exists()
    assert "Il calendario di adesso si perde" not in text_of(organiser, scene.at("draw_championship"))
    assert organiser.post(new, team).status_code == 303
    assert scene.championship.teams.count() == 5


def test_once_it_has_begun_the_desk_says_what_a_new_team_can_do(scene: Scene) -> None:
    give_both(scene.fixtures[0])
    organiser, desk = scene.people.client("organiser"), scene.at("championship_desk")
    assert scene.at("remove_calendar") not in text_of(organiser, desk)
    assert "Una nuova può subentrare a un'altra" in text_of(organiser, desk)
    answer = organiser.post(scene.at("new_championship_team"), {"name": "La quinta", "players": ""})
    assert answer.status_code == 409
    assert "di quella si cambiano il nome e i giocatori" in answer.content.decode()


def test_after_one_line_up_the_calendar_stays_for_that_reason_and_nobody_reads_whose(scene: Scene) -> None:
    [first, *_others] = scene.fixtures
    four = [each.pk for each in players_of(first.home)[:4]]
    line_ups.give(first.pk, first.home, four, now=before_close(first))
    organiser = scene.people.client("organiser")
    scene.championship.refresh_from_db()
    again = {"first": "2090-01-10", "every": 7, "version": scene.championship.version}
    new = {"name": "La quinta", "players": ""}
    for name, sent in (("draw_championship", again), ("new_championship_team", new)):
        answer = organiser.post(scene.at(name), sent)
        assert answer.status_code == 409
        said = answer.content.decode()
        assert "Una squadra ha già consegnato una formazione" in said
        assert "Il campionato è già cominciato" not in said
        assert first.home.name not in said


def test_another_club_sees_nothing_of_this_desk(scene: Scene) -> None:
    other = a_club("Circolo vicino")
    boss = signed_in(an_officer(other, RoleKind.ORGANISER, RoleKind.OWNER))
    for name in ("championship_desk", "settings_championship", "draw_championship"):
        assert boss.get(scene.at(name)).status_code == 403
        own_club = reverse(name, args=[other.slug, scene.championship.code])
        assert boss.get(own_club).status_code == 404


def test_a_penalty_moves_a_team_down_and_its_revocation_up_again(scene: Scene) -> None:
    for fixture in scene.fixtures:
        play(fixture, seed=fixture.pk)
    first = championship_standings(scene.championship).groups[1][0]
    referee = scene.people.client("referee")
    page = scene.at("penalise_team", first.number)
    assert referee.get(page).status_code == 200
    sent = {"kind": "match_points", "amount": 20, "reason": "Giocatore non iscritto"}
    assert referee.post(page, sent).status_code == 303
    assert championship_standings(scene.championship).groups[1][-1].number == first.number
    assert "Giocatore non iscritto" in text_of(Client(), scene.at("championship"))
    [penalty] = championship_standings(scene.championship).penalties
    reports.revoke_penalty(scene.championship.pk, penalty.pk, by=scene.people.referee, reason="Era iscritto")
    assert championship_standings(scene.championship).groups[1][0].number == first.number


READ_BY_ALL = "Lo leggono tutti, sulla pagina del campionato."


def test_the_reasons_that_everybody_reads_say_so(scene: Scene) -> None:
    organiser, fixture = scene.people.client("organiser"), scene.fixtures[0]
    for name, number in (("penalise_team", 1), ("forfeit_fixture", fixture.pk)):
        assert READ_BY_ALL in text_of(organiser, scene.at(name, number))
    assert READ_BY_ALL not in text_of(organiser, scene.at("move_fixture", fixture.pk))
    withdrawal = text_of(organiser, scene.at("withdraw_team", 1))
    assert "Lo leggono tutti, sulle pagine degli incontri che non si giocano." in withdrawal


def test_a_team_taken_out_before_the_calendar_leaves_its_reason_in_the_log(scene: Scene) -> None:
    championship = a_championship(scene.club, scene.people.organiser, of=2, name="Coppa")
    page = reverse("withdraw_team", args=[scene.club.slug, championship.code, 2])
    organiser = scene.people.client("organiser")
    assert READ_BY_ALL not in text_of(organiser, page)
    assert organiser.post(page, {"reason": "Iscritta due volte"}).status_code == 303
    assert championship.teams.count() == 1
    assert scene.club.log.get(act="championship.team-removed").reason == "Iscritta due volte"


def test_a_team_that_withdraws_loses_what_it_has_not_played(scene: Scene) -> None:
    give_both(scene.fixtures[0])
    play(scene.fixtures[0])
    team = scene.fixtures[0].home
    organiser = scene.people.client("organiser")
    page = scene.at("withdraw_team", team.number)
    assert organiser.post(page, {"reason": "Siamo rimasti in tre", "annuls": "no"}).status_code == 303
    again = text_of(organiser, page)
    assert f"I risultati di «{team.name}», ritirata" in again
    assert "Ritirare" not in again
    known = championship_standings(scene.championship)
    assert known.groups[1][-1].entry == team.pk
    own = [each for each in known.fixtures if each.fixture.side_of(team.pk)]
    assert sum(bool(each.fixture.lost_by) for each in own) == len(own) - 1
    assert "ritirata" in text_of(Client(), scene.at("championship"))


def test_matches_are_in_the_club_s_calendar_once(scene: Scene) -> None:
    feed = reverse("calendar_feed", args=[scene.club.slug])
    assert text_of(Client(), feed).count("BEGIN:VEVENT") == len(scene.fixtures)
    give_both(scene.fixtures[0])
    after = text_of(Client(), feed)
    assert after.count("BEGIN:VEVENT") == len(scene.fixtures)
    assert after.count("UID:incontro-") == len(scene.fixtures) - 1
    assert scene.championship.name in text_of(Client(), f"/circoli/{scene.club.slug}/")


def test_a_prepared_match_is_when_and_where_its_tournament_says(scene: Scene) -> None:
    match = give_both(scene.fixtures[0])
    lifecycle.change(match.pk, by=JURY, venue="Sala Borsa", date=date(2031, 2, 3))
    text = text_of(Client(), scene.at("championship_fixture", scene.fixtures[0].pk))
    assert "Sala Borsa" in text
    assert "3 febbraio 2031" in text


def test_the_evening_of_a_match_leads_to_its_championship_and_back(scene: Scene) -> None:
    fixture = scene.fixtures[0]
    evening = give_both(fixture).get_absolute_url()
    match = scene.at("championship_fixture", fixture.pk)
    shown = text_of(Client(), evening)
    assert f'href="{match}"' in shown
    assert f'href="{scene.championship.get_absolute_url()}"' in shown
    assert f'href="{evening}"' in text_of(Client(), match)
    desk = text_of(scene.people.client("organiser"), f"{evening}turni/")
    assert f'href="{scene.at("championship_fixture_desk", fixture.pk)}"' in desk


def test_the_referee_and_the_prize_giving_read_the_teams_of_a_match(scene: Scene) -> None:
    tournament = give_both(scene.fixtures[0])
    a_round(tournament)
    board = text_of(scene.people.client("referee"), f"{tournament.get_absolute_url()}arbitro/")
    play_on(tournament)
    prizes = text_of(scene.people.client("organiser"), reverse("prizes", args=[tournament.code]))
    for team in tournament.teams:
        assert team in board.partition('class="needs"')[2]
        assert f"<small>{team}</small>" in prizes


def play_on(tournament: Tournament) -> None:
    """The match to its end, from the round that is played."""
    settle(tournament, tournament.rounds.get(number=1))
    settle(tournament, a_round(tournament, seed=2))
    lifecycle.close(tournament.pk, by=JURY)
    builds.build(tournament.pk)


def test_a_calendar_of_two_years_says_the_year(scene: Scene) -> None:
    """A season from autumn to spring: without the year, January comes after November only by the order."""
    where = scene.at("championship")
    assert "Ott 2030" not in text_of(Client(), where)
    scene.championship.fixtures.filter(pk=scene.fixtures[-1].pk).update(date=date(2031, 1, 16))
    scene.championship.refresh_from_db()
    match_dates.move(
        scene.fixtures[0].pk, by=scene.people.organiser, on=date(2030, 10, 5), starts_at=None, venue="",
        reason="Prima",
    )  # fmt: skip
    text = text_of(Client(), where)
    assert "Ott 2030" in text
    assert "Gen 2031" in text
