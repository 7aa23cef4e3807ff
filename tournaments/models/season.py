from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from club.models import Club, Person
from tournaments.core.seasons import USUAL_CRITERIA, USUAL_PLACE_POINTS, Counting, Rules
from tournaments.models.tournament import Tournament


def usual_place_points() -> list[int]:
    return list(USUAL_PLACE_POINTS)


def usual_criteria() -> list[str]:
    return list(USUAL_CRITERIA)


class Season(models.Model):
    """A season: the evenings that count for a club's ranking, and how. Written by `season_service`."""

    class Ranks(models.TextChoices):
        PLAYER = "player", _("individuale: ai due della coppia vanno gli stessi punti")
        PAIR = "pair", _("a coppie: la coppia sono le stesse due persone")

    class CountedBy(models.TextChoices):
        PLACE = Counting.PLACE.value, _("punti secondo il posto")
        MATCH_POINTS = Counting.MATCH_POINTS.value, _("punti partita")
        VICTORY_POINTS = Counting.VICTORY_POINTS.value, _("punti vittoria")
        DIFFERENCE = Counting.DIFFERENCE.value, _("differenza punti")
        SCORED = Counting.SCORED.value, _("punti fatti")

    class Among(models.TextChoices):
        ALL = "all", _("tutti, anche gli ospiti")
        MEMBERS = "members", _("soltanto i soci")

    club = models.ForeignKey(Club, models.PROTECT, related_name="seasons", verbose_name=_("circolo"))
    name = models.CharField(_("nome"), max_length=120)
    from_day = models.DateField(_("dal"))
    to_day = models.DateField(_("al"))
    ranks = models.CharField(_("classifica"), max_length=10, choices=Ranks.choices, default=Ranks.PLAYER)
    counted_by = models.CharField(
        _("ogni serata dà"), max_length=20, choices=CountedBy.choices, default=CountedBy.PLACE
    )
    # Points of the first places, and of every place after them.
    place_points = models.JSONField(_("punti dei primi posti"), default=usual_place_points)
    presence_points = models.PositiveSmallIntegerField(_("punti di tutti gli altri posti"), default=1)
    # None counts every evening.
    best_of = models.PositiveSmallIntegerField(_("risultati migliori che contano"), null=True, blank=True)
    min_evenings = models.PositiveSmallIntegerField(_("serate per entrare in classifica"), default=1)
    criteria = models.JSONField(_("spareggi"), default=usual_criteria)
    among = models.CharField(_("in classifica"), max_length=10, choices=Among.choices, default=Among.ALL)
    shares_evenings = models.BooleanField(_("anche serate di un'altra stagione"), default=False)
    qualifiers = models.PositiveSmallIntegerField(_("qualificati alla finale"), default=8)
    final = models.ForeignKey(
        Tournament, models.SET_NULL, null=True, blank=True, editable=False, related_name="final_of"
    )
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("stagione")
        verbose_name_plural = _("stagioni")
        ordering = ["-from_day", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(to_day__gte=F("from_day")), name="season_ends_after_it_begins"
            ),
            models.CheckConstraint(
                condition=Q(best_of__isnull=True) | Q(best_of__gte=1), name="best_of_one_or_more"
            ),
            models.CheckConstraint(
                condition=Q(min_evenings__gte=1, qualifiers__gte=2),
                name="season_asks_for_one_evening_or_more",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("season", args=[self.club.slug, self.pk])

    @property
    def rules(self) -> Rules:
        """The rules as `core.seasons` reads them."""
        return Rules(
            by_pair=self.ranks == self.Ranks.PAIR,
            counting=Counting(self.counted_by),
            place_points=tuple(self.place_points),
            presence_points=self.presence_points,
            best_of=self.best_of,
            min_evenings=self.min_evenings,
            criteria=tuple(self.criteria),
        )


class SeasonMember(models.Model):
    """An erased person who was a member on the last day of a season that ranks only members.

    Nothing else of their membership is kept, and the standings stay as they were.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="former_members")
    person = models.ForeignKey(Person, models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("socio di allora")
        verbose_name_plural = _("soci di allora")
        constraints = [
            models.UniqueConstraint(fields=["season", "person"], name="one_former_member_a_season"),
        ]

    def __str__(self) -> str:
        return f"{self.season}, {self.person_id}"


class SeasonEvening(models.Model):
    """A tournament that counts for a season; with weight 2 it counts twice."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="evenings")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="season_evenings")
    weight = models.PositiveSmallIntegerField(_("quanto vale"), default=1)

    class Meta:
        verbose_name = _("serata della stagione")
        verbose_name_plural = _("serate della stagione")
        ordering = ["tournament__date", "tournament_id"]
        constraints = [
            models.UniqueConstraint(fields=["season", "tournament"], name="one_evening_a_season"),
            models.CheckConstraint(condition=Q(weight__gte=1, weight__lte=5), name="weight_1_to_5"),
        ]

    def __str__(self) -> str:
        return f"{self.season}, {self.tournament}"
