from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.base_user import BaseUserManager
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class Users(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        """A saved account; without a password it can only enter through a reset link."""
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save()
        return user


class User(AbstractUser):  # type: ignore[django-manager-missing]  # knox has no hints
    """Somebody who works for one or more clubs and signs in; players need no account."""

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
