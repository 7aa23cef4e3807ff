"""Lists to download: the register, dues and receipts, and the sheet of an assembly."""
