"""Reads one row, or says what is missing."""

from typing import TypeVar

from django.db.models import Model, QuerySet

from club.errors import NotFound

Row = TypeVar("Row", bound=Model)


def first_or_not_found(rows: QuerySet[Row], sentence: str) -> Row:
    """The first row. Raises NotFound with the sentence where there is none."""
    row = rows.first()
    if row is None:
        raise NotFound(sentence)
    return row
