"""The libro soci: requests, admissions, numbers and how memberships end (FIELD).

`membership` changes it, `lists` computes the register of any day, `fiscal_code` checks a codice fiscale.
"""
