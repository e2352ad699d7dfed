"""Two gang schedulers in the policy of one training runtime."""

from collections.abc import Iterator

from gpulint.authoring import Context, Problem, Resource, check, mapping, problem

_KINDS = ("TrainingRuntime", "ClusterTrainingRuntime")


@check(each=Resource, words=("podGroupPolicy",))
def pod_group_policy_twice(resource: Resource, context: Context) -> Iterator[Problem]:
    """Find a podGroupPolicy with coscheduling and volcano: each makes a PodGroup."""
    if resource.group != "trainer.kubeflow.org" or resource.kind not in _KINDS:
        return
    policy = mapping(resource.get("spec", "podGroupPolicy"))
    if isinstance(policy.get("coscheduling"), dict) and isinstance(policy.get("volcano"), dict):
        at = resource.at("spec", "podGroupPolicy")
        related = [(at.child("coscheduling")._replace(part="key"), "makes one PodGroup")]
        yield problem(at.child("volcano"), part="key", related=related, runtime=resource.label)
