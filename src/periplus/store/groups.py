"""Groups of page rows that are no pages: kept and indexed, but nobody's URL is done by them."""

ROBOTS_GROUP = "robots"  # robots.txt files
RESOURCE_GROUP = "resources"  # what pages loaded while they were rendered
NOT_PAGES = frozenset({ROBOTS_GROUP, RESOURCE_GROUP})
