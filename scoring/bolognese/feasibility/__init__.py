"""Whether figures written on a sheet can have happened: exact over every split of the 62 cards.

A split matters only through a few numbers, so the 2^62 splits shrink to about half a million cases, each with
the possible sizes of A's pile. Cases are computed class by class on first use, then cached.

- ``suits`` and ``trumps`` list what each half of the deck can give to the two sides, using the engine's own
  count;
- ``splits`` joins them into what each *class* of splits can give: a class fixes how many tarocchi, re,
  regine, cavalli and fanti A holds;
- ``search`` finds the splits that agree with the figures; ``totals`` answers two totals from a table;
- ``told_aside`` restricts splits to known discards;
- ``laid_aside`` looks for possible unknown discards beside declarations;
- ``check`` gives the reason for a refusal, and the nearest possible figures.
"""
