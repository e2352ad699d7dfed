"""Checks of autoscaling: rules GPU8xx."""
