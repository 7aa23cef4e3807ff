"""The page that a member reads without an account, and the requests for a correction made there."""

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _

from club.models.member import Person


def new_nonce() -> str:
    """A random text of 128 bits: another one makes the links sent before void."""
    return secrets.token_urlsafe(16)


class OwnPage(models.Model):
    """The page of a person that opens by a link; without this row there is none.

    Switched on, renewed and made void by `club.register.own_pages`.
    """

    person = models.OneToOneField(
        Person, models.CASCADE, primary_key=True, related_name="own_page", verbose_name=_("persona")
    )
    nonce = models.CharField(max_length=22, default=new_nonce, editable=False)
    # The address of the site where the officer made the link; letters use it if the settings name none.
    origin = models.CharField(max_length=200)
    made_on = models.DateField(_("collegamento del"))
    by_name = models.CharField(_("dato da"), max_length=150)

    class Meta:
        verbose_name = _("pagina personale")
        verbose_name_plural = _("pagine personali")

    def __str__(self) -> str:
        return f"{self.person_id}"


class DataRequest(models.Model):
    """A person's request, from the own page, to correct the register; an officer answers it."""

    class Answer(models.TextChoices):
        DONE = "done", _("accolta")
        ASIDE = "aside", _("messa da parte")

    person = models.ForeignKey(
        Person, models.CASCADE, related_name="data_requests", verbose_name=_("persona")
    )
    text = models.TextField(_("richiesta"), max_length=2000)
    asked_at = models.DateTimeField(_("chiesta"))
    answer = models.CharField(_("risposta"), max_length=8, choices=Answer.choices, blank=True)
    answered_at = models.DateTimeField(_("risposta del"), null=True, blank=True)
    answered_by_name = models.CharField(_("ha risposto"), max_length=150, blank=True)
    # Made by the page: a double click asks once.
    key = models.UUIDField()

    class Meta:
        verbose_name = _("richiesta di correzione")
        verbose_name_plural = _("richieste di correzione")
        ordering = ["asked_at", "id"]
        constraints = [models.UniqueConstraint(fields=["person", "key"], name="one_data_request_a_key")]

    def __str__(self) -> str:
        return f"{self.person_id} {self.asked_at:%Y-%m-%d}"
