"""What a ruling does to the side that it is on, in a sentence, before it is given."""

from collections.abc import Mapping

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring.wording.rulings import ruling_sentence
from tournaments import rulings
from tournaments.models import OF_DEALS, Match, RulingEffect
from tournaments.rulings import Asked
from tournaments.scores.shapes import side_label
from tournaments.standings.facts import WARNINGS_A_PENALTY

SENTENCES = {
    RulingEffect.FORFEIT: gettext_lazy(
        "%(side)s perde la partita a tavolino: nessun punto in questo turno. "
        "Agli avversari va il punteggio del riposo."
    ),
    RulingEffect.EXPULSION: gettext_lazy(
        "La partita è annullata: %(side)s non ha punti in questo turno ed esce dal torneo. "
        "Agli avversari va il punteggio del riposo."
    ),
    RulingEffect.POINTS_OFF: gettext_lazy("%(side)s: %(points)s punti in meno in questo turno."),
}


def effect_sentence(match: Match, asked: Asked) -> str:
    """What the ruling does. Raises what giving it would raise."""
    article, side = asked.article, side_label(match.play, asked.side)
    if article.effect in OF_DEALS:
        ruling = rulings.preview(match, article, asked.side, asked.deal_number or 0)
        names = {key: side_label(match.play, key) for key in match.play.sides}
        return ruling_sentence(ruling, "en" if get_language() == "en" else "it", names)
    if article.effect == RulingEffect.WARNING:
        return _warning(match, asked, side)
    if article.effect == RulingEffect.ASSIGNED and asked.assigned:
        return _assigned(match, asked.assigned)
    return str(SENTENCES[RulingEffect(article.effect)]) % {"side": side, "points": article.points}


def _warning(match: Match, asked: Asked, side: str) -> str:
    number = rulings.warnings_of(match, asked.side) + 1
    facts = {"side": side, "number": number, "points": asked.article.points}
    if number % WARNINGS_A_PENALTY or not asked.article.points:
        return _("%(side)s: ammonizione numero %(number)s, senza perdere punti.") % facts
    return _("%(side)s: ammonizione numero %(number)s, %(points)s punti in meno.") % facts


def _assigned(match: Match, assigned: Mapping[str, int]) -> str:
    before = match.assigned or match.play.totals(list(match.points.values()))
    facts = {
        "score": " – ".join(str(assigned[side]) for side in match.play.sides),
        "old": " – ".join(str(before[side]) for side in match.play.sides),
    }
    return _("La partita finisce %(score)s per decisione dell'arbitro; finora era %(old)s.") % facts
