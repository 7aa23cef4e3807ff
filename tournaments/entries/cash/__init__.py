"""The cash of an evening: `fees` collects the fees of entries, `yearly_totals` sums the evenings of a year,
`printed_book` prints a cash book."""
