"""The cash of an evening: `cash_book` writes its lines, takes dues and counts the drawer; `cancellations`
writes counter-entries. Amounts are integer cents.
"""
