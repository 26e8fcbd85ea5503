"""The site model: URL patterns, templates, arcs. Pure."""
