"""Checks of input and schema: rules GPU0xx."""
