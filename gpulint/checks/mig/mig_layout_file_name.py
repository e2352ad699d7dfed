"""The key under which the MIG manager looks for its layouts."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, check, layouts, problem


@check(each=layouts.LayoutFile)
def mig_layout_file_name(file: layouts.LayoutFile, context: Context) -> Iterator[Problem]:
    """Find ConfigMap entries with layouts whose key is not `config.yaml`.

    Silent when the ConfigMap has that key as well: then the other one is a spare.
    """
    text = file.text
    if text.fault is not None or text.carrier == "file" or text.entry == layouts.FILE_NAME:
        return
    if text.carrier == "values" and not text.component.startswith("migManager"):
        return
    if text.carrier == "ConfigMap" and file.resource.get("data", layouts.FILE_NAME) is not None:
        return
    yield problem(text.base, part="key", entry=text.entry, wanted=layouts.FILE_NAME)
