"""A finished evening as a ZIP of pages that open from a disk, without any server."""
