"""Checks of operation: rules GPU9xx."""
