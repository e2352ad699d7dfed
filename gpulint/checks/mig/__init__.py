"""Checks of MIG and sharing: rules GPU2xx."""
