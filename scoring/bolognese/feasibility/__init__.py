"""Whether figures written on a sheet can have happened: exact over every split of the 62 cards.

A *split* shares out the deck between the two owners, A and B. It matters only through a few numbers, so the
2^62 splits shrink to about half a million cases, each with the possible sizes of A's pile. Cases are computed
class by class on first use, then cached. Words that every module here uses:

- *cards of value*: tarocchi, re, regine, cavalli, fanti; a *class* of splits fixes how many of each A holds;
- *sizes*: a bit mask of possible numbers of cards in A's pile, bit n for n cards;
- *fives*: points of sequences divided by five, since sequences always come in fives (Barilli 2.2.2);
- *honours*: re, regina, cavallo, fante and asso of a suit;
- *larger discarder*: the side that laid aside more cards, the dealer or the soloist;
- *free* cards: those that change no figure whichever pile they are in.

The modules:

- ``suits`` lists the sequences that suits and trumps can give to the two sides, using the engine's own count;
- ``splits`` joins them into what each class of splits can give;
- ``search`` finds the splits that agree with the figures; ``totals`` answers two totals from a table;
- ``known_discards`` restricts splits to known discards;
- ``laid_aside`` looks for possible unknown discards beside declarations;
- ``check`` gives the reason for a refusal, and the nearest possible figures.
"""
