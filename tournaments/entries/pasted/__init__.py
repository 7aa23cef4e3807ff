"""Entries pasted as a list: its lines, the names on them, and the people whom they mean."""
