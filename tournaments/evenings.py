"""Creating a tournament, changing what can still be changed, closing the evening."""

from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import scoring
from club.models import Club
from tournaments import builds, live, log, ranking
from tournaments.actors import Actor
from tournaments.bookings import announcing
from tournaments.errors import InputRefused, Outdated, TournamentError
from tournaments.formats import FORMAT_SETTINGS, verify_change, verify_format
from tournaments.locking import lock
from tournaments.models import RoundState, Tournament
from tournaments.models.tournament import DEFAULT_GAME, accademia_criteria
from tournaments.tasks import ratings_changed

#: What decides how a smazzata counts and when a match ends: fixed once tables have been announced.
RULES_OF_PLAY = ("game", "house_rule", "target", "agreement", "deals_a_turn")
#: The classifica of an evening at tables of more than two sides.
BY_POINTS = ("points_scored", "match_points", "head_to_head", "mini_table", "lots")
CHANGEABLE = (
    *RULES_OF_PLAY,
    *FORMAT_SETTINGS,
    "name",
    "date",
    "starts_at",
    "venue",
    "turns",
    "turn_minutes",
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
    """A new tournament; what `fields` leaves out is what is usual in the game. Raises InputRefused."""
    tournament = Tournament(club=club, name=name, date=on, **_completed(fields))
    _verify_rules(tournament)
    verify_format(tournament)
    tournament.save()
    lock(tournament.pk)
    log.write(tournament, by, "tournament.created", after={"name": name, "date": on.isoformat()})
    return tournament


@transaction.atomic
def change(tournament_id: int, *, by: Actor, version: int | None = None, **fields: Any) -> Tournament:
    """The tournament with `fields` changed; rules of the count only before the first result.

    `version` is the one the writer saw: another one in place raises Outdated.
    """
    tournament = lock(tournament_id)
    _refuse_closed(tournament)
    if version is not None and version != tournament.version:
        raise Outdated(
            "tournament-changed",
            _("Il torneo è stato cambiato da un'altra persona: guarda com'è adesso e ripeti."),
            current=tournament.version,
        )
    new = {name: value for name, value in fields.items() if value != getattr(tournament, name)}
    if "game" in new:
        new = _for_game(tournament, new)
    verify_change(tournament, new)
    _verify_play(tournament, new)
    last = tournament.rounds.order_by("-number").first()
    if last and new.get("turns", tournament.turns) < last.number:
        raise TournamentError(
            "turns-played",
            _("Il turno %(turn)s c'è già: i turni non possono essere meno.") % {"turn": last.number},
        )
    before = {name: str(getattr(tournament, name)) for name in new}
    for name, value in new.items():
        setattr(tournament, name, value)
    _verify_rules(tournament)
    verify_format(tournament)
    if "bye_policy" in new and tournament.rounds.filter(state=RoundState.SETTLED).exists():
        raise TournamentError(
            "ranking-in-force",
            _("Un turno è già concluso: il riposo si cambia dove si sceglie la classifica, dicendo perché."),
        )
    if new:
        tournament.version += 1
        tournament.save(update_fields=[*new, "version"])
        after = {name: str(value) for name, value in new.items()}
        log.write(tournament, by, "tournament.changed", before=before, after=after)
        announcing.changed(tournament, set(new))
        live.announce(tournament)
    return tournament


def _completed(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields with what is usual in the game where they say nothing."""
    game = scoring.GAMES[fields.get("game", DEFAULT_GAME)]
    usual: dict[str, Any] = {}
    if game.house_rules and fields.get("house_rule") not in game.house_rules:
        usual["house_rule"] = game.house_rules[0]
    if not fields.get("criteria"):
        # At a table of several the margin over one of them says little: the points decide.
        usual["criteria"] = accademia_criteria() if len(game.sides) == 2 else list(BY_POINTS)
    return {**fields, **usual}


def _for_game(tournament: Tournament, new: dict[str, Any]) -> dict[str, Any]:
    """The change of game with what the new one cannot keep of the old replaced by what is usual there."""
    criteria = tournament.criteria
    if criteria == _completed({"game": tournament.game})["criteria"]:
        criteria = []  # what was usual in the old game, not what the club chose
    kept = {"house_rule": tournament.house_rule, "criteria": criteria}
    whole = _completed({**kept, **new})
    return {name: value for name, value in whole.items() if value != getattr(tournament, name)}


def _verify_play(tournament: Tournament, new: dict[str, Any]) -> None:
    """Refuses another game, or other rules of it, once they have been played by."""
    if set(RULES_OF_PLAY) & set(new) and tournament.rounds.exclude(state=RoundState.DRAFT).exists():
        raise TournamentError(
            "already-playing", _("Il gioco e le sue regole non cambiano a torneo iniziato.")
        )
    if {"game", "format"} & set(new) and tournament.entries.exists():
        size = Tournament(
            game=new.get("game", tournament.game), format=new.get("format", tournament.format)
        ).entry_size
        if size != tournament.entry_size:
            raise TournamentError(
                "entries-of-other-size",
                _("Ci sono già degli iscritti, e così sarebbero di un altro numero: toglili prima."),
            )


def _verify_rules(tournament: Tournament) -> None:
    """Refuses what the game does not have. Raises InputRefused."""
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
    if game.house_rules and tournament.house_rule not in game.house_rules:
        raise InputRefused("unknown-house-rule", _("Questa regola non è di %(game)s.") % facts)
    if tournament.target is not None and tournament.target not in game.targets:
        known = ", ".join(map(str, game.targets)) or _("nessuno")
        raise InputRefused(
            "unknown-target",
            _("A %(game)s si gioca a questi punti: %(known)s.") % {**facts, "known": known},
        )
    if tournament.agreement and tournament.agreement not in game.agreements:
        raise InputRefused("unknown-agreement", _("Questa fine della partita non è di %(game)s.") % facts)
    ranking.verify(tournament)
    if tournament.deals_a_turn is not None and game.deals != 1:
        raise InputRefused("deals-fixed", _("A %(game)s le smazzate le decide il gioco.") % facts)


@transaction.atomic
def close(tournament_id: int, *, by: Actor) -> Tournament:
    """The evening over: the classifica of the last settled round is final."""
    tournament = lock(tournament_id)
    _refuse_closed(tournament)
    if tournament.rounds.exclude(state=RoundState.SETTLED).exists():
        raise TournamentError(
            "round-open",
            _("C'è un turno ancora aperto: concludilo o buttane la bozza, poi chiudi il torneo."),
        )
    if not tournament.rounds.exists():
        raise TournamentError("nothing-played", _("Non si è ancora giocato nessun turno."))
    if not tournament.standings_are_current:
        builds.build(tournament.pk)  # nobody shall read an older classifica as the final one
        tournament.refresh_from_db()
    return _mark(tournament, by, closed=True)


@transaction.atomic
def reopen(tournament_id: int, *, by: Actor, reason: str) -> Tournament:
    """The tournament open again, to correct what was found late; the log keeps why."""
    tournament = lock(tournament_id)
    if tournament.closed_at is None:
        raise TournamentError("not-closed", _("Il torneo è già aperto."))
    return _mark(tournament, by, closed=False, reason=reason)


def _mark(tournament: Tournament, by: Actor, *, closed: bool, reason: str = "") -> Tournament:
    tournament.closed_at = timezone.now() if closed else None
    tournament.save(update_fields=["closed_at"])
    log.write(tournament, by, "tournament.closed" if closed else "tournament.reopened", reason=reason)
    ratings_changed(tournament.club_id)
    live.announce(tournament)
    return tournament


def _refuse_closed(tournament: Tournament) -> None:
    if tournament.closed_at:
        raise TournamentError("closed", _("Il torneo è concluso: riaprilo prima di cambiarlo."))
