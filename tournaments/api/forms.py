"""The forms of the pages, for bodies whose rules they know: API and page refuse in the same words."""

from collections.abc import Mapping
from typing import TypeVar

from django.forms import BaseForm
from rest_framework import serializers

Form = TypeVar("Form", bound=BaseForm)


def verified(form: Form, names: Mapping[str, str] | None = None) -> Form:
    """Returns the form with its cleaned data. Raises ValidationError (400) with the sentences by field.

    `names` are the fields of the body that differ from those of the form.
    """
    if not form.is_valid():
        known = names or {}
        errors = {known.get(name, name): [*map(str, found)] for name, found in form.errors.items()}
        if "__all__" in errors:
            errors["non_field_errors"] = errors.pop("__all__")
        raise serializers.ValidationError(errors)
    return form
