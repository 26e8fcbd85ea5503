"""The edge to the network: HTTP, replay, robots, the address guard, pacing, decoding."""
