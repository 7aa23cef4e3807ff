"""The signed code of a team: it opens the captain's page, without an account."""

from django.core.signing import BadSignature
from django.utils.translation import gettext as _

from club import log_context
from tournaments.models import Team
from tournaments.results.codes import CodeRefused, CodeSigner

CAPTAIN_SIGNER = CodeSigner("criccone.captain")


def code_of(team: Team) -> str:
    """The captain's code of that team: valid until an officer renews it.

    The championship's code is in it, because a team restored from an archive may have another team's key.
    """
    return CAPTAIN_SIGNER.sign(f"{team.championship.code}.{team.pk}.{team.code_version}")


def team_of(code: str) -> Team:
    """The team of `code`, with its championship and club. Raises CodeRefused. One query."""
    try:
        championship, team_id, version = CAPTAIN_SIGNER.content(code).split(".")
        teams = Team.objects.select_related("championship__club").filter(championship__code=championship)
        team = teams.get(pk=int(team_id))
    except (BadSignature, ValueError, Team.DoesNotExist):
        raise CodeRefused(
            "captain-code-unknown",
            _("Questo indirizzo non apre nessuna squadra: chiedi al circolo quello del capitano."),
        ) from None
    log_context.note_club(team.championship.club.slug)
    if team.code_version != int(version):
        raise CodeRefused(
            "captain-code-renewed", _("Questo indirizzo è stato sostituito: chiedi al circolo quello nuovo.")
        )
    return team


def captain_name(team: Team) -> str:
    """The name of the team's captain in the log: always Italian, and no personal data."""
    return f"capitano di «{team.name}»"
