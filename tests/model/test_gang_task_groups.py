import pytest

from gpulint.model.gang_task_groups import TASK_GROUPS, read_task_groups
from gpulint.model.pod import PodTemplate
from gpulint.model.resource import Resource

TEXTS = {
    "list": ('[{"name": "a"}]', [{"name": "a"}]),
    "object": ('{"name": "a"}', None),
    "trailing comma": ('[{"name": "a"},]', None),
    "nested too deep": ("[" * 100_000, None),
    "placeholder": ("${GROUPS}", []),
    "empty": ("", []),
}


@pytest.mark.parametrize(("text", "groups"), TEXTS.values(), ids=TEXTS)
def test_text_is_a_list_or_wrong(document, text: str, groups: object) -> None:
    """YuniKorn drops the whole gang for a text that it cannot read."""
    expected = groups
    value = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"annotations": {TASK_GROUPS: text}},
        "spec": {"containers": []},
    }
    resource = Resource(document, value)
    actual = read_task_groups(next(PodTemplate.from_resource(resource)))
    assert expected == actual
