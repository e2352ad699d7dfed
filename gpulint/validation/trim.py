"""Brings the JSON Schemas of different sources into the few words that gpulint reads.

A trimmed schema holds only `$ref` (`#/$defs/<name>`), `type`, `enum`, `minimum`, `maximum`,
`items`, `properties`, `additionalProperties` and `required`. null is not among its types: as for
the API server, a null stands for an absent value everywhere.
"""

from collections.abc import Callable, Mapping

from gpulint.validation.choices import CHOICES

Schema = Mapping[str, object]

_KEPT = ("minimum", "maximum", "required")
_LIMITS = {"int32": (-(2**31), 2**31 - 1), "int64": (-(2**63), 2**63 - 1)}

# Marked as required, in older schemas at least, since Go writes them always; the API server takes
# an object without them.
_NOT_REQUIRED = {
    "ControllerRevision": ("revision",),
    "DeviceClass": ("spec",),
    "EndpointSlice": ("endpoints",),
    "HTTPHeader": ("value",),
    "LimitRangeSpec": ("limits",),
    "NetworkPolicySpec": ("podSelector",),
    "PodFailurePolicyOnPodConditionsPattern": ("status",),
    "PodFailurePolicyRule": ("onPodConditions",),
    "PriorityClass": ("value",),
    "ResourceClaim": ("spec",),
    "ResourceClaimTemplate": ("spec",),
    "ResourceClaimTemplateSpec": ("spec",),
    "RoleRef": ("apiGroup",),
    "StatefulSetSpec": ("serviceName",),
}
# The API server refuses an object without them, as it then has no containers.
_ALSO_REQUIRED = {"io.k8s.api.core.v1.Pod": ("spec",), "io.k8s.api.batch.v1.Job": ("spec",)}
# Written by controllers, not by people.
_NOT_JUDGED: Schema = {}


def _kubernetes_name(reference: str) -> str:
    return reference.rpartition("/")[2]


def trimmed(name: str, schema: Mapping[str, object]) -> Schema:
    """The schema of one of Kubernetes' types; `name` is its full name."""
    out = _trimmed(schema)
    short = name.rpartition(".")[2]
    _require(out, _ALSO_REQUIRED.get(name, ()), _NOT_REQUIRED.get(short, ()))
    properties = out.get("properties")
    if isinstance(properties, dict):
        if "x-kubernetes-group-version-kind" in schema and "status" in properties:
            properties["status"] = _NOT_JUDGED
        if short == "ObjectMeta":
            properties["managedFields"] = _NOT_JUDGED
        for field, words in CHOICES.get(short, {}).items():
            if field in properties:  # older releases do not know all of them
                properties[field] = _with_choice(properties[field], words)
    if short.endswith("List"):
        out.pop("required", None)  # a list without items is an empty one
    return out


def from_own_file(schema: Mapping[str, object], group: str, file: str) -> Schema:
    """The schema of a custom resource's type; `group` and `file` say where references start.

    `x-gpulint-whole` marks a map whose field list is complete; any other takes unknown fields.
    """
    return _trimmed(schema, lambda reference: _own_name(reference, group, file))


def _own_name(reference: str, group: str, file: str) -> str:
    path, _, name = reference.partition("#/$defs/")
    if path == "kubernetes.json":
        return name
    if path:
        folder, _, file = path.removesuffix(".json").rpartition("/")
        group = folder.rpartition("/")[2] or group
    return f"{group}:{file}:{name}" if name else f"{group}:{file}"


def _with_choice(schema: Schema, words: tuple[str, ...]) -> Schema:
    """A field, or the items of a list, with the words that it takes; an empty text is one more."""
    if isinstance(schema.get("items"), Mapping):
        return {**schema, "items": {"type": "string", "enum": [*words, ""]}}
    return {**schema, "enum": [*words, ""]}


def _require(out: dict[str, object], more: tuple[str, ...], less: tuple[str, ...]) -> None:
    required = out.get("required")
    names = [*required] if isinstance(required, list) else []
    names = [name for name in names if name not in less]
    names += [name for name in more if name not in names]
    if names:
        out["required"] = names
    else:
        out.pop("required", None)


def _trimmed(schema: object, name_of: Callable[[str], str] = _kubernetes_name) -> dict[str, object]:
    """name_of: turns a reference as written into the name of a type."""
    if not isinstance(schema, Mapping):
        return {}
    out = {word: schema[word] for word in _KEPT if word in schema}
    if isinstance(schema.get("$ref"), str):
        return {"$ref": f"#/$defs/{name_of(schema['$ref'])}"}
    types = _types(schema)
    if types:
        out["type"] = types[0] if len(types) == 1 else types
    limits = _LIMITS.get(str(schema.get("format")))
    if limits and types == ["integer"]:
        out = {"minimum": limits[0], "maximum": limits[1], **out}
    enum = schema.get("enum")
    if isinstance(enum, list):
        out["enum"] = [value for value in enum if value is not None]
    return out | _inner(schema, name_of)


def _inner(schema: Mapping[str, object], name_of: Callable[[str], str]) -> dict[str, object]:
    out: dict[str, object] = {}
    if "items" in schema:
        out["items"] = _trimmed(schema["items"], name_of)
    properties = schema.get("properties")
    if isinstance(properties, Mapping):
        out["properties"] = {name: _trimmed(each, name_of) for name, each in properties.items()}
    more = schema.get("additionalProperties")
    if more is False or schema.get("x-gpulint-whole") is True:
        out["additionalProperties"] = False
    elif isinstance(more, Mapping):
        out["additionalProperties"] = _trimmed(more, name_of)
    return out


def _types(schema: Mapping[str, object]) -> list[str]:
    """Types without null; a choice between plain types counts as one of all their types."""
    choices = schema.get("oneOf")
    if isinstance(choices, list):
        return [each for choice in choices for each in _types(choice)]
    types = schema.get("type")
    listed = types if isinstance(types, list) else [types]
    return [each for each in listed if isinstance(each, str) and each != "null"]
