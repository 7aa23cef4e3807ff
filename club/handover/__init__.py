"""Handing a club over: one encrypted archive with all its rows, which another installation restores.

`parts` lists the rows, `archive_writer` and `encryption` make the archive; `archive_reader` verifies one,
`insertion` brings its rows in under the keys of `rows`, `restore` does so all or nothing. The pages call
`archive_writer` and `restore`. docs/handover.md describes the format.
"""
