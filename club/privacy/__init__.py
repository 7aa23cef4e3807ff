"""Personal data: notices, consents, the access log, dossiers, erasure, and how long data is kept."""
