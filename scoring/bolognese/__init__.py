"""The games of the tarocco bolognese: cards, counting, what figures are possible, play."""
