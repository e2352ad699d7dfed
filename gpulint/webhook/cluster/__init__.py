"""The cluster as its API server tells it: access, a client, and facts that are kept up to date."""
