"""Entering an evening from a phone: asked, confirmed by letter, with a place or in line, alone or in two."""
