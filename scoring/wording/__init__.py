"""The engine's sentences, in Italian and in English; everything else in the engine is codes and numbers."""

from scoring.wording.bolognese import sentences
from scoring.wording.errors import error_sentence
from scoring.wording.names import LANGUAGES, card_name

__all__ = ["LANGUAGES", "card_name", "error_sentence", "sentences"]
