"""Backups of a whole installation: one file each, made while it runs, verified, and restored by one command.

`making` writes a backup and `restoring` brings one back; `engines` has their halves for SQLite and
PostgreSQL, `contents` what both are verified by, `backup_file` the form of the file. `places` are the
folders, `retention` says which files stay, `schedule` when the next one is due, `status` what pages show.
docs/service.md describes their use.
"""
