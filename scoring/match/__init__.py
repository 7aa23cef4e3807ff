"""Matches: what ends them, who deals, who may call out."""
