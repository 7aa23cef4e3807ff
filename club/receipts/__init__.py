"""Numbered receipts: `issuing` writes, cancels and prints them, `association` has what they say of the club.

A receipt is never edited (the database refuses, migration 0008); a wrong one is cancelled by a counter-entry.
"""
