"""The behaviour strategy: visitors' logs say which pages and which patterns come first."""
