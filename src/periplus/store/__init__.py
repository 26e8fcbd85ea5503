"""The job database: URLs, frontier, links and decisions, pages."""
