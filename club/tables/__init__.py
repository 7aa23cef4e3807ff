"""Tables that people take away as files: declared once, written in every format."""
