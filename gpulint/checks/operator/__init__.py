"""Checks of GPU Operator, drivers, DRA and monitoring: rules GPU7xx."""
