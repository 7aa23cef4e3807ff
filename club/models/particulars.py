from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from club.models.person import Person


class Particulars(models.Model):
    """What the register says of a person beyond the name (FIELD, Libro soci).

    In a table of its own: what runs an evening never reads it, and erasing a person empties one row.
    """

    person = models.OneToOneField(
        Person, models.CASCADE, primary_key=True, related_name="particulars", verbose_name=_("persona")
    )
    born_on = models.DateField(_("data di nascita"), null=True, blank=True)
    born_in = models.CharField(_("luogo di nascita"), max_length=80, blank=True)
    # Two letters of the province, or EE for who was born abroad.
    born_province = models.CharField(_("provincia di nascita"), max_length=2, blank=True)
    street = models.CharField(_("indirizzo"), max_length=120, blank=True)
    postcode = models.CharField(_("CAP"), max_length=10, blank=True)
    town = models.CharField(_("comune"), max_length=80, blank=True)
    province = models.CharField(_("provincia"), max_length=2, blank=True)
    fiscal_code = models.CharField(_("codice fiscale"), max_length=16, blank=True)
    # Why a codice fiscale that does not agree with the birth or the name was kept all the same.
    fiscal_code_reason = models.CharField(_("motivo"), max_length=200, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    phone = models.CharField(_("telefono"), max_length=30, blank=True)
    notes = models.TextField(_("note"), blank=True)
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        verbose_name = _("dati personali")
        verbose_name_plural = _("dati personali")
        indexes = [
            models.Index(fields=["fiscal_code"], condition=~Q(fiscal_code=""), name="particulars_by_code")
        ]

    def __str__(self) -> str:
        return str(self.person)
