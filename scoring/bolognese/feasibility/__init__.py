"""Whether figures written on a sheet can have happened: exact over every split of the 62 cards.

A split matters only through a few numbers, so that all 2^62 of them shrink to some half a million cases, each
with the sizes that A's pile can have. They are worked out once, class by class, the first time they are asked
for:

- ``suits`` and ``trumps`` list what the two halves of the deck can give to the two sides, asking the engine
itself;
- ``splits`` joins them into what a *class* of splits can give: so many tarocchi, re, regine, cavalli, fanti
with A;
- ``search`` finds the splits that agree with the figures, ``totals`` answers at once for two totals;
- ``told_aside`` narrows them where the discards are known;
- ``laid_aside`` asks for discards that nobody told, beside declarations;
- ``check`` says why not, and what was perhaps meant.
"""
