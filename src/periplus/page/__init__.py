"""Bytes to a PageView in one parse: links, words, structure. Pure."""
