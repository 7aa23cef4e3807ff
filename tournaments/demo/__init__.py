"""Evenings that play themselves: the engine plays every deal, and the deals are entered as on the pages."""

from tournaments.demo.evening import Evening, StandingsLate, play
from tournaments.demo.terminal_output import as_json, as_text

__all__ = ["Evening", "StandingsLate", "as_json", "as_text", "play"]
