"""The core that turns events into commands, and the loop that joins the edges."""
