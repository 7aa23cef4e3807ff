"""Request bodies of the API: they check only the shape (400); services refuse what rules or state forbid."""
