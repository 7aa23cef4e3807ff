"""The engine's sentences, in Italian and in English; everything else in the engine is codes and numbers."""
