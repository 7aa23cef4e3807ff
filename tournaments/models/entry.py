from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from club.models import CashMovement, Person
from tournaments.models.tournament import Tournament


class Entry(models.Model):
    """An entry, which the standings rank: a pair or a single player, with a number.

    Its players are in `EntryPlayer`, in the order entered.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField(_("numero"))
    checked_in_at = models.DateTimeField(_("presente"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(_("ritirata"), null=True, blank=True)
    fixed_table = models.PositiveSmallIntegerField(
        _("tavolo fisso"), null=True, blank=True, help_text=_("per chi non può cambiare tavolo")
    )

    seed = models.PositiveSmallIntegerField(
        _("testa di serie"), null=True, blank=True, help_text=_("1 è la più forte")
    )
    circle = models.CharField(
        _("circolo di provenienza"), max_length=60, blank=True, help_text=_("per chi viene da un altro")
    )
    team = models.PositiveSmallIntegerField(
        _("squadra"), null=True, blank=True, help_text=_("in una sfida: 1 o 2")
    )
    #: Grows when the entry's evening code is renewed: the codes made before open nothing any more.
    code_version = models.PositiveSmallIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("coppia")
        verbose_name_plural = _("coppie")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_a_number"),
            models.CheckConstraint(
                condition=Q(fixed_table__isnull=True) | Q(fixed_table__gte=1), name="fixed_table_from_1"
            ),
            models.CheckConstraint(condition=Q(seed__isnull=True) | Q(seed__gte=1), name="seed_from_1"),
            models.CheckConstraint(condition=Q(team__isnull=True) | Q(team__in=(1, 2)), name="team_1_or_2"),
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class EntryPlayer(models.Model):
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="players")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")
    person = models.ForeignKey(Person, models.PROTECT, related_name="entries")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "person"], name="one_entry_a_person"),
            models.UniqueConstraint(fields=["entry", "position"], name="one_player_a_position"),
        ]

    def __str__(self) -> str:
        return str(self.person)


class PushSubscription(models.Model):
    """A browser that asked for notices of the entry's evening: its push service, its keys and its language.

    It is deleted when its owner asks for that, the evening closes or the entry's evening code is renewed.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=600)
    public_key = models.CharField(max_length=100)
    secret = models.CharField(max_length=40)
    language = models.CharField(max_length=10)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "endpoint"], name="one_subscription_a_browser"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.language}"


class FeePayment(models.Model):
    """The entry that a line of the cash book pays for."""

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="fees", verbose_name=_("coppia"))
    movement = models.OneToOneField(CashMovement, models.PROTECT, related_name="fee")

    class Meta:
        verbose_name = _("quota d'iscrizione pagata")
        verbose_name_plural = _("quote d'iscrizione pagate")

    def __str__(self) -> str:
        return f"{self.entry}: {self.movement}"


class Substitution(models.Model):
    """A substitute for a player of a pair, from a round on; ended rather than deleted."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="substitutions")
    replaced = models.ForeignKey(
        Person, models.PROTECT, related_name="+", verbose_name=_("chi lascia il posto")
    )
    substitute = models.ForeignKey(Person, models.PROTECT, related_name="+", verbose_name=_("sostituto"))
    from_turn = models.PositiveSmallIntegerField(_("dal turno"))
    # Its last round, once the player is back.
    until_turn = models.PositiveSmallIntegerField(_("fino al turno"), null=True, blank=True)
    reason = models.CharField(_("motivo"), max_length=300)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(max_length=150)
    #: Ended before it was ever played.
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("sostituzione")
        verbose_name_plural = _("sostituzioni")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="substitution_has_a_reason"),
            models.CheckConstraint(condition=~Q(replaced=F("substitute")), name="nobody_replaces_oneself"),
            models.UniqueConstraint(
                fields=["entry", "replaced"],
                condition=Q(until_turn__isnull=True, undone_at__isnull=True),
                name="one_substitute_a_player",
            ),
            models.CheckConstraint(
                condition=Q(until_turn__isnull=True) | Q(until_turn__gte=F("from_turn")),
                name="substitution_ends_after_it_begins",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.substitute} / {self.replaced}"
