"""Checks of placement: rules GPU3xx."""
