from collections.abc import Callable

from gpulint.model.context import Context
from gpulint.model.manifests import Manifests
from gpulint.model.pod import PodTemplate
from gpulint.model.schema import schema_violations

Reader = Callable[..., Manifests]
POD = """\
apiVersion: v1
kind: Pod
metadata: {name: trainer}
spec: {containers: [{name: main, image: a, tty: maybe, ports: 80}]}
"""


def test_all_rules_share_one_judgement_of_an_object(manifests: Reader) -> None:
    """The walk over a schema is the dearest part of a run; several rules ask for its outcome."""
    context = Context(manifests(POD))
    pod = context.manifests.resources[0]
    expected = schema_violations(pod, context)
    actual = schema_violations(pod, context)
    assert [each.fault for each in actual] == ["type", "type"]
    assert expected is actual


def test_half_an_object_lacks_nothing(manifests: Reader) -> None:
    """A patch without an image is merged with what has one."""
    context = Context(manifests("apiVersion: v1\nkind: Pod\nspec: {containers: [{tty: true}]}"))
    expected = ()
    actual = schema_violations(context.manifests.resources[0], context)
    assert expected == actual


def test_views_of_an_object_share_its_pod_templates(manifests: Reader) -> None:
    """What a template has worked out, such as its requests, is worked out once."""
    pod = manifests(POD).resources[0]
    expected = list(map(id, PodTemplate.from_resource(pod)))
    actual = list(map(id, PodTemplate.from_resource(pod)))
    assert expected == actual
