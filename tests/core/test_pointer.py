from gpulint.core.pointer import ROOT, Pointer


def test_dotted_key_is_quoted_in_a_field_path() -> None:
    """Without quotes the path could not be read back."""
    expected = 'resources.limits["nvidia.com/gpu"]'
    actual = Pointer(("resources", "limits", "nvidia.com/gpu")).field_path
    assert expected == actual


def test_index_stands_in_brackets() -> None:
    """As Kubernetes writes its own field paths."""
    expected = "spec.containers[0].image"
    actual = Pointer(("spec", "containers", 0, "image")).field_path
    assert expected == actual


def test_slash_and_tilde_are_escaped_in_the_pointer_text() -> None:
    """RFC 6901: other tools read these."""
    expected = "/limits/nvidia.com~1gpu/a~0b"
    actual = Pointer(("limits", "nvidia.com/gpu", "a~b")).text
    assert expected == actual


def test_root_is_its_own_parent() -> None:
    """Walking up must end."""
    assert ROOT.parent == ROOT


def test_child_goes_on_from_here() -> None:
    """Places are made by going down."""
    assert Pointer(("spec",)).child("containers", 0) == Pointer(("spec", "containers", 0))
