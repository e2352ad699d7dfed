"""Kubernetes schemas, CRD schemas and our own contracts. The only home of the JSON Schema libraries."""
