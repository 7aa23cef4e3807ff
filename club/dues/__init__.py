"""Members' dues. Amounts are integer cents.

`years` opens and closes membership years, `members` writes dues and finds the members in arrears, and
`payments` takes the money.
"""
