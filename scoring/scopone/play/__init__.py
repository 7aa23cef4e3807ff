"""Smazzate of scopone played out by simple players who obey every rule."""

from scoring.scopone.play.deals import play_scopone

__all__ = ["play_scopone"]
