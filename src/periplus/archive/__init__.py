"""WARC files, their index, and exports."""
