"""Replay mirrored sites under several strategies and measure them."""
