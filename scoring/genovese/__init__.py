"""The games of the tarocco genovese (Maillard)."""
