"""The pages of privacy: what everybody reads, what officers write, what the owner watches."""
