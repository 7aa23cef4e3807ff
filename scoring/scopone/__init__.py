"""Scopone (FIGS)."""
