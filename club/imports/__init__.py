"""Importing a club's own sheet into the register: any headings, problems listed by row, all or nothing, undo.

`files` reads a file as a grid of text, `headings` finds the columns, `rows` parses a row, `judging` decides
what becomes of it beside the `register_snapshot` (`verdicts`), `writing` writes all or nothing, `undoing`
takes it back. `service` is what the pages call; `steps` does the work in slices.
"""
