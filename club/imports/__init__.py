"""Importing a club's own sheet into the register: any headings, problems listed by row, all or nothing, undo.

`files` reads a file as a grid of text, `headings` finds the columns, `rows` parses a row, `judging` compares
it with the `register_snapshot` and decides on it, `writing` writes all or nothing, `undoing` undoes an
import. The pages call `service`; `steps` does the work in slices.
"""
