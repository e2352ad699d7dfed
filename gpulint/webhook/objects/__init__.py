"""The objects that are installed in a cluster, as data."""
