"""Matches: their endings, and calling out."""
