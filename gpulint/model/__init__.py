"""Typed, read-only views of resources: the only floor that knows where Kubernetes keeps things."""
