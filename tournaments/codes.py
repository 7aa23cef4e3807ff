"""The signed code of a table: who holds the sheet may enter that table's results, and nothing else."""

from dataclasses import dataclass

from django.core.signing import BadSignature, Signer
from django.utils.translation import gettext as _

from tournaments.errors import TournamentError
from tournaments.models import Match, RoundState


class CodeRefused(TournamentError):
    """The code opens nothing: forged, renewed, or its turn is over (403)."""


@dataclass(frozen=True)
class TableCode:
    """What a code says once its signature holds."""

    match: Match

    @property
    def takes_results(self) -> bool:
        return self.match.round.takes_results


def _signer() -> Signer:
    return Signer(salt="criccone.table")


def code_of(match: Match) -> str:
    """The code printed on the sheet of `match`: good until the round is settled or its codes are renewed."""
    return _signer().sign(f"{match.pk}.{match.round.codes_version}").replace(":", ".")


def read(code: str) -> TableCode:
    """The table that `code` opens. Raises CodeRefused with a sentence for the player. One query."""
    try:
        match_id, version = _signer().unsign(":".join(code.rsplit(".", 1))).split(".")
        match = Match.objects.select_related("round__tournament__club").get(pk=int(match_id))
    except (BadSignature, ValueError, Match.DoesNotExist):
        raise CodeRefused(
            "code-unknown",
            _("Questo codice non apre nessun tavolo: inquadra di nuovo quello sul foglio di gara."),
        ) from None
    if match.round.codes_version != int(version) or match.round.state == RoundState.DRAFT:
        raise CodeRefused(
            "code-renewed",
            _("Questo codice è stato sostituito: chiedi alla Giuria il foglio nuovo."),
            **_place(match),
        )
    if match.round.state == RoundState.SETTLED:
        raise CodeRefused(
            "code-over",
            _("Il turno è concluso: per correggere un risultato rivolgiti all'arbitro."),
            **_place(match),
        )
    return TableCode(match)


def _place(match: Match) -> dict[str, str | int]:
    """Where a code that was good once belongs, so that its holder can be shown the way."""
    return {
        "tournament": match.round.tournament.code,
        "turn": match.round.number,
        "table": match.table,
    }
