"""The pages of imports: send a file, say what its columns are, look at every row, write it, take it back."""
