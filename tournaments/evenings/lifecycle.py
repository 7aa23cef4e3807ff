"""The life of a tournament: creating it, changing its settings, calling it off, closing and reopening it."""

import secrets
from datetime import date
from typing import Any

from celery import Task, current_app
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

import scoring
from club.models import Club
from tournaments import log
from tournaments.actors import Actor
from tournaments.core import boards
from tournaments.entries.bookings import evening_changes
from tournaments.errors import InputRefused, TournamentError
from tournaments.evenings.closing_letters import send_closing_letters
from tournaments.live import live_feed
from tournaments.locking import lock, verify_open, verify_version
from tournaments.models import ClubRatings, Fixture, RoundState, Tournament, closed_boards
from tournaments.models.tournament import DEFAULT_GAME, accademia_criteria
from tournaments.pairing.formats import FORMAT_SETTINGS, verify_change, verify_format
from tournaments.results.push import subscriptions
from tournaments.standings import builds, ranking_service

#: The task is called by name, because its package, `players`, is a layer above this one.
BUILD_RATINGS = "tournaments.tasks.build_ratings"
#: The settings that decide how deals count and when a match ends: fixed once tables have been announced.
RULES_OF_PLAY = ("game", "house_rule", "target", "agreement", "deals_a_turn", "is_duplicated")
#: The ranking of an evening at tables of more than two sides.
BY_POINTS = ("points_scored", "match_points", "head_to_head", "mini_table", "lots")
#: The plausible years of an evening: another year is a typing mistake.
FIRST_YEAR, LAST_YEAR = 1900, 2200
CHANGEABLE = (
    *RULES_OF_PLAY,
    *FORMAT_SETTINGS,
    "name",
    "date",
    "starts_at",
    "venue",
    "turns",
    "turn_minutes",
    "time_over",
    "match_totals",
    "tables_available",
    "rematches",
    "bye_policy",
    "confirmation",
    "fee_cents",
    "takes_bookings",
    "places",
    "booking_hours",
)


@transaction.atomic
def create(club: Club, *, name: str, on: date, by: Actor, **fields: Any) -> Tournament:
    """A new tournament; fields left out take the game's defaults. Raises InputRefused."""
    tournament = proposed(club, name=name, on=on, **fields)
    tournament.save()
    lock(tournament.pk)
    after = {"name": name, "date": on.isoformat()}
    log.write(tournament, by, "tournament.created", after=after, rows=[tournament])
    return tournament


def proposed(club: Club, *, name: str, on: date, **fields: Any) -> Tournament:
    """The tournament that `create` would save. Raises InputRefused. No query."""
    _verify_house_rule(fields, str(fields.get("game", DEFAULT_GAME)))
    tournament = Tournament(club=club, name=name, date=on, **_completed(fields))
    _verify_rules(tournament)
    verify_format(tournament)
    return tournament


@transaction.atomic
def change(tournament_id: int, *, by: Actor, version: int | None = None, **fields: Any) -> Tournament:
    """The tournament with `fields` changed; the rules of play only before tables are announced.

    `version` is the version that the user saw; raises Outdated if another one is stored.
    """
    tournament = lock(tournament_id)
    verify_open(tournament)
    verify_version(tournament, version)
    new = {name: value for name, value in fields.items() if value != getattr(tournament, name)}
    if {"game", "house_rule"} & set(new):
        _verify_house_rule(fields, str(new.get("game", tournament.game)))
    if "game" in new:
        new = _for_game(tournament, new)
    verify_change(tournament, new)
    _verify_play(tournament, new)
    _verify_match(tournament, new)
    before = {name: str(getattr(tournament, name)) for name in new}
    for name, value in new.items():
        setattr(tournament, name, value)
    _verify_turns(tournament)
    _verify_rules(tournament)
    verify_format(tournament)
    if "bye_policy" in new and tournament.rounds.filter(state=RoundState.SETTLED).exists():
        raise TournamentError(
            "ranking-in-force",
            _("Un turno è già concluso: il riposo si cambia dove si sceglie la classifica, dicendo perché."),
        )
    if new:
        tournament.version += 1
        tournament.save(update_fields=[*new, "boards_seed", "version"])
        after = {name: str(value) for name, value in new.items()}
        log.write(tournament, by, "tournament.changed", before=before, after=after, rows=[tournament])
        evening_changes.follow_change(tournament, set(new))
        live_feed.announce(tournament)
    return tournament


