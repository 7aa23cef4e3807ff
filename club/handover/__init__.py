"""Handing a club over: one encrypted archive with all its rows, which another installation takes in.

`parts` says which rows, `writing` makes the bundle, `sealing` encrypts it; `opening` verifies what came, and
`restoring` writes it all or nothing. docs/handover.md tells the format.
"""
