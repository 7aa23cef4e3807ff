"""The accounts of those who work for clubs: how one enters, with what besides the password, from where."""
