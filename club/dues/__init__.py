"""Members' dues: `years` opens and closes them, `members` writes what each member owes and finds the
members in arrears, `payments` takes it. Amounts are integer cents.
"""
