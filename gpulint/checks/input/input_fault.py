"""Texts that could not be read, or only in part."""

from collections.abc import Iterator

from gpulint.authoring import Context, InputFault, Place, Pointer, Problem, check


@check(each=InputFault, words=("(fault)",))
def input_fault(fault: InputFault, context: Context, *, kinds: list[str]) -> Iterator[Problem]:
    """Report the faults of some kinds, with what the reader knows of them."""
    if fault.kind in kinds:
        yield Problem(Place(fault, Pointer()), {"file": fault.file, **fault.facts})
