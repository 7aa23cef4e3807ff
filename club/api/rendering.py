"""JSON in which every time has the club's offset, wherever it comes from."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from rest_framework.renderers import JSONRenderer
from rest_framework.utils.encoders import JSONEncoder


class ClubTimes(JSONEncoder):
    """Times of plain data, which Django REST framework would write in UTC with a `Z`."""

    def default(self, obj: Any) -> Any:
        if isinstance(obj, datetime) and timezone.is_aware(obj):
            return timezone.localtime(obj).isoformat()
        return super().default(obj)


class ClubRenderer(JSONRenderer):
    encoder_class = ClubTimes
