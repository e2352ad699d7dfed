"""Files of MIG layouts that are no YAML."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, layouts, problem


@check(each=layouts.LayoutFile)
def mig_layout_is_readable(file: layouts.LayoutFile, context: Context) -> Iterator[Problem]:
    """Report the place at which a layout file cannot be read."""
    fault = file.text.fault
    if fault is not None:
        reason = str(fault.facts.get("detail", fault.kind))
        yield problem(file.text.base, entry=file.text.entry, reason=reason)
