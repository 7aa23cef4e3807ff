"""Entries of a sheet that has figures of accusi too: by side and name, and what they change."""

from collections.abc import Iterable, Mapping

from scoring.document import Document

Entry = dict[str, dict[str, int]]


def changed(written: Document, sides: Iterable[str], change: Mapping[str, Mapping[str, int]]) -> Entry:
    """The figures of a sheet with others in the place of some."""
    told = {side: {**figures_of(written, side), **change.get(side, {})} for side in sides}
    return {side: figures for side, figures in told.items() if figures}


def changes(entry: Entry, written: Document) -> list[int]:
    """By how much each figure that an entry changes is another than the sheet's."""
    wanted = ((side, *figure) for side in entry for figure in figures_of(written, side).items())
    by = (abs(value - entry[side][name]) for side, name, value in wanted)
    return [change for change in by if change]


def figures_of(written: Document, side: str) -> Mapping[str, int]:
    figures = written.get(side)
    if not isinstance(figures, Mapping):
        return {}
    return {name: value for name, value in figures.items() if value is not None}
