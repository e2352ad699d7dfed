"""Pod templates by their labels, so that a selector finds its pods without a search."""

from collections.abc import Mapping

from gpulint.model.manifests import Manifests, same_namespace
from gpulint.model.pod import PodTemplate


class PodLabels:
    """All pod templates of a run: `context.manifests.index(PodLabels)`."""

    def __init__(self, manifests: Manifests) -> None:
        self._by_label: dict[tuple[str, str], list[PodTemplate]] = {}
        for pod in manifests.of(PodTemplate):
            for key, value in pod.labels.items():
                self._by_label.setdefault((key, str(value)), []).append(pod)

    def matching(self, labels: Mapping[str, object], namespace: str) -> tuple[PodTemplate, ...]:
        """Templates that carry all the labels, in a namespace that can be the given one.

        Nothing for an empty selector: it means every pod of the namespace, known to us or not.
        """
        if not labels:
            return ()
        wanted = {(key, str(value)) for key, value in labels.items()}
        first = min(wanted, key=lambda each: len(self._by_label.get(each, ())))
        return tuple(
            pod
            for pod in self._by_label.get(first, ())
            if same_namespace(pod.resource.namespace, namespace)
            and wanted <= {(key, str(value)) for key, value in pod.labels.items()}
        )
