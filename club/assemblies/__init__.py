"""Assemblies of the members: the voters, the convocation, the attendances, and the minutes."""
