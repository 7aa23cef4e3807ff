"""Personal data in the tournaments: collected for a person's request, and anonymised after an erasure."""
