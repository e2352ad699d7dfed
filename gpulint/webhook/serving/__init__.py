"""The server: one port, its guards, and what it tells of itself."""
