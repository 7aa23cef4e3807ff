"""Deals of the tarocco genovese played out by simple players who obey every rule."""
