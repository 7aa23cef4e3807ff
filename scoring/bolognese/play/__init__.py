"""Deals of the tarocco bolognese played out by simple players who obey every rule."""
