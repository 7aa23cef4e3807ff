"""The accounts of people who work for clubs: signing in, second factors, sessions, roles and invitations."""
