"""Bodies that the API takes: their shape only (400). Services refuse what the rules or the state forbid."""
