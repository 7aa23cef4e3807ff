"""Accounts, their roles in clubs, invitations, device tokens, and counters of attempts."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import BaseUserManager
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken
from knox.settings import knox_settings

from club.models.club import Club


class Users(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        """A saved account; without a password, its owner can only sign in after a reset by e-mail."""
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save()
        return user


class User(AbstractUser):  # type: ignore[django-manager-missing]  # knox has no hints
    """A person who works for one or more clubs and signs in; players need no account."""

    username = None  # type: ignore[assignment]
    email = models.EmailField(_("e-mail"), unique=True)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects: ClassVar[Users] = Users()  # type: ignore[assignment]

    class Meta:
        verbose_name = _("utente")
        verbose_name_plural = _("utenti")
        constraints = [models.UniqueConstraint(Lower("email"), name="one_account_an_address")]

    def __str__(self) -> str:
        return self.get_full_name() or self.email


class RoleKind(models.TextChoices):
    REFEREE = "referee", _("arbitro")
    ORGANISER = "organiser", _("organizzatore")
    SECRETARY = "secretary", _("segretario")
    TREASURER = "treasurer", _("tesoriere")
    OWNER = "owner", _("titolare")


class Role(models.Model):
    """A user's role in a club; one person may hold several roles, in several clubs."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="roles", verbose_name=_("circolo"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="roles")
    kind = models.CharField(_("ruolo"), max_length=12, choices=RoleKind.choices)

    class Meta:
        verbose_name = _("ruolo")
        verbose_name_plural = _("ruoli")
        constraints = [
            models.UniqueConstraint(fields=["club", "user", "kind"], name="one_role_a_user_and_club"),
            models.CheckConstraint(condition=models.Q(kind__in=RoleKind.values), name="role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_kind_display()}"


class Invitation(models.Model):
    """Roles offered to the owner of an e-mail address; deleted once accepted or withdrawn.

    Only a digest of the token in the letter is stored. Nothing here shows whether the address has an account.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations", verbose_name=_("circolo"))
    email = models.EmailField(_("e-mail"), max_length=254)
    name = models.CharField(_("nome e cognome"), max_length=150)
    kinds = models.JSONField(_("incarichi"))
    digest = models.CharField(max_length=64, unique=True)
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    sent_at = models.DateTimeField()
    expires_at = models.DateTimeField()

    class Meta:
        verbose_name = _("invito")
        verbose_name_plural = _("inviti")
        ordering = ["name", "email"]
        constraints = [
            models.UniqueConstraint(fields=["club", "email"], name="one_invitation_an_address"),
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("sent_at")), name="invitation_lasts"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.email})"

    @property
    def has_expired(self) -> bool:
        return self.expires_at <= timezone.now()


class Scope(models.TextChoices):
    """A part of its owner's rights that a token gives; `club.access.SCOPES` says which."""

    ALL = "all", _("tutto quello che può chi lo fa")
    READ = "read", _("leggere i risultati, con i nomi interi")
    PRINT = "print", _("leggere i risultati e stampare i fogli di gara, con i codici dei tavoli")
    RESULTS = "results", _("inserire e correggere i risultati")
    EVENING = "evening", _("condurre la serata")
    REGISTER = "register", _("tenere il libro soci")
    MONEY = "money", _("tenere quote, ricevute e casse")


def every_right() -> list[str]:
    """The scopes of a token that nobody has narrowed."""
    return [Scope.ALL.value]


class DeviceToken(AbstractAuthToken):  # type: ignore[misc]
    """A token by which a device acts for its owner; only a digest is stored.

    The name helps the owner to revoke the right one.

    It gives the owner's rights at that moment, as far as its scopes go, in one club if `club` is set.
    """

    name = models.CharField(_("dispositivo"), max_length=60)
    scopes = models.JSONField(_("che cosa può fare"), default=every_right)
    club = models.ForeignKey(
        Club, models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("circolo")
    )
    #: Whether each use makes it last longer; not if its end was chosen.
    renews = models.BooleanField(default=True)
    #: Written every few minutes at most (`club.accounts.tokens`).
    used_at = models.DateTimeField(_("ultimo uso"), null=True, blank=True)

    class Meta:
        verbose_name = _("dispositivo")
        verbose_name_plural = _("dispositivi")
        ordering = ["-created"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_at_its_end(self) -> bool:
        """Whether no further use makes it last longer: its end was chosen, or it is a year old then."""
        return not self.renews or bool(self.expiry >= self.created + knox_settings.AUTO_REFRESH_MAX_TTL)

    @property
    def scope_labels(self) -> list[str]:
        """The labels of the token's scopes."""
        return [str(Scope(scope).label) for scope in self.scopes]


class DeviceLink(models.Model):
    """A link that hands a device its token: it works once, for some minutes. Only a digest is stored."""

    digest = models.CharField(max_length=64, primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    club = models.ForeignKey(Club, models.CASCADE, related_name="+", verbose_name=_("circolo"))
    name = models.CharField(_("dispositivo"), max_length=60)
    scopes = models.JSONField(_("che cosa può fare"))
    #: The path of the page that the device shows.
    opens = models.CharField(max_length=200)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("collegamento per un dispositivo")
        verbose_name_plural = _("collegamenti per dispositivi")

    def __str__(self) -> str:
        return self.name

    @property
    def prints(self) -> bool:
        """Whether the device gets the score sheets, with the codes of the tables."""
        return Scope.PRINT in self.scopes


class AttemptCounter(models.Model):
    """A counter of attempts, under a digest of its key, where there is no Redis. See `club.limits`."""

    digest = models.CharField(max_length=64, primary_key=True)
    value = models.JSONField()
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("contatore di tentativi")
        verbose_name_plural = _("contatori di tentativi")

    def __str__(self) -> str:
        return self.digest[:8]


class StoredAnswer(models.Model):
    """The answer to a request of the API with an `Idempotency-Key`, given again for a day.

    `digest` is of the sender and the key, `asked` of the request. The row is made in the transaction of the
    act, so that an act without its answer is never stored.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    asked = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    headers = models.JSONField(default=dict)
    body = models.TextField(blank=True)
    made_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("risposta dell'API")
        verbose_name_plural = _("risposte dell'API")

    def __str__(self) -> str:
        return self.digest[:8]
