"""The engine's sentences, in Italian and in English; everything else in the engine is codes and numbers.

The words are in ``it.json`` and ``en.json``: the same keys, and the same facts in braces.
"""
