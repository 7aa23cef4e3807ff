"""Exports: tables as files, paper, the club's calendar, the archive of a finished evening."""
