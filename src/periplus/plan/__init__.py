"""Strategies: pages and verdicts in, decisions about links out. Pure."""
