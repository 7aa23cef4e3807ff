"""The cash of an evening: `fees` collects what entries pay, `yearly_totals` sums the evenings of a year,
`printed_book` prints a cash book."""
