"""Whether figures of a sheet can have happened with the tarocco genovese.

- ``deck_points`` lists what splits of the deck in piles of allowed sizes can give;
- ``buone`` tells which sums of declared buone the players' hands can hold together;
- ``scenes`` lists the camps and the Bagatto ultimo that the sheet leaves open;
- ``check`` joins them, says why not, and what was perhaps meant.
"""