def _verify_match(tournament: Tournament, new: dict[str, Any]) -> None:
    """Refuses another format, or other teams, for a match of a championship."""
    if not {"format", "first_team", "second_team"} & set(new):
        return
    fixture = Fixture.objects.select_related("championship", "home", "away").filter(tournament=tournament)
    if match := fixture.first():
        own = {
            "format": Tournament.Format.CHALLENGE,
            "first_team": match.home.name,
            "second_team": match.away.name,
        }
        if any(name in new and new[name] != value for name, value in own.items()):
            raise TournamentError(
                "match-of-championship",
                _("È un incontro di «%(championship)s»: formula e squadre restano quelle del campionato.")
                % {"championship": match.championship},
            )


def _verify_turns(tournament: Tournament) -> None:
    """Refuses fewer rounds than the tournament has already. One query."""
    last = tournament.rounds.order_by("-number").first()
    planned = tournament.planned_turns
    if last and planned is not None and planned < last.number:
        raise TournamentError(
            "turns-played",
            _("Il turno %(turn)s c'è già: i turni non possono essere meno.") % {"turn": last.number},
        )


def _completed(fields: dict[str, object]) -> dict[str, object]:
    """The fields, completed with the game's defaults."""
    game = scoring.GAMES[str(fields.get("game", DEFAULT_GAME))]
    defaults: dict[str, object] = {}
    if not fields.get("house_rule") and game.house_rules:
        defaults["house_rule"] = game.house_rules[0]
    if not fields.get("criteria"):
        # At a table of several sides, the margin over one of them says little: points decide.
        defaults["criteria"] = accademia_criteria() if len(game.sides) == 2 else list(BY_POINTS)
    return {**fields, **defaults}


def _for_game(tournament: Tournament, new: dict[str, object]) -> dict[str, object]:
    """The change of game, in which defaults replace settings that the new game does not have."""
    criteria = tournament.criteria
    if criteria == _completed({"game": tournament.game})["criteria"]:
        criteria = []  # a default of the old game, not the club's choice
    rules = scoring.GAMES[str(new["game"])].house_rules
    rule = tournament.house_rule if tournament.house_rule in rules else ""
    kept = {"criteria": criteria, **({"house_rule": rule} if rules else {})}
    whole = _completed({**kept, **new})
    return {name: value for name, value in whole.items() if value != getattr(tournament, name)}


def _verify_house_rule(fields: dict[str, object], key: str) -> None:
    """Refuses a chosen rule that the game does not have; where none is chosen, the game's own is taken."""
    game, rule = scoring.GAMES[key], fields.get("house_rule")
    has_none = not game.house_rules and rule == Tournament.HouseRule.ACCADEMIA  # the column's default
    if not rule or has_none or rule in game.house_rules:
        return
    facts = {"game": game.name, "rule": _rule_name(str(rule))}
    if not game.house_rules:
        sentence = _("A %(game)s non c'è la regola «%(rule)s»: lasciala come d'uso nel gioco.")
        raise InputRefused("unknown-house-rule", sentence % facts)
    known = ", ".join(_rule_name(each) for each in game.house_rules)
    raise InputRefused(
        "unknown-house-rule",
        _("A %(game)s non c'è la regola «%(rule)s»: scegli fra %(known)s.") % {**facts, "known": known},
    )


def _rule_name(rule: str) -> str:
    return str(dict(Tournament.HouseRule.choices).get(rule, rule))


def _verify_play(tournament: Tournament, new: dict[str, object]) -> None:
    """Refuses another game or other rules of play once they have been used."""
    if set(RULES_OF_PLAY) & set(new) and tournament.rounds.exclude(state=RoundState.DRAFT).exists():
        raise TournamentError(
            "already-playing", _("Il gioco e le sue regole non cambiano a torneo iniziato.")
        )
    if {"game", "format"} & set(new) and tournament.entries.exists():
        size = Tournament(
            game=str(new.get("game", tournament.game)), format=str(new.get("format", tournament.format))
        ).entry_size
        if size != tournament.entry_size:
            raise TournamentError(
                "entries-of-other-size",
                _(
                    "Ci sono già degli iscritti, e così un'iscrizione avrebbe un altro numero di giocatori: "
                    "toglili prima."
                ),
            )


