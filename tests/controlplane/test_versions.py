"""What pages say was run is what is run."""

from plane.programs import kubernetes_version, kueue_version

from gpulint.rulebook.proof import PROVERS


def test_pages_name_the_versions_that_are_built() -> None:
    """A proof without its version would prove nothing about another one."""
    kubernetes = kubernetes_version()
    expected = {
        "kube-apiserver": kubernetes,
        "kube-scheduler": kubernetes,
        "kueue": kueue_version(),
    }
    actual = dict(PROVERS)
    assert expected == actual
