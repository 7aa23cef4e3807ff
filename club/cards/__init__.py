"""Tessere: `issuing` gives, voids and checks them, `printing` finds who has one and prints the sheets."""
