"""The score of a challenge in words."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.core.standings.challenge_score import DECIDING, ChallengeScore


def lead_words(names: Sequence[str], score: ChallengeScore, *, is_final: bool) -> str:
    """Who leads, or has won, and by how much: "Rossi conduce di 4 punti partita"."""
    if score.leader is None:
        return _("La sfida è finita pari.") if is_final else _("Le due squadre sono pari.")
    figure = DECIDING[score.decided_by]
    one, other = (getattr(team, figure) for team in score.teams)
    by = abs(one - other)
    if figure == "match_points":
        margin = ngettext("%(by)s punto partita", "%(by)s punti partita", by)
    elif figure == "victory_points":
        margin = ngettext("%(by)s punto vittoria", "%(by)s punti vittoria", by)
    else:
        margin = ngettext("%(by)s punto", "%(by)s punti", by)
    sentence = _("%(team)s vince di %(margin)s.") if is_final else _("%(team)s conduce di %(margin)s.")
    return sentence % {"team": names[score.leader - 1], "margin": margin % {"by": by}}


FIGURES = {
    "match_points": gettext_lazy("punti partita"),
    "victory_points": gettext_lazy("punti vittoria"),
    "points": gettext_lazy("punti"),
}


def figure_words(figure: str) -> str:
    """The name of a figure of a team."""
    return str(FIGURES[figure])


def tables_words(won: int, drawn: int, lost: int) -> str:
    """The tables of a team: "5 vinti, 1 pari, 3 persi"."""
    return _("tavoli: %(won)s vinti, %(drawn)s pari, %(lost)s persi") % {
        "won": won, "drawn": drawn, "lost": lost,
    }  # fmt: skip
