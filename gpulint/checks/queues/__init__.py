"""Checks of queues and quota: rules GPU5xx."""
