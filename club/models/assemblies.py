"""Assemblies of the members: the statute's rules of voting, the call, the attendances, and the minutes."""

from datetime import date
from typing import Final

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.models.club import Club
from club.models.member import Person

#: Art. 24 c. 3 CTS: an associate represents three others at most, five in an association of 500 or more.
MANY_MEMBERS: Final = 500
PROXIES_OF_FEW: Final = 3
PROXIES_OF_MANY: Final = 5


class Quorum(models.TextChoices):
    """How many of those who may vote must be there, in person or by proxy."""

    ANY = "any", _("qualunque numero")
    TENTH = "tenth", _("almeno un decimo")
    FIFTH = "fifth", _("almeno un quinto")
    QUARTER = "quarter", _("almeno un quarto")
    THIRD = "third", _("almeno un terzo")
    HALF = "half", _("almeno la metà")
    MAJORITY = "majority", _("più della metà")
    TWO_THIRDS = "two-thirds", _("almeno due terzi")
    THREE_QUARTERS = "three-quarters", _("almeno tre quarti")


class VotingRules(models.Model):
    """The statute's rules of voting from a day on; the newest row counts, and each assembly keeps its own.

    The defaults are those of the law where the statute is silent (art. 24 CTS, art. 21 c.c.).
    """

    class Minors(models.TextChoices):
        GUARDIAN = "guardian", _("vota per loro chi ne ha la responsabilità")
        NONE = "none", _("non votano fino a diciotto anni")

    club = models.ForeignKey(Club, models.CASCADE, related_name="voting_rules", verbose_name=_("circolo"))
    months = models.PositiveSmallIntegerField(
        _("mesi nel libro soci prima di votare"), default=3, validators=[MaxValueValidator(36)]
    )
    minors = models.CharField(
        _("i soci minorenni"), max_length=10, choices=Minors.choices, default=Minors.GUARDIAN
    )
    # None is what the law says: it depends on the number of members.
    proxies = models.PositiveSmallIntegerField(
        _("deleghe che un socio può portare"), null=True, blank=True, validators=[MaxValueValidator(20)]
    )
    must_have_paid = models.BooleanField(_("vota soltanto chi è in regola con le quote"), default=False)
    first_quorum = models.CharField(
        _("quanti bastano in prima convocazione"),
        max_length=16,
        choices=Quorum.choices,
        default=Quorum.MAJORITY,
    )
    second_quorum = models.CharField(
        _("quanti bastano in seconda"), max_length=16, choices=Quorum.choices, default=Quorum.ANY
    )
    notice_days = models.PositiveSmallIntegerField(
        _("giorni fra la convocazione e l'assemblea"), default=8, validators=[MaxValueValidator(90)]
    )
    at = models.DateTimeField(default=timezone.now, editable=False)
    by_name = models.CharField(max_length=150, blank=True, editable=False)

    class Meta:
        verbose_name = _("regole del voto")
        verbose_name_plural = _("regole del voto")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.club_id} {self.at:%Y-%m-%d}"

    def most_proxies(self, members: int) -> int:
        """The most proxies that one member may hold in an association of so many members."""
        if self.proxies is not None:
            return self.proxies
        return PROXIES_OF_FEW if members < MANY_MEMBERS else PROXIES_OF_MANY


class Assembly(models.Model):
    """An assembly of the members: its call, its agenda, and how far it got."""

    class Call(models.IntegerChoices):
        FIRST = 1, _("prima convocazione")
        SECOND = 2, _("seconda convocazione")

    club = models.ForeignKey(Club, models.CASCADE, related_name="assemblies", verbose_name=_("circolo"))
    rules = models.ForeignKey(VotingRules, models.PROTECT, related_name="assemblies")
    title = models.CharField(_("titolo"), max_length=120)
    place = models.CharField(_("luogo"), max_length=160)
    first_call_at = models.DateTimeField(_("prima convocazione"))
    second_call_at = models.DateTimeField(_("seconda convocazione"), null=True, blank=True)
    # One item a line.
    agenda = models.TextField(_("ordine del giorno"), max_length=4000)
    first_quorum = models.CharField(
        _("quanti bastano in prima convocazione"), max_length=16, choices=Quorum.choices
    )
    second_quorum = models.CharField(_("quanti bastano in seconda"), max_length=16, choices=Quorum.choices)
    opened_call = models.PositiveSmallIntegerField(
        _("aperta in"), choices=Call.choices, null=True, editable=False
    )
    opened_at = models.DateTimeField(null=True, editable=False)
    # The minutes are final from then on, and with them all that belongs to the assembly.
    approved_on = models.DateField(_("verbale approvato il"), null=True, editable=False)
    approved_by_name = models.CharField(max_length=150, blank=True, editable=False)
    # The figures of the door on the day of the approval, which later changes of the register leave alone.
    counted = models.JSONField(null=True, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)
    key = models.UUIDField(editable=False)

    class Meta:
        verbose_name = _("assemblea")
        verbose_name_plural = _("assemblee")
        ordering = ["-first_call_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="one_assembly_a_key"),
            models.CheckConstraint(
                condition=Q(second_call_at=None) | Q(second_call_at__gt=F("first_call_at")),
                name="second_call_after_the_first",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title}, {timezone.localtime(self.first_call_at):%Y-%m-%d}"

    @property
    def day(self) -> date:
        """The day on which it is held: that of the second call once it was opened in it."""
        at = self.second_call_at if self.opened_call == self.Call.SECOND else None
        return timezone.localtime(at or self.first_call_at).date()

    @property
    def is_closed(self) -> bool:
        """Whether the minutes were approved."""
        return self.approved_on is not None

    @property
    def items(self) -> list[str]:
        """The agenda's items."""
        return [line.strip() for line in self.agenda.splitlines() if line.strip()]


class Attendance(models.Model):
    """A member at an assembly: in person, or represented by the holder of a proxy."""

    assembly = models.ForeignKey(Assembly, models.CASCADE, related_name="attendances")
    person = models.ForeignKey(Person, models.PROTECT, related_name="attendances", verbose_name=_("persona"))
    # The member who holds the proxy; None for a member who is there.
    holder = models.ForeignKey(
        Person, models.PROTECT, null=True, blank=True, related_name="proxies", verbose_name=_("delega a")
    )
    # The guardian who votes for a minor.
    through = models.CharField(_("per mezzo di"), max_length=130, blank=True)
    at = models.DateTimeField(_("quando"))
    by_name = models.CharField(_("scritto da"), max_length=150)

    class Meta:
        verbose_name = _("presenza in assemblea")
        verbose_name_plural = _("presenze in assemblea")
        ordering = ["at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["assembly", "person"], name="one_attendance_a_person"),
            models.CheckConstraint(condition=~Q(holder=F("person")), name="no_proxy_to_oneself"),
        ]

    def __str__(self) -> str:
        return f"{self.assembly_id} {self.person}"


class MinutesVersion(models.Model):
    """A text of an assembly's minutes, as saved; it is written once, and the newest one counts."""

    assembly = models.ForeignKey(Assembly, models.CASCADE, related_name="minutes")
    number = models.PositiveIntegerField(_("versione"))
    text = models.TextField(_("verbale"))
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(max_length=150)

    class Meta:
        verbose_name = _("verbale di assemblea")
        verbose_name_plural = _("verbali di assemblea")
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["assembly", "number"], name="one_minutes_text_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.assembly_id} {self.number}"
