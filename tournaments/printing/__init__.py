"""What clubs hold in their hands: fogli di gara and the classifica, as PDF through Typst."""

from tournaments.printing.classifica import classifica
from tournaments.printing.sheets import score_sheets

__all__ = ["classifica", "score_sheets"]
