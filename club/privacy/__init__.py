"""What a club knows of a person: what it tells about it, what was agreed to, who looked, how it ends."""
