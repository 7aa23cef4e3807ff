"""Simulated evenings, played before the real one, to show what to expect of each format.

`questions` has the question and the answer, `luck` the model of the cards, `running` starts, plays and stops
a simulation.
"""
