"""Checks of GPU resources: rules GPU1xx."""
