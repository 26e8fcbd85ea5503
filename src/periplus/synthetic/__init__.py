"""Generated sites with exact labels, and a loopback server for them."""
