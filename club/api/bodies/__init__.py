"""The bodies of requests, parsed and bounded; one module a subject."""
