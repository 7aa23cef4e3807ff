"""The pages of the libro soci, for who keeps it: a list, a person, the requests, the duplicates."""
