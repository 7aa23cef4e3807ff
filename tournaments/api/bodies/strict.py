"""A body in which a misspelt word is a mistake: an ignored `declaration` would be points lost."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

# What a database's whole number and its small one can hold, on PostgreSQL too.
MOST = 2**31 - 1
MOST_SMALL = 2**15 - 1


class StrictBody(serializers.Serializer[Any]):
    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            unknown = [str(key) for key in data if key not in self.fields]
            if unknown:
                raise serializers.ValidationError(
                    {name: [_("Questo campo non c'è: controlla come è scritto.")] for name in unknown}
                )
        return super().to_internal_value(data)


class WholeNumber(serializers.IntegerField):
    """A JSON number without decimals: neither true nor "12" nor 12.0 is one."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return data
