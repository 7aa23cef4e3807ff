"""Which rows belong to a club, and which are left behind: each app declares its own.

The modules named in `settings.HANDOVER_PARTS` hold `PARTS` and `LEFT_OUT`; a test walks every model of
ours and fails where one is in neither.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

from django.conf import settings
from django.db.models import Field, Model

Rows = type[Model]


@dataclass(frozen=True)
class Part:
    """The rows of a model that belong to a club."""

    model: Rows
    #: From a row to its club, as a lookup.
    club: str
    #: The words under which the subject of a club's log names a row of this model by its key.
    words: tuple[str, ...] = ()
    #: Of a JSON field the words, at any depth, whose value is the key of a row.
    keys_inside: Mapping[str, Mapping[str, Rows]] = field(default_factory=dict)
    #: A column that holds a key, and the column beside it which names the model.
    keys_of_any: Mapping[str, str] = field(default_factory=dict)
    #: Columns unique in the whole installation, and what makes another where one is taken there.
    renewed: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    #: The only columns that are taken along; all of them where none is named.
    only: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        return self.model._meta.label_lower

    @property
    def columns(self) -> list[Field[Any, Any]]:
        """The columns that are taken along, in the order of the model."""
        known = self.model._meta.concrete_fields
        return [each for each in known if not self.only or each.name in self.only]

    @property
    def key(self) -> Field[Any, Any]:
        return self.model._meta.pk

    @property
    def has_own_key(self) -> bool:
        """Whether its key is a number of its own, rather than that of another model's row."""
        return self.key.remote_field is None


@cache
def all_parts() -> tuple[Part, ...]:
    """Every part, in the order in which an archive holds them."""
    return tuple(part for name in settings.HANDOVER_PARTS for part in import_module(name).PARTS)


@cache
def left_out() -> dict[Rows, str]:
    """The models that no archive holds, each with the reason."""
    return {
        model: why for name in settings.HANDOVER_PARTS for model, why in import_module(name).LEFT_OUT.items()
    }


def part_of(label: str) -> Part | None:
    """The part of that model; None where it is not taken along."""
    return next((part for part in all_parts() if part.label == label), None)
