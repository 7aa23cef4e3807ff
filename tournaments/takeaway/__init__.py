"""What people take away: tables as files, the club's calendar, the archive of a finished evening."""
