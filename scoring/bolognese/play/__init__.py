"""Deals of the tarocco bolognese played out by simulated players who obey every rule."""
