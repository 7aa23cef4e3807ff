"""The answers of the API; one module a subject."""
