"""iRobot: the map of a site from a sample, a crawl by it, threads kept whole."""
