"""The club's catalogue of rulings: its usual beginning, and the ladder of lateness."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from club.models import Club
from tournaments.models import Article, Entry, RulingEffect, Tournament


class Usual(NamedTuple):
    """An article that most circoli have."""

    code: str
    title: Promise
    effect: RulingEffect
    points: int = 0
    late_step: int | None = None
    late_within: str = Article.Within.EVENING


#: What most circoli punish, and how (FIELD, "The Accademia's tournament", "Ranking"); each club changes it.
BASE_CATALOGUE = (
    Usual("1", _("Segnale non ammesso"), RulingEffect.ONLY_CARD_POINTS),
    Usual("2", _("Accuso fatto fuori tempo o in modo irregolare"), RulingEffect.DECLARATIONS_VOID),
    Usual("3", _("Disturbo o scorrettezza lieve"), RulingEffect.WARNING, 50),
    Usual("4", _("Irregolarità ripetuta"), RulingEffect.POINTS_OFF, 50),
    Usual("5", _("Partita non giocata o abbandonata"), RulingEffect.FORFEIT),
    Usual("6", _("Partita che non si può giocare o finire"), RulingEffect.ASSIGNED),
    Usual("7", _("Discorsi o intese fra compagni"), RulingEffect.EXPULSION),
    Usual("8", _("Ritardo, la prima volta"), RulingEffect.WARNING, 50, 1),
    Usual("8 bis", _("Ritardo, la seconda volta"), RulingEffect.POINTS_OFF, 50, 2),
    Usual("8 ter", _("Ritardo ripetuto"), RulingEffect.FORFEIT, 0, 3, Article.Within.TURN),
)


@transaction.atomic
def adopt_base_catalogue(club: Club) -> None:
    """Gives the club the usual articles that it has not; those it has stay as they are."""
    Article.objects.bulk_create(
        Article(club=club, **{**usual._asdict(), "title": str(usual.title)}) for usual in missing(club)
    )


def missing(club: Club) -> list[Usual]:
    """The usual articles that the club's catalogue has not: neither their code nor their step of lateness."""
    codes, steps = set(), set()
    for code, step, retired in club.articles.values_list("code", "late_step", "retired"):
        codes.add(code)
        steps |= set() if retired or step is None else {step}
    return [usual for usual in BASE_CATALOGUE if usual.code not in codes and usual.late_step not in steps]


def ladder(club: Club) -> list[Article]:
    """The articles of lateness in use, the mildest first."""
    return list(club.articles.filter(late_step__isnull=False, retired=False).order_by("late_step"))


def late_already(tournament: Tournament, entry: Entry) -> list[tuple[int, int]]:
    """The (article, turn) of the pair's lateness so far this evening: what was not taken back."""
    given = tournament.rulings.filter(entry=entry, article__late_step__isnull=False, revoked_at__isnull=True)
    return list(given.values_list("article_id", "turn"))


def next_step(steps: Sequence[Article], already: Iterable[tuple[int, int]], turn: int) -> Article | None:
    """The first step of the ladder not yet given, within the evening or the turn as the article says.

    Who has had them all gets the last again; None where the catalogue has no ladder.
    """
    given = list(already)

    def is_given(step: Article) -> bool:
        turns = [when for article, when in given if article == step.pk]
        return turn in turns if step.late_within == Article.Within.TURN else bool(turns)

    return next((step for step in steps if not is_given(step)), steps[-1] if steps else None)
