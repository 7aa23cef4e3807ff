"""Tessere: `making` gives and voids them, `listing` finds who has one, `paper` prints them, `checking` reads
one at the desk."""
