"""Trick play, whatever the deck: what may be played, who takes, and how a deal is told afterwards."""
