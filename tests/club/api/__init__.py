"""The club for programs."""
