"""Plots as plain geometry: numbers in, points and labels out; a template draws them as SVG.

No colour, word or style is decided here. Units are those of the drawing, 360 wide: a phone's pixels.
"""

from tournaments.core.plots.races import Label, Line, Mark, Race, Runner, Tick, race

__all__ = ["Label", "Line", "Mark", "Race", "Runner", "Tick", "race"]
