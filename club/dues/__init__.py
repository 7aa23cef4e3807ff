"""Members' dues: `years` opens and closes them, `renewals` writes what each member owes, `payments` takes it,
`members` finds the members in arrears. Amounts are integer cents.
"""
