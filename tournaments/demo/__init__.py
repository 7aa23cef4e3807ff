"""Evenings that play themselves: every deal is played out by the engine and entered as the pages do."""

from tournaments.demo.evening import Evening, StandingsLate, play
from tournaments.demo.terminal_output import as_json, as_text

__all__ = ["Evening", "StandingsLate", "as_json", "as_text", "play"]
