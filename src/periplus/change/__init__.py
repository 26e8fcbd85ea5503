"""What changed on a page, how often it changes, when to come back. Pure."""
