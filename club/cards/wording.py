"""What the club's log says of tessere, in words."""

from typing import Final

from django.utils.translation import gettext_lazy

ACTS: Final = {
    "cards.printed": gettext_lazy("ha stampato tessere"),
    "card.voided": gettext_lazy("ha annullato una tessera"),
}
FIELDS: Final = {
    "cards": gettext_lazy("tessere"),
    "made": gettext_lazy("di cui nuove"),
    "card": gettext_lazy("tessera"),
}
