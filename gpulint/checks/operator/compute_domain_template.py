"""A hand-made template that bears the name of a ComputeDomain's own."""

from collections.abc import Iterator

from gpulint.authoring import ComputeDomain, Context, Problem, check, problem


@check(each=ComputeDomain)
def compute_domain_template(domain: ComputeDomain, context: Context) -> Iterator[Problem]:
    """Look for a ResourceClaimTemplate of the name that the controller will create."""
    found = context.manifests.named(
        "resource.k8s.io", "ResourceClaimTemplate", domain.template, domain.resource.namespace
    )
    if domain.template and found is not None:
        yield problem(
            domain.resource.at("spec", "channel", "resourceClaimTemplate", "name"),
            related=[(found.at("metadata", "name"), "the template that somebody wrote")],
            name=domain.template,
        )
