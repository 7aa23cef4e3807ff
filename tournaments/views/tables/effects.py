"""What a ruling does to the side that it is on, in a sentence, before it is given."""

from collections.abc import Mapping

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring.wording.rulings import ruling_sentence
from tournaments import rulings
from tournaments.models import OF_DEALS, OF_ENTRIES, Match, RulingEffect
from tournaments.rulings import Asked
from tournaments.scores.shapes import side_label
from tournaments.standings.decisions import WARNINGS_A_PENALTY

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
    RulingEffect.VICTORY_POINTS_OFF: gettext_lazy(
        "%(side)s: %(points)s punti vittoria in meno in questo turno."
    ),
}
OF_ONE_OF_TWO = gettext_lazy(
    "La partita è annullata: %(side)s non ha punti in questo turno ed esce dal torneo. "
    "Agli altri tre va il punteggio del riposo."
)


def effect_sentence(match: Match, asked: Asked) -> str:
    """What the ruling does. Raises what giving it would raise."""
    article, side = asked.article, _whom(match, asked)
    if article.effect in OF_DEALS:
        ruling = rulings.preview(match, article, asked.side, asked.deal_number or 0)
        names = {key: side_label(match.play, key) for key in match.play.sides}
        return ruling_sentence(ruling, "en" if get_language() == "en" else "it", names)
    if article.effect == RulingEffect.WARNING:
        return _warning(match, asked, side)
    if article.effect == RulingEffect.ASSIGNED and asked.assigned:
        return _assigned(match, asked.assigned)
    sentence = SENTENCES[RulingEffect(article.effect)]
    if article.effect == RulingEffect.EXPULSION and match.round.tournament.is_rotation:
        sentence = OF_ONE_OF_TWO
    return str(sentence) % {"side": side, "points": article.points}


def _whom(match: Match, asked: Asked) -> str:
    """The side by its seats; of a ruling on one of the two, the name."""
    if asked.entry is not None and asked.article.effect in OF_ENTRIES:
        seat = match.seats.filter(side=asked.side, entry__number=asked.entry).select_related("person").first()
        return seat.person.full_name if seat else side_label(match.play, asked.side)
    return side_label(match.play, asked.side)


def _warning(match: Match, asked: Asked, side: str) -> str:
    number = rulings.warnings_of(match, asked) + 1
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
