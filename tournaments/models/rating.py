from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from club.models import Club, Person
from tournaments.models.tournament import Tournament


class ClubRatings(models.Model):
    """A club's settings for its ratings, and the state of their build. `rating_builds` writes it, except for
    `wanted`, which `evenings.lifecycle` raises."""

    club = models.OneToOneField(Club, models.CASCADE, related_name="ratings", verbose_name=_("circolo"))
    inactive_days = models.PositiveSmallIntegerField(
        _("giorni senza giocare dopo i quali si è inattivi"),
        default=180,
        validators=[MinValueValidator(1), MaxValueValidator(3650)],
    )
    provisional_matches = models.PositiveSmallIntegerField(
        _("partite prima delle quali il punteggio è provvisorio"),
        default=12,
        validators=[MinValueValidator(1), MaxValueValidator(500)],
    )
    # Grows with every evening closed or reopened; the last build stores the value that it includes.
    wanted = models.PositiveIntegerField(default=0, editable=False)
    built = models.PositiveIntegerField(default=0, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        verbose_name = _("punteggi dei giocatori del circolo")
        verbose_name_plural = _("punteggi dei giocatori dei circoli")
        constraints = [
            models.CheckConstraint(condition=Q(built__lte=F("wanted")), name="ratings_not_ahead"),
            models.CheckConstraint(
                condition=Q(inactive_days__gte=1, provisional_matches__gte=1), name="rating_settings_from_1"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club}"


class RatingPoint(models.Model):
    """A player's rating after an evening, as `ratings.Point`. Every build replaces all of them."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="rating_points")
    person = models.ForeignKey(Person, models.CASCADE, related_name="rating_points")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rating_points")
    # The evening's position in order of time, from 1.
    position = models.PositiveIntegerField()
    rating = models.IntegerField()
    deviation = models.PositiveIntegerField()
    change = models.IntegerField()
    matches = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("punteggio di un giocatore")
        verbose_name_plural = _("punteggi dei giocatori")
        ordering = ["position", "person_id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "person"], name="one_rating_point_an_evening"),
        ]
        indexes = [models.Index(fields=["club", "person", "position"], name="rating_history")]

    def __str__(self) -> str:
        return f"{self.person_id} {self.rating}"
