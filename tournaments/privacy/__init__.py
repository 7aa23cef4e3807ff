"""What the tournaments know of a person: told to who asks, left without a name after an erasure."""
