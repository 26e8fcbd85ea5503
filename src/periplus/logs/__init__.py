"""Browse logs to behaviour statistics."""
