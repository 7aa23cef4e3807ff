"""JSON in which every time has the club's offset, and the names of what an answer shows only once."""

from datetime import datetime
from typing import Any, Final

from django.utils import timezone
from rest_framework.renderers import JSONRenderer
from rest_framework.utils.encoders import JSONEncoder

#: The fields of answers that open something or are shown once: such an answer is not stored.
SHOWN_ONCE: Final = frozenset({"token", "secret", "passphrase", "word", "evening_code", "short_code"})


class ClubTimes(JSONEncoder):
    """Times of plain data, which Django REST framework would write in UTC with a `Z`."""

    def default(self, obj: Any) -> Any:
        if isinstance(obj, datetime) and timezone.is_aware(obj):
            return timezone.localtime(obj).isoformat()
        return super().default(obj)


class ClubRenderer(JSONRenderer):
    encoder_class = ClubTimes
