"""Adapters: one file a parser, each the same small protocol (`page.parser.Tree`)."""
