"""Backups of a whole installation: one file each, made while it runs, verified, and restored by one command.

`making` writes a backup and `restoring` restores it; `engines` has the steps that depend on the database
(SQLite or PostgreSQL), `contents` the counts and hashes that verify both, `backup_file` the file format.
`making` also says when the next one is due; `places` has the folders, says which files stay and how old the
newest is.
docs/service.md describes their use.
"""
