"""What KServe's webhook refuses of an InferenceService over several nodes."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Place,
    Problem,
    Resource,
    check,
    dig,
    is_placeholder,
    mapping,
    problem,
    sequence,
    text,
)

_CLASS = "serving.kserve.io/autoscalerClass"
_NO_AUTOSCALER = ("none", "external")  # the second in the first release that had several nodes
_SIZES = {
    "PIPELINE_PARALLEL_SIZE": "pipelineParallelSize",
    "TENSOR_PARALLEL_SIZE": "tensorParallelSize",
}
_STORAGE = ("pvc", "oci")


@check(each=Resource, words=("workerSpec",))
def kserve_multi_node_refused(resource: Resource, context: Context) -> Iterator[Problem]:
    """Look at the worker's containers, and at variables, storage and autoscaler of the model."""
    if (resource.group, resource.kind) != ("serving.kserve.io", "InferenceService"):
        return
    predictor = mapping(resource.spec.get("predictor"))
    if resource.fragment or not isinstance(predictor.get("workerSpec"), dict):
        return
    containers = ("spec", "predictor", "workerSpec", "containers")
    if len(sequence(resource.get(*containers))) > 1:
        wrong = "workerSpec has several containers"
        yield problem(resource.at(*containers, 1), wrong=wrong, right="keep one")
    if isinstance(predictor.get("model"), dict):
        yield from (problem(at, wrong=wrong, right=right) for at, wrong, right in _model(resource))


def _model(resource: Resource) -> Iterator[tuple[Place, str, str]]:
    model = ("spec", "predictor", "model")
    for number, variable in enumerate(sequence(resource.get(*model, "env"))):
        name = text(dig(variable, ("name",)))
        if name in _SIZES:
            place = resource.at(*model, "env", number, "name")
            yield place, f"the variable {name} is KServe's own", f"write workerSpec.{_SIZES[name]}"
    storage = text(resource.get(*model, "storageUri"))
    protocol = storage.partition("://")[0]
    if storage and protocol not in _STORAGE and not is_placeholder(storage):
        place, wrong = resource.at(*model, "storageUri"), f"the model comes by {protocol}"
        yield place, wrong, "give every node the same volume, as pvc://, or an image, as oci://"
    scaler = resource.annotations.get(_CLASS)
    if scaler is None:
        yield (
            resource.at("spec", "predictor", "workerSpec")._replace(part="key"),
            "an autoscaler would be made by default",
            f"write the annotation {_CLASS}: none",
        )
    elif scaler not in _NO_AUTOSCALER and not is_placeholder(scaler):
        place = resource.at("metadata", "annotations", _CLASS)
        yield place, f"the autoscaler {scaler} cannot scale groups of nodes", "write none"
