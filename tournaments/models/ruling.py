from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from club.models import Club
from tournaments.models.entry import Entry
from tournaments.models.round import Match
from tournaments.models.tournament import Tournament


class RulingEffect(models.TextChoices):
    """The effect of a ruling, on a deal, a table or a pair."""

    ONLY_CARD_POINTS = "only-card-points", _("restano solo gli scartini")
    DECLARATIONS_VOID = "declarations-void", _("gli accusi non valgono")
    FORFEIT = "forfeit", _("partita persa a tavolino")
    ASSIGNED = "assigned", _("punteggio arbitrale")
    EXPULSION = "expulsion", _("espulsione: partita annullata, fuori dal torneo")
    WARNING = "warning", _("ammonizione")
    POINTS_OFF = "points-off", _("punti in meno")
    VICTORY_POINTS_OFF = "victory-points-off", _("punti vittoria in meno")


OF_DEALS = (RulingEffect.ONLY_CARD_POINTS, RulingEffect.DECLARATIONS_VOID)
#: Effects that decide the result of a match regardless of its deals.
OF_MATCHES = (RulingEffect.FORFEIT, RulingEffect.EXPULSION, RulingEffect.ASSIGNED)
#: Effects on an entry, even where two entries make a side.
OF_ENTRIES = (
    RulingEffect.EXPULSION,
    RulingEffect.WARNING,
    RulingEffect.POINTS_OFF,
    RulingEffect.VICTORY_POINTS_OFF,
)


class Article(models.Model):
    """A line of the club's catalogue of rulings; retired rather than deleted."""

    class Within(models.TextChoices):
        """How far back a pair's earlier lateness counts."""

        EVENING = "evening", _("nella serata")
        TURN = "turn", _("nel turno")

    club = models.ForeignKey(Club, models.CASCADE, related_name="articles")
    code = models.CharField(_("articolo"), max_length=20)
    title = models.CharField(_("titolo"), max_length=120)
    effect = models.CharField(_("effetto"), max_length=20, choices=RulingEffect.choices)
    # For POINTS_OFF and VICTORY_POINTS_OFF, and for a WARNING that is not the first.
    points = models.PositiveSmallIntegerField(_("punti"), default=0)
    # The step in the ladder of lateness: a warning, then points, then a forfeit of the round (FIELD, Late).
    late_step = models.PositiveSmallIntegerField(_("gradino del ritardo"), null=True, blank=True)
    late_within = models.CharField(
        _("il ritardo si conta"), max_length=10, choices=Within.choices, default=Within.EVENING
    )
    retired = models.BooleanField(_("fuori uso"), default=False)

    class Meta:
        verbose_name = _("articolo")
        verbose_name_plural = _("catalogo dei provvedimenti")
        ordering = ["code"]
        constraints = [
            models.UniqueConstraint(fields=["club", "code"], name="one_article_a_code"),
            models.CheckConstraint(condition=Q(effect__in=RulingEffect.values), name="effect_is_known"),
            models.UniqueConstraint(
                fields=["club", "late_step"],
                condition=Q(late_step__isnull=False, retired=False),
                name="one_article_a_late_step",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.title}"


class Ruling(models.Model):
    """A referee's ruling on a deal, a table or a pair; revoked rather than deleted."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rulings")
    article = models.ForeignKey(Article, models.PROTECT, related_name="rulings")
    # The text of the article at that time.
    title = models.CharField(max_length=150)
    effect = models.CharField(max_length=20, choices=RulingEffect.choices)
    # The round in which it counts.
    turn = models.PositiveSmallIntegerField()
    match = models.ForeignKey(Match, models.CASCADE, null=True, blank=True, related_name="rulings")
    deal_number = models.PositiveSmallIntegerField(null=True, blank=True)
    side = models.CharField(max_length=1, blank=True)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="rulings")
    points = models.PositiveSmallIntegerField(default=0)
    # For ASSIGNED: the points of the table's sides.
    assigned = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=300)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(max_length=150)
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by_name = models.CharField(max_length=150, blank=True)

    class Meta:
        verbose_name = _("provvedimento")
        verbose_name_plural = _("provvedimenti")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="ruling_has_a_reason"),
            models.CheckConstraint(
                condition=~Q(effect__in=["only-card-points", "declarations-void"])
                | Q(match__isnull=False, deal_number__isnull=False),
                name="ruling_on_a_deal_names_it",
            ),
            models.CheckConstraint(
                condition=~Q(effect="assigned") | Q(match__isnull=False, assigned__isnull=False),
                name="assigned_score_is_of_a_match",
            ),
        ]

    def __str__(self) -> str:
        return self.title


class Call(models.Model):
    """A table's call for the referee, open until it is answered."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="calls")
    side = models.CharField(max_length=1, blank=True)
    reason = models.CharField(_("motivo"), max_length=120, blank=True)
    at = models.DateTimeField()
    by_name = models.CharField(max_length=150)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    answered_by_name = models.CharField(max_length=150, blank=True)

    class Meta:
        verbose_name = _("chiamata dell'arbitro")
        verbose_name_plural = _("chiamate dell'arbitro")
        ordering = ["at"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(answered_at__isnull=True), name="one_open_call_a_table"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} {self.at:%H:%M}"
