"""Assemblies of the members: who votes, how they are called, who takes part, and the minutes."""
