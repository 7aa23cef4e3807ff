"""Lists of the register, dues and receipts that people take away: the tables, whatever file they become."""
