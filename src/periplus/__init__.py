"""Periplus: learn where a web site's content is, fetch that and little else, archive it."""

__version__ = "0.1.0"
