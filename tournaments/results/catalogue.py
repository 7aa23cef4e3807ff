"""The club's catalogue of rulings: the usual articles to begin with, and the steps for lateness."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from club.history.log import lock
from club.models import Club
from tournaments.errors import InputRefused, TournamentError
from tournaments.models import Article, Entry, RulingEffect, Tournament


class UsualArticle(NamedTuple):
    """An article that most clubs have."""

    code: str
    title: Promise
    effect: RulingEffect
    points: int = 0
    late_step: int | None = None
    late_within: str = Article.Within.EVENING


#: The usual offences and rulings (FIELD, "The Accademia's tournament", "Ranking"); each club may change them.
BASE_CATALOGUE = (
    UsualArticle("1", _("Segnale non ammesso"), RulingEffect.ONLY_CARD_POINTS),
    UsualArticle("2", _("Accuso fatto fuori tempo o in modo irregolare"), RulingEffect.DECLARATIONS_VOID),
    UsualArticle("3", _("Disturbo o scorrettezza lieve"), RulingEffect.WARNING, 50),
    UsualArticle("4", _("Irregolarità ripetuta"), RulingEffect.POINTS_OFF, 50),
    UsualArticle("5", _("Partita non giocata o abbandonata"), RulingEffect.FORFEIT),
    UsualArticle("6", _("Partita che non si può giocare o finire"), RulingEffect.ASSIGNED),
    UsualArticle("7", _("Discorsi o intese fra compagni"), RulingEffect.EXPULSION),
    UsualArticle("8", _("Ritardo, la prima volta"), RulingEffect.WARNING, 50, 1),
    UsualArticle("8 bis", _("Ritardo, la seconda volta"), RulingEffect.POINTS_OFF, 50, 2),
    UsualArticle("8 ter", _("Ritardo ripetuto"), RulingEffect.FORFEIT, 0, 3, Article.Within.TURN),
)


@transaction.atomic
def adopt_base_catalogue(club: Club) -> None:
    """Adds the usual articles that the club lacks; its own articles stay as they are."""
    Article.objects.bulk_create(
        Article(club=club, **{**usual._asdict(), "title": str(usual.title)}) for usual in missing(club)
    )


@transaction.atomic
def add(club: Club, *, code: str, late_step: int | None = None, **fields: Any) -> Article:
    """The new article. Raises InputRefused for a code, or a step of lateness, that another one has."""
    lock(club.pk)
    if club.articles.filter(code=code).exists():
        raise InputRefused(
            "article-exists", gettext("Questo articolo c'è già: scegli un altro numero."), field="code"
        )
    if late_step is not None and _step_is_taken(club, late_step):
        sentence = gettext("Un altro articolo ha già questo gradino del ritardo.")
        raise InputRefused("step-taken", sentence, field="late_step")
    return Article.objects.create(club=club, code=code, late_step=late_step, **fields)


@transaction.atomic
def retire(article: Article, *, retired: bool) -> Article:
    """The article, retired or in use again; its rulings stay.

    Raises TournamentError where another article in use has its step of lateness.
    """
    lock(article.club_id)
    if article.retired and not retired and _step_is_taken(article.club, article.late_step):
        raise TournamentError(
            "step-taken",
            gettext("Un altro articolo ha già questo gradino del ritardo: mettilo prima fuori uso."),
        )
    article.retired = retired
    article.save(update_fields=["retired"])
    return article


def _step_is_taken(club: Club, step: int | None) -> bool:
    return step is not None and club.articles.filter(retired=False, late_step=step).exists()


def missing(club: Club) -> list[UsualArticle]:
    """The usual articles whose code and step of lateness are both missing from the club's catalogue."""
    codes, steps = set(), set()
    for code, step, retired in club.articles.values_list("code", "late_step", "retired"):
        codes.add(code)
        steps |= set() if retired or step is None else {step}
    return [usual for usual in BASE_CATALOGUE if usual.code not in codes and usual.late_step not in steps]


def ladder(club: Club) -> list[Article]:
    """The lateness articles in use, mildest first."""
    return list(club.articles.filter(late_step__isnull=False, retired=False).order_by("late_step"))


def late_already(tournament: Tournament, entry: Entry) -> list[tuple[int, int]]:
    """The (article, round) of the entry's lateness rulings in force this evening."""
    late_rulings = tournament.rulings.filter(
        entry=entry, article__late_step__isnull=False, revoked_at__isnull=True
    )
    return list(late_rulings.values_list("article_id", "turn"))


def next_step(steps: Sequence[Article], already: Iterable[tuple[int, int]], turn: int) -> Article | None:
    """The first step of lateness not given yet: in this round or in the whole evening, as its article says.

    The last step is repeated. None if the catalogue has no steps.
    """
    earlier = list(already)

    def is_given(step: Article) -> bool:
        turns = [when for article, when in earlier if article == step.pk]
        return turn in turns if step.late_within == Article.Within.TURN else bool(turns)

    return next((step for step in steps if not is_given(step)), steps[-1] if steps else None)
