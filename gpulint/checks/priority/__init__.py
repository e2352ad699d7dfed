"""Checks of priority: rules GPU6xx."""
