"""Deals of the tarocco genovese played out by simulated players who obey every rule."""
