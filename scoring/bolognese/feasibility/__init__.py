"""Whether figures written on a sheet can have happened: exact over every split of the 62 cards.

Read the modules in this order:

- ``sheet``: the figures, the known facts of their deal, and the points that hands can declare;
- ``sequences``: whether the cards of a split can give both sides their sequences;
- ``search``: finds a split that agrees with a sheet;
- ``refusals``: why a sheet is impossible, and the nearest possible ones;
- ``check``: the answers for the games.
"""
