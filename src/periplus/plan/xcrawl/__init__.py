"""xCrawl: all pages like some examples, found through the hubs that list them."""
