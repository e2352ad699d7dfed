"""Objects and the reviews in which the API server sends them."""

import json
from typing import Any

Object = dict[str, Any]


def pod(gpus: object = 1, **metadata: object) -> Object:
    """A Pod with one container; a request that differs from its limit is GPU101."""
    resources = {"limits": {"nvidia.com/gpu": 1}, "requests": {"nvidia.com/gpu": gpus}}
    container = {"name": "train", "image": "registry.example/train:1", "resources": resources}
    meta = {"name": "train", "namespace": "ml", **metadata}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": meta,
        "spec": {"containers": [container]},
    }


def review(value: object, old: object = None, **request: object) -> bytes:
    """The body that the API server would send for the creation of an object."""
    asked = {
        "uid": "7f1c",
        "kind": {"group": "", "version": "v1", "kind": "Pod"},
        "operation": "CREATE" if old is None else "UPDATE",
        "namespace": "ml",
        "object": value,
        "oldObject": old,
        **request,
    }
    whole = {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": asked}
    return json.dumps(whole).encode()
