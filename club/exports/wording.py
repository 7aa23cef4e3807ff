"""What the club's log says of lists that were taken away, in words."""

from typing import Final

from django.utils.translation import gettext_lazy

ACTS: Final = {"list.taken": gettext_lazy("ha scaricato un elenco")}
FIELDS: Final = {
    "list": gettext_lazy("elenco"),
    "format": gettext_lazy("formato"),
    "rows": gettext_lazy("righe"),
}
