"""Finding sites that have pages like the examples, through search engines."""
