"""An hour of the evening as its clock shows it."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


@extend_schema_field({"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$", "example": "21:00"})
class HourField(serializers.TimeField):
    """`HH:MM` where the club is; JSON's own `time` would want a zone. Seconds sent are left out."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(format="%H:%M", input_formats=["%H:%M", "%H:%M:%S"], **kwargs)