def _verify_rules(tournament: Tournament) -> None:
    """Refuses an implausible date, and settings that the game does not have. Raises InputRefused."""
    if not FIRST_YEAR <= tournament.date.year <= LAST_YEAR:
        raise InputRefused(
            "date-unlikely",
            _("La data è del %(year)s: controlla l'anno.") % {"year": tournament.date.year},
        )
    game = tournament.rules
    facts = {"game": game.name}
    if tournament.is_rotation and not tournament.play().of_pairs:
        raise InputRefused(
            "rotation-without-pairs",
            _(
                "A %(game)s ognuno gioca già da solo: la rotazione individuale è per i giochi a coppie. "
                "Scegli un'altra formula, o un altro gioco."
            )
            % facts,
        )
    _verify_end_of_match(tournament)
    ranking_service.verify(tournament)
    _verify_duplication(tournament)
    if tournament.match_totals and not game.knows_match_totals:
        raise InputRefused(
            "no-match-totals",
            _("A %(game)s i totali non dicono com'è finita la partita: si scrivono le smazzate.") % facts,
        )
    if tournament.deals_a_turn is not None and game.deals != 1:
        raise InputRefused("deals-fixed", _("A %(game)s le smazzate le decide il gioco.") % facts)


def _verify_end_of_match(tournament: Tournament) -> None:
    """Refuses a target or an agreement that the game does not have. Raises InputRefused."""
    game = tournament.rules
    facts = {"game": game.name}
    if tournament.target is not None and not game.targets:
        raise InputRefused(
            "unknown-target", _("A %(game)s i punti della partita non si scelgono: lasciali vuoti.") % facts
        )
    if tournament.target is not None and tournament.target not in game.targets:
        known = ", ".join(map(str, game.targets))
        raise InputRefused(
            "unknown-target",
            _("A %(game)s si gioca a questi punti: %(known)s.") % {**facts, "known": known},
        )
    if tournament.agreement and tournament.agreement not in game.agreements:
        raise InputRefused("unknown-agreement", _("A %(game)s la partita non finisce così.") % facts)


def _verify_duplication(tournament: Tournament) -> None:
    """Refuses duplicated deals where a game or a setting does not allow to compare them. Raises InputRefused.

    Makes the secret seed of the boards when they are switched on for the first time.
    """
    if not tournament.is_duplicated:
        return
    if not boards.can_be_duplicated(tournament.rules):
        raise InputRefused(
            "not-duplicated",
            _(
                "A %(game)s le carte non possono essere le stesse a tutti i tavoli: servono due coppie, il "
                "mazzo dato tutto e un numero fisso di smazzate. Togli «Le stesse carte a tutti i tavoli», o "
                "scegli un altro gioco."
            )
            % {"game": tournament.rules.name},
        )
    if tournament.match_totals:
        raise InputRefused(
            "totals-of-duplicated",
            _(
                "Con le stesse carte a tutti i tavoli si confrontano le smazzate: togli «Anche i soli totali "
                "della partita»."
            ),
        )
    tournament.boards_seed = tournament.boards_seed or secrets.token_hex(16)


@transaction.atomic
def close(tournament_id: int, *, by: Actor, sends_letters: bool = True) -> Tournament:
    """The tournament, closed: the standings of the last settled round are final.

    After the commit, its officers get the head of its log in a letter, unless the evening is a demo.
    """
    tournament = lock(tournament_id)
    verify_may_close(tournament)
    if not tournament.standings_are_current:
        builds.build(tournament.pk)  # nobody should read older standings as the final ones
        tournament.refresh_from_db()
    if by.user and sends_letters:
        closed_by = by.user.pk
        transaction.on_commit(lambda: send_closing_letters.delay(tournament_id, closed_by), robust=True)
    return _mark_closed(tournament, by, closed=True)


