"""The cash of an evening: `fees` takes what entries pay, `evening` finds its book, `years` sums a year's
evenings, `paper` prints a book."""
