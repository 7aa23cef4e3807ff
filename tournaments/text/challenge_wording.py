"""The score of a challenge in words."""

from collections.abc import Sequence
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.core.marathon import Outlook
from tournaments.core.standings.challenge_score import DECIDING, ChallengeScore
from tournaments.models import Tournament


def lead_words(
    names: Sequence[str], score: ChallengeScore, *, is_final: bool, waits_for: int | None = None
) -> str:
    """The team that leads, or has won, and by how much: "Rossi conduce di 4 punti partita".

    `waits_for` is a round whose results are closed to the reader.
    """
    if waits_for:
        waits = _(
            "Le smazzate del turno %(turn)s sono coperte: il confronto si vede quando il turno è concluso."
        ) % {"turn": waits_for}
        return f"{lead_words(names, score, is_final=is_final)} {waits}" if score.rounds else waits
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
    """The tables of a team: "tavoli: 5 vinti, 1 pari, 3 persi"."""
    return _("tavoli: %(record)s") % {"record": record_words(won, drawn, lost)}


def record_words(won: int, drawn: int, lost: int) -> str:
    """Tables or matches by their end: "5 vinti, 1 pari, 1 perso"."""
    words = (
        ngettext("%(won)s vinto", "%(won)s vinti", won) % {"won": won},
        _("%(drawn)s pari") % {"drawn": drawn},
        ngettext("%(lost)s perso", "%(lost)s persi", lost) % {"lost": lost},
    )
    return ", ".join(words)


def until_words(tournament: Tournament) -> str:
    """Until when a challenge is played: "fino alle 03:00 del giorno dopo"; empty for planned rounds."""
    if tournament.play_ends_at is None:
        return ""
    ends_at = timezone.localtime(tournament.play_ends_at)
    time = f"{ends_at:%H:%M}"
    if ends_at.date() > tournament.date:
        return _("fino alle %(time)s del giorno dopo") % {"time": time}
    return _("fino alle %(time)s") % {"time": time}


def outlook_words(outlook: Outlook) -> str:
    """Whether there is time for other rounds, and why: "C'è tempo per altri 4 turni, di circa 28 minuti"."""
    if not outlook.left:
        return _("Il tempo della sfida è finito: il turno che si sta giocando si finisce e conta.")
    minutes = max(1, round(outlook.round_lasts / timedelta(minutes=1)))
    if not outlook.rounds:
        return ngettext(
            "Non c'è tempo per un altro turno: di solito dura circa %(minutes)s minuto.",
            "Non c'è tempo per un altro turno: di solito dura circa %(minutes)s minuti.",
            minutes,
        ) % {"minutes": minutes}
    return ngettext(
        "C'è tempo per un altro turno: di solito dura circa %(minutes)s minuti.",
        "C'è tempo per altri %(rounds)s turni, se ognuno dura circa %(minutes)s minuti.",
        outlook.rounds,
    ) % {"rounds": outlook.rounds, "minutes": minutes}
