"""Backups of a whole installation: one file each, made while it runs, verified, and restored by one command.

`making` writes a backup and `restoring` restores it; `engines` has the steps that depend on the database
(SQLite or PostgreSQL), `contents` the counts and hashes that verify both, `backup_file` the file format.
`places` has the folders and says which files stay, `schedule` when the next backup is due,
`status` how old the newest backup is.
docs/service.md describes their use.
"""
