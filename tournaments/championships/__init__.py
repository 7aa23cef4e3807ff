"""Championships of teams: created, drawn, played by line-ups, reported and ranked."""
