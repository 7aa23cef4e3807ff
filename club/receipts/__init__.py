"""Numbered receipts: `issuing` writes and cancels them, `stamp` knows the law, `printing` gives the PDF.

One is never edited: the database refuses (migration 0008); a wrong one is cancelled by a counter-entry.
"""
