"""The rules that draws are made by, numbered: a draw is made again by those it was made by.

| rules | what was drawn otherwise before them |
| --- | --- |
| 1 | nothing is kept of it |
| 2 | rotation: nine had no whist table, nor had evenings one turn short of a whole one, and fixed tables were looked at only once the foursomes were made; tables of three and more: what lots left dearer than the least there is was searched from the top of the line, up to 24 players |

Every stored draw tells its number (`movements.Movement`), but those stored before there were numbers: they
are `UNTOLD`, and may be of any.

Whoever changes what is drawn from the same input raises `RULES`, keeps the way it was in `earlier`, and
stores draws of the new number for the tests; these fail where that was forgotten.
"""  # noqa: E501 - a row of the table is a line

RULES = 2
UNTOLD = 0
