"""Choosing how a tournament ranks, with every contradiction refused in words."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import scoring
from tournaments import log
from tournaments.actors import Actor
from tournaments.core.standings import CRITERIA, OF_BOARDS, PRESETS, RankingError, verify_order
from tournaments.errors import InputRefused
from tournaments.live import live_feed
from tournaments.locking import lock, verify_open, verify_version
from tournaments.models import RoundState, Tournament
from tournaments.standings.builds import results_changed

#: The tournament's fields that decide the standings besides the results.
FIELDS = ("criteria", "match_scale", "victory_thresholds", "bye_policy", "leavers_last")

NAMES: dict[str, Promise] = {
    "accademia": gettext_lazy("Accademia: punti partita, poi differenza"),
    "points": gettext_lazy("A punti: la somma dei punti"),
    "victory-points": gettext_lazy("A punti vittoria"),
}

REFUSALS: dict[str, Promise] = {
    "no-criterion": gettext_lazy("Scegli almeno un criterio: senza, la classifica non ha un ordine."),
    "unknown-criterion": gettext_lazy("Il criterio «%(criterion)s» non c'è: scegline uno dell'elenco."),
    "repeated-criterion": gettext_lazy("«%(criterion)s» compare due volte: lascialo una volta sola."),
    "not-last": gettext_lazy(
        "Dopo «%(criterion)s» non si guarda altro: mettilo per ultimo, o togli i criteri che seguono."
    ),
    "lots-and-shared": gettext_lazy(
        "Sorteggio e posto condiviso si contraddicono: o chi è pari si sorteggia, o divide il posto."
    ),
    "direct-first": gettext_lazy(
        "«%(criterion)s» guarda solo chi è già pari: mettigli davanti un criterio di punti."
    ),
    "same-sum": gettext_lazy("«%(criterion)s» e «%(other)s» sono la stessa somma: lasciane uno."),
    "cappotti-untold": gettext_lazy("A %(game)s nessuno scrive i cappotti: togli quel criterio."),
    "boards-not-duplicated": gettext_lazy(
        "«%(criterion)s» confronta chi ha avuto le stesse carte: scegli prima «Le stesse carte a tutti i "
        "tavoli», o togli quel criterio."
    ),
    "thresholds-count": gettext_lazy("Scrivi da una a %(most)s soglie dei punti vittoria."),
    "thresholds-range": gettext_lazy("Le soglie dei punti vittoria vanno da 1 a %(most)s."),
    "thresholds-order": gettext_lazy(
        "Le soglie dei punti vittoria devono crescere: dopo %(before)s non può venire %(after)s."
    ),
}


def verify(tournament: Tournament) -> None:
    """Refuses an empty or contradictory ranking. Raises InputRefused."""
    try:
        verify_order(tournament.ranking.criteria)
    except RankingError as refusal:
        raise InputRefused(refusal.code, sentence(refusal)) from refusal
    of_boards = [key for key in tournament.criteria if key in OF_BOARDS]
    if of_boards and not tournament.is_duplicated:
        raise InputRefused(
            "boards-not-duplicated",
            str(REFUSALS["boards-not-duplicated"]) % {"criterion": _named(of_boards[0])},
        )
    if "cappotti" in tournament.criteria and not scoring.tells_cappotti(tournament.game):
        raise InputRefused(
            "cappotti-untold", str(REFUSALS["cappotti-untold"]) % {"game": tournament.rules.name}
        )


def sentence(refusal: RankingError) -> str:
    """The fault in the ranking, and its remedy."""
    facts = {name: _named(value) for name, value in refusal.params.items()}
    return str(REFUSALS[refusal.code]) % facts


def _named(value: int | str) -> int | str:
    criterion = CRITERIA.get(str(value))
    return _(criterion.name) if criterion else value


def preset_of(criteria: Sequence[str]) -> str:
    """The preset with these criteria; empty for an order of the club's own."""
    return next((name for name, keys in PRESETS.items() if list(keys) == list(criteria)), "")


@transaction.atomic
def choose(
    tournament_id: int, *, by: Actor, version: int | None = None, reason: str = "", **fields: object
) -> Tournament:
    """The tournament with its new ranking; fields left out stay.

    Once a round is settled, the existing standings change with it, each in a new version, and a `reason` is
    needed. Raises InputRefused for contradictions, Outdated unless `version` is current.
    """
    tournament = lock(tournament_id)
    verify_open(tournament)
    verify_version(tournament, version)
    new = {name: value for name, value in fields.items() if value != getattr(tournament, name)}
    before = {name: getattr(tournament, name) for name in new}
    for name, value in new.items():
        setattr(tournament, name, value)
    verify(tournament)
    if not new:
        return tournament
    settled = tournament.rounds.filter(state=RoundState.SETTLED).exists()
    if settled and not reason.strip():
        raise InputRefused(
            "reason-missing",
            _("Un turno è già concluso e la sua classifica cambierebbe: scrivi il motivo."),
        )
    tournament.version += 1
    tournament.save(update_fields=[*new, "version"])
    log.write(
        tournament,
        by,
        "tournament.ranking",
        before=before,
        after=new,
        reason=reason.strip(),
        rows=[tournament],
    )
    if settled:
        results_changed(tournament)
    live_feed.announce(tournament)
    return tournament
