"""Evenings that play themselves: every deal dealt, played out and entered through the verbs of the pages."""

from tournaments.demo.classifica import as_json, as_text
from tournaments.demo.evening import Evening, StandingsLate, play

__all__ = ["Evening", "StandingsLate", "as_json", "as_text", "play"]
