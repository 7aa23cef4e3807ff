"""The games of the tarocco bolognese: cards, counting, possible figures, play."""