def verify_may_close(tournament: Tournament) -> None:
    """Refuses a tournament that is over, has an open round, or has played none: TournamentError."""
    verify_open(tournament)
    if tournament.rounds.exclude(state=RoundState.SETTLED).exists():
        raise TournamentError(
            "round-open",
            _("C'è un turno ancora aperto: concludilo o buttane la bozza, poi concludi il torneo."),
        )
    if not tournament.rounds.exists():
        raise TournamentError("nothing-played", _("Non si è ancora giocato nessun turno."))


@transaction.atomic
def reopen(tournament_id: int, *, by: Actor, reason: str) -> Tournament:
    """The tournament, open again for a late correction; the log keeps the reason."""
    tournament = lock(tournament_id)
    if tournament.closed_at is None:
        raise TournamentError("not-closed", _("Il torneo è già aperto."))
    return _mark_closed(tournament, by, closed=False, reason=reason)


def _mark_closed(tournament: Tournament, by: Actor, *, closed: bool, reason: str = "") -> Tournament:
    tournament.closed_at = timezone.now() if closed else None
    tournament.save(update_fields=["closed_at"])
    if closed:
        subscriptions.of_entries(tournament.pk).delete()
    act = "tournament.closed" if closed else "tournament.reopened"
    log.write(tournament, by, act, reason=reason, rows=[tournament])
    if closed and closed_boards.open_together(tournament):
        # Needed for an evening that ends before its last round.
        builds.build(tournament.pk, is_opened=True)
    ratings_changed(tournament.club_id)
    live_feed.announce(tournament)
    return tournament


@transaction.atomic
def call_off(tournament_id: int, *, by: Actor, reason: str, moved_to: date | None = None) -> Tournament:
    """The tournament, called off; it stays in the calendar, marked. Refused once tables are announced.

    The log says to which day it has moved, if another tournament takes its place.
    """
    tournament = lock(tournament_id)
    if tournament.called_off_at:
        raise TournamentError("called-off", _("Il torneo è già annullato."))
    if tournament.rounds.exclude(state=RoundState.DRAFT).exists():
        raise TournamentError(
            "already-begun",
            _("Il torneo è già cominciato: non si annulla più. Concludilo, vale quello che si è giocato."),
        )
    return _mark_called_off(tournament, by, is_off=True, reason=reason, moved_to=moved_to)


@transaction.atomic
def hold(tournament_id: int, *, by: Actor, reason: str) -> Tournament:
    """The tournament, held after all."""
    tournament = lock(tournament_id)
    if tournament.called_off_at is None:
        raise TournamentError("not-called-off", _("Il torneo non è annullato."))
    return _mark_called_off(tournament, by, is_off=False, reason=reason)


def _mark_called_off(
    tournament: Tournament, by: Actor, *, is_off: bool, reason: str, moved_to: date | None = None
) -> Tournament:
    tournament.called_off_at = timezone.now() if is_off else None
    # Calendar programs accept the change because the version is higher.
    tournament.version += 1
    tournament.save(update_fields=["called_off_at", "version"])
    act = "tournament.called-off" if is_off else "tournament.held"
    before, after = None, None
    if moved_to:
        before, after = {"date": tournament.date.isoformat()}, {"date": moved_to.isoformat()}
    log.write(tournament, by, act, before=before, after=after, reason=reason, rows=[tournament])
    evening_changes.write_called_off(tournament, is_off=is_off, reason=reason)
    live_feed.announce(tournament)
    return tournament


def ratings_changed(club_id: int) -> None:
    """Records that an evening was closed or reopened, and starts a build of the ratings after the commit."""
    ClubRatings.objects.get_or_create(club_id=club_id)
    ClubRatings.objects.filter(club=club_id).update(wanted=F("wanted") + 1)
    transaction.on_commit(lambda: _registered_task(BUILD_RATINGS).delay(club_id), robust=True)


def _registered_task(name: str) -> Task:
    """The task of that name. Its module is imported first if Celery runs in place and has not imported it
    yet."""
    if name not in current_app.tasks:
        current_app.loader.import_default_modules()
    return current_app.tasks[name]
