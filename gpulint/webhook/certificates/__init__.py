"""Certificates: made, served while they change, and rotated."""
