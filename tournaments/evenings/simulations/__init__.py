"""Simulated evenings, played before the real one, to show what to expect of each format.

`questions` has a simulation's question and answer, `luck` the model of the cards, `running` starts, plays and
stops it.
"""
