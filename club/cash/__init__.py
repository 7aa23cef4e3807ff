"""The cash book of an evening: `movements` writes its lines, `book` counts the drawer and closes it, `dues`
takes members' dues at the desk, `cancelling` writes counter-entries. Money is in integer cents everywhere."""
