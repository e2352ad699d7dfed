"""Values of Kueue's labels that its webhook does not take."""

from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    Problem,
    Resource,
    check,
    is_placeholder,
    problem,
    whole_number,
)

_MANAGED = "kueue.x-k8s.io/managed"
_SECONDS = "kueue.x-k8s.io/max-exec-time-seconds"


@check(each=Resource, words=("kueue.x-k8s.io",))
def kueue_label_value(resource: Resource, context: Context) -> Iterator[Problem]:
    """Look at the labels whose values Kueue restricts."""
    for key, right in ((_MANAGED, '"true"'), (_SECONDS, "a whole number of seconds from 1 up")):
        value = resource.labels.get(key)
        if value is None or is_placeholder(value):
            continue
        whole = bool(whole_number(str(value)))
        if (value != "true") if key == _MANAGED else not whole:
            place = resource.at("metadata", "labels", key)
            yield problem(place, key=key, value=value, right=right)
