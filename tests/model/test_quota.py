from gpulint.model.quota import HamiUse, LimitItem, NamespaceRules, ResourceQuota

QUOTA = """
apiVersion: v1
kind: ResourceQuota
metadata: {name: %s%s}
spec: {hard: {requests.nvidia.com/gpu: "4", limits.cpu: 8}}
"""
POD = """
apiVersion: v1
kind: Pod
metadata: {name: p%s}
spec: {containers: [{name: main}]}
"""


def test_quota_counts_its_own_namespace(manifests) -> None:
    """Another namespace is another budget; without any, both of one file are meant together."""
    expected = [["one"], ["three"], []]
    run = manifests(
        a="---".join((QUOTA % ("one", ", namespace: bio"), POD % ", namespace: bio")),
        b="---".join((QUOTA % ("three", ""), POD % "")),
        c=POD % "",
    )
    index = run.index(NamespaceRules)
    actual = [
        [quota.resource.name for quota in index.quotas(pod)] for pod in run.by_kind("", "Pod")
    ]
    assert expected == actual


def test_cpu_and_memory_keys_are_compulsory(manifests) -> None:
    """A quota on GPUs forces nothing."""
    expected = [("limits", "cpu")]
    (quota,) = manifests(QUOTA % ("q", "")).of(ResourceQuota)
    actual = list(quota.compulsory)
    assert expected == actual


def test_limit_range_fills_by_the_rules_of_the_api_server(manifests) -> None:
    """max makes a default limit, that a default request; min alone makes only a request."""
    expected = [
        ("max", ["limits", "requests"]),
        ("default", ["limits", "requests"]),
        ("min", ["requests"]),
        ("defaultRequest", ["requests"]),
        ("maxLimitRequestRatio", []),
    ]
    keys = [key for key, _ in expected]
    limits = ", ".join(f"{{type: Container, {key}: {{cpu: 1}}}}" for key in keys)
    run = manifests(
        f"{{apiVersion: v1, kind: LimitRange, metadata: {{name: l}}, spec: {{limits: [{limits}]}}}}"
    )
    items = run.of(LimitItem)
    actual = [(key, sorted(item.fills("cpu"))) for key, item in zip(keys, items, strict=True)]
    assert expected == actual


def test_names_of_hami_show_that_it_reads_quotas(manifests) -> None:
    """Its scheduler counts the `limits.` keys that Kubernetes ignores."""
    expected = [True, False]
    quota = QUOTA % ("q", "")
    runs = (manifests(quota.replace("limits.cpu", "limits.nvidia.com/gpumem")), manifests(quota))
    actual = [run.index(HamiUse).found for run in runs]
    assert expected == actual
