"""What the club's log says of dues and receipts, in words."""

from typing import Final

from django.utils.translation import gettext_lazy

ACTS: Final = {
    "year.opened": gettext_lazy("ha aperto un anno sociale"),
    "year.closed": gettext_lazy("ha chiuso l'anno sociale"),
    "year.reopened": gettext_lazy("ha riaperto l'anno sociale"),
    "year.removed": gettext_lazy("ha tolto un anno sociale aperto da un foglio"),
    "year.amounts": gettext_lazy("ha cambiato le quote dell'anno"),
    "year.renewed": gettext_lazy("ha rinnovato i soci per l'anno"),
    "receipt.issued": gettext_lazy("ha fatto una ricevuta"),
    "receipt.cancelled": gettext_lazy("ha annullato una ricevuta"),
    "due.not-paid": gettext_lazy("ha scritto che la quota, segnata come pagata prima, non lo è"),
    "association.changed": gettext_lazy("ha cambiato i dati dell'associazione"),
}
FIELDS: Final = {
    "year": gettext_lazy("anno sociale"),
    "due_on": gettext_lazy("da pagare entro"),
    "dues": gettext_lazy("quote scritte"),
    "receipt": gettext_lazy("ricevuta"),
    "cancelled_by": gettext_lazy("annullata dalla"),
}
