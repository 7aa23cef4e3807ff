"""Whether figures on a sheet can have happened with the tarocco genovese.

- ``deck_points`` lists the deck points that splits of the deck into piles of allowed sizes can give;
- ``buone`` lists the sums of declared buone that the players' hands can hold together;
- ``shares`` lists the camps and the outcomes of the Bagatto ultimo that the sheet leaves open;
- ``check`` joins them, gives the reason for a refusal, and offers the nearest possible figures.
"""
