"""The libro soci: who asked, who was admitted and when, under which number, and how it ended (FIELD).

`membership` has the verbs, `roll` the register of any day, `fiscal` what a codice fiscale tells.
"""
