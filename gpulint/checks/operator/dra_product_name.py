"""Product names in CEL selectors that are written like node labels."""

from collections.abc import Iterator

from gpulint.authoring import CelSelector, Context, Problem, check, dra, problem, products


@check(each=CelSelector, words=("resource.k8s.io",))
def dra_product_name(selector: CelSelector, context: Context) -> Iterator[Problem]:
    """Find a node label where the driver publishes the name of the card with its blanks."""
    for access in selector.accesses():
        if access.domain != dra.GPU_DOMAIN or access.name != "productName" or access.capacity:
            continue
        for value in access.values:
            product = products.product(value)
            right = dra.product_name(product.label) if product is not None else value
            if product is not None and right != value:
                yield problem(selector.place, value=value, right=right)
