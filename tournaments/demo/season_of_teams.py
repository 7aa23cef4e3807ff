"""A championship of teams that plays itself over weekends, with the events of a real one: a date moved by
agreement, a team that does not come, a sheet read wrongly and corrected after the report."""

from datetime import date, time, timedelta

from django.utils.translation import gettext as _

from club.models import Club, Role, RoleKind, User
from tournaments.actors import Actor
from tournaments.championships import calendar, championship_service, match_dates, reports, teams
from tournaments.championships.team_standings import championship_standings
from tournaments.core.lots import lot
from tournaments.demo.championship import TURNS, confirm, match_plan, prepared
from tournaments.demo.evening import Evening, Tell, play_turns, read_again
from tournaments.demo.people import names
from tournaments.entries.guests import Guest
from tournaments.evenings import lifecycle
from tournaments.models import Championship, Fixture, Tournament

PLAYERS = 4
#: A weekend is Friday, Saturday and Sunday; `date.weekday` of Friday is 4.
FRIDAY, DAYS_OF_A_WEEKEND = 4, 3


def weekends(after: date, rounds: int) -> list[date]:
    """One day for each round: Friday, Saturday and Sunday of consecutive weekends after that day."""
    friday = after + timedelta(days=(FRIDAY - after.weekday()) % 7 or 7)
    return [
        friday + timedelta(weeks=at // DAYS_OF_A_WEEKEND, days=at % DAYS_OF_A_WEEKEND) for at in range(rounds)
    ]


def play(
    club: Club, *, team_count: int, seed: int, today: date, tell: Tell, is_duplicated: bool = False
) -> Championship:
    """A championship of `team_count` teams, played to its end and closed. Equal seeds give equal
    championships.

    `is_duplicated` gives both tables of each match the same cards. Raises StandingsLate when a worker should
    build the standings and none does.
    """
    by = _referee(club)
    championship = championship_service.create(
        club.pk,
        by=by,
        name=_("Campionato %(seed)s") % {"seed": seed},
        seed=seed,
        turns=TURNS,
        is_duplicated=is_duplicated,
    )
    _enter_teams(championship, team_count, by, today)
    rounds = calendar.rounds_of(championship, list(championship.teams.all()))
    calendar.draw(championship.pk, by=by, dates=weekends(today, rounds), starts_at=time(20, 30))
    fixtures = list(
        championship.fixtures.select_related("home", "away", "championship").order_by("round", "pk")
    )
    moved, forfeited = fixtures[0], fixtures[len(fixtures) // 2]
    _move(moved, tell)
    for place, fixture in enumerate(fixtures, start=1):
        tell(_("incontro %(place)d di %(matches)d") % {"place": place, "matches": len(fixtures)})
        if fixture == forfeited and fixture != moved:
            reports.forfeit(fixture.pk, by=by, lost_by=Fixture.AWAY, reason=_("Non si è presentata"))
        else:
            _play_match(fixture, _plan(fixture, seed), by)
    last = fixtures[-1] if fixtures[-1] != forfeited else fixtures[0]
    _correct(last, _plan(last, seed), by)
    championship_service.close(championship.pk, by=by)
    championship.refresh_from_db()
    return championship


def _referee(club: Club) -> User:
    """An organiser of the club; where there is none, a new one who cannot sign in."""
    organiser = User.objects.filter(roles__club=club, roles__kind=RoleKind.ORGANISER).order_by("pk").first()
    if organiser:
        return organiser
    user = User.objects.create_user(f"giuria@{club.slug}.invalid", first_name=_("Giuria"))
    Role.objects.create(club=club, user=user, kind=RoleKind.ORGANISER)
    return user


def _enter_teams(championship: Championship, team_count: int, by: User, today: date) -> None:
    people = names(PLAYERS * team_count, championship.seed)
    for at in range(team_count):
        teams.add(
            championship.pk,
            by=by,
            name=_("Squadra %(number)s") % {"number": at + 1},
            # Two teams share each room.
            room=_("Sala %(number)s") % {"number": at // 2 + 1},
            players=[
                Guest(*each, name_consent_on=today) for each in people[PLAYERS * at : PLAYERS * (at + 1)]
            ],
            captain=0,
        )


def _move(fixture: Fixture, tell: Tell) -> None:
    """The home captain proposes a day four weeks later, and the other accepts."""
    tell(_("una data spostata d'accordo"))
    if fixture.date:
        later = fixture.date + timedelta(weeks=4)
        match_dates.propose(
            fixture.pk, fixture.home, on=later, starts_at=time(19, 30), venue=fixture.venue,
            reason=_("La sala è chiusa"),
        )  # fmt: skip
        match_dates.answer(fixture.pk, fixture.away, accepts=True)


def _plan(fixture: Fixture, seed: int) -> Evening:
    chance = lot(seed, "match", fixture.round, fixture.home.number, fixture.away.number) >> 11
    return match_plan(fixture, chance)


def _play_match(fixture: Fixture, plan: Evening, by: User) -> None:
    match = prepared(fixture, by)
    if match.is_duplicated:
        match.boards_seed = f"{plan.seed_of('boards'):032x}"
        match.save(update_fields=["boards_seed"])
    play_turns(match, plan, by=Actor.officer(by), tell=lambda _step: None)
    confirm(fixture)
    reports.approve(fixture.pk, by=by)


def _correct(fixture: Fixture, plan: Evening, by: User) -> None:
    """Corrects the first deal of the match after its report, which is then confirmed and approved again."""
    match = Tournament.objects.get(fixture=fixture)
    lifecycle.reopen(match.pk, by=Actor.officer(by), reason=_("Un foglio letto male"))
    read_again(match, plan, by=Actor.officer(by))
    lifecycle.close(match.pk, by=Actor.officer(by), sends_letters=False)
    confirm(fixture)
    reports.approve(fixture.pk, by=by)


def as_text(championship: Championship) -> str:
    """The table, a line for each team: place, match points, won, drawn and lost, difference, name."""
    standings = championship_standings(championship)
    points, matches, difference, team = _("PP"), _("V-N-P"), _("diff."), _("squadra")
    lines = [f"{'':>4}  {points:>3}  {matches:>8}  {difference:>7}  {team}"]
    for rows in standings.groups.values():
        for row in rows:
            place = f"{row.place}{'=' if row.tied else '.'}"
            played = f"{row.won + row.rested}-{row.drawn}-{row.lost}"  # a rest is a win by forfeit
            name = standings.teams[row.entry].name
            lines.append(f"{place:>4}  {row.match_points:>3}  {played:>8}  {row.difference:>+7}  {name}")
    return "\n".join(lines)


def as_json(championship: Championship) -> dict[str, object]:
    """The calendar with its scores and the table: equal for two championships played alike."""
    standings = championship_standings(championship)
    return {
        "matches": [
            {
                "round": each.fixture.round,
                "home": each.fixture.home.number,
                "away": each.fixture.away.number,
                "points": each.points,
                "lost_by": each.fixture.lost_by,
                "report": each.report,
            }
            for each in standings.fixtures
        ],
        "standings": [
            {
                "place": row.place, "team": row.number, "match_points": row.match_points,
                "won": row.won + row.rested,  # a rest is a win by forfeit
                "drawn": row.drawn, "lost": row.lost, "difference": row.difference,
            }
            for rows in standings.groups.values()
            for row in rows
        ],
    }  # fmt: skip
