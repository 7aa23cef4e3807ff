"""Tables to download: declared once, written in every format."""
