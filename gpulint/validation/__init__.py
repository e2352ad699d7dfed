"""Schemas of Kubernetes, of CRDs and of our own files. Only home of the JSON Schema libraries."""
