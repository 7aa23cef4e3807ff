"""What the club's log says of its being handed over, in words."""

from typing import Final

from django.utils.translation import gettext_lazy

ACTS: Final = {
    "club.handed-over": gettext_lazy("ha scaricato l'archivio del circolo, da consegnare"),
    "club.restored": gettext_lazy("ha ripristinato il circolo da un archivio"),
}
FIELDS: Final = {
    "made_at": gettext_lazy("archivio del"),
    "people": gettext_lazy("persone"),
    "tournaments": gettext_lazy("tornei"),
    "rows": gettext_lazy("righe"),
}
