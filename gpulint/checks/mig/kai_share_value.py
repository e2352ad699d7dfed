"""Values of the annotations by which KAI shares cards."""

import re
from collections.abc import Iterator

from gpulint.authoring import (
    Context,
    PodTemplate,
    Problem,
    check,
    is_placeholder,
    problem,
    virtual_gpus,
)

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_WHOLE = re.compile(r"0*[1-9]\d*", re.ASCII)
_COUNTS = (virtual_gpus.KAI_MEMORY, virtual_gpus.KAI_DEVICES)
_FRACTION_WORDS = "a number above 0 and below 1, such as 0.5"
_WHOLE_WORDS = "a whole number from 1 up, without a unit"


@check(each=PodTemplate, words=("gpu-fraction", "gpu-memory", "mps"))
def kai_share_value(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Hold fraction, memory and number of devices against what KAI's validator takes."""
    found = virtual_gpus.kai_annotations(pod)
    for name, each in found.items():
        if is_placeholder(each.value):
            context.cannot_check(each.place)
        elif name == virtual_gpus.KAI_FRACTION and not _is_fraction(each.value):
            yield problem(each.place, name=name, value=each.value, wanted=_FRACTION_WORDS)
        elif name in _COUNTS and _WHOLE.fullmatch(each.value) is None:
            yield problem(each.place, name=name, value=each.value, wanted=_WHOLE_WORDS)


def _is_fraction(value: str) -> bool:
    if len(value) > 40 or _NUMBER.fullmatch(value) is None:
        return False
    return 0 < float(value) < 1
