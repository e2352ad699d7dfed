"""Checks of gangs: rules GPU4xx."""
