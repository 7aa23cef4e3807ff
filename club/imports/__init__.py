"""Bringing a club's own sheet into the register: any headings, every problem by row, all or nothing, undo.

`files` knows what a file is; `workbooks` and `texts` read it as a grid of text; `headings` finds the columns;
`parsing` reads a row; `matching` says what becomes of it (`verdicts`) beside the register (`known`);
`writing` writes all or nothing; `undoing` takes it back. `asking` and `working` carry an import from one
state to the next.
"""
